//! What stands between the network and every route: who asks, whether they may ask so much, whether another
//! site asks in their name, and the headers of a careful site.

use super::Site;
use crate::{config::Network, error::Oops, limits::Holder};
use axum::{
    extract::{ConnectInfo, Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use gloryhex_protocol::Code;
use std::net::{IpAddr, SocketAddr};

/// What a page of ours may do: load its own files, speak to its own server, and nothing else. Drawings are
/// parts of the page, and everything that moves is placed by scripts, so nothing inline is allowed.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// Headers of every answer.
const HEADERS: [(&str, &str); 7] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    // Addresses hold invitations.
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    (
        "permissions-policy",
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

/// Who asks, as everything after the guard knows them.
#[derive(Clone, Copy, Debug)]
pub struct Client(pub Holder);

/// Looks at every request before it is answered, and at every answer before it leaves.
pub async fn guard(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let config = &site.rooms.hall().config;
    let trusted = config.proxies.iter().any(|net| net.contains(peer.ip()));
    let holder = Holder::of(client(peer.ip(), request.headers(), &config.proxies));
    request.extensions_mut().insert(Client(holder));
    let secure = trusted
        && request
            .headers()
            .get("x-forwarded-proto")
            .is_some_and(|scheme| scheme == "https");
    let api = request.uri().path().starts_with("/api/");
    let work = work(request.method(), request.uri());
    let mut answer = match site.addresses.request(holder, work) {
        Err(oops) => {
            let mut answer = oops.into_response();
            let wait = HeaderValue::from_static("5");
            answer.headers_mut().insert(header::RETRY_AFTER, wait);
            answer
        }
        Ok(()) if !welcome(&request, &config.origins) => foreign(),
        Ok(()) => next.run(request).await,
    };
    let headers = answer.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if api && !headers.contains_key(header::CACHE_CONTROL) {
        let never = HeaderValue::from_static("no-store");
        headers.insert(header::CACHE_CONTROL, never);
    }
    if secure {
        let year = HeaderValue::from_static("max-age=31536000");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, year);
    }
    answer
}

/// The address of whoever asks: the peer's, or the last one that is no proxy of ours in the list that trusted
/// proxies make.
fn client(peer: IpAddr, headers: &HeaderMap, proxies: &[Network]) -> IpAddr {
    let trusted = |address: IpAddr| proxies.iter().any(|net| net.contains(address));
    let lists = headers.get_all("x-forwarded-for").into_iter();
    let lists: Vec<&str> = lists.filter_map(|list| list.to_str().ok()).collect();
    let mut hops = lists.iter().flat_map(|list| list.split(',')).rev();
    let mut known = peer;
    while trusted(known) {
        match hops.next().map(|hop| address(hop.trim())) {
            Some(Some(hop)) => known = hop,
            Some(None) | None => break,
        }
    }
    known
}

/// An address in a proxy's list, with or without a port.
fn address(text: &str) -> Option<IpAddr> {
    let port = || text.parse::<SocketAddr>().ok().map(|place| place.ip());
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    bare.parse().ok().or_else(port)
}

/// How much work a request is. Files cost next to nothing; what plays a game again costs more.
fn work(method: &Method, uri: &Uri) -> f64 {
    let path = uri.path();
    let last = path.rsplit('/').next().unwrap_or_default();
    match path.strip_prefix("/api/") {
        None if path.starts_with("/ws/") => 1.0,
        None => 0.2,
        Some(_) if last == "analysis" => 20.0,
        Some(_) if matches!(last, "story" | "replay" | "continue") => 5.0,
        // Whatever has ended in them is taken over by whoever looks.
        Some("tournaments" | "ladders") => 5.0,
        Some(rest) if rest.contains("/at/") => 2.0,
        Some(_) if *method == Method::POST => 2.0,
        Some(_) => 1.0,
    }
}

/// Whether the request was not made by another site's page: one that changes something or opens a socket must
/// come from our own page, or from no page at all.
fn welcome(request: &Request, origins: &[String]) -> bool {
    let headers = request.headers();
    let socket = headers.contains_key(header::UPGRADE);
    if request.method().is_safe() && !socket {
        return true;
    }
    let Some(origin) = headers.get(header::ORIGIN) else {
        // Browsers always say it with such requests; those who do not say where from are programs.
        return headers
            .get("sec-fetch-site")
            .is_none_or(|site| site == "same-origin" || site == "none");
    };
    let Ok(origin) = origin.to_str() else {
        return false;
    };
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let host = host.or_else(|| request.uri().authority().map(|a| a.as_str()));
    let own = origin
        .strip_prefix("https://")
        .map(|place| place.strip_suffix(":443").unwrap_or(place))
        .or_else(|| {
            let place = origin.strip_prefix("http://")?;
            Some(place.strip_suffix(":80").unwrap_or(place))
        });
    let same = own.is_some_and(|own| host.is_some_and(|host| host.eq_ignore_ascii_case(own)));
    same || origins
        .iter()
        .any(|known| known.eq_ignore_ascii_case(origin))
}

fn foreign() -> Response {
    let mut answer = Oops::new(
        Code::Invalid,
        "This request came from a page of another site; the server must be told with --origin if it may.",
    )
    .into_response();
    *answer.status_mut() = StatusCode::FORBIDDEN;
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lists: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for list in lists {
            headers.append("x-forwarded-for", list.parse().unwrap());
        }
        headers
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        let nets: Vec<Network> = ["127.0.0.1", "10.0.0.0/8", "fd00::/8"]
            .iter()
            .map(|net| net.parse().unwrap())
            .collect();
        let ask = |peer: &str, lists: &[&str]| {
            client(peer.parse().unwrap(), &headers(lists), &nets).to_string()
        };
        assert_eq!(ask("192.0.2.1", &["198.51.100.7"]), "192.0.2.1");
        assert_eq!(ask("127.0.0.1", &["198.51.100.7"]), "198.51.100.7");
        assert_eq!(
            ask("127.0.0.1", &["1.1.1.1, 198.51.100.7, 10.2.3.4"]),
            "198.51.100.7",
            "what clients add themselves stands further left"
        );
        assert_eq!(
            ask("fd00::1", &["9.9.9.9", "[2001:db8::5]:443"]),
            "2001:db8::5"
        );
        assert_eq!(ask("127.0.0.1", &["198.51.100.7:4711"]), "198.51.100.7");
        assert_eq!(ask("127.0.0.1", &["nonsense"]), "127.0.0.1");
        assert_eq!(ask("::ffff:127.0.0.1", &["198.51.100.7"]), "198.51.100.7");
        assert_eq!(ask("127.0.0.1", &[]), "127.0.0.1");
    }
}
