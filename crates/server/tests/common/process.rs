//! A server in a process of its own, so that it can be killed.
//!
//! The test program starts itself again with one hidden test that serves until it is killed.

use std::{
    io::{self, BufRead, BufReader, Read},
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
};

const DATA: &str = "GLORYHEX_TEST_DATA";
const DATABASE: &str = "GLORYHEX_TEST_DATABASE";

/// A server process; killed when dropped.
pub struct Process {
    child: Child,
    pub address: SocketAddr,
}

impl Process {
    /// Starts this test program again as a server.
    pub fn start(data: &Path, database: Option<&str>) -> Process {
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command
            .args(["--exact", "serve_in_this_process", "--nocapture"])
            .env(DATA, data)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        if let Some(database) = database {
            command.env(DATABASE, database);
        }
        let mut child = command.spawn().expect("it starts");
        let mut output = BufReader::new(child.stdout.take().expect("its output"));
        let address = output
            .by_ref()
            .lines()
            .map_while(Result::ok)
            .find_map(|line| line.split_once("LISTENING ")?.1.parse().ok())
            .expect("it says where it listens");
        // The test program writes again when a test takes long, and dies if nobody reads that.
        std::thread::spawn(move || io::copy(&mut output, &mut io::sink()));
        Process { child, address }
    }
    /// Asks it to end, and says whether it ended well.
    pub fn ask_to_end(mut self) -> bool {
        // It ends at once when nobody holds this any more.
        let held = self.child.stdin.take();
        let id = self.child.id().to_string();
        let asked = Command::new("kill").args(["-TERM", &id]).status();
        assert!(asked.expect("kill is there").success());
        let well = self.child.wait().expect("it is gone").success();
        drop(held);
        well
    }
    /// Kills it without warning.
    pub fn kill(&mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it is gone");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Serves if this is the process that was started for it; otherwise returns at once.
pub fn serve_if_asked() {
    let Some(data) = std::env::var_os(DATA) else {
        return;
    };
    // Nobody is left behind when the test itself is killed.
    std::thread::spawn(|| {
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
        std::process::exit(0);
    });
    let mut config = super::config(Path::new(&data));
    config.database = std::env::var(DATABASE).ok();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let content = std::sync::Arc::new(gloryhex_editions::Content::load(&[]).expect("it is read"));
    let served = runtime.block_on(gloryhex_server::serve(config, content, |address, _| {
        println!("LISTENING {address}");
    }));
    served.expect("it serves");
}
