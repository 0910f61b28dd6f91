#include "core/process/processors.h"
#include "tests/catch.h"
#include "tests/linux.h"
#include "tests/support/bots.h"
#include "tests/support/database.h"

namespace bot_description_test {

// Bots on processors and other machines.

Words event_words(const std::string& db, const Words& more) {
  Words words = {"tournament", "run", "--game", "creeper", "--db", db, "--max-turns", "6"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// Without an expected complaint, the tournament is played.
void check_processors(const Words& words, const std::string& expected) {
  const TemporaryDirectory directory;
  Words all = event_words(directory.file("a.db"), {"--bot", "random"});
  all.insert(all.end(), words.begin(), words.end());
  const Run run = run_schiri(all);
  CAPTURE(all, run.err);
  CHECK(run.status == (expected.empty() ? 0 : 2));
  CHECK_THAT(run.err, contains_text(expected));
}

TEST_CASE("schiri tournament: more timed games than processors are refused unless forced") {
  const std::string one = std::to_string(usable_processors().front());
  const auto [words, expected] = GENERATE_COPY(table<Words, std::string>({
      {{"--each", "movetime=1", "--bot", "mcts", "--cpu", one, "-j", "2"},
       "but 1 processor there (--cpu)"},
      {{"--each", "tc=1", "--bot", "mcts", "--rounds", "5000", "-j", "1024"}, "use -j "},
      {{"--each", "movetime=1", "--bot", "mcts ponder=yes", "--cpu", one, "-j", "1"},
       "--cpu pins each game to 1 processor, but"},
      {{"--each", "tc=1 ponder=yes", "--bot", "mcts", "--rounds", "5000", "-j", "1024"},
       "on 2 processors each"},
      {{"--bot", "mcts ponder=yes"}, "ponder: a built-in bot ponders only with a time limit"},
      {{"--bot", "mcts nodes=5", "--cpu", "1023"}, "--cpu: processor 1023 is not available"},
      {{"--bot", "mcts nodes=5", "--cpu", "1-"}, "--cpu: expected auto, or processors as in 0-3"},
  }));
  check_processors(words, expected);
}

TEST_CASE("schiri tournament: games are pinned to processors") {
  if (is_omitted_without_linux()) return;
  const std::string one = std::to_string(usable_processors().front());
  check_processors(GENERATE_COPY(Words{"--each", "movetime=1", "--bot", "mcts", "--cpu", one, "-j",
                                       "2", "--force"},
                                 Words{"--each", "movetime=1", "--bot", "mcts", "--cpu", "auto"},
                                 Words{"--bot", "mcts nodes=5", "--cpu", one, "-j", "2"},
                                 Words{"--bot", "mcts movetime=1", "--cpu", one, "-j", "2"}),
                   "");
}

TEST_CASE("schiri tournament: a program on another machine plays through a command") {
  const TemporaryDirectory directory;
  const std::string log = directory.file("log");
  const Run run = run_schiri(event_words(
      directory.file("a.db"),
      {"--bot", "random", "--bot",
       scripted_bot("nothing", directory) + " name=far host=\"" + SCHIRI_SLOW_WAY + " 10\"",
       "--log", log}));
  INFO(run.err);
  CHECK(run.status == 0);
  CHECK_THAT(run.err, contains_text("; in transit, ms p50 "));
  bool is_told = false;
  for (const Json& line : json_lines(read_file(log))) {
    if (line.at("type") != "bot" || line.at("bot") != "far") continue;
    // It can be less than twice 10 ms, if the tournament stood still before it asked for the time.
    is_told = line.at("transport_ms").get<double>() > 0;
  }
  CHECK(is_told);
  CHECK(all_gone(directory));
}

}  // namespace bot_description_test
