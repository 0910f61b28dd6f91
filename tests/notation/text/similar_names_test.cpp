#include "notation/text/similar_names.h"

#include "tests/catch.h"

namespace similar_names_test {

using namespace schiri;

TEST_CASE("similar names: accents, umlauts and double letters make no difference") {
  const char* alike[][2] = {{"Müller", "Mueller"},      {"Müller", "Muller"},
                            {"Jörg", "Joerg"},          {"Anna", "Ana"},
                            {"Dvořák", "dvorak"},       {"Weiß", "Weiss"},
                            {"Søren", "Soren"},         {"Łukasz", "Lukasz"},
                            {"Berg, Anna", "ana berg"}, {"M\u0075\u0308ller", "MUELLER"}};
  for (const auto& [a, b] : alike) {
    CAPTURE(a, b);
    CHECK(are_similar_names(a, b));
    CHECK(are_similar_names(b, a));
  }
  const char* strangers[][2] = {{"Anna", "Anja"},     {"Jan", "Jon"},   {"P11", "P1"},
                                {"Aa", "A"},          {"Bert", "Bart"}, {"Müller", "Maler"},
                                {"Team 22", "Team 2"}};
  for (const auto& [a, b] : strangers) {
    CAPTURE(a, b);
    CHECK_FALSE(are_similar_names(a, b));
  }
}

TEST_CASE("similar names: apostrophes, hyphens and spaces make no difference") {
  const std::vector<std::vector<std::string>> groups = {
      {"O'Brien", "OBrien", "O Brien", "O\u2019Brien", "o`brien", "O-Brien", "O\u02bcBrien"},
      {"Li-Na", "Lina", "Li Na", "Li\u2011Na", "li_na"},
      {"Kim, Anna-Zoe", "Anna-Zoe Kim", "Annazoe Kim", "Anna Zoe Kim", "Kim, Annazoe"},
      {"D'Or, Lu", "Lu Dor", "Lu D\u00b4Or", "Lu D Or"},
      {"Al-Ali", "Alali", "Al Ali"}};
  for (const auto& names : groups) {
    for (const std::string& a : names) {
      for (const std::string& b : names) {
        CAPTURE(a, b);
        CHECK(are_similar_names(a, b));
      }
    }
  }
  // Between digits they tell two names from each other.
  const char* strangers[][2] = {
      {"bot 1-2", "bot 12"}, {"v1.0", "v10"}, {"P1 1", "P 11"}, {"-", "'"}, {"", "-"},
      {"Li-Na", "Li-Ma"}};
  for (const auto& [a, b] : strangers) {
    CAPTURE(a, b);
    CHECK_FALSE(are_similar_names(a, b));
  }
}

TEST_CASE("similar names: transposed letters count as one difference") {
  CHECK(are_similar_names("Schneider", "Schneidre"));
  CHECK(are_similar_names("Klein, Dörte", "Dröte Kelin"));
  CHECK_FALSE(are_similar_names("Schneider", "Shcneidre"));
  CHECK_FALSE(are_similar_names("Bert", "Bret"));
}

TEST_CASE("similar names: letters without accents, in both spellings of umlauts") {
  CHECK(plain_letters("Dvořák") == "dvorak");
  CHECK(plain_letters("MÜLLER") == "muller");
  CHECK(spelled_letters("MÜLLER") == "mueller");
  CHECK(plain_letters("Weiß") == "weiss");
  CHECK(plain_letters("") == "");
  // Not UTF-8, or longer than any name.
  CHECK(plain_letters("a\xff") == "a\xff");
  const std::string marks = "A" + std::string(2000, 'B');
  CHECK(plain_letters(marks).size() == marks.size());
}

}  // namespace similar_names_test
