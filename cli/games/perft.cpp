#include <algorithm>
#include <chrono>
#include <vector>

#include "cli/line/command.h"
#include "cli/line/start.h"
#include "cli/line/table_options.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "core/base/decimals.h"
#include "notation/programs/word_game.h"

namespace schiri::cli {

namespace {

struct PerftOptions {
  StartOptions start;
  int depth = 0;
  bool divide = false;
  Format format = Format::text;
};

struct Share {
  std::string turn;
  std::uint64_t turns;
};

const Columns<Share>& share_columns() {
  static const Columns<Share> columns = {
      {{"turn", {}, Holds::text, "first turn"}, [](const Share& share) { return share.turn; }},
      {{"turns", {}, Holds::count, "sequences that begin with it"},
       [](const Share& share) { return share.turns; }}};
  return columns;
}

struct Count {
  const PerftOptions& options;
  std::uint64_t turns;
  double seconds;
};

const Columns<Count>& count_columns() {
  using Row = const Count&;
  static const Columns<Count> columns = {
      {{"game", {}, Holds::text}, [](Row row) { return row.options.start.game; }},
      {{"depth", {}, Holds::count}, [](Row row) { return row.options.depth; }},
      {{"turns", {}, Holds::count, "sequences of turns"}, [](Row row) { return row.turns; }},
      {{"seconds", {}, Holds::seconds}, [](Row row) { return row.seconds; }}};
  return columns;
}

/// The numbers of sequences by their first turn.
std::vector<Share> divide(const Game& start, int depth) {
  std::vector<Share> shares;
  start.visit_turns([&](std::string_view turn) {
    shares.push_back({std::string(turn), start.perft_of_turn(turn, depth)});
    return true;
  });
  std::sort(shares.begin(), shares.end(),
            [](const Share& a, const Share& b) { return a.turn < b.turn; });
  return shares;
}

std::uint64_t print_divided(const Game& game, const PerftOptions& options) {
  std::uint64_t total = 0;
  for (const Share& share : divide(game, options.depth)) {
    total += share.turns;
    if (options.format == Format::json) {
      write_line(console::out, share_columns().object(share));
    } else {
      console::out << shown_turn(game, share.turn) << ' ' << share.turns << '\n';
    }
  }
  return total;
}

void print_speed(std::uint64_t turns, double seconds) {
  Message text = message("{0} s", Decimal{fixed_text(seconds, 3)});
  if (seconds > 0.01) {
    const double speed = static_cast<double>(turns) / seconds / 1e6;
    text = listed(text, message("{0} million turns a second", Decimal{fixed_text(speed, 1)}));
  }
  say(console::err, text);
}

/// As Game::perft(), in steps between which an interruption ends it.
std::uint64_t count_in_steps(const Game& game, int depth) {
  constexpr int step = 2;
  console::leave_if_interrupted();
  if (depth <= step || game.ending()) return game.perft(depth);
  std::uint64_t total = 0;
  game.visit_turns([&](std::string_view turn) {
    const auto next = game.clone();
    next->play(turn);
    total += count_in_steps(*next, depth - 1);
    return true;
  });
  return total;
}

void run_perft(const PerftOptions& options) {
  const auto game = options.start.start();
  const auto begin = std::chrono::steady_clock::now();
  const std::uint64_t turns = options.divide && options.depth > 0 ? print_divided(*game, options)
                              : console::is_guest() ? count_in_steps(*game, options.depth)
                                                    : game->perft(options.depth);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  if (options.format == Format::json) {
    write_line(console::out, count_columns().object({options, turns, time.count()}));
  } else {
    console::out << turns << std::endl;
    print_speed(turns, time.count());
  }
}

}  // namespace

void add_perft(Command& app) {
  const auto [command, options] =
      app.add<PerftOptions>("perft", "Count the sequences of N turns from a position",
                            "springerjagd --depth 2 --divide", "games", run_perft);
  options.start.add_to(command);
  command.add_option("--depth", options.depth, "Count sequences of N turns")
      ->required()
      ->range(0, 1000);
  command.add_flag("--divide", options.divide, "Show the number for each first turn");
  command.add_format(options.format);
  command.prints(count_columns);
  command.prints(share_columns, "--divide, for each first turn");
}

}  // namespace schiri::cli
