#include "core/base/text.h"

#include "core/base/bitboard.h"
#include "core/base/characters.h"
#include "core/base/decimals.h"
#include "core/base/names.h"
#include "core/base/order.h"
#include "core/base/random.h"
#include "core/base/sha256.h"
#include "tests/catch.h"

namespace base_text_test {

TEST_CASE("text: a number must be the whole text") {
  CHECK(parse_number<int>("-12") == -12);
  CHECK(parse_number<double>("0.25") == 0.25);
  for (const char* text : {"", " 1", "1 ", "+1", "1x", "x", "256", "-1"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_number<std::uint8_t>(text));
  }
}

TEST_CASE("text: join puts separators only between texts") {
  CHECK(join(std::vector<std::string>{}, ", ").empty());
  CHECK(join(std::vector<std::string>{"a"}, ", ") == "a");
  CHECK(join(std::vector<std::string>{"", "b", ""}, ",") == ",b,");
  CHECK(join(std::vector<int>{1, 2, 3}, "-", [](int n) { return std::to_string(n); }) == "1-2-3");
}

TEST_CASE("text: split_key_values keeps spaces and missing values") {
  CHECK(split_key_values("").empty());
  CHECK(split_key_values(" ").size() == 1);
  const auto entries = split_key_values(" a = 1 ,b,c=,d=x=y");
  REQUIRE(entries.size() == 4);
  CHECK(entries[0].key == " a ");
  CHECK(entries[0].value == " 1 ");
  CHECK(entries[1].key == "b");
  CHECK_FALSE(entries[1].value);
  CHECK(entries[2].value == "");
  CHECK(entries[3].value == "x=y");
}

TEST_CASE("text: upper and lower case apply to ASCII letters only") {
  CHECK(lower_case("AbZ-\xc3\x84") == "abz-\xc3\x84");
  CHECK(upper_case("aBz{\xc3\xa4") == "ABZ{\xc3\xa4");
  CHECK(equal_ignoring_case("Elo", "eLO"));
  CHECK_FALSE(equal_ignoring_case("Elo", "Elos"));
  CHECK_FALSE(equal_ignoring_case("@", "`"));
}

TEST_CASE("bitboard: places of a set are visited in ascending order") {
  std::vector<int> found;
  for (const Place at : places(bit(0) | bit(9) | bit(63))) found.push_back(at);
  CHECK(found == std::vector<int>{0, 9, 63});
  for (const Place at : places(0)) FAIL("place " << int(at) << " of an empty set");
}

TEST_CASE("random: shuffles are uniform permutations and uniform numbers are below 1") {
  Rng rng(1);
  std::array<int, 6> count{};
  for (int i = 0; i < 6000; ++i) {
    std::vector<int> order{0, 1, 2};
    rng.shuffle(order);
    ++count[static_cast<std::size_t>(2 * order[0] + (order[1] > order[2]))];
  }
  for (const int n : count) CHECK((n > 850 && n < 1150));
  double least = 1, most = 0;
  for (int i = 0; i < 10000; ++i) {
    const double u = rng.uniform();
    least = std::min(least, u);
    most = std::max(most, u);
  }
  CHECK((least >= 0 && least < 0.01 && most > 0.99 && most < 1));
}

TEST_CASE("order: numbers are sorted by a key with ties in ascending order") {
  CHECK(numbers_below(3) == std::vector<std::size_t>{0, 1, 2});
  const std::array points = {1, 3, 1, 2};
  CHECK(numbers_by(4, [&](std::size_t i) { return -points[i]; }) ==
        std::vector<std::size_t>{1, 3, 0, 2});
}

TEST_CASE("names: equivalent byte sequences are the same name") {
  const auto [a, b] = GENERATE(table<std::string, std::string>({
      {"D\u00f6rte M\u00fcller", "Do\u0308rte Mu\u0308ller"},
      {"\u00c5ngstr\u00f6m", "\u212bngstro\u0308m"},  // the Ångström sign
      {"K", "\u212a"},                                // the Kelvin sign
      {"\u1e69", "s\u0307\u0323"},                    // marks in another order
      {"\ud55c", "\u1112\u1161\u11ab"},
      {"\u304c", "\u304b\u3099"},
      {"Anna", "Anna"},
  }));
  CAPTURE(a, b);
  CHECK(is_same_name(a, b));
  CHECK(is_same_name(b, a));
  CHECK(name_key(a) == name_key(b));
  CHECK(NameHash()(a) == NameHash()(b));
}

TEST_CASE("names: different names stay different") {
  const auto [a, b] = GENERATE(table<std::string, std::string>({
      {"D\u00f6rte", "Dorte"},
      {"D\u00f6rte", "d\u00f6rte"},
      {"\uff21nna", "Anna"},  // a fullwidth A
      {"\ufb01nn", "finn"},   // a ligature
      {"Anna", "Anna "},
      {"", "?"},
  }));
  CAPTURE(a, b);
  CHECK_FALSE(is_same_name(a, b));
}

TEST_CASE("names: invalid UTF-8 and hostile texts are compared byte by byte") {
  CHECK(name_key("o\u0308\xff") == "o\u0308\xff");
  CHECK_FALSE(is_same_name("\xff", "\xfe"));
  CHECK(is_same_name("\xff", "\xff"));
  // Sorting many marks takes long. Such a text stays as it is.
  std::string marks = "a";
  for (int i = 0; i < 100000; ++i) marks += i % 2 ? "\u0323" : "\u0307";
  CHECK(name_key(marks) == marks);
}

TEST_CASE("names: names of up to 1023 bytes are composed") {
  std::string apart, composed;
  for (int i = 0; i < 341; ++i) apart += "o\u0308", composed += "\u00f6";
  CHECK(apart.size() == 1023);
  CHECK(name_key(apart) == composed);
  std::string many;  // each decomposes into three characters
  for (int i = 0; i < 512; ++i) many += "\u0390";
  CHECK(name_key(many) == many);
}

TEST_CASE("names: the first spelling of a name is kept") {
  FirstSpellings spellings;
  CHECK(spellings["Do\u0308rte"] == "Do\u0308rte");
  CHECK(spellings["Anna"] == "Anna");
  CHECK(spellings["D\u00f6rte"] == "Do\u0308rte");
  CHECK(spellings["Do\u0308rte"] == "Do\u0308rte");
  CHECK(spellings["Zo\u00eb"] == "Zo\u00eb");
  CHECK(spellings["Zoe\u0308"] == "Zo\u00eb");
  CHECK(spellings["\u212a"] == "K");
}

TEST_CASE("names: a part of a name matches in any case and without accents") {
  const struct {
    const char* part;
    const char* name;
    bool is_part;
  } rows[] = {
      {"berg", "Ada Berger", true},
      {"ADA BERGER", "Ada Berger", true},
      {"", "Ada Berger", true},
      {"bergerin", "Ada Berger", false},
      {"m\xc3\xbcller", "D\xc3\xb6rte M\xc3\x9cLLER", true},
      {"mu\xcc\x88ller", "M\xc3\xbcller", true},
      {"muller", "M\xc3\xbcller", true},
      {"MUELLER", "M\xc3\xbcller", true},
      {"m\xc3\xbcller", "Muller", true},
      {"lukasz", "\xc5\x81ukasz", true},
      {"\xd0\xb0\xd0\xbd\xd0\xbd\xd0\xb0", "\xd0\x90\xd0\xbd\xd0\xbd\xd0\xb0", true},
      {"\xff",
       "A\xff"
       "b",
       true},
  };
  for (const auto& row : rows) {
    CAPTURE(row.part, row.name);
    CHECK(is_part_of_name(row.part, row.name) == row.is_part);
  }
}

TEST_CASE("decimals: fixed_text equals printf, without a negative zero") {
  const double number =
      GENERATE(0.0, -0.0, 0.05, 0.25, 0.35, 0.5, 1.0, 2.5, -0.04, -1.5, 99.95, 1e-9, 123456789.125,
               1e22, -1e308, std::numeric_limits<double>::max());
  const int decimals = GENERATE(0, 1, 2, 9);
  char text[400];
  std::snprintf(text, sizeof text, "%.*f", decimals, number);
  const bool is_zero = std::string_view(text).find_first_of("123456789") == std::string_view::npos;
  CHECK(fixed_text(number, decimals) == text + (is_zero && text[0] == '-' ? 1 : 0));
}

TEST_CASE("decimals: significant_text equals printf") {
  const double number = GENERATE(0.0, 1.0, 0.05, 990.4, 999.96, 1e-7, 123456789.125, -2.5, 1e300);
  const int digits = GENERATE(1, 2, 3, 6, 17);
  char text[64];
  std::snprintf(text, sizeof text, "%.*g", digits, number);
  CHECK(significant_text(number, digits) == text);
}

TEST_CASE("decimals: rounded_text rounds halves away from zero") {
  const auto [number, decimals, text] = GENERATE(table<double, int, std::string>({
      {0.25, 1, "0.3"},
      {-0.25, 1, "-0.3"},
      {-0.04, 1, "0.0"},
      {2.5, 0, "3"},
      {99.96, 1, "100.0"},
      {1e308, 2, fixed_text(1e308, 2)},
  }));
  CHECK(rounded_text(number, decimals) == text);
}

TEST_CASE("decimals: infinity and NaN are written as words") {
  CHECK(fixed_text(INFINITY, 1) == "inf");
  CHECK(rounded_text(-INFINITY, 1) == "-inf");
  CHECK(fixed_text(NAN, 1) == "nan");
}

TEST_CASE("decimals: the shortest text is read back as the same number") {
  CHECK(shortest_text(0.1) == "0.1");
  CHECK(shortest_text(-5) == "-5");
  CHECK(shortest_text(1e300) == "1e+300");
}

std::string hex_of(const std::string& bytes) {
  std::string text;
  for (const char byte : bytes) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned char>(byte));
    text += digits;
  }
  return text;
}

// From FIPS 180-2, appendix B, and NIST's test vectors.
TEST_CASE("sha256: published examples") {
  const auto hash = [](const std::string& bytes) { return hex_of(schiri::sha256(bytes)); };
  CHECK(hash("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(hash(std::string(1'000'000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  // At these lengths the padding begins to need another block.
  CHECK(hash(std::string(55, 'a')) ==
        "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
  CHECK(hash(std::string(56, 'a')) ==
        "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a");
  CHECK(hash(std::string(64, 'a')) ==
        "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
}

TEST_CASE("patterns: a name fits by characters") {
  const std::string composed = "J\u00f6rg", decomposed = "Jo\u0308rg";
  for (const char* pattern : {"J?rg", "J[\u00f6]rg", "J[\u00e4-\u00fc]rg", "*", "J*", "*g", "J*r*",
                              "J[!o]rg", "\\J?r\\g", "**J??g**"}) {
    INFO(pattern);
    CHECK(fits_pattern(pattern, composed));
    CHECK(fits_pattern(pattern, decomposed));
  }
  for (const char* pattern :
       {"", "J??rg", "j?rg", "J[a-z]rg", "J", "*x*", "J?rg?", "J[!\u00f6]rg"}) {
    INFO(pattern);
    CHECK_FALSE(fits_pattern(pattern, composed));
  }
  CHECK(fits_pattern("a[b", "a[b"));
  CHECK(fits_pattern("[]x]", "]"));
  CHECK(fits_pattern("\\*", "*"));
  CHECK_FALSE(fits_pattern("\\*", "x"));
  CHECK(fits_pattern("", ""));
}

}  // namespace base_text_test
