// The smallest program that plays: it answers every question with its first legal action, and reads nothing else.
// It measures what the Codex Bot Protocol itself costs: see benchmarks/programs.py.

#include <iostream>
#include <string>

int main() {
    std::ios::sync_with_stdio(false);
    for (std::string line; std::getline(std::cin, line);) {
        if (line.compare(0, 15, "{\"type\":\"hello\"") == 0) {
            std::cout << "{\"type\":\"ready\",\"name\":\"first legal\",\"wants\":{\"previews\":false}}" << std::endl;
        } else if (line.compare(0, 13, "{\"type\":\"ask\"") == 0) {
            const size_t number = line.find("\"ask\":", 13) + 6;
            const size_t action = line.find("\"legal\":[") + 9;
            size_t end = action;
            for (int depth = 0; end == action || depth; ++end) depth += (line[end] == '{') - (line[end] == '}');
            std::cout << "{\"type\":\"answer\",\"ask\":" << line.substr(number, line.find_first_of(",}", number) - number)
                      << ",\"actions\":[" << line.substr(action, end - action) << "]}" << std::endl;
        } else if (line.compare(0, 14, "{\"type\":\"quit\"") == 0) {
            return 0;
        }
    }
}
