//! Signed tokens: whoever holds one plays the seats it names. No accounts, nothing to look up.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// What a token is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To play seats.
    Play,
    /// To take a free seat.
    Invite,
}

impl Purpose {
    fn letter(self) -> char {
        match self {
            Purpose::Play => 'p',
            Purpose::Invite => 'i',
        }
    }
}

/// The key that signs.
#[derive(Clone)]
pub struct Key(Vec<u8>);

impl Key {
    /// A key from its text form, as kept in the database.
    pub fn from_text(text: &str) -> Option<Key> {
        BASE64.decode(text).ok().map(Key)
    }

    /// A new key in its text form.
    pub fn generate() -> String {
        BASE64.encode(random::<32>())
    }

    /// A token for some seats (as bits) of a game.
    pub fn sign(&self, purpose: Purpose, game: &str, seats: u8) -> String {
        let claim = format!("{}{seats:x}", purpose.letter());
        let mac = self.mac(game, &claim).finalize().into_bytes();
        format!("{claim}.{}", BASE64.encode(&mac[..18]))
    }

    /// The seats a token opens, if it is genuine and for this game and purpose.
    pub fn verify(&self, purpose: Purpose, game: &str, token: &str) -> Option<u8> {
        let (claim, mac) = token.split_once('.')?;
        let mac = BASE64.decode(mac).ok().filter(|mac| mac.len() == 18)?;
        self.mac(game, claim).verify_truncated_left(&mac).ok()?;
        let seats = claim.strip_prefix(purpose.letter())?;
        u8::from_str_radix(seats, 16).ok()
    }

    /// The proof that somebody has a name, which of their keys it is and on which device. Keys of device 0 are older than
    /// devices and do not name one.
    pub fn sign_player(&self, player: &str, keys: u32, device: u32) -> String {
        let mac = self.player_mac(player, keys, device);
        BASE64.encode(mac.finalize().into_bytes())
    }

    /// Whether a proof is genuine.
    pub fn verify_player(&self, player: &str, keys: u32, device: u32, proof: &str) -> bool {
        let proof = BASE64.decode(proof).unwrap_or_default();
        self.player_mac(player, keys, device)
            .verify_slice(&proof)
            .is_ok()
    }

    fn player_mac(&self, player: &str, keys: u32, device: u32) -> Hmac<Sha256> {
        let claim = match device {
            0 => keys.to_string(),
            device => format!("{keys}.{device}"),
        };
        self.mac(&format!("player {player}"), &claim)
    }

    fn mac(&self, game: &str, claim: &str) -> Hmac<Sha256> {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(&self.0).expect("a key of any length is accepted");
        mac.update(game.as_bytes());
        mac.update(b"/");
        mac.update(claim.as_bytes());
        mac
    }
}

/// Random bytes from the system.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has random bytes");
    bytes
}

/// A new id for a game: short enough to read out, long enough not to be guessed.
pub fn game_id() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    random::<12>()
        .iter()
        .map(|byte| LETTERS[(byte & 31) as usize] as char)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_opens_its_own_game_and_seat_only() {
        let key = Key::from_text(&Key::generate()).unwrap();
        let other = Key::from_text(&Key::generate()).unwrap();
        let token = key.sign(Purpose::Play, "abc", 0b10);
        assert_eq!(key.verify(Purpose::Play, "abc", &token), Some(0b10));
        assert_eq!(key.verify(Purpose::Play, "abd", &token), None);
        assert_eq!(key.verify(Purpose::Invite, "abc", &token), None);
        assert_eq!(other.verify(Purpose::Play, "abc", &token), None);
        let forged = token.replacen("p2", "p3", 1);
        assert_eq!(key.verify(Purpose::Play, "abc", &forged), None);
        for broken in ["", ".", "p2.", "p2", "p2.AAAA", "🎲.🎲"] {
            assert_eq!(key.verify(Purpose::Play, "abc", broken), None);
        }
    }
}
