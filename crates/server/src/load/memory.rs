//! The memory of this process, as the system counts it.

/// What a server's memory was, in bytes, while games were made, played and left.
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory {
    /// Games at once.
    pub games: u64,
    /// Sockets at once.
    pub sockets: u64,
    /// Games begun in all; those that ended are kept a while.
    pub begun: u64,
    /// Before the first game.
    pub bare: u64,
    /// With all games begun and nobody connected.
    pub made: u64,
    /// With everybody connected.
    pub seated: u64,
    /// After the play.
    pub played: u64,
    /// With everybody gone and the games still in memory.
    pub left: u64,
    /// With no game in memory,
    pub closed: u64,
    /// or with so many that did not close in time.
    pub open: u64,
}

impl Memory {
    /// Of a game that has just begun.
    pub fn per_game(&self) -> u64 {
        self.made.saturating_sub(self.bare) / self.games.max(1)
    }
    /// Of a socket.
    pub fn per_socket(&self) -> u64 {
        self.seated.saturating_sub(self.made) / self.sockets.max(1)
    }
    /// Of a game that has been played for a while, its sockets included.
    pub fn per_played(&self) -> u64 {
        self.played.saturating_sub(self.bare) / self.begun.max(1)
    }
}

/// The memory of this process that is really used; `None` where the system does not tell.
pub fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes * 1024)
}
