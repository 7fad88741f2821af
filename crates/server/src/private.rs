//! Files that only their owner may read: the database, with the games' secrets and the key that signs tokens.

use std::{fs, io, path::Path};

/// Makes a folder if it is not there, for its owner only.
///
/// # Errors
/// It cannot be made.
pub fn folder(path: &Path) -> io::Result<()> {
    let mut making = fs::DirBuilder::new();
    making.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut making, 0o700);
    making.create(path)
}

/// Makes a file if it is not there, and takes everybody else's rights to it away. A database's log and index
/// beside it get the rights of the file when they are made; those that are there already lose them too.
///
/// # Errors
/// It cannot be made, or belongs to somebody else.
pub fn file(path: &Path) -> io::Result<()> {
    let mut opening = fs::OpenOptions::new();
    opening.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut opening, 0o600);
    opening.open(path)?;
    for end in ["", "-wal", "-shm", "-journal"] {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        if Path::new(&name).exists() {
            owner_only(Path::new(&name))?;
        }
    }
    Ok(())
}

#[cfg(unix)]
fn owner_only(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let rights = fs::metadata(path)?.permissions().mode();
    match rights & 0o077 {
        0 => Ok(()),
        _ => fs::set_permissions(path, fs::Permissions::from_mode(rights & 0o700)),
    }
}

#[cfg(not(unix))]
fn owner_only(_: &Path) -> io::Result<()> {
    Ok(())
}
