//! The TypeScript types in the web client are those of this crate.

use gloryhex_protocol::typescript;

#[test]
fn the_checked_in_types_are_fresh() {
    let folder = typescript::folder();
    if std::env::var_os("GLORYHEX_WRITE_TYPES").is_some() {
        typescript::write(&folder).expect("the folder can be written");
    }
    let stale = typescript::stale(&folder);
    assert!(
        stale.is_empty(),
        "stale: {stale:?}; run GLORYHEX_WRITE_TYPES=1 cargo test -p gloryhex-protocol"
    );
}
