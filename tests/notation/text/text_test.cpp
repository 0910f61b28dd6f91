#include "core/base/nearest_name.h"
#include "core/base/random.h"
#include "notation/text/point_system.h"
#include "notation/text/printable.h"
#include "notation/text/similar_names.h"
#include "tests/catch.h"
#include "tests/edit_table.h"

namespace text_test {

TEST_CASE("printable: the number of columns of a text") {
  const auto [text, columns] = GENERATE(table<std::string, std::size_t>({
      {"", 0},
      {"Anna", 4},
      {"D\u00f6rte", 5},
      {"Do\u0308rte", 5},                                 // o with a combining diaeresis
      {"\u738b\u5927\u4eba", 6},                          // Chinese
      {"\uc784\uc694\ud658", 6},                          // Korean
      {"\u1112\u1161\u11ab", 2},                          // the same syllable in separate letters
      {"\uff21", 2},                                      // a fullwidth A
      {"\uff71", 1},                                      // a halfwidth katakana
      {"\U0001f600", 2},                                  // an emoji
      {"\u2764\ufe0f", 2},                                // a heart in emoji style
      {"\U0001f44d\U0001f3fd", 2},                        // a thumb with a skin tone
      {"\U0001f468\u200d\U0001f469\u200d\U0001f467", 2},  // a family
      {"\U0001f1e9\U0001f1ea", 2},                        // a flag
      {"\u05e9\u05b8\u05dc\u05d5\u05b9\u05dd", 4},        // Hebrew with vowels
      {"\u0e17\u0e35\u0e48", 1},                          // Thai, two marks on a letter
      {"a\u0301\u0302\u0303", 1},
  }));
  CAPTURE(text);
  CHECK(display_width(text) == columns);
}

TEST_CASE("printable: invalid UTF-8 bytes take one column each") {
  CHECK(display_width("a\xff\xfe") == 3);
  CHECK(display_width("\xe7\x8e") == 2);
}

TEST_CASE("printable: a text is cut at the end of a character") {
  const auto [text, columns, front] = GENERATE(table<std::string, std::size_t, std::string>({
      {"Anna", 2, "An"},
      {"Anna", 9, "Anna"},
      {"\u738b\u5927", 3, "\u738b"},
      {"\u738b\u5927", 1, ""},
      {"Do\u0308rte", 2, "Do\u0308"},
      {"\U0001f468\u200d\U0001f469x", 2, "\U0001f468\u200d\U0001f469"},
  }));
  CAPTURE(text, columns);
  CHECK(first_columns(text, columns) == front);
}

TEST_CASE("printable: count_characters counts code points") {
  CHECK(count_characters("Do\u0308rte") == 6);
  CHECK(first_characters("\u738b\u5927\u4eba", 2) == "\u738b\u5927");
  CHECK(first_characters("ab", 5) == "ab");
}

TEST_CASE("printable: UTF-8 is valid according to Unicode's table of well-formed sequences") {
  const auto [text, valid] = GENERATE(table<std::string, std::size_t>({
      {"plain and long enough for words", 31},
      {"D\u00f6rte \u738b \U0001f600", 15},
      {"ab\xff", 2},
      {"\xc0\xaf", 0},  // overlong
      {"\xe0\x80\xaf", 0},
      {"\xf0\x80\x80\xaf", 0},
      {"\xed\xa0\x80", 0},      // a surrogate
      {"\xf4\x90\x80\x80", 0},  // beyond Unicode
      {"\xf5\x80\x80\x80", 0},
      {"a\xe7\x8e", 1},  // truncated
      {"\x80", 0},
  }));
  CAPTURE(text);
  CHECK(static_cast<std::size_t>(find_invalid_utf8(text.data(), text.data() + text.size()) -
                                 text.data()) == valid);
}

TEST_CASE("printable: control characters become question marks") {
  const auto [text, shown] = GENERATE(table<std::string, std::string>({
      {"a\tb", "a b"},
      {"\x1b[2J", "?[2J"},
      {"\x7f", "?"},
      {"\u0085", "?"},
      {"\u202eabc", "?abc"},
      {"\u2066", "?"},
      {"\u2060\u2065\u206a", "???"},
      {"\u061c\u200e\u2028\u200b\ufeff\u00ad", "??????"},
      {"\U000e0041", "?"},
      {"\u200c\u200d\ufe0f\u0600", "\u200c\u200d\ufe0f\u0600"},
      {"\xff\xfe", "??"},
      {"D\u00f6rte", "D\u00f6rte"},
  }));
  CHECK(printable(text) == shown);
  CHECK(printable("\u738b\u5927\u4eba", 2) == "\u738b\u5927...");
}

TEST_CASE("printable: names that a record can hold") {
  CHECK(is_name("D\u00f6rte"));
  for (const char* text : {"", "?", "a\nb", "\xff", "\x7f"}) CHECK_FALSE(is_name(text));
  CHECK(without_controls("a\x01\ufeff"
                         "b\x7f") == "ab");
  CHECK(without_controls("\ta\tb\r\nc\n") == "a b c");
}

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
  const char* strangers[][2] = {{"Anna", "Anja"},      {"Jan", "Jon"},   {"P11", "P1"},
                                {"Aa", "A"},           {"Bert", "Bart"}, {"Müller", "Maler"},
                                {"Team 22", "Team 2"}, {"Инна", "Анна"}, {"Яна", "Яне"}};
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

TEST_CASE("point system: the short form and named values") {
  CHECK(read_point_system("3-1-0") == PointSystem{30, 10, 0, 0, 0, {}});
  CHECK(read_point_system("1-0.5-0") == PointSystem());
  CHECK(read_point_system("1-½-0") == PointSystem());
  CHECK(read_point_system("3-1-0,bye=1") == PointSystem{30, 10, 0, 0, 0, 10});
  CHECK(read_point_system("win=3, draw=1, forfeit=0.5, absence=0.2") ==
        PointSystem{30, 10, 0, 2, 5, {}});
  CHECK(read_point_system("bye=0.5") == PointSystem{10, 5, 0, 0, 0, 5});
  // What is not given is as usual, but not the bye.
  CHECK(read_point_system("win=3", {20, 10, 0, 0, 0, 10}) == PointSystem{30, 10, 0, 0, 0, {}});
}

TEST_CASE("point system: the text is read as the same values") {
  for (const PointSystem& points :
       {PointSystem(), PointSystem{30, 10, 0, 0, 0, {}}, PointSystem{30, 15, 1, 2, 5, 25}}) {
    CHECK(read_point_system(point_system_text(points)) == points);
  }
  CHECK(point_system_text({30, 10, 0, 0, 0, {}}) == "3-1-0");
  CHECK(point_system_text({30, 15, 0, 2, 5, 10}) == "3-1.5-0,bye=1,forfeit=0.5,absence=0.2");
  CHECK(tenths_text(125) == "12.5");
  CHECK(tenths_text(30) == "3");
}

TEST_CASE("point system: other texts are refused") {
  for (const char* text : {"", "3", "3-1", "3-1-0-0", "3-1-x", "3-1--1", "3-1-0.25", "3-1-0.",
                           "a-b-c", "win=", "win=-1", "win=3,win=2", "3-1-0,win=2", "won=3", "=3",
                           "99999-1-0", "3-1-0,", "3-1-0.-1", "3–1–0"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(read_point_system(text), std::invalid_argument);
  }
}

}  // namespace text_test
