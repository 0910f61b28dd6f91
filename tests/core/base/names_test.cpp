#include "core/base/names.h"

#include "tests/catch.h"

namespace base_names_test {

using namespace schiri;

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

TEST_CASE("names: a part of a name matches in upper and lower case") {
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
      {"muller", "M\xc3\xbcller", false},
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

}  // namespace base_names_test
