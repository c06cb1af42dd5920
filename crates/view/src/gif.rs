//! A plan as an animated GIF.

use crate::paint::Painter;
use crate::{Film, Place, Scene, TooLong};
use gif::{Encoder, Frame, Repeat};
use std::io::{self, Write};
use tiny_skia::Pixmap;

/// Up to this many moves, pieces slide; beyond that, they jump.
const SLIDES: usize = 200;
/// The number of pictures of a slide.
const PICTURES: u16 = 4;
/// How long a picture of a slide is shown.
///
/// # Units
/// Hundredths of a second, as in all of this file.
const SLIDING: u16 = 4;
/// How long the board is shown after a move.
const MOVED: u16 = 40;
/// How long the first and the last board are shown.
const ENDS: u16 = 200;

/// The reason why there is no animation.
#[derive(Debug, thiserror::Error)]
pub enum GifError {
    /// The plan is too long.
    #[error(transparent)]
    TooLong(#[from] TooLong),
    /// The board is too large.
    #[error("the board is too large for a GIF")]
    TooLarge,
    /// The file cannot be written.
    #[error(transparent)]
    Unwritable(#[from] io::Error),
}

/// Writes an animation that repeats forever.
///
/// Each picture contains only the cells that changed.
///
/// # Errors
/// If the plan is too long, or those of `out`.
pub fn write(out: &mut dyn Write, mut film: Film<'_>) -> Result<(), GifError> {
    let scene = film.scene();
    let steps = film.animated()?;
    let painter = Painter { cell: cell(&scene) };
    let mut places: Vec<_> = scene.pieces.iter().map(|piece| exactly(piece.at)).collect();
    let paint = |places: &[(f32, f32)]| painter.paint(&scene, places).ok_or(GifError::TooLarge);
    let first = paint(&places)?;
    let side = |side: u32| u16::try_from(side).map_err(|_| GifError::TooLarge);
    let (width, height) = (side(first.width())?, side(first.height())?);
    let mut encoder = Encoder::new(out, width, height, &[]).map_err(unwritable)?;
    encoder.set_repeat(Repeat::Infinite).map_err(unwritable)?;
    let mut show = |pixels: &Pixmap, area: Area, delay: u16| {
        encoder.write_frame(&area.frame(pixels, delay)).map_err(unwritable)
    };
    show(&first, Area { left: 0, top: 0, width, height }, ENDS)?;
    let pictures = if steps.len() <= SLIDES { PICTURES } else { 1 };
    for (number, step) in steps.iter().enumerate() {
        let (from, to) = (places[step.piece], exactly(step.to));
        let area = Area::between(from, to, painter.cell);
        for picture in 1..=pictures {
            let share = f32::from(picture) / f32::from(pictures);
            places[step.piece] =
                (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
            let delay = match picture {
                _ if picture < pictures => SLIDING,
                _ if number + 1 == steps.len() => ENDS,
                _ => MOVED,
            };
            show(&paint(&places)?, area, delay)?;
        }
        places[step.piece] = to;
    }
    Ok(())
}

/// Returns the pixels per cell: fewer on a large board.
fn cell(scene: &Scene) -> u16 {
    (800 / scene.width.max(scene.height).max(1)).clamp(8, 40)
}

fn exactly(at: Place) -> (f32, f32) {
    (f32::from(at.x), f32::from(at.y))
}

fn unwritable(error: gif::EncodingError) -> GifError {
    match error {
        gif::EncodingError::Io(error) => GifError::Unwritable(error),
        error => GifError::Unwritable(io::Error::other(error)),
    }
}

/// The part of the picture that a move changes.
#[derive(Clone, Copy)]
struct Area {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
}

impl Area {
    /// Returns all cells on the way from one place to another.
    fn between(from: (f32, f32), to: (f32, f32), cell: u16) -> Self {
        let span = |a: f32, b: f32| {
            let (first, last) = (a.min(b) as u16, a.max(b) as u16);
            (first * cell, (last - first + 1) * cell)
        };
        let ((left, width), (top, height)) = (span(from.0, to.0), span(from.1, to.1));
        Self { left, top, width, height }
    }

    fn frame(self, pixels: &Pixmap, delay: u16) -> Frame<'static> {
        let Self { left, top, width, height } = self;
        let row_bytes = 4 * pixels.width() as usize;
        let rows = pixels.data().chunks_exact(row_bytes);
        let rows = rows.skip(usize::from(top)).take(usize::from(height));
        let (first, end) = (4 * usize::from(left), 4 * usize::from(left + width));
        let mut part: Vec<u8> = rows.flat_map(|row| &row[first..end]).copied().collect();
        let mut frame = Frame::from_rgba_speed(width, height, &mut part, 10);
        (frame.left, frame.top, frame.delay) = (left, top, delay);
        frame
    }
}
