//! The database as hosting.md has it: over TLS, and backed up and restored by the commands on that page.

mod common;

use common::{cluster::Cluster, *};
use gloryhex_protocol::{GameSummary, Stage, Ticket};
use gloryhex_server::{Config, Running, store::Store};
use sqlx::{AnyConnection, Connection, Executor, Row};
use std::{path::Path, process::Command, time::Instant};

async fn hot_seat(server: &Running) -> Ticket {
    let mut new = game("shadespire", vec![human("Ada"), human("Bo")]);
    new.hot_seat = true;
    post(server.address, "/api/games", &new).await
}

/// Plays on and says at which position the last choice is.
async fn play_some(server: &Running, ticket: &Ticket, choices: usize) -> u32 {
    let mut client = Client::sit(server.address, ticket).await.seed(4);
    let mut last = 0;
    for _ in 0..choices {
        assert!(client.my_turn().await);
        last = client.step().await;
    }
    client.close().await;
    last
}

#[tokio::test(flavor = "multi_thread")]
async fn postgresql_is_reached_over_tls_and_its_certificate_is_looked_at() {
    let (cluster, port) = Cluster::over_tls();
    let roots = cluster.certificate();
    let url = |host: &str, rest: &str| {
        format!("postgres://postgres:secret@{host}:{port}/postgres?{rest}")
    };
    let full = url(
        "localhost",
        &format!("sslmode=verify-full&sslrootcert={roots}"),
    );
    let data = tempfile::tempdir().unwrap();
    let server = start(Config {
        database: Some(full.clone()),
        ..config(data.path())
    })
    .await;
    let ticket = hot_seat(&server).await;
    play_some(&server, &ticket, 20).await;
    // Every connection that the server holds is encrypted, the one it hears news on included.
    sqlx::any::install_default_drivers();
    let mut inside = AnyConnection::connect(&full).await.unwrap();
    let sql = "SELECT COUNT(*), COUNT(*) FILTER (WHERE NOT s.ssl) FROM pg_stat_ssl s \
               JOIN pg_stat_activity a USING (pid) WHERE a.backend_type = 'client backend'";
    let row = inside.fetch_one(sql).await.unwrap();
    let (all, plain): (i64, i64) = (row.get(0), row.get(1));
    assert!(all >= 3, "{all} connections");
    assert_eq!(plain, 0);
    server.stop().await;

    let other = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let strange = data.path().join("strange.pem");
    std::fs::write(&strange, other.cert.pem()).unwrap();
    let strange = strange.display();
    for (url, fine) in [
        // Encrypted, but to whom nobody knows.
        (url("localhost", "sslmode=require"), true),
        // The certificate names another host.
        (
            url(
                "127.0.0.1",
                &format!("sslmode=verify-full&sslrootcert={roots}"),
            ),
            false,
        ),
        // Signed by somebody else, or by nobody this machine knows.
        (
            url(
                "localhost",
                &format!("sslmode=verify-full&sslrootcert={strange}"),
            ),
            false,
        ),
        (url("localhost", "sslmode=verify-full"), false),
        (
            url(
                "localhost",
                "sslmode=verify-full&sslrootcert=/no/such/file.pem",
            ),
            false,
        ),
        // This database takes nothing in the clear.
        (url("localhost", "sslmode=disable"), false),
    ] {
        let began = Instant::now();
        match Store::open(data.path(), Some(&url)).await {
            Ok(store) => {
                assert!(fine, "{url} is opened");
                store.close().await;
            }
            Err(oops) => {
                let told = oops.to_string();
                assert!(!fine, "{url}: {told}");
                assert!(told.starts_with("The database postgres://"), "{told}");
                assert!(told.contains(" cannot be opened: "), "{told}");
                assert!(!told.contains("secret"), "{told}");
                assert!(began.elapsed().as_secs() < 8, "{url}");
            }
        }
    }
}

/// The commands of hosting.md about backups: SQLite's, how it is restored, and the same of PostgreSQL.
fn commands() -> [String; 4] {
    let page = std::fs::read_to_string("../../docs/hosting.md").unwrap();
    let (_, part) = page.split_once("\n## Backup and restore\n").unwrap();
    let (part, _) = part.split_once("\n## ").unwrap();
    let mut blocks: Vec<String> = Vec::new();
    let mut inside = false;
    for line in part.lines() {
        match line.strip_prefix("    ") {
            Some(command) => {
                if !inside {
                    blocks.push(String::new());
                }
                let block = blocks.last_mut().unwrap();
                *block += command;
                *block += "\n";
                inside = true;
            }
            None => inside = false,
        }
    }
    blocks.try_into().expect("four blocks of commands")
}

/// Runs commands of the page as they stand there, with the places of this test.
fn run(block: &str, data: &Path, backup: &Path, database: &str, path: &str) {
    let user = Command::new("id").arg("-un").output().unwrap().stdout;
    let user = String::from_utf8(user).unwrap();
    let block = block
        .replace("/var/lib/gloryhex", data.to_str().unwrap())
        .replace("/backup", backup.to_str().unwrap())
        .replace("-o gloryhex", &format!("-o {}", user.trim()));
    // The server is in this process; the test stops and starts it where the page says so.
    let lines = block.lines().filter(|line| !line.starts_with("systemctl "));
    let script: Vec<&str> = lines.collect();
    let machine = std::env::var("PATH").unwrap_or_default();
    let done = Command::new("sh")
        .args(["-e", "-u", "-c", &script.join("\n")])
        .env("DATABASE_URL", database)
        .env("PATH", format!("{path}:{machine}"))
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&done.stderr);
    assert!(
        done.status.success(),
        "{script:?}: {told}; run `apt-get install sqlite3 postgresql-client` if a program is missing"
    );
}

/// Backs up while the game goes on, loses everything, restores, and goes on from the backup.
async fn back_up_and_restore(
    settings: impl Fn() -> Config,
    data: &Path,
    blocks: [&str; 2],
    database: &str,
    path: &str,
) {
    let backup = tempfile::tempdir().unwrap();
    let server = start(settings()).await;
    let ticket = hot_seat(&server).await;
    let kept = play_some(&server, &ticket, 40).await;
    let seen: serde_json::Value = get(
        server.address,
        &format!("/api/games/{}/at/{kept}", ticket.game),
    )
    .await;
    run(blocks[0], data, backup.path(), database, path);
    let later = play_some(&server, &ticket, 10).await;
    assert_eq!(later, kept + 10);
    let after = hot_seat(&server).await;
    assert!(blocks[1].starts_with("systemctl stop gloryhex\n"));
    assert!(blocks[1].ends_with("systemctl start gloryhex\n"));
    server.stop().await;
    run(blocks[1], data, backup.path(), database, path);
    let server = start(settings()).await;
    let page = format!("/api/games/{}", ticket.game);
    let now: GameSummary = get(server.address, &page).await;
    assert_eq!((now.at, now.stage), (kept, Stage::Running));
    let then: serde_json::Value = get(server.address, &format!("{page}/at/{kept}")).await;
    assert_eq!(then, seen, "the game is as it was");
    let lost = http(
        server.address,
        "GET",
        &format!("/api/games/{}", after.game),
        "",
    )
    .await;
    assert_eq!(lost.0, 404, "made after the backup");
    // The link to the seat still opens it.
    assert_eq!(play_some(&server, &ticket, 10).await, kept + 10);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_is_backed_up_and_restored_as_the_page_says() {
    let data = tempfile::tempdir().unwrap();
    let [keep, restore, ..] = commands();
    let blocks = [keep.as_str(), &restore];
    back_up_and_restore(|| config(data.path()), data.path(), blocks, "", "").await;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let file = data.path().join("gloryhex.sqlite").metadata().unwrap();
        assert_eq!(file.permissions().mode() & 0o777, 0o600);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn postgresql_is_backed_up_and_restored_as_the_page_says() {
    let cluster = Cluster::start();
    let data = tempfile::tempdir().unwrap();
    let [.., keep, restore] = commands();
    let settings = || Config {
        database: Some(cluster.url.clone()),
        ..config(data.path())
    };
    let (blocks, path) = ([keep.as_str(), &restore], cluster.programs());
    back_up_and_restore(settings, data.path(), blocks, &cluster.url, &path).await;
}
