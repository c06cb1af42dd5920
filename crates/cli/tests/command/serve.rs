//! The server under requests of every kind.

use crate::limits::HARD;
use crate::run::{Folder, Ran};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::{Child, ChildStdout};
use std::time::Duration;

/// A server of its own on a free port, ended with the test.
struct Served {
    child: Child,
    /// Kept open: the server may write to it.
    _out: BufReader<ChildStdout>,
    host: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a client does after its request.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Waits,
    Left,
}

/// The expected response to a request.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Deserves {
    Exactly(u16),
    /// Any status that reports an error of the client or the server.
    Refusal,
    /// The same, or no response: it is not a request, or one that does not end.
    Nothing,
}

/// The response: the status, the headers and the body.
struct Response {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Served {
    fn new(options: &[&str]) -> Self {
        let folder = Folder::new();
        let arguments = [&["serve", "--port", "0"][..], options].concat();
        let mut child = folder.command(arguments).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let host = line.strip_prefix("http://").and_then(|rest| rest.split_once('/'));
        let host = host.unwrap_or_else(|| panic!("{line:?}")).0.to_owned();
        Self { child, _out: out, host }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        // No answer at all fails a test instead of blocking it for ever.
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends bytes as they are, and reads until the server has no more to say. `End::Left` closes
    /// the connection in one direction, which the server may take for its end.
    fn send(&self, bytes: &[u8], end: End) -> Option<Response> {
        let mut stream = self.connect();
        // A server need not read a request that it refuses.
        let _ = stream.write_all(bytes);
        if end == End::Left {
            let _ = stream.shutdown(Shutdown::Write);
        }
        let mut all = vec![];
        match stream.read_to_end(&mut all) {
            Err(error) if error.kind() == io::ErrorKind::ConnectionReset => {}
            read => {
                read.unwrap();
            }
        }
        Response::read(all)
    }

    fn head(&self, verb: &str, length: usize) -> String {
        format!(
            "POST /api/{verb} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n",
            host = self.host
        )
    }

    /// Begins a question of a page of this server. The connection stays open in both directions:
    /// a client that closes its own is taken to have left.
    fn begin(&self, verb: &str, question: &str) -> BufReader<TcpStream> {
        let mut stream = self.connect();
        let head = self.head(verb, question.len());
        stream.write_all((head + question).as_bytes()).unwrap();
        BufReader::new(stream)
    }

    fn ask(&self, verb: &str, question: &str) -> Response {
        let mut all = vec![];
        self.begin(verb, question).read_to_end(&mut all).unwrap();
        Response::read(all).expect("an answer")
    }

    #[track_caller]
    fn assert_serves(&self) {
        let opened = self.ask("open", &question("water"));
        assert_eq!(opened.status, 200);
        assert_eq!(opened.json()["puzzle"], "atomix");
    }

    /// The most bytes of memory that it has had.
    fn peak(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() << 10
    }

    /// Ends the server like `kill`, and returns its exit code.
    fn terminate(&mut self) -> Option<i32> {
        kill(Pid::from_raw(self.child.id() as i32), Signal::SIGTERM).unwrap();
        self.child.wait().unwrap().code()
    }
}

impl Response {
    fn read(all: Vec<u8>) -> Option<Self> {
        let end = all.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = String::from_utf8(all[..end].to_vec()).unwrap();
        let status = head.split(' ').nth(1)?.parse().ok()?;
        let is_chunked = head.to_lowercase().contains("transfer-encoding: chunked");
        let body = all[end + 4..].to_vec();
        let body = if is_chunked { unchunked(&body) } else { body };
        Some(Self { status, head, body })
    }

    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// The answer of a search: its last line.
    fn answer(&self) -> Value {
        let text = std::str::from_utf8(&self.body).unwrap();
        serde_json::from_str(text.lines().last().expect("there are lines")).unwrap()
    }
}

fn unchunked(mut rest: &[u8]) -> Vec<u8> {
    let mut body = vec![];
    while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
        let length = std::str::from_utf8(&rest[..end]).unwrap();
        let length = usize::from_str_radix(length, 16).unwrap();
        body.extend_from_slice(&rest[end + 2..end + 2 + length]);
        rest = &rest[end + 2 + length + 2..];
    }
    body
}

/// Eight atoms among pillars: many more positions than can be searched here.
const LEVEL: &str = "\
     ################\n\
     #1#..........#2#\n\
     #...#..........#\n\
     #.....#........#\n\
     #.......#6.....#\n\
     #.........#....#\n\
     ##..........#..#\n\
     #..#...5......##\n\
     #....#.........#\n\
     #..7...#.......#\n\
     #........#.....#\n\
     #..........#...#\n\
     #.#.....8....#.#\n\
     #...#..........#\n\
     #3....#......4.#\n\
     ################\n\
     \n\
     molecule:\n\
     1234\n\
     5678\n";

fn question(text: &str) -> String {
    json!({ "text": text, "number": 1 }).to_string()
}

/// Reads until a line reports the progress of a search.
fn progress(stream: &mut BufReader<TcpStream>) {
    let mut line = String::new();
    while !line.contains("\"progress\"") {
        line.clear();
        assert_ne!(stream.read_line(&mut line).unwrap(), 0, "the search ended");
    }
}

#[test]
fn only_this_computer_reaches_it_and_browsers_are_told_what_it_may() {
    let served = Served::new(&[]);
    assert!(served.host.starts_with("127.0.0.1:"), "{}", served.host);
    let get = format!("GET / HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", served.host);
    let page = served.send(get.as_bytes(), End::Waits).unwrap();
    assert_eq!(page.status, 200);
    assert!(page.body.starts_with(b"<!doctype html>"));
    let get = b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
    let refused = served.send(get, End::Waits).unwrap();
    assert_eq!(refused.status, 421);
    for head in [page.head, refused.head] {
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self';",
            "frame-ancestors 'none'",
            "cross-origin-resource-policy: same-origin",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
        ] {
            assert!(head.contains(header), "{header}: {head}");
        }
    }
}

/// Requests that must be refused or ignored.
fn hostile(host: &str) -> Vec<(Vec<u8>, Deserves)> {
    let post = |verb: &str, headers: &str, body: &[u8]| {
        let length = body.len();
        let request = format!(
            "POST {verb} HTTP/1.1\r\n{headers}Connection: close\r\nContent-Length: {length}\r\n\r\n"
        );
        [request.as_bytes(), body].concat()
    };
    let own = format!("Host: {host}\r\nOrigin: http://{host}\r\n");
    let water = question("water");
    let water = water.as_bytes();
    let mut requests = vec![];
    for (verb, headers, status) in [
        ("/api/open", "Host: evil.example\r\nOrigin: http://evil.example\r\n".to_owned(), 421),
        ("/api/open", format!("Host: {host}\r\nOrigin: http://evil.example\r\n"), 403),
        ("/api/solve", format!("Host: {host}\r\nOrigin: null\r\n"), 403),
        ("/api/solve", format!("Host: {host}\r\nOrigin: https://{host}\r\n"), 403),
        ("/api/open", format!("Host: {host}\r\n"), 403),
        ("/api/open", format!("Origin: http://{host}\r\n"), 421),
        ("/api/open", format!("{own}Host: evil.example\r\n"), 421),
        ("/api/shell", own.clone(), 404),
        ("/index.html", own.clone(), 405),
    ] {
        requests.push((post(verb, &headers, water), Deserves::Exactly(status)));
    }
    for path in [
        "/../../../etc/passwd",
        "/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        "/..%5c..%5cwin.ini",
        "/%00",
        "//etc/passwd",
        "/site/../Cargo.toml",
        "/index.html/",
        "/%ff%fe",
        "/app.js%00.html",
    ] {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        requests.push((request.into_bytes(), Deserves::Refusal));
    }
    let long = "x".repeat(10 << 20);
    let nested = "[".repeat(100_000);
    let deep = format!("{{\"text\":{}1", "{\"a\":".repeat(5_000));
    // Answered, with an error message.
    for body in [
        "",
        "null",
        "7",
        "{}",
        "{\"text\":\"water\"}",
        "{\"text\":\"water\",\"number\":-1}",
        "{\"text\":\"water\",\"number\":18446744073709551616}",
        "{\"text\":\"water\",\"number\":0}",
        "{\"text\":\"water\",\"number\":2}",
        "{\"text\":\"/etc/passwd\",\"number\":1}",
        "{\"text\":\"panex:99999999\",\"number\":1}",
        "{\"text\":\"\\u0000\\ud83d\\ude00\",\"number\":1}",
        "{\"text\":\"water\",\"number\":1,\"moves\":[\"A up\",\"nonsense\"]}",
        "{\"text\":\"water\",\"number\":1,\"goal\":\"../..\"}",
        &nested,
        &deep,
    ] {
        for verb in ["open", "solve", "hint", "rate", "survey", "replay"] {
            let verb = &format!("/api/{verb}");
            requests.push((post(verb, &own, body.as_bytes()), Deserves::Exactly(200)));
        }
    }
    for verb in ["/api/open", "/api/solve", "/api/replay"] {
        requests.push((post(verb, &own, long.as_bytes()), Deserves::Exactly(413)));
        requests.push((post(verb, &own, b"\xff\xfe\x00binary"), Deserves::Exactly(400)));
        // As long as a question may be, including what JSON adds for line ends.
        let kilobytes =
            |unit: &str| question(&unit.repeat((900 << 10) / json!(unit).to_string().len()));
        for unit in ["#", "1 ", "7\n", "A", "\u{1f600}", "#######\n#1..2.#\n#######\n\n"] {
            requests.push((post(verb, &own, kilobytes(unit).as_bytes()), Deserves::Exactly(200)));
        }
    }
    let head = format!("POST /api/open HTTP/1.1\r\n{own}");
    for rest in [
        "Content-Length: 99999999999999999999\r\n\r\n".to_owned(),
        "Content-Length: -1\r\n\r\n".to_owned(),
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n".to_owned(),
        "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n".to_owned(),
        "Transfer-Encoding: gzip, chunked\r\n\r\n".to_owned(),
        format!("X: {}\r\n\r\n", "y".repeat(1 << 20)),
        format!("{}\r\n", "A: b\r\n".repeat(10_000)),
        "Content-Length: 1000\r\n\r\nshort".to_owned(),
    ] {
        requests.push(((head.clone() + &rest).into_bytes(), Deserves::Nothing));
    }
    for number in 0..100_u64 {
        // Bytes by a linear congruential generator: nothing that a parser expects.
        let mut state = number;
        let bytes = (0..1 << (number % 16)).map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 56) as u8
        });
        requests.push((bytes.collect(), Deserves::Nothing));
    }
    requests
}

#[test]
fn hostile_and_oversized_requests_leave_it_serving() {
    let served = Served::new(&["--time", "1s"]);
    let requests = hostile(&served.host);
    assert!(requests.len() >= 200, "{}", requests.len());
    for (request, deserves) in &requests {
        let end = if *deserves == Deserves::Nothing { End::Left } else { End::Waits };
        let response = served.send(request, end);
        let begins = String::from_utf8_lossy(&request[..request.len().min(200)]).into_owned();
        let got = response.as_ref().map(|response| response.status);
        let is_refusal = got.is_some_and(|got| (400..500).contains(&got));
        match *deserves {
            // A client that sends far more than is read may lose the answer with the connection.
            Deserves::Exactly(413) => assert!(matches!(got, None | Some(413)), "{got:?}: {begins}"),
            Deserves::Exactly(status) => assert_eq!(got, Some(status), "{begins}"),
            Deserves::Refusal => assert!(is_refusal, "{got:?}: {begins}"),
            Deserves::Nothing => assert!(got.is_none() || is_refusal, "{got:?}: {begins}"),
        }
        if let Some(response) = response {
            assert!(!String::from_utf8_lossy(&response.body).contains("root:"), "{begins}");
        }
    }
    // And some twenty at the same time.
    std::thread::scope(|scope| {
        for (request, _) in requests.iter().step_by(8) {
            scope.spawn(|| served.send(request, End::Left));
        }
    });
    served.assert_serves();
}

/// More connections than allowed, none of which ever completes a question.
#[test]
fn silent_connections_make_way() {
    let served = Served::new(&[]);
    let head = served.head("open", 1000);
    let silent: Vec<_> = (0..200)
        .map(|number| {
            let mut stream = served.connect();
            let part = match number % 4 {
                0 => "",
                1 => "POST /api/op",
                2 => "POST /api/open HTTP/1.1\r\nHost: ",
                _ => &head,
            };
            // The connection may have lost its place by then.
            let _ = stream.write_all(part.as_bytes());
            stream
        })
        .collect();
    served.assert_serves();
    drop(silent);
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_has_searches_and_memory_for_them() {
    let refused = |option: &str, value: &str, reason: &str| {
        let folder = Folder::new();
        let mut child = folder.command(["serve", "--port", "0", option, value]).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        // A server that has started does not end by itself.
        if !line.is_empty() {
            child.kill().unwrap();
        }
        let ran = Ran::of(child.wait_with_output().unwrap());
        assert_eq!(ran.code, Some(2), "{option} {value}: {}", ran.stderr);
        assert!(ran.stderr.contains(reason), "{}", ran.stderr);
    };
    for searches in ["0", "1025", "18446744073709551615"] {
        refused("--searches", searches, "1..=1024");
    }
    for (memory, reason) in [("0", "at least 1MB"), ("1", "at least 1MB"), ("-1", "negative")] {
        refused("--memory", memory, reason);
    }
}

/// Sixty-four questions of four megabytes, of which only the last byte is missing.
#[test]
fn questions_that_arrive_together_wait_until_there_is_room() {
    let served = Served::new(&["--memory", "256MiB"]);
    served.assert_serves();
    let before = served.peak();
    let mut body = question(&"#".repeat(4 << 20)).into_bytes();
    let head = served.head("open", body.len());
    body.pop();
    std::thread::scope(|scope| {
        for _ in 0..64 {
            scope.spawn(|| {
                let mut stream = served.connect();
                // What is not read is refused, or the connection ends.
                let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
                let _ = stream.read_to_end(&mut vec![]);
            });
        }
    });
    let taken = served.peak() - before;
    assert!(taken <= 64 << 20, "{} MiB", taken >> 20);
    served.assert_serves();
}

#[test]
fn eight_searches_at_once_share_the_memory() {
    const BUDGET: u64 = 512 << 20;
    let served = Served::new(&["--searches", "8", "--memory", "512MiB", "--time", "4s"]);
    served.assert_serves();
    let before = served.peak();
    let far = "15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0";
    let far = json!({ "text": far, "number": 1, "goal": "blank-first" }).to_string();
    let questions = [question(HARD), far, question(LEVEL), question("panex:12")];
    std::thread::scope(|scope| {
        for question in questions.iter().cycle().take(8) {
            scope.spawn(|| {
                let answered = served.ask("solve", question);
                assert_eq!(answered.status, 200);
                assert!(answered.answer()["result"]["lower"].is_u64(), "{}", answered.answer());
            });
        }
    });
    let taken = served.peak() - before;
    assert!(taken <= BUDGET, "{} MiB", taken >> 20);
    served.assert_serves();
}

#[test]
fn a_search_ends_when_whoever_asked_has_left() {
    let served = Served::new(&["--searches", "1"]);
    for _ in 0..3 {
        let mut left = served.begin("solve", &question(HARD));
        progress(&mut left);
        drop(left);
        // There is one place: the question waits until it is free.
        let solved = served.ask("solve", &question("water"));
        assert_eq!(solved.status, 200);
        assert_eq!(solved.answer()["result"]["upper"], 13);
    }
}

#[test]
fn one_search_too_many_is_turned_away() {
    let served = Served::new(&["--searches", "1"]);
    let mut running = served.begin("solve", &question(HARD));
    progress(&mut running);
    assert_eq!(served.ask("solve", &question("water")).status, 503);
    // Questions have places of their own.
    served.assert_serves();
}

#[test]
fn a_signal_ends_it_and_searches_say_what_they_have_shown() {
    let mut served = Served::new(&["--searches", "2"]);
    let mut searches = [HARD, LEVEL].map(|text| served.begin("solve", &question(text)));
    searches.iter_mut().for_each(progress);
    // Nor does it wait for silent clients.
    let silent = served.connect();
    assert_eq!(served.terminate(), Some(0));
    for mut search in searches {
        let mut rest = String::new();
        search.read_to_string(&mut rest).unwrap();
        let last = rest.lines().rfind(|line| line.starts_with('{')).expect("an answer");
        let answer: Value = serde_json::from_str(last).unwrap();
        assert_eq!(answer["result"]["stop"], "interrupted", "{answer}");
    }
    drop(silent);
}
