//! The devices on which somebody's name is used: seeing them, and taking the name off one.

use super::{Site, library::body, players::Named};
use crate::{
    error::{Oops, Result},
    players::Player,
    store::Device,
    token::random,
};
use axum::{
    Json,
    extract::{State, rejection::JsonRejection},
    http::{HeaderMap, header},
};
use gloryhex_protocol::{DeviceFace, WithdrawDevice};

/// A device from which somebody has just proved their name, by what its browser says it is.
pub async fn fresh(site: &Site, player: Player, headers: &HeaderMap) -> Result<Player> {
    let hall = site.rooms.hall();
    let now = hall.config.clock.wall();
    let said = headers
        .get(header::USER_AGENT)
        .and_then(|said| said.to_str().ok());
    let new = Device {
        // Nobody learns from a key how many others there are.
        number: (u32::from_le_bytes(random()) >> 1) | 1,
        label: label(said.unwrap_or_default()),
        made: now,
        seen: now,
    };
    hall.store.add_device(&player.id, &new).await?;
    Ok(Player {
        device: new.number,
        ..player
    })
}

/// What kind of device it is, in a few words; nothing that would tell two of the same kind apart.
fn label(said: &str) -> String {
    let has = |word: &&(&str, &str)| said.contains(word.0);
    let browsers = [
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"),
        ("Chrome/", "Chrome"),
        ("CriOS/", "Chrome"),
        ("Safari/", "Safari"),
    ];
    let systems = [
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", "Android"),
        ("Windows", "Windows"),
        ("Mac OS X", "Mac"),
        ("CrOS", "ChromeOS"),
        ("Linux", "Linux"),
    ];
    let browser = browsers.iter().find(has).map(|(_, name)| *name);
    let system = systems.iter().find(has).map(|(_, name)| *name);
    match (browser, system) {
        (Some(browser), Some(system)) => format!("{browser}, {system}"),
        (Some(one), None) | (None, Some(one)) => one.to_owned(),
        (None, None) => String::new(),
    }
}

/// The devices that prove a name.
pub async fn list(State(site): State<Site>, Named(player): Named) -> Result<Json<Vec<DeviceFace>>> {
    let devices = site.rooms.hall().store.devices(&player.id).await?;
    let seconds = |millis: u64| u32::try_from(millis / 1000).unwrap_or(u32::MAX);
    let face = |device: Device| DeviceFace {
        own: device.number == player.device,
        number: device.number,
        label: device.label,
        made: seconds(device.made),
        seen: seconds(device.seen),
    };
    Ok(Json(devices.into_iter().map(face).collect()))
}

/// Lets a device prove the name no more.
pub async fn withdraw(
    State(site): State<Site>,
    named: Named,
    wish: std::result::Result<Json<WithdrawDevice>, JsonRejection>,
) -> Result<Json<Vec<DeviceFace>>> {
    let number = body(wish)?.number;
    let store = &site.rooms.hall().store;
    match store.withdraw_device(&named.0.id, number).await? {
        true => list(State(site), named).await,
        false => Err(Oops::not_found("Your name is not used on such a device.")),
    }
}

#[cfg(test)]
mod tests {
    use super::label;

    #[test]
    fn a_device_is_told_by_its_browser_and_system() {
        for (said, told) in [
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
                "Firefox, Linux",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36 Edg/130.0",
                "Edge, Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1",
                "Safari, iPhone",
            ),
            (
                "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36",
                "Chrome, Android",
            ),
            ("curl/8.5.0", ""),
            ("", ""),
        ] {
            assert_eq!(label(said), told, "{said}");
        }
    }
}
