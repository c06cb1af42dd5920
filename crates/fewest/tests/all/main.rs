//! The library as a whole, and the claims of its documents: one program, which is linked once.

mod book;
mod builtin_sets;
mod certificates;
mod combinations;
mod documents;
mod reduction;
mod settings;
mod solver;
mod tables_and_layers;
mod tile_texts;
