#include "core/base/random.h"
#include "notation/text/nearest_advice.h"
#include "tests/catch.h"
#include "tests/edit_table.h"

namespace nearest_name_test {

using namespace schiri;

std::string word(Rng& rng, std::size_t most) {
  std::string text(rng.below(most + 1), 'a');
  for (char& c : text) c = static_cast<char>('a' + rng.below(3));
  return text;
}

TEST_CASE("edit distance: agrees with the full table in both directions with and without a limit") {
  Rng rng(7);
  for (int i = 0; i < 3000; ++i) {
    const std::string a = word(rng, EditDistance::most_letters);
    const std::string b = word(rng, EditDistance::most_letters);
    CAPTURE(a, b);
    const std::size_t changes = plain_distance(a, b), limit = rng.below(70);
    CHECK(EditDistance(a).to(b) == changes);
    CHECK(EditDistance(b).to(a) == changes);
    CHECK(EditDistance(a).to(b, limit) == std::min(changes, limit));
  }
}

TEST_CASE("edit distance: transposed letters count as one difference") {
  CHECK(EditDistance("Schmidt").to("Schmitd") == 1);
  CHECK(EditDistance("ab").to("ba") == 1);
  CHECK(EditDistance("abcd").to("badc") == 2);
  // A place is edited at most once.
  CHECK(EditDistance("ca").to("abc") == 3);
}

TEST_CASE("nearest name: advice names the first nearest name or lists all names if they are few") {
  const std::vector<std::string> names = {"Anna", "Annika", "Bob", "Müller, Dörte"};
  const std::string all = "there are 'Anna', 'Annika', 'Bob' and 'Müller, Dörte'";
  CHECK(known_names("Ana", names) == "the nearest is 'Anna'");
  CHECK(known_names("anika", names) == "the nearest is 'Annika'");
  CHECK(known_names("Mueller, Doerte", names) == "the nearest is 'Müller, Dörte'");
  CHECK(known_names("Müller", names) == "the nearest is 'Müller, Dörte'");
  CHECK(known_names("", names) == all);
  CHECK(known_names("Xaver", names) == all);
  CHECK(known_names("Anna", std::vector<std::string>()) == "there is none");
  CHECK(known_names("[2J", std::vector<std::string>{"\x1b[2J"}) == "the nearest is '?[2J'");
  CHECK(known_names("x", std::vector<std::string>{"\x1b[2J"}) == "there is only '?[2J'");
  CHECK(known_names(std::string(300, 'x'), names) == all);
  NearestName known("Anna");
  known.look_at("Bob");
  CHECK_FALSE(known.is_known());
  known.look_at("Anna");
  CHECK(known.is_known());
}

TEST_CASE("nearest name: a name is near if at most a third of its letters differ") {
  const auto [wanted, known, is_near] = GENERATE(table<std::string, std::string, bool>({
      {"abc", "abd", true},
      {"abcdef", "abxyef", true},
      {"abcdef", "axxxef", false},
      {"match", "data", false},
      {"show", "sort", false},
      {"tourn", "tournament", true},
      {"to", "tournament", false},
      {"", "a", false},
  }));
  NearestName nearest(wanted);
  nearest.look_at(known);
  CHECK(nearest.is_near() == is_near);
}

TEST_CASE("nearest name: long lists of names are omitted") {
  std::vector<std::string> names(100, "Anna");
  CHECK(known_names("Xaver", names) == "there is only 'Anna'");
  for (char c = 'a'; names.size() < 100 + NearestName::most_listed; ++c) names.emplace_back(9, c);
  CHECK(known_names("Xaver", names) == "");
  CHECK(known_names("Xaver", names, "ask Anna") == "ask Anna");
}

}  // namespace nearest_name_test
