#include "tests/catch.h"
#include "tests/support/run.h"

TEST_CASE("mistyped: a command or an option names the nearest right one") {
  const auto [words, expected] = GENERATE(table<Words, std::string>({
      {{"valdate", "x.pgn"}, "there is no command 'valdate'; the nearest is 'validate'"},
      {{"db", "imprt", "x.pgn"}, "there is no command 'imprt'; the nearest is 'import'"},
      {{"db", "query", "game"}, "there is no command 'game'; the nearest is 'games'"},
      {{"validate", "x.pgn", "--gmae", "creeper"}, "no option '--gmae'; the nearest is '--game'"},
      {{"validate", "x.pgn", "--formt=json"}, "no option '--formt'; the nearest is '--format'"},
      {{"--verson"}, "there is no option '--verson'; the nearest is '--version'"},
      {{"tournament", "run", "--sistem", "swiss"}, "the nearest is '--system'"},
      {{"tournament"}, "'schiri tournament' needs a command: run, "},
      {{"validate", "x\x1b[2J", "--ga\x1b[2Jme", "y"}, "there is no option '--ga?[2Jme'"},
  }));
  const Run run = run_schiri(words);
  CHECK(run.status == 2);
  CHECK(run.out.empty());
  CHECK_THAT(run.err, contains_text(expected));
}
