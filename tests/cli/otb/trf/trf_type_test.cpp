#include "cli/otb/trf/trf_type.h"

#include "tests/catch.h"

namespace trf_type_test {

using Kind = TrfSystem::Kind;

TEST_CASE("trf: the system of a report follows from its code, otherwise from its words") {
  struct Row {
    std::string code, words;
    Kind kind;
    std::uint64_t cycles;
  };
  const Row rows[] = {{"", "", Kind::unknown, 0},
                      {"", "Individual: Swiss-System (creeper standard)", Kind::dutch, 0},
                      {"", "Swiss Dutch System", Kind::dutch, 0},
                      {"", "Swiss System (Dubov)", Kind::other_swiss, 0},
                      {"", "Individual: Burstein", Kind::other_swiss, 0},
                      {"", "Swiss Lim", Kind::other_swiss, 0},
                      {"", "Swiss, time limit 90 minutes", Kind::dutch, 0},
                      {"", "Individual: Round-Robin", Kind::round_robin, 0},
                      {"", "Double Round Robin", Kind::round_robin, 2},
                      {"", "Individual: Knock-Out", Kind::knockout, 0},
                      {"FIDE_DUTCH", "Round Robin", Kind::dutch, 0},
                      {"FIDE_DUTCH_2017", "", Kind::dutch, 0},
                      {"FIDE_DUTCH_2025", "", Kind::dutch, 0},
                      {"fide_dutch_2026", "", Kind::dutch, 0},
                      {"FIDE_DUBOV", "Swiss", Kind::other_swiss, 0},
                      {"FIDE_DOUBLESWISS", "", Kind::other_swiss, 0},
                      {"CUSTOM_SWISS", "", Kind::other_swiss, 0},
                      {"FIDE_ROUNDROBIN", "", Kind::round_robin, 1},
                      {"FIDE_DOUBLEROUNDROBIN", "", Kind::round_robin, 2},
                      {"BERGER_ROUNDROBIN_G4", "", Kind::round_robin, 4},
                      {"CUSTOM_ROUNDROBIN", "", Kind::round_robin, 0},
                      {"BERGER_ROUNDROBIN_Gx", "", Kind::round_robin, 0},
                      {"WORLDCUP_KNOCKOUT", "", Kind::knockout, 0},
                      {"SOMETHING", "Round Robin", Kind::other_swiss, 0}};
  for (const Row& row : rows) {
    CAPTURE(row.code, row.words);
    const TrfSystem system = read_trf_system(row.code, row.words);
    CHECK(system.kind == row.kind);
    if (row.kind == Kind::round_robin) CHECK(system.cycles == row.cycles);
  }
  CHECK(read_trf_system("BERGER_DOUBLEROUNDROBIN", "").has_plain_tables);
  CHECK_FALSE(read_trf_system("FIDE_DOUBLEROUNDROBIN", "").has_plain_tables);
  CHECK(read_trf_system("FIDE_DUBOV", "").text == "FIDE_DUBOV");
}

TEST_CASE("trf: the code of each system is of FIDE's table of 2026") {
  otb::Terms terms{System::dutch, 5};
  CHECK(trf_system_code(terms) == "FIDE_DUTCH_2026");
  CHECK(trf_system_code({System::swiss, 5}) == "CUSTOM_SWISS");
  CHECK(trf_system_code({System::knockout}) == "CUSTOM_KNOCKOUT");
  otb::Terms all{System::round_robin};
  const char* codes[] = {"FIDE_ROUNDROBIN", "FIDE_DOUBLEROUNDROBIN", "BERGER_ROUNDROBIN_G3",
                         "CUSTOM_ROUNDROBIN"};
  for (all.cycles = 1; all.cycles <= 4; ++all.cycles) {
    CHECK(trf_system_code(all) == codes[all.cycles - 1]);
  }
}

TEST_CASE("trf: tie-breaks are written in FIDE's form and read back") {
  using Id = rating::TieBreakId;
  const std::vector<Id> players = {Id{"BH-C1"}, Id{"WIN"}, Id{"SB"}, Id{"DE"}};
  CHECK(trf_tie_breaks(players) == "BH/C1,WIN,SB,DE");
  CHECK(read_trf_tie_breaks("PTS,BH/C1,WIN,SB,DE") == players);
  CHECK(read_trf_tie_breaks(" bh/c1 , WIN,SB,DE") == players);
  CHECK(read_trf_tie_breaks("").empty());
  CHECK(read_trf_tie_breaks("PTS").empty());
  CHECK_THROWS_AS(read_trf_tie_breaks("BH,OTHER_X"), std::invalid_argument);
  CHECK_THROWS_AS(read_trf_tie_breaks("BH/C1/P"), std::invalid_argument);
  CHECK_THROWS_AS(read_trf_tie_breaks("BH,PTS"), std::invalid_argument);
  for (const rating::TieBreak& one : rating::all_tie_breaks()) {
    CAPTURE(one.code);
    CHECK(read_trf_tie_breaks(trf_tie_breaks({one.id()})) == std::vector{one.id()});
  }
}

}  // namespace trf_type_test
