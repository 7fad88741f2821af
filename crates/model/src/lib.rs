//! The vocabulary of the game as plain data: ids, seats, dice, tokens, characteristics.
