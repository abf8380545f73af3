// A bot in C++17 without libraries: it lays what scores most and takes any card.
//
//     g++ -O2 -std=c++17 examples/bots/magpie.cpp -o magpie && codex-naturalis arena exec:./magpie random

#include <iostream>
#include <map>
#include <string>
#include <vector>

// A JSON value: its text, and what is in it if it is a list or an object. The host sends valid JSON.
struct Json {
    std::string text;
    std::vector<Json> items;
    std::map<std::string, Json> fields;

    std::string word(const std::string& name) const {
        auto found = fields.find(name);
        if (found == fields.end()) return "";
        const std::string& text = found->second.text;
        return text.size() > 1 && text[0] == '"' ? text.substr(1, text.size() - 2) : text;
    }
};

void skip_word(const std::string& line, size_t& at) {
    if (line[at] != '"') {
        at = line.find_first_of(",]}", at);
        return;
    }
    for (++at; line[at] != '"'; ++at)
        if (line[at] == '\\') ++at;
    ++at;
}

Json parse(const std::string& line, size_t& at) {
    Json value;
    const size_t begin = at;
    const char open = line[at];
    if (open != '[' && open != '{') {
        skip_word(line, at);
    } else {
        const char close = open == '[' ? ']' : '}';
        ++at;
        while (line[at] != close) {
            if (line[at] == ',') ++at;
            if (open == '[') {
                value.items.push_back(parse(line, at));
            } else {
                const size_t key = at;
                skip_word(line, at);
                const std::string name = line.substr(key + 1, at - key - 2);
                ++at;  // the colon
                value.fields[name] = parse(line, at);
            }
        }
        ++at;
    }
    value.text = line.substr(begin, at - begin);
    return value;
}

int points(const Json& preview) {
    const Json& points = preview.fields.at("points");
    return points.fields.empty() ? 0 : std::stoi(points.word("points"));
}

// The placement with most points, or a legal action by chance when nothing is to be laid.
const Json& best(const Json& view, const std::string& chance) {
    const auto& legal = view.fields.at("legal").items;
    if (view.word("phase") != "place") return legal[std::stoull(chance, nullptr, 16) % legal.size()];
    const auto& previews = view.fields.at("previews").items;
    size_t found = 0;
    for (size_t i = 1; i < legal.size(); ++i)
        if (points(previews[i]) > points(previews[found])) found = i;
    return legal[found];
}

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        size_t at = 0;
        const Json message = parse(line, at);
        const std::string type = message.word("type");
        if (type == "hello")
            std::cout << R"({"type":"ready","name":"Magpie in C++","version":"1"})" << std::endl;
        else if (type == "ask")
            std::cout << R"({"type":"answer","ask":)" << message.word("ask") << R"(,"actions":[)"
                      << best(message.fields.at("view"), message.word("chance")).text << "]}" << std::endl;
        else if (type == "quit")
            return 0;
    }
}
