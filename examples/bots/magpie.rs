//! A bot in Rust without crates: it lays what scores most and leaves most room.
//!
//!     rustc -O magpie.rs && codex-naturalis arena exec:./magpie greedy

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
        self.get(name).map_or("", Json::literal)
    }

    fn literal(&self) -> &str {
        match self {
            Json::Text(text) => text.trim_matches('"'),
            _ => "",
        }
    }

    fn number(&self) -> f64 {
        self.literal().parse().unwrap_or(0.0)
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

fn number(value: &Json, name: &str) -> f64 {
    value.get(name).map_or(0.0, Json::number)
}

/// Points now, on the track and for objectives, and what can be done afterwards: visible symbols, open cells, gold cards.
fn worth(preview: &Json) -> f64 {
    let count = |name: &str| preview.list(name).len() as f64;
    let track = preview.get("points").map_or(0.0, |points| number(points, "points"));
    let objectives: f64 = preview.list("objectives").iter().map(|change| number(change, "points")).sum();
    let symbols: f64 = preview.list("symbols").iter().map(Json::number).sum();
    let room = 0.6 * symbols + 0.2 * (count("opened") - count("closed"));
    track + objectives + room + 0.5 * (count("playable") - count("unplayable"))
}

/// Return the place of the best value; the first one among equals.
fn best(values: impl Iterator<Item = f64>) -> usize {
    let mut found = (0, f64::NEG_INFINITY);
    for (place, value) in values.enumerate() {
        if value > found.1 {
            found = (place, value);
        }
    }
    found.0
}

/// A gold card whose kingdom is visible three times, so that its cost is soon met; else a card of a kingdom there is.
fn drawn(view: &Json, action: &Json) -> f64 {
    let own = &view.list("seats")[number(view, "viewer") as usize];
    let (deck, place) = action.text("source").split_once('-').unwrap();
    let visible = own.list("symbols")[kingdom(view, deck, place)].number();
    let known = if place == "deck" { 0.0 } else { 0.3 };
    known + if deck == "resource" { 0.1 * visible.min(3.0) } else if visible >= 3.0 { 1.0 } else { -1.0 }
}

/// Return the kingdom of a card to be drawn, in the order of `symbols`: of a deck the back on top shows it.
fn kingdom(view: &Json, deck: &str, place: &str) -> usize {
    if let Ok(slot) = place.parse::<usize>() {
        let card = view.get("market").unwrap().list(deck)[slot - 1].number() as usize;
        return (card - 1) / 10 % 4;
    }
    let top = view.get("decks").and_then(|decks| decks.get(deck)).and_then(|deck| deck.get("top"));
    let name = top.map_or("", |top| top.text("kingdom"));
    ["fungi", "plant", "animal", "insect"].iter().position(|known| *known == name).unwrap_or(0)
}

/// Return the action to take: the best placement, the best draw, or a choice at the beginning by chance.
fn choice<'a>(view: &'a Json, chance: &str) -> &'a Json {
    let legal = view.list("legal");
    let place = match view.text("phase") {
        "place" => best(view.list("previews").iter().map(worth)),
        "draw" => best(legal.iter().map(|action| drawn(view, action))),
        _ => u64::from_str_radix(chance, 16).unwrap_or(0) as usize % legal.len(),
    };
    &legal[place]
}

fn main() {
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let message = parse(line.as_bytes(), &mut 0);
        match message.text("type") {
            "hello" => println!(r#"{{"type":"ready","name":"Magpie in Rust","version":"1"}}"#),
            "ask" => {
                let action = choice(message.get("view").unwrap(), message.text("chance")).write();
                println!(r#"{{"type":"answer","ask":{},"actions":[{}]}}"#, message.text("ask"), action);
            }
            "quit" => return,
            _ => {}
        }
        io::stdout().flush().unwrap();
    }
}
