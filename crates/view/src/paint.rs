//! Paints a scene as pixels.

use crate::scene::Colour;
use crate::svg::{bar, lines};
use crate::{Ground, Look, Scene};
use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster};
use tiny_skia::{
    Color, FillRule, Paint, PathBuilder, Pixmap, PremultipliedColorU8, Rect, Stroke, Transform,
};

/// Paints scenes of one size in cells of `cell` pixels.
pub(crate) struct Painter {
    pub cell: u16,
}

impl Painter {
    /// Returns the scene with its pieces at these places, in cells.
    ///
    /// `None` if the picture has no pixels or more than can be counted.
    pub fn paint(&self, scene: &Scene, places: &[(f32, f32)]) -> Option<Pixmap> {
        let cell = u32::from(self.cell);
        let mut pixels =
            Pixmap::new(u32::from(scene.width) * cell, u32::from(scene.height) * cell)?;
        pixels.fill(Color::WHITE);
        for &(at, ground) in &scene.ground {
            let colour = match ground {
                Ground::Wall => Colour(107, 114, 128),
                Ground::Floor => Colour(238, 241, 245),
            };
            let side = f32::from(self.cell);
            let (x, y) = (f32::from(at.x) * side, f32::from(at.y) * side);
            if let Some(square) = Rect::from_xywh(x, y, side, side) {
                pixels.fill_rect(square, &paint(colour), Transform::identity(), None);
            }
        }
        for (piece, &at) in scene.pieces.iter().zip(places) {
            self.piece(&mut pixels, &piece.look, at);
        }
        Some(pixels)
    }

    fn piece(&self, pixels: &mut Pixmap, look: &Look, (x, y): (f32, f32)) {
        let side = f32::from(self.cell);
        // Shapes are given in cells of 40 units, as in SVG.
        let to_cell =
            Transform::from_translate(x * side, y * side).pre_scale(side / 40.0, side / 40.0);
        let (surface, ink) = look.colours();
        let shape = match look {
            Look::Atom { bonds, .. } => {
                for ((x, y), (to_x, to_y)) in lines(bonds) {
                    let mut line = PathBuilder::new();
                    line.move_to(x, y);
                    line.line_to(to_x, to_y);
                    let stroke = Stroke { width: 3.0, ..Stroke::default() };
                    if let Some(line) = line.finish() {
                        let dark = paint(Colour(85, 85, 85));
                        pixels.stroke_path(&line, &dark, &stroke, to_cell, None);
                    }
                }
                PathBuilder::from_circle(20.0, 20.0, 14.0)
            }
            Look::Tile(_) => rectangle(2.0, 2.0, 36.0, 36.0),
            Look::Bar { size, largest, .. } => {
                let (x, width) = bar(*size, *largest);
                rectangle(x, 8.0, width, 24.0)
            }
        };
        if let Some(shape) = shape {
            pixels.fill_path(&shape, &paint(surface), FillRule::Winding, to_cell, None);
            let edge = Stroke { width: 1.5, ..Stroke::default() };
            pixels.stroke_path(&shape, &paint(Colour(90, 90, 90)), &edge, to_cell, None);
        }
        self.label(pixels, &look.label(), ink, ((x + 0.5) * side, (y + 0.5) * side));
    }

    /// Paints text around a centre.
    fn label(&self, pixels: &mut Pixmap, label: &str, ink: Colour, (x, y): (f32, f32)) {
        let size = if self.cell >= 32 { RasterHeight::Size16 } else { return };
        let glyphs: Vec<_> =
            label.chars().filter_map(|c| get_raster(c, FontWeight::Regular, size)).collect();
        let width: usize = glyphs.iter().map(|glyph| glyph.width()).sum();
        let (mut left, top) = (x - width as f32 / 2.0, y - size.val() as f32 / 2.0);
        for glyph in glyphs {
            for (row, intensities) in glyph.rows().enumerate() {
                for (column, &intensity) in intensities.iter().enumerate() {
                    let (x, y) = (left + column as f32, top + row as f32);
                    blend(pixels, x as u32, y as u32, ink, intensity);
                }
            }
            left += glyph.width() as f32;
        }
    }
}

fn rectangle(x: f32, y: f32, width: f32, height: f32) -> Option<tiny_skia::Path> {
    Rect::from_xywh(x, y, width, height).map(PathBuilder::from_rect)
}

fn paint(Colour(red, green, blue): Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 255);
    paint
}

/// Mixes a colour into an opaque pixel, if there is one.
fn blend(pixels: &mut Pixmap, x: u32, y: u32, Colour(red, green, blue): Colour, share: u8) {
    let width = pixels.width();
    if x >= width {
        return;
    }
    let Some(pixel) = pixels.pixels_mut().get_mut((y * width + x) as usize) else { return };
    let mix = |below: u8, above: u8| {
        let (below, above, share) = (u32::from(below), u32::from(above), u32::from(share));
        ((below * (255 - share) + above * share) / 255) as u8
    };
    let mixed = PremultipliedColorU8::from_rgba(
        mix(pixel.red(), red),
        mix(pixel.green(), green),
        mix(pixel.blue(), blue),
        255,
    );
    *pixel = mixed.unwrap_or(*pixel);
}
