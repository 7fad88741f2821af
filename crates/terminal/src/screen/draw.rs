//! Drawing: where the panels are, on wide and on narrow terminals, and what is laid over them.

use super::{Mode, Screen, Tab, field::Field, field::Plan, look, words};
use crate::sitting::Sitting;
use gloryhex_model::Seat;
use gloryhex_notation::question::question;
use ratatui::{
    Frame,
    layout::{Constraint, Layout, Rect},
    style::Style,
    text::Line,
    widgets::{Block, Clear, Paragraph},
};

/// The least terminal that everything fits on.
const LEAST: (u16, u16) = (76, 22);
/// From this width on the list stands beside the board.
const WIDE: u16 = 116;

const KEYS: &str =
    "↑↓ Enter · Tab board · h f l panels · t tip · u undo · : type · ? help · q leave";

const HELP: &[&str] = &[
    "↑ ↓ or j k   go through the list",
    "Enter        choose, or open what stands for several; 1 … 9 choose a line",
    "Esc          back to the whole list",
    "Tab          arrows move on the board; Enter picks what is there",
    "h f l        hand, fighters, log; PgUp and PgDn scroll",
    "t            a tip: the best few choices and why",
    "u            take the last choice back",
    ":            type a choice (move torka c4), why CHOICE, save FILE",
    "q            leave",
    "",
    "The mouse works too: click a line, a fighter, a hex; the wheel scrolls.",
    "# blocked  ! lethal  ~ cover  % stagger  ^ trap  · starting",
    "*3 token 3  ?3 its number, turned down  * token  underlined: Inspired",
    "[ ] can be chosen  ‹ › the cursor",
];

/// Where the panels are.
struct Areas {
    tracker: Rect,
    board: Rect,
    question: Rect,
    list: Rect,
    about: Rect,
    tab: Rect,
    keys: Rect,
}

fn areas(whole: Rect, talking: bool) -> Areas {
    let rows = [
        Constraint::Length(1),
        Constraint::Min(0),
        Constraint::Length(1),
    ];
    let [tracker, middle, keys] = Layout::vertical(rows).areas(whole);
    if whole.width >= WIDE {
        let side = (whole.width * 2 / 5).clamp(48, 64);
        let columns = [Constraint::Min(0), Constraint::Length(side)];
        let [left, right] = Layout::horizontal(columns).areas(middle);
        let low = (whole.height / 3).clamp(8, 18);
        let [board, tab] =
            Layout::vertical([Constraint::Min(0), Constraint::Length(low)]).areas(left);
        let [question, list, about] = Layout::vertical([
            Constraint::Length(3),
            Constraint::Min(4),
            Constraint::Length(8),
        ])
        .areas(right);
        return Areas {
            tracker,
            board,
            question,
            list,
            about,
            tab,
            keys,
        };
    }
    let [board, question, low] = Layout::vertical([
        Constraint::Min(11),
        Constraint::Length(1),
        Constraint::Length((whole.height - 14).clamp(8, 16)),
    ])
    .areas(middle);
    let [left, tab] =
        Layout::horizontal([Constraint::Percentage(50), Constraint::Percentage(50)]).areas(low);
    let said = if talking { 5 } else { 3 };
    let [list, about] =
        Layout::vertical([Constraint::Min(4), Constraint::Length(said)]).areas(left);
    Areas {
        tracker,
        board,
        question,
        list,
        about,
        tab,
        keys,
    }
}

impl Screen<'_> {
    /// Draws everything, and remembers where it is for the mouse.
    pub fn draw(&mut self, frame: &mut Frame<'_>, sitting: &Sitting) {
        let whole = frame.area();
        if whole.width < LEAST.0 || whole.height < LEAST.1 {
            self.places = Default::default();
            let text = format!(
                "The table needs {} columns and {} lines; this terminal has {} and {}. Make it larger, or play \
                 with `--lines`. q leaves.",
                LEAST.0, LEAST.1, whole.width, whole.height
            );
            let text = words::lines(&text, usize::from(whole.width), 0, Style::new());
            frame.render_widget(Paragraph::new(text), whole);
            return;
        }
        let areas = areas(whole, !self.message.is_empty());
        frame.render_widget(Paragraph::new(words::tracker(sitting)), areas.tracker);
        let keys = match &self.mode {
            Mode::Typing(line) => Line::styled(format!(":{line}▏"), look::HEAD),
            Mode::Leaving => {
                Line::styled("Leave the game? y leaves, any other key stays.", look::HEAD)
            }
            Mode::Over(_) => Line::styled("Enter or q leaves · h f l panels", look::QUIET),
            _ => Line::styled(KEYS, look::QUIET),
        };
        frame.render_widget(Paragraph::new(keys), areas.keys);
        self.board(frame, sitting, areas.board);
        self.question(frame, sitting, areas.question);
        if let Mode::Curtain(seat) = self.mode {
            // What can be chosen would tell what is in the hand.
            curtain(frame, areas.tab, seat);
            return;
        }
        self.list(frame, areas.list);
        self.about(frame, sitting, areas.about);
        self.panel(frame, sitting, areas.tab);
        if self.mode == Mode::Help {
            help(frame, whole);
        }
    }

    fn board(&mut self, frame: &mut Frame<'_>, sitting: &Sitting, area: Rect) {
        let game = &sitting.game;
        self.places.plan = Plan::new(game, area, self.cursor);
        let Some(plan) = self.places.plan else {
            let text = "The battlefield is not laid out yet.";
            let middle = Rect::new(area.x, area.y + area.height / 2, area.width, 1);
            frame.render_widget(Paragraph::new(text).style(look::QUIET).centered(), middle);
            return;
        };
        let viewer = self.seat.or(sitting.viewer());
        let view = game.view(viewer);
        let open = match self.mode {
            Mode::Deciding => self.menu.hexes(game),
            _ => Vec::new(),
        };
        let field = Field {
            game,
            names: &sitting.names,
            view: &view,
            plan,
            open: &open,
            cursor: self.cursor,
        };
        frame.render_widget(field, area);
    }

    fn question(&self, frame: &mut Frame<'_>, sitting: &Sitting, area: Rect) {
        let (text, style) = match (&self.mode, self.seat) {
            (Mode::Waiting(seat), _) => (
                format!("{} {} thinks …", look::shape(*seat), sitting.seats.opponent),
                look::QUIET,
            ),
            (Mode::Over(words), _) => (words.clone(), look::HEAD),
            (_, Some(seat)) => {
                let asked = question(&sitting.game, &sitting.names, seat, sitting.choices());
                (format!("{} {asked}", look::shape(seat)), look::seat(seat))
            }
            _ => (String::new(), look::QUIET),
        };
        let text = words::lines(&text, usize::from(area.width), 2, style);
        frame.render_widget(Paragraph::new(text), area);
    }

    fn list(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let title = self.menu.heading().unwrap_or("What you can do");
        let block = Block::bordered()
            .border_style(look::QUIET)
            .title(format!(" {title} "));
        let inside = block.inner(area);
        frame.render_widget(block, area);
        let height = usize::from(inside.height);
        let first = self.menu.at.saturating_sub(height.saturating_sub(1));
        (self.places.list, self.places.first) = (inside, first);
        let shown = self
            .menu
            .lines()
            .iter()
            .enumerate()
            .skip(first)
            .take(height);
        let text: Vec<Line<'_>> = shown
            .map(|(place, entry)| {
                let here = place == self.menu.at;
                let mark = if here { "›" } else { " " };
                let number = match place {
                    0..9 => (place + 1).to_string(),
                    _ => " ".to_owned(),
                };
                let style = match here && !self.on_board {
                    true => look::CURSOR,
                    false => Style::new(),
                };
                Line::styled(format!("{mark}{number} {}", entry.label), style)
            })
            .collect();
        frame.render_widget(Paragraph::new(text), inside);
    }

    /// What was just said, or what speaks for the line picked out.
    fn about(&self, frame: &mut Frame<'_>, sitting: &Sitting, area: Rect) {
        let width = usize::from(area.width);
        let picked = self.menu.current().map(|entry| &entry.choices[..]);
        let mut text: Vec<Line<'_>> = Vec::new();
        for said in &self.message {
            text.extend(words::lines(&said.to_string(), width, 2, said.style));
        }
        if text.is_empty()
            && let (Some([only]), Some(seat)) = (picked, self.seat)
        {
            text = words::about(sitting, self.content, seat, *only, width);
        }
        if text.is_empty() {
            text = words::in_progress(sitting, width);
        }
        if text.is_empty()
            && let Some(who) = self.cursor.and_then(|hex| sitting.game.state.occupant(hex))
        {
            text = words::fighter(sitting, who, width);
        }
        frame.render_widget(Paragraph::new(text), area);
    }

    fn panel(&mut self, frame: &mut Frame<'_>, sitting: &Sitting, area: Rect) {
        let block = Block::bordered().border_style(look::QUIET);
        let inside = block.inner(area);
        frame.render_widget(block, area);
        self.places.tabs.clear();
        let mut x = area.x + 2;
        for (tab, label) in Tab::ALL {
            let place = Rect::new(x, area.y, label.len() as u16 + 2, 1);
            let style = match tab == self.tab {
                true => look::HEAD.patch(look::CURSOR),
                false => look::QUIET,
            };
            frame.render_widget(Paragraph::new(format!(" {label} ")).style(style), place);
            self.places.tabs.push((tab, place));
            x += place.width + 1;
        }
        self.places.tab = inside;
        let width = usize::from(inside.width);
        let viewer = self.seat.or(sitting.viewer());
        let text = match (self.tab, viewer) {
            (Tab::Hand, Some(seat)) => words::hand(sitting, self.content, seat, width),
            (Tab::Hand, None) => Vec::new(),
            (Tab::Fighters, _) => words::fighters(sitting, width),
            (Tab::Log, _) => words::log(sitting, width),
        };
        let hidden = text.len().saturating_sub(usize::from(inside.height));
        self.scroll = self.scroll.min(hidden);
        let first = match self.tab {
            Tab::Log => hidden - self.scroll,
            _ => self.scroll,
        };
        let shown: Vec<Line<'_>> = text.into_iter().skip(first).collect();
        frame.render_widget(Paragraph::new(shown), inside);
        if hidden > 0 {
            let more = format!(" {} of {} lines more ", hidden - first.min(hidden), hidden);
            let width = (more.len() as u16).min(area.width);
            let place = Rect::new(area.right() - width - 1, area.bottom() - 1, width, 1);
            frame.render_widget(Paragraph::new(more).style(look::QUIET), place);
        }
    }
}

/// Hides the hand while the keyboard changes hands.
fn curtain(frame: &mut Frame<'_>, area: Rect, seat: Seat) {
    let who = format!(
        "{} Player {} is to decide.",
        look::shape(seat),
        seat.number()
    );
    let mut text = vec![Line::raw(""), Line::styled(who, look::seat(seat))];
    let words = "Hand the keyboard over, then press Enter to see the hand.";
    let width = usize::from(area.width).saturating_sub(4);
    text.extend(words::lines(words, width, 0, Style::new()));
    let block = Block::bordered().border_style(look::seat(seat));
    frame.render_widget(Paragraph::new(text).centered().block(block), area);
}

fn help(frame: &mut Frame<'_>, whole: Rect) {
    let (width, height) = (whole.width.min(78), HELP.len() as u16 + 4);
    let area = Rect::new(
        (whole.width - width) / 2,
        whole.height.saturating_sub(height) / 2,
        width,
        height.min(whole.height),
    );
    frame.render_widget(Clear, area);
    let text: Vec<Line<'_>> = HELP
        .iter()
        .map(|line| Line::raw(format!(" {line}")))
        .collect();
    let block = Block::bordered().title(" Help: any key closes it ");
    frame.render_widget(Paragraph::new(text).block(block), area);
}
