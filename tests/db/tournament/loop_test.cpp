#include "db/tournament/loop.h"

#include "core/base/errors.h"
#include "db/tournament/opening_file.h"
#include "db/tournament/tournaments.h"
#include "tests/catch.h"
#include "tests/db/tournament/small_tournament.h"

namespace loop_test {

using namespace schiri::db;

/// Records the calls of the storing thread and counts those on games in progress.
class Recorder final : public TournamentListener {
 public:
  void begin(const TournamentProgress& progress) override { add("begin", progress.done); }
  void game_loaded(const JudgedGame& game, std::optional<Outcome>) override {
    add("loaded", game.scheduled.number);
  }
  void tick(const TournamentProgress&) override { ++ticks; }
  void game_stored(const JudgedGame& game, const ContestGame& played,
                   std::chrono::duration<double>) override {
    add("stored", game.scheduled.number);
    turns_stored += played.turns;
    ++stored;
  }
  void end(const TournamentProgress& progress, bool complete) override {
    add(complete ? "complete" : "stopped", progress.done);
  }
  void begin_game(const ScheduledGame&) override { ++begun; }
  bool wants_turns() const override { return true; }
  void play_turn(const ScheduledGame&, const PlayedTurn&) override { ++turns; }
  void end_game(const ScheduledGame&) override { ++ended; }

  std::vector<std::string> calls;
  std::size_t stored = 0, turns_stored = 0;
  std::atomic<std::size_t> begun = 0, turns = 0, ended = 0, ticks = 0;

 private:
  void add(const std::string& call, std::uint64_t number) {
    calls.push_back(call + ' ' + std::to_string(number));
  }
};

TEST_CASE("tournament loop: each game is stored once and reported to listeners") {
  const unsigned threads = GENERATE(1u, 3u);
  SmallTournament tournament;
  Recorder recorder;
  const LoopEnd end = tournament.play({&recorder}, threads);
  CHECK(end.complete);
  CHECK_FALSE(end.waits);
  CHECK(end.played == 6);
  CHECK(end.progress.done == 6);
  CHECK(is_complete(tournament.store(), tournament.event()));
  CHECK(db::stored_numbers(tournament.store(), tournament.event()) ==
        std::vector<std::uint64_t>{1, 2, 3, 4, 5, 6});
  REQUIRE(recorder.calls.size() == 8);
  CHECK(recorder.calls.front() == "begin 0");
  CHECK(recorder.calls.back() == "complete 6");
  std::vector<std::string> stored(recorder.calls.begin() + 1, recorder.calls.end() - 1);
  std::sort(stored.begin(), stored.end());
  CHECK(stored == std::vector<std::string>{"stored 1", "stored 2", "stored 3", "stored 4",
                                           "stored 5", "stored 6"});
  CHECK(recorder.begun == 6);
  CHECK(recorder.ended == 6);
  CHECK(recorder.turns > 0);
  CHECK(recorder.turns <= recorder.turns_stored);
  CHECK(recorder.ticks > 0);
}

TEST_CASE("tournament loop: after an interruption the missing games are played") {
  SmallTournament whole, tournament;
  whole.play();
  Recorder first;
  const LoopEnd stopped = tournament.play_only(3, {&first});
  CHECK_FALSE(stopped.complete);
  CHECK(stopped.played == first.stored);
  REQUIRE(first.stored == 3);
  CHECK(first.calls.back() == "stopped " + std::to_string(first.stored));
  CHECK_FALSE(is_complete(tournament.store(), tournament.event()));

  Recorder second;
  const LoopEnd end = tournament.play({&second});
  CHECK(end.complete);
  CHECK(end.played == 6 - first.stored);
  CHECK(std::count_if(second.calls.begin(), second.calls.end(), [](const std::string& call) {
          return call.starts_with("loaded");
        }) == static_cast<std::ptrdiff_t>(first.stored));
  CHECK(tournament.records() == whole.records());

  Recorder third;
  CHECK(tournament.play({&third}).played == 0);
  CHECK(third.begun == 0);
  CHECK(third.calls.back() == "complete 6");
}

TEST_CASE("tournament loop: a part plays its own games and ends as other parts permit") {
  SmallTournament part("", {2, 3});
  const auto others = GENERATE(OtherParts::playing, OtherParts::decided, OtherParts::behind);
  std::uint64_t asked_with = 99;
  const LoopEnd end = part.play({.interrupted = [] { return false; },
                                 .go_on_command = "go on",
                                 .check_other_parts =
                                     [&](std::uint64_t done) {
                                       asked_with = std::min(asked_with, done);
                                       return others;
                                     }});
  CHECK(asked_with == 0);
  CHECK(end.complete == (others != OtherParts::behind));
  CHECK(end.waits == (others == OtherParts::behind));
  CHECK(db::stored_numbers(part.store(), part.event()) == (others == OtherParts::playing
                                                               ? std::vector<std::uint64_t>{2, 5}
                                                               : std::vector<std::uint64_t>{}));
}

TEST_CASE("tournament loop: only games determined by the given earlier results are played") {
  SmallTournament whole(R"("system": "swiss", "rounds": 2)");
  whole.play();
  const auto results = db::stored_results(whole.store(), whole.event());
  SmallTournament later(R"("system": "swiss", "rounds": 2)");
  const LoopEnd first = later.play({.earlier = std::vector<StoredResult>{},
                                    .interrupted = [] { return false; },
                                    .go_on_command = "go on"});
  CHECK(first.complete);
  CHECK(db::stored_numbers(later.store(), later.event()).size() == results.size() / 2);
}

TEST_CASE("tournament loop: a stop rule ends a tournament before its last game") {
  SmallTournament tournament(
      R"("system": "gauntlet", "single": true, "rounds": 300, "until-error": 400)");
  const LoopEnd end = tournament.play();
  CHECK(end.complete);
  CHECK(end.progress.done < 600);
  CHECK(tournament.event().games == end.progress.done);
  CHECK(tournament.records().size() == end.progress.done);
}

TEST_CASE("tournament lock: only one process plays a tournament") {
  SmallTournament tournament;
  const auto lock = lock_tournament(tournament.store(), tournament.event());
  CHECK_THROWS_AS(lock_tournament(tournament.store(), tournament.event()), UnusableError);
}

TEST_CASE("stored plan: invalid settings are rejected") {
  SmallTournament tournament;
  const StoredTournament event = tournament.event();
  CHECK(config_of(tournament.store(), event) == [&] {
    TournamentConfig config = tournament.config();
    return config;
  }());
  const auto [plan, reason] = GENERATE(table<std::string, std::string>({
      {"nonsense", "not JSON"},
      {R"({"game": "creeper", "bots": ["random"]})", "a bot has no name"},
      {R"({"game": "creeper", "bots": ["random name=a"], "log": "x"})", "'log' is not stored"},
      {R"({"game": "creeper", "bots": ["random name=a"], "openings": "x"})",
       "'openings' is not stored"},
      {R"({"game": "creeper", "bots": ["random name=a"], "system": "adaptive"})",
       "no system 'adaptive' is known; there are: round-robin, gauntlet, match, ladder, swiss, "
       "dutch, knockout, screening, spsa; use round-robin, gauntlet, swiss"},
      {R"({"game": "creeper", "bots": ["random name=a"], "about": "ranks"})",
       "unknown key 'about'; use --until-error"},
      {R"({"game": "chess", "bots": ["random name=a", "random name=b"]})", "no game 'chess'"},
  }));
  StoredTournament changed = event;
  changed.config = plan;
  CAPTURE(plan);
  try {
    config_of(tournament.store(), changed);
    FAIL("the plan was accepted");
  } catch (const StoredPlanError& error) {
    CHECK_THAT(error.reason.english(), contains_text(reason));
    CHECK_THAT(error.what(), contains_text("the stored plan of the event 'Cup' cannot be used"));
  }
}

TEST_CASE("stored plan: finds the first missing game that determines stored pairings") {
  SmallTournament tournament(R"("system": "swiss", "rounds": 2)");
  tournament.play();
  auto results = results_of(db::stored_results(tournament.store(), tournament.event()));
  CHECK_FALSE(missing_game(tournament.config(), results));
  results.erase(results.begin());
  CHECK(missing_game(tournament.config(), results) == 1u);
}

}  // namespace loop_test

namespace opening_file_test {

using namespace schiri::db;

const std::string records =
    "[Game \"creeper\"]\n\n1. A2+B3 C7-C6 2. G6+F5 *\n\n"
    "[Game \"creeper\"]\n\n1. A2-B2 A5-A4 *\n\n"
    "[Game \"creeper\"]\n\n1. A3-A4 B7-B6 *\n";

std::vector<OpeningLine> read(const std::string& text, const OpeningChoice& choice = {},
                              std::string* notes = nullptr) {
  const TemporaryDirectory directory;
  const GameType& type = *find_game("creeper");
  return read_openings(directory.write("o", text), type, std::string(type.variant_table.standard()),
                       choice, [&](const std::string& note) {
                         if (notes) *notes += note + '\n';
                       });
}

std::string position_after(const std::vector<std::string>& turns) {
  const auto game = find_game("creeper")->start({});
  for (const std::string& turn : turns) game->play(turn);
  return game->position();
}

std::vector<std::size_t> lengths(const std::vector<OpeningLine>& openings) {
  std::vector<std::size_t> lengths;
  for (const OpeningLine& opening : openings) lengths.push_back(opening.turns.size());
  return lengths;
}

TEST_CASE("opening file: records in order from a given start with limited turns") {
  CHECK(lengths(read(records)) == std::vector<std::size_t>{3, 2, 2});
  const auto all = read(records);
  const auto rotated = read(records, {.start = 2});
  CHECK(rotated == std::vector<OpeningLine>{all[1], all[2], all[0]});
  CHECK(lengths(read(records, {.turns = 1})) == std::vector<std::size_t>{1, 1, 1});
}

TEST_CASE("opening file: a random order depends on the seed") {
  const auto all = read(records);
  bool differs = false;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const auto order = read(records, {.random = true, .seed = seed});
    CHECK(std::is_permutation(order.begin(), order.end(), all.begin()));
    CHECK(order == read(records, {.random = true, .seed = seed}));
    differs = differs || order != all;
  }
  CHECK(differs);
}

TEST_CASE("opening file: positions with optional turns are read and repetitions are noted") {
  const std::string position = position_after({"A2+B3", "C7-C6"});
  std::string notes;
  const auto openings = read("# two\n\n" + position + "\r\n" + position_after({"A2-B2"}) +
                                 " moves A5-A4 A3-B3\n" + position + "\n",
                             {}, &notes);
  REQUIRE(openings.size() == 2);
  CHECK(openings[0].position == position);
  CHECK(openings[1].turns == std::vector<std::string>{"A5-A4", "A3-B3"});
  CHECK_THAT(notes, contains_text("1 of the openings in ") &&
                        contains_text("lead to the same position as others and are left out"));
}

TEST_CASE("opening file: balanced openings exclude lost positions with a note") {
  const std::string lost = "7/7/7/3W3/3WW2/7/4B2 6/6/6/6/6/6 w";
  std::string notes;
  const auto openings =
      read(lost + "\n" + position_after({"A2+B3"}) + "\n", {.balanced = true}, &notes);
  CHECK(openings.size() == 1);
  CHECK_THAT(notes, contains_text("one side is lost or far ahead"));
}

TEST_CASE("opening file: the error on an unusable opening names its line") {
  const auto [text, start, message] = GENERATE(table<std::string, std::uint64_t, std::string>({
      {"[Game \"creeper\"]\n\n1. A2+B9 *\n", 1, "o:3: "},
      {"[Game \"springerjagd\"]\n\n*\n", 1, "o:1: this is a game of springerjagd"},
      {"nonsense\n", 1, "o:1: "},
      {"\n# nothing\n", 1, "this file has no openings"},
      {"7/7/7/7/7/7/7 6/6/6/6/6/6 w moves A1-A2\n", 1, "o:1: "},
      {std::string(70000, 'x') + "\n", 1, "o:1: the line is too long"},
      {records, 4, "3 openings to begin with"},
      {records, 0, "3 openings to begin with"},
  }));
  CAPTURE(message);
  OpeningChoice choice;
  choice.start = start;
  try {
    read(text, choice);
    FAIL("the file was accepted");
  } catch (const InputError& error) {
    CHECK_THAT(error.what(), contains_text(message));
  }
}

}  // namespace opening_file_test
