//! A scene as SVG.

use crate::scene::Colour;
use crate::{Film, Ground, Look, Piece, Place, Scene, TooLong};
use std::fmt::Write;

/// The width and height of a cell in units of the picture.
const CELL: u32 = 40;

/// Colours that follow the reader's choice of light or dark.
pub const STYLE: &str = include_str!("picture.css");

/// Returns a picture that can be used on its own.
pub fn picture(scene: &Scene, title: &str) -> String {
    moving(scene, title, |_| String::new())
}

/// A picture whose pieces have these movements.
fn moving(scene: &Scene, title: &str, movement: impl Fn(usize) -> String) -> String {
    let mut out = open(scene, title, "xmlns=\"http://www.w3.org/2000/svg\"");
    let _ = write!(out, "<style>{STYLE}</style>");
    out += &inside(scene, movement);
    out + "</svg>\n"
}

/// Seconds that a slide takes.
const SLIDE: f64 = 0.25;
/// Seconds from one move to the next.
const STEP: f64 = 0.7;
/// Seconds for which the first and the last board are shown.
const END: f64 = 2.0;

/// Returns a picture that plays a plan in an endless loop, without a script.
///
/// # Errors
/// [`TooLong`] for more than [`MOST_MOVES`](crate::MOST_MOVES) moves.
pub fn animation(mut film: Film<'_>, title: &str) -> Result<String, TooLong> {
    let scene = film.scene();
    let steps = film.animated()?;
    let total = 2.0 * END + STEP * steps.len() as f64;
    // For each piece, when it is where.
    let mut stands: Vec<Vec<(f64, Place)>> =
        scene.pieces.iter().map(|piece| vec![(0.0, piece.at)]).collect();
    for (number, step) in steps.iter().enumerate() {
        let begins = END + STEP * number as f64;
        let stands = &mut stands[step.piece];
        let from = stands[stands.len() - 1].1;
        stands.extend([(begins, from), (begins + SLIDE, step.to)]);
    }
    let move_of = |number: usize| {
        let stands = &stands[number];
        let last = (total, stands[stands.len() - 1].1);
        let all = || stands.iter().chain([&last]);
        let list = |items: Vec<String>| items.join(";");
        let times = list(all().map(|(at, _)| format!("{:.5}", at / total)).collect());
        let values = all().map(|&(_, at)| corner(at)).map(|(x, y)| format!("{x} {y}"));
        let values = list(values.collect());
        if stands.len() == 1 {
            return String::new();
        }
        format!(
            "<animateTransform attributeName=\"transform\" type=\"translate\" dur=\"{total:.2}s\" \
             repeatCount=\"indefinite\" keyTimes=\"{times}\" values=\"{values}\"/>"
        )
    };
    Ok(moving(&scene, title, move_of))
}

/// Returns a picture for a page that has the [`STYLE`].
///
/// Pieces are groups of class `piece` in their order.
pub fn inline(scene: &Scene, title: &str) -> String {
    open(scene, title, "") + &inside(scene, |_| String::new()) + "</svg>"
}

fn open(scene: &Scene, title: &str, attributes: &str) -> String {
    let (width, height) = (u32::from(scene.width) * CELL, u32::from(scene.height) * CELL);
    let title = escaped(title);
    format!(
        "<svg {attributes} viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\"><title>{title}</title>"
    )
}

fn inside(scene: &Scene, movement: impl Fn(usize) -> String) -> String {
    let pieces = scene.pieces.iter().enumerate();
    let pieces = pieces.map(|(number, piece)| group(piece, &movement(number)));
    ground(scene) + &pieces.collect::<String>()
}

/// Draws a piece where it stands, and its movements.
fn group(piece: &Piece, movement: &str) -> String {
    let (x, y) = corner(piece.at);
    let drawn = look(&piece.look);
    format!("<g class=\"piece\" transform=\"translate({x} {y})\">{drawn}{movement}</g>")
}

fn ground(scene: &Scene) -> String {
    let mut out = String::new();
    for &(at, ground) in &scene.ground {
        let class = match ground {
            Ground::Wall => "wall",
            Ground::Floor => "floor",
        };
        let (x, y) = corner(at);
        let _ = write!(
            out,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>"
        );
    }
    out
}

fn corner(at: Place) -> (u32, u32) {
    (u32::from(at.x) * CELL, u32::from(at.y) * CELL)
}

/// Draws a piece in the cell at the origin.
fn look(look: &Look) -> String {
    let (surface, ink) = look.colours();
    let (surface, ink) = (hexadecimal(surface), hexadecimal(ink));
    let label = escaped(&look.label());
    let text = format!("<text x=\"20\" y=\"20\" fill=\"{ink}\">{label}</text>");
    match look {
        Look::Atom { bonds, .. } => {
            let bonds: String = lines(bonds)
                .map(|((x, y), (to_x, to_y))| {
                    format!(
                        "<line class=\"bond\" x1=\"{x}\" y1=\"{y}\" x2=\"{to_x}\" y2=\"{to_y}\"/>"
                    )
                })
                .collect();
            format!(
                "{bonds}<circle class=\"edge\" cx=\"20\" cy=\"20\" r=\"14\" fill=\"{surface}\"/>{text}"
            )
        }
        Look::Tile(_) => format!(
            "<rect class=\"edge\" x=\"2\" y=\"2\" width=\"36\" height=\"36\" rx=\"5\" \
             fill=\"{surface}\"/>{text}"
        ),
        Look::Bar { size, largest, .. } => {
            let (x, width) = bar(*size, *largest);
            format!(
                "<rect class=\"edge\" x=\"{x}\" y=\"8\" width=\"{width}\" height=\"24\" rx=\"6\" \
                 fill=\"{surface}\"/>{text}"
            )
        }
    }
}

/// Returns the left edge and the width of a bar in a cell of 40 units: larger pieces are wider.
pub(crate) fn bar(size: u16, largest: u16) -> (f32, f32) {
    let width = 22.0 + 16.0 * f32::from(size) / f32::from(largest.max(1));
    ((40.0 - width) / 2.0, width)
}

/// Returns the lines of bonds in a cell of 40 units: from near the centre to its edge or corner,
/// parallel ones side by side.
pub(crate) fn lines(bonds: &[u8; 8]) -> impl Iterator<Item = ((f32, f32), (f32, f32))> {
    /// To the right and down, clockwise from the top.
    const DIRECTIONS: [(f32, f32); 8] = [
        (0.0, -1.0),
        (1.0, -1.0),
        (1.0, 0.0),
        (1.0, 1.0),
        (0.0, 1.0),
        (-1.0, 1.0),
        (-1.0, 0.0),
        (-1.0, -1.0),
    ];
    bonds.iter().zip(DIRECTIONS).flat_map(|(&count, (x, y))| {
        (0..count).map(move |number| {
            let aside = 7.0 * (f32::from(number) - f32::from(count - 1) / 2.0);
            let (from_x, from_y) = (20.0 - y * aside, 20.0 + x * aside);
            ((from_x, from_y), (from_x + 20.0 * x, from_y + 20.0 * y))
        })
    })
}

fn hexadecimal(Colour(red, green, blue): Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Escapes text for XML and HTML, without the characters that XML forbids.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
