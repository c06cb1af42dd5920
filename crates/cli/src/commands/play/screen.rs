//! The screen that a player sees.

use super::best::Best;
use super::table::Table;
use crate::output::{human, printable};
use fewest::Instance;
use fewest_view::Scene;
use fewest_view::scene::Colour;
use fewest_view::text::{Style as Text, cells};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{List, ListState, Paragraph, Wrap};

/// Columns between the board and the goal.
const GAP: u16 = 4;

/// The board, the goal, and the message.
pub(super) fn table(frame: &mut Frame<'_>, table: &Table, best: Option<usize>) {
    let area = frame.area();
    let (board, goal) = (picture(&table.scene(), Some(table.chosen)), picture(&table.goal(), None));
    let ((width, height), (goal_width, goal_height)) = (size(&board), size(&goal));
    // The head, and a line below the board.
    if area.width < width || area.height < height + 2 {
        let message = format!("This puzzle takes {width} columns and {} lines.", height + 2);
        frame.render_widget(Paragraph::new(message).wrap(Wrap { trim: true }), area);
        return;
    }
    let (both_width, both_height) = (width + GAP + goal_width, height.max(goal_height));
    let has_goal = area.width >= both_width && area.height >= both_height + 2;
    let middle = if has_goal { both_height } else { height };
    let rows = [Constraint::Length(1), Constraint::Length(middle), Constraint::Min(1)];
    let [head, middle, foot] = Layout::vertical(rows).areas(area);
    let instance = table.instance();
    let best = best.map(|best| format!(", best {best}")).unwrap_or_default();
    // The name may be cut off, but not the moves.
    let head_line = format!("{}{best} · {}", table.moves_in_words(), human::titled(instance));
    let head_line = printable(&head_line).into_owned();
    frame.render_widget(Line::from(head_line).style(Modifier::BOLD), head);
    let columns = [Constraint::Length(width), Constraint::Length(GAP), Constraint::Min(0)];
    let [left, _, right] = Layout::horizontal(columns).areas(middle);
    frame.render_widget(Paragraph::new(board), left);
    let mut said = vec![Line::from(table.said.as_str())];
    if has_goal {
        frame.render_widget(Paragraph::new(goal), right);
    } else {
        let lines = both_height + 2;
        said.push(Line::from(format!(
            "With the goal it takes {both_width} columns, {lines} lines."
        )));
    }
    frame.render_widget(Paragraph::new(said).wrap(Wrap { trim: true }), foot);
}

/// Columns and lines of a picture.
fn size(lines: &[Line<'_>]) -> (u16, u16) {
    let width = lines.iter().map(Line::width).max().unwrap_or(0);
    let most = |number: usize| u16::try_from(number).unwrap_or(u16::MAX - GAP);
    (most(width), most(lines.len()))
}

/// The instances to choose from, one per line.
pub(super) fn entries(instances: &[Instance], best: &Best) -> Vec<String> {
    let line = |instance: &Instance| {
        let title = instance.title.as_deref().unwrap_or_default();
        let best = best.of(instance).map(|best| format!("{best} moves")).unwrap_or_default();
        printable(&format!("{:24} {title:30} {best}", instance.name)).into_owned()
    };
    instances.iter().map(line).collect()
}

/// The menu, with one of its entries chosen.
pub(super) fn menu(frame: &mut Frame<'_>, entries: &[String], chosen: usize) {
    let [head, list] =
        Layout::vertical([Constraint::Length(2), Constraint::Min(1)]).areas(frame.area());
    frame.render_widget(Line::from("Arrows choose, Enter plays, q leaves"), head);
    let marked = Style::new().add_modifier(Modifier::REVERSED);
    let lines = List::new(entries.iter().map(String::as_str)).highlight_style(marked);
    let mut state = ListState::default().with_selected(Some(chosen));
    frame.render_stateful_widget(lines, list, &mut state);
}

/// A scene as lines; without colours if `NO_COLOR` is set.
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
