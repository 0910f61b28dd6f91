#include "notation/programs/conformance.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/match/planes.h"
#include "core/uncountable.h"
#include "notation/board/searched_position.h"
#include "notation/game_types.h"
#include "notation/records/pgn/reader.h"
#include "notation/text/printable.h"

namespace schiri {

namespace {

// There may be millions of turns; lists are limited to this number.
constexpr std::size_t most_listed = 3000;
constexpr std::size_t most_played = 250;
constexpr std::size_t most_to_end = 100'000;

/// Thrown by a check that a game does not pass.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A game in one of its variants, with a start drawn from a seed.
struct Subject {
  const GameType& type;
  StartSpec start;

  std::unique_ptr<Game> begin() const { return type.start(start); }
};

std::string in_quotes(std::string_view text) { return "'" + printable(text, 200) + "'"; }

void require(bool holds, const std::string& otherwise) {
  if (!holds) throw Failure(otherwise);
}

/// The turn must be legal.
void play(Game& game, const std::string& turn) {
  const std::string before = game.position();
  if (const auto error = game.play(turn)) {
    throw Failure("in " + in_quotes(before) + " " + in_quotes(turn) +
                  " is refused: " + error->message.english());
  }
}

/// Plays random turns and visits each position.
void walk(const Subject& subject, std::uint64_t seed,
          const std::function<void(const Game&, std::size_t)>& look) {
  Rng rng(seed);
  const auto game = subject.begin();
  std::size_t turn = 0;
  for (; turn < most_played && !game->ending(); ++turn) {
    look(*game, turn);
    play(*game, game->random_turn(rng));
  }
  look(*game, turn);
}

std::vector<std::string> list_turns(const Game& game, std::size_t most) {
  std::vector<std::string> turns;
  game.visit_turns([&](std::string_view turn) {
    turns.emplace_back(turn);
    return turns.size() < most;
  });
  return turns;
}

bool is_refused(const Subject& subject, const StartSpec& start) {
  try {
    subject.type.start(start);
    return false;
  } catch (const StartError&) {
    return true;
  }
}

void check_position_text(const Subject& subject) {
  walk(subject, 1, [&](const Game& game, std::size_t) {
    const std::string text = game.position();
    const std::string again = subject.type.start({subject.start.variant, text, ""})->position();
    require(again == text,
            in_quotes(text) + " is written " + in_quotes(again) + " when it was read");
  });
}

void check_visited_turn(const Game& game, const std::string& turn) {
  const auto copy = game.clone();
  play(*copy, turn);
  const std::string where = "in " + in_quotes(game.position()) + " ";
  require(!game.check(turn), where + in_quotes(turn) + " is refused before it is played");
  require(copy->turns().back() == turn, where + in_quotes(turn) + " is written " +
                                            in_quotes(copy->turns().back()) + " when it was read");
  require(copy->side_to_move() != game.side_to_move(),
          where + "it is still the same side's turn after " + in_quotes(turn));
}

void check_visited_turns(const Subject& subject) {
  walk(subject, 2, [&](const Game& game, std::size_t number) {
    if (number % 7 != 0) return;
    const auto turns = list_turns(game, most_listed / 10);
    require(std::set<std::string>(turns.begin(), turns.end()).size() == turns.size(),
            "in " + in_quotes(game.position()) + " a turn is visited twice");
    for (const std::string& turn : turns) check_visited_turn(game, turn);
  });
}

void check_random_turns(const Subject& subject) {
  Rng rng(3);
  walk(subject, 3, [&](const Game& game, std::size_t) {
    for (int i = 0; i < 5 && !game.ending(); ++i) {
      check_visited_turn(game, game.random_turn(rng));
      check_visited_turn(game, game.quick_turn(rng));
    }
  });
}

void check_count(const Game& game) {
  const std::string where = "in " + in_quotes(game.position()) + " ";
  const std::uint64_t count = game.count_turns();
  require((count == 0) == bool(game.ending()), where + std::to_string(count) +
                                                   " turns are counted, and the game is " +
                                                   (game.ending() ? "over" : "not over"));
  require(game.perft(1) == count, where + "perft of one turn is not the number of turns");
  const std::size_t listed = list_turns(game, most_listed + 1).size();
  require(listed == std::min<std::uint64_t>(count, most_listed + 1),
          where + std::to_string(count) + " turns are counted, and " + std::to_string(listed) +
              " visited");
}

void check_counts(const Subject& subject) {
  walk(subject, 4, [&](const Game& game, std::size_t number) {
    if (number % 5 == 0 || game.ending()) check_count(game);
  });
}

void check_visitor(const Subject& subject) {
  const auto game = subject.begin();
  const std::uint64_t most = std::min<std::uint64_t>(3, game->count_turns());
  std::uint64_t seen = 0;
  game->visit_turns([&](std::string_view) { return ++seen < 3; });
  require(seen == most,
          "a visitor that stops after three turns is called " + std::to_string(seen) + " times");
}

void check_end(const Subject& subject) {
  Rng rng(5);
  const auto game = subject.begin();
  // With other settings than the usual ones a game may go on for ever.
  const bool has_settings = subject.start.variant.find(';') != std::string::npos;
  const std::size_t most = has_settings ? most_to_end / 50 : most_to_end;
  std::string last;
  for (std::size_t turn = 0; turn < most && !game->ending(); ++turn) {
    last = game->random_turn(rng);
    play(*game, last);
  }
  if (!game->ending() && has_settings) return;
  require(bool(game->ending()),
          "a random game has not ended after " + std::to_string(most_to_end) + " turns");
  const auto endings = subject.type.facts.endings;
  require(std::find(endings.begin(), endings.end(), game->ending()->reason) != endings.end(),
          "it ended by " + in_quotes(game->ending()->reason) + ", which is not among its endings");
  require(game->count_turns() == 0 && list_turns(*game, 1).empty(),
          "turns are visited in " + in_quotes(game->position()) + ", where the game is over");
  const auto error = game->play(last);
  require(error && error->kind == TurnError::Kind::over, "a turn is played after the end");
}

Record random_record(const Subject& subject, std::uint64_t seed, Game& game) {
  Rng rng(seed);
  Record record;
  record.set_tag("Game", subject.type.name());
  record.set_tag("Variant", subject.start.variant);
  if (!subject.start.roll.empty()) record.set_tag("Roll", subject.start.roll);
  for (std::size_t turn = 0; turn < most_played && !game.ending(); ++turn) {
    play(game, game.random_turn(rng));
    record.movetext.push_back({Element::Kind::turn, game.turns().back()});
  }
  record.result = game.ending() ? result_text(game.ending()->outcome) : "*";
  record.set_tag("Result", record.result);
  return record;
}

void check_read(const CheckedRecord& read, const std::string& text, const Game& game) {
  const GameCheck& check = read.check;
  if (!check.valid())
    throw Failure("its record is refused: " + check.errors.front().message.english());
  for (const Finding& finding : check.warnings) {
    require(finding.code == Code::missing_tag,
            "its record has a warning: " + finding.message.english());
  }
  require(check.turns == game.turns().size() && check.ending == game.ending(),
          "its record does not end as the game did");
  require(write_record(read.record) == text, "its record is written differently after it was read");
}

/// The game must be one of game_types(), as its record names it.
void check_records(const Subject& subject) {
  for (std::uint64_t seed = 10; seed < 15; ++seed) {
    const auto game = subject.begin();
    const std::string text = write_record(random_record(subject, seed, *game));
    ReadOptions options;
    options.keep = Keep::records;
    TextSource source(text);
    std::size_t count = 0;
    read_records(source, options, [&](CheckedRecord& read) {
      check_read(read, text, *game);
      ++count;
      return true;
    });
    require(count == 1, "its record is read as " + std::to_string(count) + " records");
  }
}

void check_boards(const Subject& subject) {
  walk(subject, 6, [&](const Game& game, std::size_t) {
    std::size_t width = 0;
    for (const char c : game.board({false})) {
      width = c == '\n' ? 0 : width + begins_character(c);
      require(width <= 80,
              "the board of " + in_quotes(game.position()) + " is wider than 80 columns");
    }
    require(game.board({true}).size() >= game.board({false}).size(),
            "the coloured board of " + in_quotes(game.position()) + " lacks something");
  });
}

void check_drawings(const Subject& subject) {
  const DiagramBoard board = subject.type.diagram_board(subject.start.variant);
  require(board.width > 0 && board.height > 0, "its diagram has no size");
  walk(subject, 7, [&](const Game& game, std::size_t) {
    for (const Figure& figure : game.figures()) {
      const std::string symbol = "id=\"" + std::string(figure.symbol) + "\"";
      require(board.symbols.find(symbol) != std::string::npos,
              "its diagram has no symbol " + in_quotes(figure.symbol));
      require(
          figure.x >= 0 && figure.x <= board.width && figure.y >= 0 && figure.y <= board.height,
          in_quotes(figure.symbol) + " lies beside the diagram of " + in_quotes(game.position()));
    }
  });
}

void check_planes(const Subject& subject) {
  walk(subject, 9, [&](const Game& game, std::size_t) {
    const auto* const planes = dynamic_cast<const PlaneSource*>(&game);
    if (!planes || planes->plane_form().size() == 0) return;
    std::vector<float> numbers(planes->plane_form().size(), -1.0f);
    planes->write_planes(numbers);
    const auto is_in_range = [&] {
      return std::all_of(numbers.begin(), numbers.end(), [](float n) { return n >= 0 && n <= 1; });
    };
    require(is_in_range(), "the planes of " + in_quotes(game.position()) + " are not from 0 to 1");
    if (!planes->has_side_planes()) return;
    const std::vector<float> fixed = numbers;
    planes->write_side_planes(Side::black, numbers);
    require(is_in_range(),
            "the planes of " + in_quotes(game.position()) + " for Black are not from 0 to 1");
    planes->write_side_planes(Side::white, numbers);
    require(numbers == fixed, "the planes of " + in_quotes(game.position()) +
                                  " for White are not those of write_planes");
  });
}

void check_wrong_turns(const Subject& subject) {
  const auto game = subject.begin();
  Rng rng(8);
  const std::string good = game->random_turn(rng);
  for (const std::string& text : {std::string(), std::string("nonsense"), good + good, " " + good,
                                  good + " ", std::string("\xff"), std::string(1000, 'x')}) {
    const auto error = game->play(text);
    require(error && error->kind == TurnError::Kind::syntax && game->turns().empty(),
            in_quotes(text) + " is not refused as a syntax error");
  }
}

void check_wrong_starts(const Subject& subject) {
  const std::string& variant = subject.start.variant;
  require(is_refused(subject, {"nonsense", "", ""}), "the variant 'nonsense' is not refused");
  const std::string text = subject.begin()->position();
  for (std::size_t at = 0; at < text.size(); ++at) {
    for (const char c : {'?', 'Z', '\t'}) {
      std::string broken = text;
      broken[at] = c;
      require(is_refused(subject, {variant, broken, ""}),
              "the position " + in_quotes(broken) + " is not refused");
    }
    require(at == 0 || is_refused(subject, {variant, text.substr(0, at), ""}),
            "the position " + in_quotes(text.substr(0, at)) + " is not refused");
  }
}

void check_bots(const Subject& subject) {
  for (const std::string_view name : {"random", "greedy", "mcts", "alphabeta"}) {
    BotSpec spec;
    spec.name = spec.builtin = name;
    spec.nodes = 200;
    const auto player = subject.type.make_bot(spec);
    const auto game = subject.begin();
    player->new_game(1);
    for (int turn = 0; turn < 6 && !game->ending(); ++turn) {
      play(*game, player->think(*game, {}, {}).turn);
    }
  }
}

/// Played games reach equal positions by different turns.
void check_hashes(const Subject& subject) {
  std::map<std::uint64_t, std::string> texts;
  std::map<std::string, std::uint64_t> hashes;
  for (std::uint64_t seed = 20; seed < 25; ++seed) {
    Rng rng(seed);
    const auto game = subject.begin();
    while (game->turns().size() < most_played && !game->ending())
      play(*game, game->random_turn(rng));
    const std::vector<std::string_view> turns(game->turns().begin(), game->turns().end());
    std::vector<std::uint64_t> visited;
    subject.type.visit_hashes(subject.start, turns, [&](std::uint64_t hash) {
      visited.push_back(hash);
      return true;
    });
    std::size_t number = 0;
    const auto look = [&](const SearchedPosition& position) {
      const std::uint64_t hash = visited[number++];
      const std::string text = position.spread().text();
      const std::string& other = texts.emplace(hash, text).first->second;
      require(other == text,
              "the positions " + in_quotes(other) + " and " + in_quotes(text) + " have one hash");
      require(hashes.emplace(text, hash).first->second == hash,
              "the position " + in_quotes(text) + " has two hashes");
      return true;
    };
    subject.type.visit_positions(subject.start, turns, Visited::all, look);
  }
}

constexpr std::string_view names[] = {
    "a position survives its text, and its text its position",
    "visited turns are legal, distinct and written canonically",
    "a turn drawn at random is legal",
    "turns are counted as they are visited",
    "a visitor that returns false is not called again",
    "no turn follows the end",
    "equal positions, and no others, have equal hashes",
    "a random game replays from its record",
    "boards are legible in 80 columns, coloured or not",
    "diagrams have a symbol for each figure",
    "planes are numbers from 0 to 1",
    "invalid text is rejected as a turn",
    "unknown variants and invalid positions are rejected",
    "the built-in bots play it",
};
constexpr void (*checks[])(const Subject& subject) = {
    check_position_text, check_visited_turns, check_random_turns, check_counts, check_visitor,
    check_end,           check_hashes,        check_records,      check_boards, check_drawings,
    check_planes,        check_wrong_turns,   check_wrong_starts, check_bots};
static_assert(std::size(names) == std::size(checks));

/// The error; empty if the point holds.
std::string check_point(const GameType& type, std::string_view variant, std::size_t point) {
  try {
    Rng rng(99);
    checks[point]({type, type.draw_start(variant, rng)});
    return "";
  } catch (const std::exception& error) {
    const std::string what = error.what();
    return what.empty() ? "an unknown error" : what;
  }
}

}  // namespace

std::span<const std::string_view> conformance_points() { return names; }

bool check_game(const GameType& type, std::span<const std::string_view> variants,
                const std::function<void(const ConformancePoint&)>& visitor) {
  bool is_good = true;
  for (const std::string_view variant : variants) {
    for (std::size_t i = 0; i < std::size(names); ++i) {
      const ConformancePoint point{names[i], std::string(variant), check_point(type, variant, i)};
      is_good = is_good && point.failure.empty();
      visitor(point);
    }
  }
  return is_good;
}

}  // namespace schiri
