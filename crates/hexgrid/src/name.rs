//! Names of hexes for people: a column letter and a row number, `c4`. Rows count from 1 at the top,
//! columns from `a` at the left of the bounding box; a row set in by half a hex starts with `a` too.

/// The letters of a column: `a` to `z`, then `aa`, `ab` and so on.
pub(crate) fn column_letters(mut column: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(b'a' + (column % 26) as u8);
        if column < 26 {
            break;
        }
        column = column / 26 - 1;
    }
    letters
        .iter()
        .rev()
        .map(|&letter| char::from(letter))
        .collect()
}

/// Column and row, both counted from 0, of a name such as `c4`. Upper case is read as lower case.
pub(crate) fn parse(name: &str) -> Option<(usize, usize)> {
    let split = name.find(|c: char| !c.is_ascii_alphabetic())?;
    let (letters, digits) = name.split_at(split);
    if letters.is_empty() || letters.len() > 2 || digits.len() > 3 || digits.starts_with('0') {
        return None;
    }
    let mut column = 0;
    for letter in letters.bytes() {
        column = column * 26 + usize::from(letter.to_ascii_lowercase() - b'a') + 1;
    }
    if !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let row: usize = digits.parse().ok()?;
    Some((column - 1, row - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_run_on_after_z() {
        let names: Vec<_> = [0, 25, 26, 27, 51, 52].map(column_letters).into();
        assert_eq!(names, ["a", "z", "aa", "ab", "az", "ba"]);
    }

    #[test]
    fn names_are_read_back() {
        for column in 0..100 {
            let name = format!("{}12", column_letters(column));
            assert_eq!(parse(&name), Some((column, 11)));
        }
        for wrong in ["", "a", "4", "a0", "a-1", "a+1", "abc1", "a1b", "é1"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
