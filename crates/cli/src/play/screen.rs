//! What a player sees.

use super::best::Best;
use super::table::Table;
use fewest::Instance;
use fewest_view::Scene;
use fewest_view::scene::Colour;
use fewest_view::text::{Style as Text, cells};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{List, ListState, Paragraph, Wrap};

/// The board, what is to be reached, and what is said.
pub(super) fn table(frame: &mut Frame<'_>, table: &Table, best: Option<usize>) {
    let scene = table.scene();
    let rows = [
        Constraint::Length(1),
        Constraint::Length(scene.height.max(1)),
        Constraint::Length(1),
        Constraint::Min(2),
    ];
    let [head, middle, _, foot] = Layout::vertical(rows).areas(frame.area());
    let instance = table.instance();
    let title = instance.title.as_ref().map(|title| format!(" \"{title}\"")).unwrap_or_default();
    let best = best.map(|best| format!(", best {best}")).unwrap_or_default();
    let head_line = format!("{}{title}: {} moves{best}", instance.name, table.moves());
    frame.render_widget(Line::from(head_line).style(Modifier::BOLD), head);
    let board = picture(&scene, Some(table.chosen));
    let width = board.iter().map(Line::width).max().unwrap_or(0) as u16;
    let columns = [Constraint::Length(width + 4), Constraint::Min(0)];
    let [left, right] = Layout::horizontal(columns).areas(middle);
    frame.render_widget(Paragraph::new(board), left);
    frame.render_widget(Paragraph::new(picture(&table.goal(), None)), right);
    frame.render_widget(Paragraph::new(table.said.as_str()).wrap(Wrap { trim: true }), foot);
}

/// The instances to choose from.
pub(super) fn menu(frame: &mut Frame<'_>, instances: &[Instance], best: &Best, chosen: usize) {
    let [head, list] =
        Layout::vertical([Constraint::Length(2), Constraint::Min(1)]).areas(frame.area());
    frame.render_widget(Line::from("Arrows choose, Enter plays, q leaves"), head);
    let line = |instance: &Instance| {
        let title = instance.title.as_deref().unwrap_or_default();
        let best = best.of(instance).map(|best| format!("{best} moves")).unwrap_or_default();
        format!("{:24} {title:30} {best}", instance.name)
    };
    let marked = Style::new().add_modifier(Modifier::REVERSED);
    let lines = List::new(instances.iter().map(line)).highlight_style(marked);
    let mut state = ListState::default().with_selected(Some(chosen));
    frame.render_stateful_widget(lines, fitting(list), &mut state);
}

fn fitting(area: Rect) -> Rect {
    Rect { width: area.width.min(100), ..area }
}

/// A scene as lines; without colours where `NO_COLOR` is set.
fn picture(scene: &Scene, marked: Option<usize>) -> Vec<Line<'static>> {
    let is_plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let colour = |Colour(red, green, blue)| Color::Rgb(red, green, blue);
    let span = |cell: fewest_view::text::Cell| match cell.colours {
        Some((surface, ink)) if !is_plain => {
            Span::styled(cell.text, Style::new().bg(colour(surface)).fg(colour(ink)))
        }
        _ => Span::raw(cell.text),
    };
    let rows = cells(scene, Text::Unicode, marked).into_iter();
    rows.map(|row| Line::from_iter(row.into_iter().map(span))).collect()
}
