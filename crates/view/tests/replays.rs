//! Drawings agree with the rules.

use fewest_rules::{AnyMove, AnyPuzzle, Puzzle, atomix, panex, tiles};
use fewest_view::{Film, Place, Scene, gif, html, scene, svg, text};

/// A puzzle and a plan in the notation of its rules.
fn moves(puzzle: &AnyPuzzle, plan: &[&str]) -> Vec<AnyMove> {
    let mut position = puzzle.start();
    let mut read = |text: &&str| {
        let step = puzzle.parse_move(&position, text).unwrap();
        position = puzzle.play(&position, &step).unwrap();
        step
    };
    plan.iter().map(&mut read).collect()
}

fn water() -> (AnyPuzzle, Vec<AnyMove>) {
    let level = AnyPuzzle::from(atomix::builtin("water").unwrap());
    // Any legal moves will do.
    let mut position = level.start();
    let mut moves = Vec::new();
    for turn in 0..12 {
        let choices = level.moves(&position);
        let step = choices[turn * 7 % choices.len()].clone();
        position = level.play(&position, &step).unwrap();
        moves.push(step);
    }
    (level, moves)
}

fn eight() -> (AnyPuzzle, Vec<AnyMove>) {
    let board = "0 1 3 / 4 2 5 / 7 8 6";
    let puzzle = tiles::parse(board, tiles::Options::default()).unwrap().into();
    let moves = moves(&puzzle, &["1", "2", "5", "6"]);
    (puzzle, moves)
}

fn exchange() -> (AnyPuzzle, Vec<AnyMove>) {
    let puzzle = panex::parse("1").unwrap().into();
    let moves = moves(&puzzle, &["a1 L-M", "b1 R-L", "a1 M-R"]);
    (puzzle, moves)
}

/// Where the pieces are after the steps that a page contains.
fn after(page: &str, start: &Scene) -> (usize, Vec<Place>) {
    let (_, rest) = page.split_once("id=\"steps\">\n").unwrap();
    let (steps, _) = rest.split_once("</script>").unwrap();
    let mut places: Vec<_> = start.pieces.iter().map(|piece| piece.at).collect();
    for line in steps.lines() {
        let mut fields = line.split(' ').map(|field| field.parse::<u16>());
        let mut number = || fields.next().unwrap().unwrap();
        let (piece, x, y) = (number(), number(), number());
        places[usize::from(piece)] = Place { x, y };
    }
    (steps.lines().count(), places)
}

fn check(puzzle: &AnyPuzzle, moves: &[AnyMove]) {
    let play = |position, step| puzzle.play(&position, step).unwrap();
    let last = scene(puzzle, &moves.iter().fold(puzzle.start(), play));
    let places: Vec<_> = last.pieces.iter().map(|piece| piece.at).collect();
    let start = scene(puzzle, &puzzle.start());

    let mut film = Film::new(puzzle, moves.to_vec());
    assert_eq!(film.by_ref().count(), moves.len());
    assert_eq!(film.scene(), last);

    let mut page = Vec::new();
    let film = Film::new(puzzle, moves.to_vec());
    html::write(&mut page, film, "A <title> & \"more\"", "remark").unwrap();
    let page = String::from_utf8(page).unwrap();
    assert_eq!(after(&page, &start), (moves.len(), places.clone()));
    assert!(page.contains("A &lt;title&gt; &amp; &quot;more&quot;"));
    assert!(!page.contains("http"), "nothing is loaded from elsewhere");

    let picture = svg::picture(&last, "last <one>");
    let document = roxmltree::Document::parse(&picture).unwrap();
    let groups = document.descendants().filter(|node| node.attribute("class") == Some("piece"));
    let shown: Vec<_> = groups.map(|group| group.attribute("transform").unwrap()).collect();
    let wanted: Vec<_> =
        places.iter().map(|at| format!("translate({} {})", at.x * 40, at.y * 40)).collect();
    assert_eq!(shown, wanted);

    let moving = svg::animation(Film::new(puzzle, moves.to_vec()), "film").unwrap();
    let document = roxmltree::Document::parse(&moving).unwrap();
    let moved = document.descendants().filter(|node| node.has_tag_name("animateTransform"));
    for animated in moved {
        let number = document
            .descendants()
            .filter(|node| node.attribute("class") == Some("piece"))
            .position(|group| Some(group) == animated.parent());
        let at = places[number.unwrap()];
        let values = animated.attribute("values").unwrap();
        assert!(values.ends_with(&format!(";{} {}", at.x * 40, at.y * 40)));
    }

    let mut file = Vec::new();
    gif::write(&mut file, Film::new(puzzle, moves.to_vec())).unwrap();
    let shown = last_picture(&file, 1 + 4 * moves.len());
    let mut alone = Vec::new();
    let still = puzzle.starting_at(moves.iter().fold(puzzle.start(), play));
    gif::write(&mut alone, Film::new(&still, [])).unwrap();
    assert_eq!(shown, last_picture(&alone, 1));
}

/// What a viewer shows at the end of an animation of this many pictures.
fn last_picture(file: &[u8], pictures: usize) -> Vec<u8> {
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(file).unwrap();
    let width = usize::from(decoder.width());
    let mut screen = vec![0; 4 * width * usize::from(decoder.height())];
    let mut count = 0;
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        count += 1;
        let (left, top) = (usize::from(frame.left), usize::from(frame.top));
        for (row, pixels) in frame.buffer.chunks(4 * usize::from(frame.width)).enumerate() {
            let at = 4 * ((top + row) * width + left);
            screen[at..at + pixels.len()].copy_from_slice(pixels);
        }
    }
    assert_eq!(count, pictures);
    screen
}

#[test]
fn every_picture_of_a_level_shows_where_the_atoms_are() {
    let (level, moves) = water();
    check(&level, &moves);
}

#[test]
fn every_picture_of_tiles_shows_where_they_are() {
    let (puzzle, moves) = eight();
    check(&puzzle, &moves);
    assert!(Film::new(&puzzle, moves).last().is_some());
}

#[test]
fn every_picture_of_panex_shows_where_the_pieces_are() {
    let (puzzle, plan) = exchange();
    check(&puzzle, &plan);
    // A piece rests at level 0 of the middle column; there is a single tower, of either colour.
    for (text, plan) in [
        ("1:neighbours", "L-M R-M M-L M-R"),
        ("2:one-tower", "L-M L-R M-R"),
        ("b1b2/-/-:-/-/b1b2:neighbours", "L-M L-M M-R M-R"),
    ] {
        let instance = panex::parse(text).unwrap();
        let puzzle = instance.clone().into();
        let plan: Vec<_> = plan.split(' ').collect();
        check(&puzzle, &moves(&puzzle, &plan));
        let scene = scene(&puzzle, &puzzle.start());
        assert_eq!(scene.pieces.len(), instance.piece_set().count(), "{text}");
        let labels: Vec<_> = scene.pieces.iter().map(|piece| piece.look.label()).collect();
        let expected = match text.as_bytes()[0] {
            b'1' => vec!["a1", "b1"],
            b'2' => vec!["a1", "a2"],
            _ => vec!["b1", "b2"],
        };
        assert_eq!(labels, expected, "{text}");
    }
}

#[test]
fn a_film_ends_before_a_move_that_is_not_legal() {
    let (puzzle, mut moves) = eight();
    moves.insert(2, tiles::Move(tiles::Tile(7)).into());
    let mut film = Film::new(&puzzle, moves);
    assert_eq!(film.by_ref().count(), 2);
    assert!(!film.is_solved());
}

#[test]
fn text_marks_the_piece_that_moved() {
    let (puzzle, moves) = eight();
    let mut film = Film::new(&puzzle, moves);
    let step = film.next().unwrap();
    let drawn = text::draw(&film.scene(), text::Style::Plain, Some(step.piece));
    assert_eq!(
        drawn,
        "[1] .  3\n 4  2  5\n 7  8  6\n".replace(" .  3", " .  3 ").replace("3 \n", "3\n")
    );
    let coloured = text::draw(&film.scene(), text::Style::Colour, None);
    assert!(coloured.contains("\x1b[48;2;241;200;121;38;2;20;20;20m 1 \x1b[0m"));
}

#[test]
fn text_of_a_level_has_its_walls_and_elements() {
    let (puzzle, _) = water();
    let AnyPuzzle::Atomix(level) = &puzzle else { unreachable!() };
    let drawn = text::draw(&scene(&puzzle, &puzzle.start()), text::Style::Plain, None);
    let count = |what: &str| drawn.matches(what).count();
    assert_eq!(count("###"), level.walls().len());
    assert_eq!(count("."), level.free_squares().len() - level.atoms().len());
    assert_eq!(drawn.lines().count(), level.height());
}

#[test]
fn an_animation_has_an_end() {
    let (puzzle, _) = eight();
    let to_and_fro = [1, 1].map(|tile| AnyMove::from(tiles::Move(tiles::Tile(tile))));
    let moves = to_and_fro.into_iter().cycle();
    let error = gif::write(&mut Vec::new(), Film::new(&puzzle, moves)).unwrap_err();
    assert!(matches!(error, gif::GifError::TooLong(_)));
}

#[test]
fn frames_of_text_are_played() {
    let frames = [("over <there>\nand back", "b\n<a>\n"), ("done", "&\n")]
        .map(|(words, drawing)| html::Frame { words: words.into(), drawing: drawing.into() });
    let mut page = Vec::new();
    html::write_frames(&mut page, "a\nb\n", &frames, "Frames", "remark").unwrap();
    let page = String::from_utf8(page).unwrap();
    let shown = "<pre>a\nb\n</pre><pre hidden>b\n&lt;a&gt;\n</pre><pre hidden>&amp;\n</pre>";
    assert!(page.contains(&format!("<figure id=\"board\">{shown}</figure>")));
    assert!(page.contains("<figure id=\"goal\"><pre>&amp;\n</pre>"));
    let (_, rest) = page.split_once("id=\"steps\">\n").unwrap();
    assert!(rest.starts_with("0 0 0 over ‹there> and back\n0 0 0 done\n</script>"));
    assert!(!page.contains("http"), "nothing is loaded from elsewhere");

    let mut page = Vec::new();
    html::write_frames(&mut page, "a", &[], "Solved", "").unwrap();
    let page = String::from_utf8(page).unwrap();
    assert!(page.contains("<figure id=\"goal\"><pre>a\n</pre>"));
    assert!(page.contains("id=\"steps\">\n</script>"));
}
