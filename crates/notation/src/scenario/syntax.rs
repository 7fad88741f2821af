//! What a scenario file says, line by line, before anything is looked up or played.

use gloryhex_model::{Face, FighterDef, Seat, Stat, Token};

/// One scenario of a file.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its heading.
    pub name: String,
    /// The file it stands in.
    pub file: String,
    /// The line of its heading.
    pub line: usize,
    /// The rules it shows, as written.
    pub rules: Vec<String>,
    /// The editions it is played in.
    pub editions: Vec<String>,
    /// The cards made up for it, and the line their block begins on.
    pub cards: (String, usize),
    /// The deck it is about, if it is about building one.
    pub deck: Option<super::deck::DeckTest>,
    /// The cards it shows.
    pub shows: Vec<String>,
    /// Its lines in order.
    pub lines: Vec<Line>,
}

/// A line of a scenario.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its number in the file.
    pub line: usize,
    /// The column this part of it begins in.
    pub column: usize,
    /// The editions it is for; empty for all.
    pub editions: Vec<String>,
    /// What stands in quotation marks in it, and the columns.
    pub quoted: Vec<CardName>,
    /// What it says.
    pub what: Statement,
}

/// What a line says.
#[derive(Clone, Debug)]
pub enum Statement {
    /// Something about the position at the start.
    Position(Position),
    /// Something done or looked at.
    Step(Step),
}

/// A name with the column it was written in.
pub type Named = (String, usize);
/// A card of a seat, by name, with the column it was written in.
pub type CardName = Named;

/// Something about the position at the start.
#[derive(Clone, Debug)]
pub enum Position {
    /// How many players.
    Players(u8),
    /// A drawn battlefield begins.
    Map,
    /// A row of the drawn battlefield.
    Row(String),
    /// The hexes of a seat's territory.
    Territory(Seat, Vec<Named>),
    /// Real boards, each but the first with the way it is joined to the one before.
    Boards(Vec<Named>, Vec<(String, i8, bool)>),
    /// The shared board and its orientation.
    Board(Named, Option<String>),
    /// A way to play.
    Variant(String),
    /// A real warband.
    Warband(Seat, Named),
    /// A fighter made up for the scenario.
    Fighter(Seat, Box<FighterDef>),
    /// A fighter on the battlefield.
    Place(Place),
    /// A fighter who is out of action.
    Out(Named),
    /// A token on the battlefield.
    Token(TokenAt),
    /// How many counters of a name somebody has.
    Counters(Counters),
    /// Glory points of a seat, and how many of them are spent.
    Glory(Seat, u8, u8),
    /// Cards of a seat.
    Cards(Seat, Pile, Vec<CardName>),
    /// The round.
    Round(u8),
    /// Which of its own turns the active seat takes.
    Turn(u8),
    /// Whose turn it is.
    Active(Seat),
    /// Who had the first turn of the round.
    First(Seat),
    /// Where play starts.
    Phase(Start),
    /// Every window is opened and nothing is passed over.
    WindowsAll,
}

/// A pile of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pile {
    /// The draw piles.
    Deck,
    /// The hand.
    Hand,
    /// The discard piles.
    Discard,
    /// Scored objectives.
    Scored,
}

/// Where play starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// With a player's activation.
    #[default]
    Action,
    /// With a power step.
    Power,
    /// With the end phase.
    End,
    /// With the first roll-off.
    Setup,
}

/// A fighter on the battlefield.
#[derive(Clone, Debug)]
pub struct Place {
    /// A label of the map or the name of a hex.
    pub at: (String, usize),
    /// Who.
    pub fighter: (String, usize),
    /// Its damage.
    pub damage: u8,
    /// Its tokens.
    pub tokens: Vec<Token>,
    /// Whether it is Inspired.
    pub inspired: bool,
    /// Its upgrades.
    pub upgrades: Vec<CardName>,
}

/// Counters that somebody has.
#[derive(Clone, Debug)]
pub struct Counters {
    /// A fighter's name or the number of a seat.
    pub whose: Named,
    /// The counters' word in card files.
    pub word: Named,
    /// How many.
    pub n: u8,
}

/// A token on the battlefield.
#[derive(Clone, Debug)]
pub struct TokenAt {
    /// Its number; 0 for none.
    pub number: u8,
    /// Whether it is the artefact.
    pub artefact: bool,
    /// A label of the map or the name of a hex.
    pub at: (String, usize),
    /// Whether its numbered side is up; `None` for what the edition does.
    pub numbered: Option<bool>,
    /// Who was dealt it.
    pub owner: Option<Seat>,
}

/// Something done or looked at.
#[derive(Clone, Debug)]
pub enum Step {
    /// Faces to be rolled.
    Dice(Vec<Face>),
    /// Cards to be drawn.
    Draw(Vec<CardName>),
    /// A choice.
    Choose(Seat, Text),
    /// Everybody passes until something else is to be decided.
    Passes,
    /// These choices are offered, or none of them is.
    Offered(Seat, Vec<Text>, bool),
    /// This choice is refused by a rule, in these words if there are any.
    Refused(Seat, Text, String, String),
    /// This kind of decision is pending.
    Asked(Seat, String),
    /// Such an event has happened since the last choice, has not, or has exactly once.
    Event(Times, String, Vec<String>),
    /// Something holds.
    Expect(Expect),
}

/// A choice as written, and the column it begins in.
#[derive(Clone, Debug)]
pub struct Text {
    /// The text.
    pub text: String,
    /// The column.
    pub column: usize,
}

/// Something that must hold.
#[derive(Clone, Debug)]
pub enum Expect {
    /// A fighter's place.
    At(String, String),
    /// A fighter's damage.
    Damage(String, u8),
    /// A fighter is out of action.
    Out(String),
    /// Exactly these tokens.
    Tokens(String, Vec<Token>),
    /// Inspired or not.
    Inspired(String, bool),
    /// How many upgrades.
    Upgrades(String, u8),
    /// A characteristic.
    Stat(String, Stat, u8),
    /// Which side of a token is up.
    TokenSide(TokenName, bool),
    /// Where a token lies.
    TokenAt(TokenName, String),
    /// No token lies in a hex.
    NoToken(String),
    /// Glory points, spent ones included.
    Glory(Seat, u8),
    /// Spent glory points.
    Spent(Seat, u8),
    /// So many counters of a name.
    Counters(Counters),
    /// How many cards are in a pile.
    Count(Seat, Pile, Kind, u8),
    /// A card is in a pile, or not.
    Has(Seat, Pile, String, bool),
    /// The round.
    Round(u8),
    /// Whose turn it is.
    TurnOf(Seat),
    /// The winner, or `None` for a draw; and whether glory alone must have decided, if that was asked.
    Over(Option<Seat>, Option<bool>),
    /// The phase.
    Phase(String),
}

/// How a token is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenName {
    /// By its number.
    Number(u8),
    /// The artefact.
    Artefact,
    /// By the hex it lies in.
    In(String),
}

/// Power cards or objectives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Power cards.
    Power,
    /// Objectives.
    Objectives,
}

/// How often an event has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Times {
    /// At least once.
    Some,
    /// Never.
    Never,
    /// Exactly once.
    Once,
}
