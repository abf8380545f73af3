// A bot in Java without libraries: it lays what scores most and takes any card.
//
//     codex-naturalis arena "exec:java examples/bots/Magpie.java" random

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public final class Magpie {
    /** A JSON value: its text, and what is in it if it is a list or an object. */
    record Json(String text, List<Json> items, Map<String, Json> fields) {
        String word(String name) {
            Json value = fields.get(name);
            return value == null ? "" : value.text.startsWith("\"") ? value.text.substring(1, value.text.length() - 1) : value.text;
        }
    }

    private final String line;
    private int at;

    private Magpie(String line) {
        this.line = line;
    }

    /** Parse the value at this place. The host sends valid JSON. */
    private Json parse() {
        int begin = at;
        char open = line.charAt(at);
        List<Json> items = new ArrayList<>();
        Map<String, Json> fields = new LinkedHashMap<>();
        if (open == '[' || open == '{') {
            at++;
            while (line.charAt(at) != (open == '[' ? ']' : '}')) {
                if (line.charAt(at) == ',') at++;
                if (open == '[') {
                    items.add(parse());
                } else {
                    int key = at;
                    skipWord();
                    String name = line.substring(key + 1, at - 1);
                    at++; // the colon
                    fields.put(name, parse());
                }
            }
            at++;
        } else {
            skipWord();
        }
        return new Json(line.substring(begin, at), items, fields);
    }

    private void skipWord() {
        if (line.charAt(at) == '"') {
            for (at++; line.charAt(at) != '"'; at++) if (line.charAt(at) == '\\') at++;
            at++;
        } else {
            while (",]}".indexOf(line.charAt(at)) < 0) at++;
        }
    }

    private static int points(Json preview) {
        Json points = preview.fields.get("points");
        return points.fields.isEmpty() ? 0 : Integer.parseInt(points.word("points"));
    }

    /** The placement with most points, or a legal action by chance when nothing is to be laid. */
    private static Json best(Json view, String chance) {
        List<Json> legal = view.fields.get("legal").items;
        if (!view.word("phase").equals("place")) {
            return legal.get((int) Long.remainderUnsigned(Long.parseUnsignedLong(chance, 16), legal.size()));
        }
        List<Json> previews = view.fields.get("previews").items;
        int found = 0;
        for (int i = 1; i < legal.size(); i++) if (points(previews.get(i)) > points(previews.get(found))) found = i;
        return legal.get(found);
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (String line; (line = input.readLine()) != null; ) {
            Json message = new Magpie(line).parse();
            switch (message.word("type")) {
                case "hello" -> System.out.println("{\"type\":\"ready\",\"name\":\"Magpie in Java\",\"version\":\"1\"}");
                case "ask" -> {
                    String action = best(message.fields.get("view"), message.word("chance")).text;
                    System.out.println("{\"type\":\"answer\",\"ask\":" + message.word("ask") + ",\"actions\":[" + action + "]}");
                }
                case "quit" -> System.exit(0);
                default -> { }
            }
        }
    }
}
