//! Hexagonal grids: coordinates, distance, sight lines and joining boards. No game words live here.
