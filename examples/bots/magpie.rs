//! A bot in Rust without crates: it lays what scores most and takes any card.
//!
//!     rustc -O examples/bots/magpie.rs -o magpie && codex-naturalis arena exec:./magpie random

use std::io::{self, BufRead, Write};

/// A JSON value. Numbers and literals stay as text; objects keep their order.
enum Json {
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(fields) => fields.iter().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    fn text(&self, name: &str) -> &str {
        match self.get(name) {
            Some(Json::Text(text)) => text.trim_matches('"'),
            _ => "",
        }
    }

    fn list(&self, name: &str) -> &[Json] {
        match self.get(name) {
            Some(Json::List(items)) => items,
            _ => &[],
        }
    }

    fn write(&self) -> String {
        match self {
            Json::Text(text) => text.clone(),
            Json::List(items) => format!("[{}]", items.iter().map(Json::write).collect::<Vec<_>>().join(",")),
            Json::Object(fields) => {
                let each = fields.iter().map(|(key, value)| format!("\"{}\":{}", key, value.write()));
                format!("{{{}}}", each.collect::<Vec<_>>().join(","))
            }
        }
    }
}

/// Parse the value at `at`, which moves behind it. The host sends valid JSON.
fn parse(line: &[u8], at: &mut usize) -> Json {
    match line[*at] {
        b'[' => {
            let mut items = Vec::new();
            while next(line, at) != b']' {
                items.push(parse(line, at));
            }
            *at += 1;
            Json::List(items)
        }
        b'{' => {
            let mut fields = Vec::new();
            while next(line, at) != b'}' {
                let key = word(line, at).trim_matches('"').to_string();
                *at += 1; // the colon
                fields.push((key, parse(line, at)));
            }
            *at += 1;
            Json::Object(fields)
        }
        _ => Json::Text(word(line, at)),
    }
}

/// Step over the bracket or comma before an element, and look at what follows.
fn next(line: &[u8], at: &mut usize) -> u8 {
    if matches!(line[*at], b'[' | b'{' | b',') {
        *at += 1;
    }
    line[*at]
}

/// Read a string, with its quotes, or a number or literal.
fn word(line: &[u8], at: &mut usize) -> String {
    let begin = *at;
    if line[begin] == b'"' {
        *at += 1;
        while line[*at] != b'"' {
            *at += if line[*at] == b'\\' { 2 } else { 1 };
        }
        *at += 1;
    } else {
        while *at < line.len() && !matches!(line[*at], b',' | b']' | b'}') {
            *at += 1;
        }
    }
    String::from_utf8_lossy(&line[begin..*at]).into_owned()
}

fn points(preview: &Json) -> i32 {
    preview.get("points").map_or(0, |points| points.text("points").parse().unwrap_or(0))
}

/// Return the placement with most points, or a legal action by chance when nothing is to be laid.
fn best<'a>(view: &'a Json, chance: &str) -> &'a Json {
    let legal = view.list("legal");
    if view.text("phase") == "place" {
        let previews = view.list("previews");
        return &legal[(0..legal.len()).max_by_key(|&i| points(&previews[i])).unwrap()];
    }
    &legal[u64::from_str_radix(chance, 16).unwrap_or(0) as usize % legal.len()]
}

fn main() {
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let message = parse(line.as_bytes(), &mut 0);
        match message.text("type") {
            "hello" => println!(r#"{{"type":"ready","name":"Magpie in Rust","version":"1"}}"#),
            "ask" => {
                let action = best(message.get("view").unwrap(), message.text("chance")).write();
                println!(r#"{{"type":"answer","ask":{},"actions":[{}]}}"#, message.text("ask"), action);
            }
            "quit" => return,
            _ => {}
        }
        io::stdout().flush().unwrap();
    }
}
