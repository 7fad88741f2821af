//! People who took a name. Nobody has to: seats are opened by tokens, with or without one.
//!
//! A name is proved by a key, which a browser keeps and the server can check without having stored it, or by a recovery
//! phrase of twelve words, of which the server keeps a hash. Ratings are in `ratings`, profiles in `profile`, everything that
//! is kept of somebody in `kept`, how a name disappears from games that others played too in `gone`.

mod gone;
mod kept;
mod levels;
mod profile;
mod ratings;

pub use gone::Gone;
pub use kept::{OF_NOBODY, Part, everything};
pub use levels::Levels;
pub use profile::{own, profile, turns};
pub use ratings::Ratings;

use crate::{
    error::{Oops, Result},
    play::Play,
    record::Cut,
    token::{Key, random},
};
use argon2::{
    Argon2, PasswordHasher as _, PasswordVerifier as _,
    password_hash::{PasswordHash, SaltString},
};
use bip39::Mnemonic;
use gloryhex_engine::contest::GameResult;
use gloryhex_protocol::{Code, SeatKind};
use gloryhex_table::{name, seating::Known};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use unicode_security::skeleton;

/// The shortest name, in characters.
const SHORTEST: usize = 2;
/// Hashes that are worked out at once; each takes 19 MiB.
static HASHING: Semaphore = Semaphore::const_new(2);

/// Somebody who took a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The id, which never changes.
    pub id: String,
    /// The name that everybody sees.
    pub name: String,
    /// The hash of the recovery phrase.
    pub phrase: String,
    /// Which keys are good: those of this number.
    pub keys: u32,
    /// When, in Unix milliseconds.
    pub made: u64,
    /// The device on which they have just proved it; 0 if that was by no key, or by one older than devices.
    pub device: u32,
}

impl Player {
    /// As a table knows them.
    pub fn known(&self) -> Known {
        Known {
            id: self.id.clone(),
            name: self.name.clone(),
        }
    }
    /// The key that proves on their device who they are.
    pub fn key(&self, key: &Key) -> String {
        let Player {
            id, keys, device, ..
        } = self;
        let proof = key.sign_player(id, *keys, *device);
        match device {
            0 => format!("{id}.{keys}.{proof}"),
            device => format!("{id}.{keys}.{device}.{proof}"),
        }
    }
}

/// Who a key is of, if it is genuine: the id, the number of the key, and the device.
pub fn opened(key: &Key, text: &str) -> Option<(String, u32, u32)> {
    let parts: Vec<&str> = text.splitn(5, '.').collect();
    let (id, keys, device, proof) = match parts[..] {
        [id, keys, proof] => (id, keys, 0, proof),
        [id, keys, device, proof] => (id, keys, device.parse().ok().filter(|d| *d != 0)?, proof),
        _ => return None,
    };
    let keys: u32 = keys.parse().ok()?;
    key.verify_player(id, keys, device, proof)
        .then(|| (id.to_owned(), keys, device))
}

/// A name as it may be taken.
///
/// # Errors
/// It is too short once everything is taken out that cannot be seen.
pub fn wanted(name: &str) -> Result<String> {
    let name = name::clean(name);
    match name.chars().count() >= SHORTEST {
        true => Ok(name),
        false => Err(Oops::invalid("A name has two letters at least.")),
    }
}

/// A name as it is looked for: names that look alike are the same one.
pub fn folded(name: &str) -> String {
    skeleton(&name::clean(name).to_lowercase()).collect()
}

/// A new recovery phrase and its hash.
///
/// # Errors
/// It cannot be hashed.
pub async fn new_phrase() -> Result<(String, String)> {
    let words = Mnemonic::from_entropy(&random::<16>()).map_err(Oops::internal)?;
    let words = words.to_string();
    let told = words.clone();
    let hash = hashing(move || {
        let salt = SaltString::encode_b64(&random::<16>()).map_err(Oops::internal)?;
        let hash = Argon2::default().hash_password(words.as_bytes(), &salt);
        Ok(hash.map_err(Oops::internal)?.to_string())
    });
    Ok((told, hash.await?))
}

/// Whether a phrase is the one that a hash is of.
///
/// # Errors
/// It cannot be a phrase at all: a word is wrong or missing.
pub async fn right_phrase(phrase: &str, hash: &str) -> Result<bool> {
    let words = phrase.to_lowercase();
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let Ok(words) = Mnemonic::parse_normalized(&words) else {
        return Err(Oops::invalid(
            "This is no recovery phrase: it has twelve words, and one of these is missing or wrong.",
        ));
    };
    let (words, hash) = (words.to_string(), hash.to_owned());
    hashing(move || {
        let hash = PasswordHash::new(&hash).map_err(Oops::internal)?;
        Ok(Argon2::default()
            .verify_password(words.as_bytes(), &hash)
            .is_ok())
    })
    .await
}

/// Works something out that takes long on purpose, off the threads that serve.
async fn hashing<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    let _one = HASHING.acquire().await.map_err(Oops::internal)?;
    tokio::task::spawn_blocking(work)
        .await
        .map_err(Oops::internal)?
}

/// The one answer to a wrong name and to a wrong phrase: nobody learns which names there are by trying phrases.
pub fn not_restored() -> Oops {
    Oops::new(
        Code::BadToken,
        "This name and this recovery phrase do not belong together.",
    )
}

/// How a game ended, as it counts for those who played it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ended {
    /// Edition.
    pub edition: String,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Everybody at it, by seat.
    pub seats: Vec<EndedSeat>,
    /// Whether the players agreed on a draw before its end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub agreed: bool,
}

/// Somebody at a game that ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndedSeat {
    /// The id of somebody who took a name.
    pub player: Option<String>,
    /// The name that was shown.
    pub name: String,
    /// The level of an opponent.
    pub level: Option<String>,
    /// What that level was measured to be worth when the game ended: its rating, and how uncertain that is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worth: Option<(f64, f64)>,
    /// Warband.
    pub warband: String,
    /// Glory at the end.
    pub glory: u8,
    /// Whether they won.
    pub won: bool,
    /// Whether it was a draw for them.
    pub drawn: bool,
    /// Whether their whole warband was out of action at the end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gone: bool,
}

impl Ended {
    /// How a game ended that somebody with a name played, or that belongs to a match; nothing as long as it has not.
    pub fn of(play: &Play, levels: &Levels) -> Option<Ended> {
        let chairs = &play.record.chairs;
        let counts = play.match_id().is_some() || chairs.iter().any(|chair| chair.player.is_some());
        if !play.is_over() || !counts {
            return None;
        }
        let winners = play.winners();
        let glory = |seat: u8| {
            let on = play.table.as_ref();
            on.map_or(0, |on| {
                on.game.state.seats[gloryhex_model::Seat(seat)].glory
            })
        };
        let left = play.table.as_ref().map(|on| GameResult::of(&on.game));
        let gone = |seat: u8| left.is_some_and(|left| left.wiped_out[gloryhex_model::Seat(seat)]);
        let edition = &play.plan.edition;
        let seats = (0u8..).zip(chairs).map(|(seat, chair)| {
            let level = match &chair.kind {
                SeatKind::Opponent { level } => Some(level.clone()),
                SeatKind::Human | SeatKind::Open => None,
            };
            let worth = level.as_ref().filter(|_| play.plan.rated);
            let worth = worth.and_then(|level| levels.rating(edition, level));
            EndedSeat {
                player: chair.player.clone(),
                name: chair.name.clone(),
                level,
                worth: worth.map(|rating| (rating.value, rating.deviation)),
                warband: chair.warband.clone(),
                glory: glory(seat),
                won: winners == [seat],
                drawn: winners.len() > 1 && winners.contains(&seat),
                gone: gone(seat),
            }
        });
        Some(Ended {
            edition: play.plan.edition.clone(),
            rated: play.plan.rated,
            seats: seats.collect(),
            agreed: play.record.cut == Some(Cut::Agreed),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> Key {
        Key::from_text(&Key::generate()).unwrap()
    }

    fn player(id: &str, keys: u32) -> Player {
        Player {
            id: id.to_owned(),
            name: "Ada".to_owned(),
            phrase: String::new(),
            keys,
            made: 0,
            device: 0,
        }
    }

    #[test]
    fn a_key_opens_its_own_player_and_number_only() {
        let (key, other) = (key(), key());
        let text = player("abc", 3).key(&key);
        assert_eq!(opened(&key, &text), Some(("abc".to_owned(), 3, 0)));
        assert_eq!(opened(&other, &text), None);
        let on = Player {
            device: 77,
            ..player("abc", 3)
        };
        let own = on.key(&key);
        assert_eq!(opened(&key, &own), Some(("abc".to_owned(), 3, 77)));
        for forged in [
            own.replacen(".77.", ".78.", 1),
            own.replacen(".77.", ".0.", 1),
            own.replacen(".77.", ".", 1),
            format!("{own}.x"),
        ] {
            assert_eq!(opened(&key, &forged), None, "{forged}");
        }
        for forged in [
            text.replacen("abc", "abd", 1),
            text.replacen(".3.", ".4.", 1),
            text[..text.len() - 1].to_owned(),
            String::new(),
            "..".to_owned(),
            "abc.3.".to_owned(),
            "🎲.3.🎲".to_owned(),
        ] {
            assert_eq!(opened(&key, &forged), None, "{forged}");
        }
    }

    #[test]
    fn a_seats_token_is_no_players_key() {
        use crate::token::Purpose;
        let key = key();
        let seat = key.sign(Purpose::Play, "abc", 3);
        let proof = seat.split_once('.').unwrap().1;
        assert_eq!(opened(&key, &format!("abc.3.{proof}")), None);
    }

    #[test]
    fn names_that_look_alike_are_the_same() {
        assert_eq!(folded("Ada"), folded("  aDA\u{200b} "));
        assert_eq!(folded("paypal"), folded("p\u{430}ypal"));
        assert_ne!(folded("Ada"), folded("Eda"));
        assert!(wanted(" x ").is_err());
        assert_eq!(wanted(" Bo ").unwrap(), "Bo");
    }

    #[tokio::test]
    async fn a_phrase_has_twelve_words_and_opens_its_own_hash_only() {
        let (one, hash) = new_phrase().await.unwrap();
        let (other, _) = new_phrase().await.unwrap();
        assert_eq!(one.split(' ').count(), 12);
        assert!(!hash.contains(&one));
        let shouted = format!("  {} ", one.to_uppercase().replace(' ', "\n"));
        assert!(right_phrase(&shouted, &hash).await.unwrap());
        assert!(!right_phrase(&other, &hash).await.unwrap());
        let short = one.rsplit_once(' ').unwrap().0;
        let refused = right_phrase(short, &hash).await.unwrap_err();
        assert_eq!(refused.0.code, Code::Invalid);
    }
}
