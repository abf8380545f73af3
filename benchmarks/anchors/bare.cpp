// Bare engine in C++: the rules by default options for two to four seats, changed in place; see __init__.py.
//
// Cells are numbers, START + 1 for each step up and right, ROW for each step down and right: all that a codex can
// reach. A face is twice the card's id, plus one for the back. Symbols are counted in one number, eight bits each.
// Standard input: the facts of the cards, as `compiled.py` writes them, then `bench`, and on each line for how many
// seconds to play random two-player games; or `replay`, and games as that file writes them.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

using Counts = uint64_t;

constexpr int ROW = 128, START = ROW * 64 + 64, FACES = 174, BARE = 7, HIDDEN = 8, LAST_POINTS = 20, MOST_CELLS = 128;
constexpr int STEP[4] = {-ROW, 1, -1, ROW};
constexpr int FREE = 0, OPEN = 1, BLOCKED = 2, FIRST_FACE = 3;
constexpr Counts TOP_BITS = 0x8080808080808080;

enum Phase { SIDE, CHOICE, PLACE, DRAW, OVER };

struct Face {
    uint8_t corners[4], points;
    int8_t per;  // a symbol, BARE for covered corners, -1 for flat points
    uint8_t kingdom;
    Counts shown, cost;
} faces[FACES];

struct Objective {
    int points, need[7];
    bool pattern;
    int kingdom[3], step[3];
} objectives[103];

Counts one_of[9];  // what a corner counts: nothing if it is bare

struct Random {
    uint64_t state;
    uint32_t below(uint32_t limit) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return static_cast<uint32_t>((state >> 32) * limit >> 32);
    }
};

struct Seat {
    uint8_t grid[ROW * ROW], at[ROW * ROW];  // at: where an open cell stands in `open`
    int open_count, laid_count, hand_count, score, starter, side, kept, offered[2], hand[3];
    uint16_t open[MOST_CELLS], laid[MOST_CELLS];
    Counts symbols;

    void clear() {
        for (int n = 0; n < laid_count; ++n) {
            grid[laid[n]] = FREE;
            for (int step : STEP) grid[laid[n] + step] = FREE;
        }
        open_count = laid_count = hand_count = score = 0;
        side = kept = -1;
        symbols = 0;
    }

    void close(int cell) {
        const int place = at[cell];
        open[place] = open[--open_count];
        at[open[place]] = place;
    }

    int lay(int number, int cell) {
        const Face& face = faces[number];
        symbols += face.shown;
        int covered = 0;
        for (int corner = 0; corner < 4; ++corner) {
            const int other = cell + STEP[corner], there = grid[other];
            if (there >= FIRST_FACE) {
                symbols -= one_of[faces[there - FIRST_FACE].corners[3 - corner]];
                ++covered;
            } else if (face.corners[corner] == HIDDEN) {
                if (there == OPEN) close(other);
                grid[other] = BLOCKED;
            } else if (there == FREE) {
                grid[other] = OPEN;
                at[other] = open_count;
                open[open_count++] = other;
            }
        }
        grid[cell] = number + FIRST_FACE;
        laid[laid_count++] = cell;
        return covered;
    }

    int count(int symbol) const { return symbols >> 8 * symbol & 0xff; }

    bool pays(int number) const { return (((symbols | TOP_BITS) - faces[number].cost) & TOP_BITS) == TOP_BITS; }

    int copies(const Objective& objective) const {
        if (!objective.pattern) {
            int found = 99;
            for (int symbol = 0; symbol < 7; ++symbol)
                if (objective.need[symbol]) found = std::min(found, count(symbol) / objective.need[symbol]);
            return found;
        }
        int middles[MOST_CELLS], number = 0, found = 0;
        for (int n = 0; n < laid_count; ++n)
            if (shows(laid[n], objective.kingdom[1]) && shows(laid[n] + objective.step[0], objective.kingdom[0]) &&
                shows(laid[n] + objective.step[2], objective.kingdom[2]))
                middles[number++] = laid[n];
        std::sort(middles, middles + number, [](int a, int b) { return height(a) < height(b); });
        bool used[ROW * ROW];
        for (int n = 0; n < number; ++n)
            for (int step : objective.step) used[middles[n] + step] = false;
        for (int n = 0; n < number; ++n) {
            const int *step = objective.step, middle = middles[n];
            if (used[middle + step[0]] || used[middle] || used[middle + step[2]]) continue;
            used[middle + step[0]] = used[middle] = used[middle + step[2]] = true;
            ++found;
        }
        return found;
    }

    bool shows(int cell, int kingdom) const {
        return grid[cell] >= FIRST_FACE && faces[grid[cell] - FIRST_FACE].kingdom == kingdom;
    }

    static int height(int cell) { return cell % ROW - cell / ROW; }  // copies meet along a diagonal or a column only
};

struct Game {
    Seat seats[4];
    int seat_count, turn, round, last_round, market[4], common[2], decks[2][40], left[2], totals[4], winners;
    Phase phase;

    void begin(int number) {
        for (int seat = 0; seat < seat_count; ++seat) seats[seat].clear();
        seat_count = number;
        turn = round = last_round = 0;
        phase = SIDE;
    }

    int take(int deck) { return decks[deck][--left[deck]]; }

    void choose_side(int side) {
        seats[turn].side = side;
        if (++turn < seat_count) return;
        for (int seat = 0; seat < seat_count; ++seat) seats[seat].lay(2 * seats[seat].starter + seats[seat].side, START);
        phase = CHOICE;
        turn = 0;
    }

    void choose_objective(int card) {
        seats[turn].kept = card;
        if (++turn < seat_count) return;
        phase = PLACE;
        turn = 0;
        round = 1;
    }

    void place(int number, int cell) {
        Seat& own = seats[turn];
        for (int n = 0; n < own.hand_count; ++n)
            if (own.hand[n] == number >> 1) {
                for (--own.hand_count; n < own.hand_count; ++n) own.hand[n] = own.hand[n + 1];
                break;
            }
        own.close(cell);
        const int covered = own.lay(number, cell);
        const Face& face = faces[number];
        if (face.points)
            own.score += face.points * (face.per < 0 ? 1 : face.per == BARE ? covered : own.count(face.per));
        if (!own.open_count && all_stuck())
            finish();
        else if (round == last_round || nothing_left())
            pass_turn();
        else
            phase = DRAW;
    }

    bool all_stuck() const {
        for (int seat = 0; seat < seat_count; ++seat)
            if (seats[seat].open_count) return false;
        return true;
    }

    bool nothing_left() const { return !(left[0] || left[1] || market[0] || market[1] || market[2] || market[3]); }

    bool there(int source) const { return source < 4 ? market[source] : left[source - 4]; }

    void draw(int source) {
        Seat& own = seats[turn];
        if (source >= 4) {
            own.hand[own.hand_count++] = take(source - 4);
        } else {
            own.hand[own.hand_count++] = market[source];
            market[source] = left[source / 2] ? take(source / 2) : 0;
        }
        pass_turn();
    }

    void pass_turn() {
        if (!last_round && (seats[turn].score >= LAST_POINTS || !(left[0] || left[1]))) last_round = round + 1;
        do {
            if (++turn == seat_count) {
                if (round == last_round) return finish();
                ++round;
                turn = 0;
            }
        } while (!seats[turn].open_count);
        phase = PLACE;
    }

    void finish() {
        phase = OVER;
        int best = -1;
        for (int seat = 0; seat < seat_count; ++seat) {
            int extra = 0;
            for (int card : {common[0], common[1], seats[seat].kept})
                extra += seats[seat].copies(objectives[card]) * objectives[card].points;
            totals[seat] = seats[seat].score + extra;
            const int merit = 256 * totals[seat] + extra;
            if (merit > best) winners = 0;
            if (merit >= best) winners |= 1 << seat;
            best = std::max(best, merit);
        }
    }

    void deal(int number, Random& chance) {
        begin(number);
        int starters[6], kept[16];
        shuffle(decks[0], 1, 40, chance);
        shuffle(decks[1], 41, 40, chance);
        shuffle(starters, 81, 6, chance);
        shuffle(kept, 87, 16, chance);
        left[0] = left[1] = 40;
        for (int slot = 0; slot < 4; ++slot) market[slot] = take(slot / 2);
        common[0] = kept[0];
        common[1] = kept[1];
        for (int seat = 0; seat < number; ++seat) {
            Seat& own = seats[seat];
            own.starter = starters[seat];
            own.offered[0] = kept[2 + 2 * seat];
            own.offered[1] = kept[3 + 2 * seat];
            for (int n = 0; n < 3; ++n) own.hand[own.hand_count++] = take(n / 2);
        }
    }

    static void shuffle(int* cards, int first, int number, Random& chance) {
        for (int n = 0; n < number; ++n) cards[n] = first + n;
        for (int last = number - 1; last > 0; --last) std::swap(cards[last], cards[chance.below(last + 1)]);
    }

    void play_randomly(int number, Random& chance) {
        deal(number, chance);
        while (phase == SIDE) choose_side(chance.below(2));
        while (phase == CHOICE) choose_objective(seats[turn].offered[chance.below(2)]);
        while (phase != OVER) phase == PLACE ? place_randomly(chance) : draw_randomly(chance);
    }

    void place_randomly(Random& chance) {
        const Seat& own = seats[turn];
        int payable[6], number = 0;
        for (int n = 0; n < own.hand_count; ++n) {
            payable[number++] = 2 * own.hand[n] + 1;
            if (own.pays(2 * own.hand[n])) payable[number++] = 2 * own.hand[n];
        }
        const int face = payable[chance.below(number)];
        place(face, own.open[chance.below(own.open_count)]);
    }

    void draw_randomly(Random& chance) {
        int sources[6], number = 0;
        for (int source = 0; source < 6; ++source)
            if (there(source)) sources[number++] = source;
        draw(sources[chance.below(number)]);
    }
};

Game game;

void read_cards() {
    for (int symbol = 0; symbol < 7; ++symbol) one_of[symbol] = Counts(1) << 8 * symbol;
    for (int number = 0; number < 172; ++number) {
        int index, corner, points, per, kingdom, needs, shown;
        std::cin >> index >> points >> per >> kingdom;
        Face& face = faces[index];
        face.points = points, face.per = per, face.kingdom = kingdom, face.shown = face.cost = 0;
        for (int n = 0; n < 4; ++n) std::cin >> corner, face.corners[n] = corner;
        for (int n = 0; n < 7; ++n) std::cin >> shown, face.shown += Counts(shown) << 8 * n;
        for (int n = 0; n < 7; ++n) std::cin >> needs, face.cost += Counts(needs) << 8 * n;
    }
    for (int number = 0; number < 16; ++number) {
        int card, kind;
        std::cin >> card >> kind;
        Objective& objective = objectives[card];
        objective.pattern = kind;
        std::cin >> objective.points;
        for (int n = 0; n < 7; ++n) std::cin >> objective.need[n];
        for (int n = 0; n < 3; ++n) {
            int dx, dy;
            std::cin >> objective.kingdom[n] >> dx >> dy;
            objective.step[n] = (dx + dy) / 2 + ROW * ((dx - dy) / 2);
        }
    }
}

double games_per_second(double seconds) {
    Random chance{88172645463325252};
    int64_t games = 0;
    const std::clock_t begun = std::clock();
    double passed = 0;
    while ((passed = double(std::clock() - begun) / CLOCKS_PER_SEC) < seconds)
        for (int n = 0; n < 200; ++n, ++games) game.play_randomly(2, chance);
    return games / passed;
}

// What is public and hidden at this moment, in one line of numbers.
void tell() {
    std::cout << game.phase << ' ' << game.turn << ' ' << game.round << ' ' << game.last_round;
    for (int card : game.market) std::cout << ' ' << card;
    std::cout << ' ' << game.left[0] << ' ' << game.left[1];
    for (int seat = 0; seat < game.seat_count; ++seat) {
        const Seat& own = game.seats[seat];
        std::cout << ' ' << own.score;
        for (int symbol = 0; symbol < 7; ++symbol) std::cout << ' ' << own.count(symbol);
        std::cout << ' ' << own.hand_count;
        for (int n = 0; n < own.hand_count; ++n) std::cout << ' ' << own.hand[n] << ' ' << own.pays(2 * own.hand[n]);
        std::vector<int> cells(own.open, own.open + own.open_count);
        std::sort(cells.begin(), cells.end());
        std::cout << ' ' << cells.size();
        for (int cell : cells) {
            const int u = cell % ROW - 64, v = cell / ROW - 64;
            std::cout << ' ' << u + v << ' ' << u - v;
        }
    }
    if (game.phase == OVER) {
        for (int seat = 0; seat < game.seat_count; ++seat) std::cout << ' ' << game.totals[seat];
        std::cout << ' ' << game.winners;
    }
    std::cout << std::endl;
}

// A game: seats; market; common; each seat's starter, hand, objectives; both decks, as number and cards, the top last.
void read_deal() {
    int seats;
    if (!(std::cin >> seats)) return;
    game.begin(seats);
    for (int& card : game.market) std::cin >> card;
    for (int& card : game.common) std::cin >> card;
    for (int seat = 0; seat < seats; ++seat) {
        Seat& own = game.seats[seat];
        std::cin >> own.starter >> own.hand[0] >> own.hand[1] >> own.hand[2] >> own.offered[0] >> own.offered[1];
        own.hand_count = 3;
    }
    for (int deck = 0; deck < 2; ++deck) {
        std::cin >> game.left[deck];
        for (int n = 0; n < game.left[deck]; ++n) std::cin >> game.decks[deck][n];
    }
}

void replay() {
    for (std::string word; std::cin >> word;) {
        int number, x, y;
        if (word == "deal") {
            read_deal();
        } else if (word == "place") {
            std::cin >> number >> x >> y;
            game.place(number, START + (x + y) / 2 + ROW * ((x - y) / 2));
        } else {
            std::cin >> number;
            word == "side" ? game.choose_side(number) : word == "draw" ? game.draw(number) : game.choose_objective(number);
        }
        tell();
    }
}

int main() {
    read_cards();
    std::string what;
    std::cin >> what;
    if (what == "replay") {
        replay();
    } else {
        for (double seconds; std::cin >> seconds;) std::cout << games_per_second(seconds) << std::endl;
    }
}
