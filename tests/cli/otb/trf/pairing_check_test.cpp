#include "cli/otb/acts/journal.h"
#include "cli/otb/trf/trf.h"
#include "core/base/errors.h"
#include "tests/catch.h"

namespace pairing_check_test {

using namespace schiri::otb;

/// A file with an event of four players, whose first round is paired and played.
std::string played_event(const TemporaryDirectory& directory, System system,
                         const std::vector<Couple>& fixed) {
  const std::string file = directory.file(fixed.empty() ? "a.otb" : "b.otb");
  otb::Terms terms{system, 3};
  Journal::create(file, {act::Begin{{"Cup", "creeper", "standard", "", "2026.05.01"}, terms}});
  Journal journal = Journal::open(file, JournalFile::Access::write);
  for (const char* name : {"Anna", "Bert", "Carla", "Dora"}) journal.add(act::Enter{{name}});
  journal.add(next_pairing(journal.event(), fixed));
  journal.add(act::Result{{1, 1}, BoardResult::white_wins});
  journal.add(act::Result{{1, 2}, BoardResult::white_wins});
  journal.commit();
  return file;
}

TEST_CASE("pairing check: rounds by the rules agree and boards set by hand are only listed") {
  for (const System system : {System::dutch, System::swiss}) {
    const TemporaryDirectory directory;
    const PairingCheck plain = check_pairings(played_event(directory, system, {}));
    REQUIRE(plain.rounds.size() == 1);
    CHECK(plain.rounds[0].round == 1);
    CHECK(plain.rounds[0].differing.empty());
    CHECK(plain.rounds[0].by_hand.empty());
    const PairingCheck fixed = check_pairings(played_event(directory, system, {{3, 0}}));
    CHECK(fixed.rounds[0].differing.empty());
    REQUIRE(fixed.rounds[0].by_hand.size() == 1);
    CHECK(fixed.rounds[0].by_hand[0].ends_with("Dora - Anna"));
  }
}

TEST_CASE("pairing check: a round with other pairings differs board by board") {
  const TemporaryDirectory directory;
  const std::string file = directory.file("a.otb");
  Journal::create(
      file, {act::Begin{{"Cup", "creeper", "standard", "", "2026.05.01"}, {System::dutch, 3}}});
  Journal journal = Journal::open(file, JournalFile::Access::write);
  for (const char* name : {"Anna", "Bert", "Carla", "Dora"}) journal.add(act::Enter{{name}});
  journal.add(pairing_of(journal.event(), {{{0, 1, std::nullopt}, {2, 3, std::nullopt}}, {}}));
  journal.add(act::Result{{1, 1}, BoardResult::draw});
  journal.add(act::Result{{1, 2}, BoardResult::draw});
  journal.commit();
  const PairingCheck check = check_pairings(file);
  REQUIRE(check.rounds.size() == 1);
  REQUIRE(check.rounds[0].differing.size() == 2);
  CHECK(check.rounds[0].differing[0].played == "1 Anna - 2 Bert");
  CHECK(check.rounds[0].differing[0].expected == "1 Anna - 3 Carla");
}

TEST_CASE("pairing check: a file with other text is unusable") {
  const TemporaryDirectory directory;
  CHECK_THROWS_AS(check_pairings(directory.write("a.txt", "nothing\n")), UnusableError);
  CHECK_THROWS_AS(check_pairings(directory.file("none")), UnusableError);
}

}  // namespace pairing_check_test
