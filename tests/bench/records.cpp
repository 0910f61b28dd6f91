#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/rating/games/counts.h"
#include "core/rating/models/bt.h"
#include "notation/game_types.h"
#include "notation/records/conversion/played_record.h"
#include "notation/records/pgn/reader.h"
#include "notation/records/record.h"
#include "tests/bench/harness.h"
#include "tests/bench/subjects.h"
#include "tests/generated_games.h"

// records: the speed of checking records in turns per second of wall time. The input in memory
// consists of random games of Creeper from the start to the end by the rules, with nine tags and no
// comments. References: pgn-extract, if installed, which checks a chess game of 80 turns repeatedly
// (`-r`); one thread for two threads; and only reading the same bytes, which is the limit. Rating a
// generated archive is compared with checking it.

namespace schiri::bench {

namespace {

constexpr double million = 1e6;
constexpr int games = 4000;

std::string random_games() {
  const GameType& creeper = *find_game("creeper");
  Rng rng(1);
  std::string text;
  for (int number = 1; number <= games; ++number) {
    const auto game = creeper.start({});
    Record record;
    record.tags = {{"Event", "bench"},     {"Site", "memory"},
                   {"Date", "2026.01.01"}, {"Round", std::to_string(number)},
                   {"White", "a"},         {"Black", "b"},
                   {"Game", "creeper"},    {"Termination", "normal"}};
    while (!game->ending()) {
      game->play(game->random_turn(rng));
      record.movetext.push_back({Element::Kind::turn, game->turns().back()});
    }
    record.result = result_text(game->ending()->outcome);
    record.set_tag("Result", record.result);
    write_record(record, text);
  }
  return text;
}

double turns_of(const CheckedRecord& record) { return static_cast<double>(record.check.turns); }
double one_game(const CheckedRecord&) { return 1; }

/// Checks records and sums a count over them.
Work check(const std::string& text, unsigned threads,
           double (*count)(const CheckedRecord&) = turns_of) {
  return [&text, threads, count] {
    ReadOptions options;
    options.threads = threads;
    TextSource source(text);
    double sum = 0;
    read_records(source, options, [&](CheckedRecord& record) {
      sum += count(record);
      return true;
    });
    return sum;
  };
}

/// Rates the players of records, as `schiri ratings` does.
Work rate_games(const std::string& text) {
  return [&text] {
    ReadOptions options;
    options.threads = 2;
    options.keep = Keep::headers;
    TextSource source(text);
    rating::GameCollector collector;
    double count = 0;
    read_records(source, options, [&](CheckedRecord& record) {
      collector.add(finished_game(record));
      return ++count > 0;
    });
    for (const rating::GameLog& log : collector.logs()) rating::rate_bt(rating::GameCounts(log));
    return count;
  };
}

/// The same games with an error in the middle of each: an illegal target square.
std::string broken_games(const std::string& text) {
  std::string broken = text;
  for (std::size_t at = broken.find("\n\n1. "); at != broken.npos;
       at = broken.find("\n\n1. ", at + 1)) {
    const std::size_t end = std::min(broken.find("\n\n", at + 2), broken.size());
    const std::size_t middle = broken.find(' ', (at + end) / 2);
    if (middle < end) broken[middle + 1] = 'Z';
  }
  return broken;
}

/// Checks records and counts the processed bytes.
Work check_bytes(const std::string& text) {
  return [&text] {
    check(text, 1)();
    return static_cast<double>(text.size());
  };
}

/// Reads the bytes and adds them up.
Work only_read(const std::string& text, double turns) {
  return [&text, turns] {
    TextSource source(text);
    std::string buffer(std::size_t{1} << 18, '\0');
    unsigned char sum = 0;
    while (const std::size_t size = source.read(buffer.data(), buffer.size())) {
      for (std::size_t i = 0; i < size; ++i) sum ^= static_cast<unsigned char>(buffer[i]);
    }
    volatile unsigned char kept = sum;
    static_cast<void>(kept);
    return turns;
  };
}

/// Knights that move out and back: 80 turns that any chess program accepts.
std::string chess_games(int count) {
  std::string game =
      "[Event \"bench\"]\n[Site \"file\"]\n[Date \"2026.01.01\"]\n[Round \"1\"]\n[White \"a\"]\n"
      "[Black \"b\"]\n[Result \"1/2-1/2\"]\n\n";
  const char* const turns[] = {"Nf3", "Nf6", "Ng1", "Ng8", "Nc3", "Nc6", "Nb1", "Nb8"};
  for (int turn = 0; turn < 80; ++turn) {
    if (turn % 2 == 0) game += std::to_string(turn / 2 + 1) + ". ";
    game += std::string(turns[turn % 8]) + (turn % 10 == 9 ? "\n" : " ");
  }
  game += "1/2-1/2\n\n";
  std::string text;
  for (int i = 0; i < count; ++i) text += game;
  return text;
}

std::string find_pgn_extract() {
  for (const char* path : {"/usr/games/pgn-extract", "/usr/bin/pgn-extract"}) {
    if (access(path, X_OK) == 0) return path;
  }
  return "";
}

Work run_pgn_extract(const std::string& program, const std::string& file, double turns) {
  const std::string command = program + " -s -r " + file + " >/dev/null 2>&1";
  return [command, turns] { return std::system(command.c_str()) == -1 ? 0 : turns; };
}

void compare_with_pgn_extract(const std::string& text) {
  const std::string program = find_pgn_extract();
  if (program.empty()) {
    std::printf("records: pgn-extract is not installed; no comparison\n");
    return;
  }
  constexpr int chess_count = 3000;
  const auto file = std::filesystem::temp_directory_path() /
                    ("schiri-bench-" + std::to_string(getpid()) + ".pgn");
  std::ofstream(file) << chess_games(chess_count);
  report({"records: checked, one thread", "M turns/s", million, check(text, 1), "pgn-extract -r",
          run_pgn_extract(program, file.string(), 80.0 * chess_count), Clock::wall});
  std::filesystem::remove(file);
}

}  // namespace

void records() {
  const std::string text = random_games();
  const double turns = check(text, 1)();
  compare_with_pgn_extract(text);
  report({"records: checked, one thread", "M turns/s", million, check(text, 1),
          "reading without looking", only_read(text, turns), Clock::wall});
  const std::string broken = broken_games(text);
  report({"records: broken games, one thread", "MB/s", million, check_bytes(broken), "valid games",
          check_bytes(text), Clock::wall});
  report({"records: checked, two threads", "M turns/s", million, check(text, 2), "one thread",
          check(text, 1), Clock::wall});
  // Few turns per game: the time depends on the tags, which ratings use.
  const std::string archive =
      all_bytes(GeneratedGames({.games = 200'000, .players = 500, .turns = 10}));
  report({"records: rated with errors, two threads", "k games/s", 1e3, rate_games(archive),
          "checked alone", check(archive, 2, one_game), Clock::wall});
}

}  // namespace schiri::bench
