//! A PostgreSQL cluster of the test's own, made with the machine's binaries and thrown away.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
use tempfile::TempDir;

/// A cluster; stopped when dropped.
pub struct Cluster {
    folder: TempDir,
    binaries: PathBuf,
    /// What it is started with beside the usual.
    options: String,
    pub url: String,
}

/// The newest binaries on this machine.
fn binaries() -> PathBuf {
    if let Some(folder) = std::env::var_os("GLORYHEX_PG_BIN") {
        return folder.into();
    }
    let mut found: Vec<PathBuf> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path().join("bin"))
        .filter(|folder| folder.join("initdb").exists())
        .collect();
    found.sort();
    let on_path = || {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).find(|folder| folder.join("initdb").exists())
    };
    found.pop().or_else(on_path).expect(
        "PostgreSQL is not installed: run `apt-get install postgresql`, or name the folder with initdb \
         in GLORYHEX_PG_BIN",
    )
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.starts_with(b"0\n"))
}

impl Cluster {
    /// Makes and starts a cluster.
    pub fn start() -> Cluster {
        let cluster = Cluster::make();
        cluster.wake();
        cluster
    }
    /// Makes and starts a cluster that also listens on a port of this machine, where it takes nothing but TLS.
    /// It has a certificate for `localhost` that it has signed itself.
    pub fn over_tls() -> (Cluster, u16) {
        let mut cluster = Cluster::make();
        let own = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]);
        let own = own.expect("a certificate");
        let data = PathBuf::from(cluster.data());
        fs::write(cluster.certificate(), own.cert.pem()).expect("written");
        let key = data.join("own.key");
        fs::write(&key, own.key_pair.serialize_pem()).expect("written");
        let hba = "local all all trust\nhostssl all all 127.0.0.1/32 trust\n";
        fs::write(data.join("pg_hba.conf"), hba).expect("written");
        let chmod = Command::new("chmod").arg("600").arg(&key).status();
        assert!(chmod.is_ok_and(|s| s.success()));
        if is_root() {
            let owned = Command::new("chown")
                .args(["-R", "postgres"])
                .arg(&data)
                .status();
            assert!(owned.is_ok_and(|s| s.success()));
        }
        // A port that is free now; nobody else is told of it.
        let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr());
        let port = free.expect("a free port").port();
        let crt = cluster.certificate();
        cluster.options = format!(
            "-c listen_addresses=127.0.0.1 -c port={port} -c ssl=on -c ssl_cert_file={crt} -c ssl_key_file={}",
            key.display()
        );
        cluster.wake();
        (cluster, port)
    }
    /// The file with the certificate of a cluster that speaks TLS.
    pub fn certificate(&self) -> String {
        format!("{}/own.crt", self.data())
    }
    /// The folder with the programs that come with it.
    pub fn programs(&self) -> String {
        self.binaries.to_string_lossy().into_owned()
    }
    fn make() -> Cluster {
        let folder = tempfile::tempdir().expect("a folder");
        let binaries = binaries();
        let place = folder.path().to_string_lossy().into_owned();
        let cluster = Cluster {
            url: format!("postgres://postgres@localhost/postgres?host={place}"),
            folder,
            binaries,
            options: "-c listen_addresses=".to_owned(),
        };
        if is_root() {
            // PostgreSQL refuses to run as root.
            let owned = Command::new("chown")
                .arg("postgres")
                .arg(cluster.folder.path())
                .status();
            assert!(
                owned.is_ok_and(|s| s.success()),
                "there is no user `postgres`"
            );
        }
        cluster.run(
            "initdb",
            &[
                "-A",
                "trust",
                "-U",
                "postgres",
                "--no-sync",
                "-D",
                &cluster.data(),
            ],
        );
        cluster
    }
    /// Starts it, once it is made or was stopped.
    pub fn wake(&self) {
        let place = self.folder.path().to_string_lossy().into_owned();
        // A socket in the test's own folder: no port that somebody else might have taken.
        let options = format!(
            "{} -c unix_socket_directories={place} -c fsync=off",
            self.options
        );
        let log = self.folder.path().join("log");
        let log = log.to_string_lossy();
        let data = self.data();
        self.run(
            "pg_ctl",
            &[
                "-D", &data, "-w", "-t", "600", "-l", &log, "-o", &options, "start",
            ],
        );
    }
    /// Stops it as a crash would.
    pub fn stop(&self) {
        self.run("pg_ctl", &["-D", &self.data(), "-m", "immediate", "stop"]);
    }
    fn data(&self) -> String {
        self.folder
            .path()
            .join("data")
            .to_string_lossy()
            .into_owned()
    }
    fn run(&self, program: &str, arguments: &[&str]) {
        let path: &Path = &self.binaries.join(program);
        let mut command = match is_root() {
            true => {
                let mut command = Command::new("runuser");
                command.args(["-u", "postgres", "--"]).arg(path);
                command
            }
            false => Command::new(path),
        };
        let status = command
            .args(arguments)
            .current_dir("/")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .status();
        let done = status.is_ok_and(|s| s.success());
        let place = self.folder.path();
        assert!(
            done || std::thread::panicking(),
            "{program} failed; see {place:?}"
        );
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.stop();
    }
}
