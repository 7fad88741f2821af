//! The port: takes connections, counts them by address, and lets none of them wait for ever.

use crate::{
    config::Config,
    limits::{Addresses, Counted, Holder},
};
use axum::{Router, body::Body, extract::ConnectInfo};
use hyper::{Request, body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::{convert::Infallible, future::Future, net::SocketAddr, pin::pin, time::Duration};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinSet,
};
use tower_service::Service;

/// The wait after the system refused a connection, for want of open files say.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves a port until told to stop, and until what was asked by then is answered.
pub async fn serve(
    listener: TcpListener,
    app: Router,
    addresses: Addresses,
    config: Config,
    stop: impl Future<Output = ()>,
) {
    let mut open = JoinSet::new();
    let (ending, ends) = watch::channel(());
    tokio::pin!(stop);
    loop {
        let (stream, peer) = tokio::select! {
            taken = listener.accept() => match taken {
                Ok(taken) => taken,
                Err(error) => {
                    tracing::warn!(%error, "a connection was not taken");
                    tokio::time::sleep(PAUSE).await;
                    continue;
                }
            },
            Some(_) = open.join_next() => continue,
            () = &mut stop => break,
        };
        // A proxy carries everybody's connections; behind it requests are counted.
        let proxy = config.proxies.iter().any(|net| net.contains(peer.ip()));
        let counted = match addresses.connect(Holder::of(peer.ip())) {
            None if !proxy => continue,
            counted => counted,
        };
        let wait = config.limits.first_byte;
        open.spawn(connection(
            stream,
            peer,
            app.clone(),
            wait,
            counted,
            ends.clone(),
        ));
    }
    // Requests that have come are answered; nobody may ask for more.
    drop((listener, ending));
    while open.join_next().await.is_some() {}
}

async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    app: Router,
    wait: Duration,
    counted: Option<Counted>,
    mut ends: watch::Receiver<()>,
) {
    let _ = stream.set_nodelay(true);
    let answer = service_fn(move |request: Request<Incoming>| {
        let mut app = app.clone();
        async move {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(peer));
            let Ok(answer) = app.call(request).await;
            Ok::<_, Infallible>(answer)
        }
    });
    // The head of every request must come in this time, the first as well as the next ones.
    let mut served = pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(wait)
            .serve_connection(TokioIo::new(stream), answer)
            .with_upgrades()
    );
    let served = tokio::select! {
        served = served.as_mut() => served,
        _ = ends.changed() => {
            served.as_mut().graceful_shutdown();
            served.await
        }
    };
    if let Err(error) = served {
        tracing::debug!(%error, "a connection broke off");
    }
    drop(counted);
}
