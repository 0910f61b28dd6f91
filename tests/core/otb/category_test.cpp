#include "core/otb/category.h"

#include "tests/catch.h"

namespace category_test {

using namespace schiri::otb;

/// Players who differ in age, sex, club, rating and the categories in which they are listed.
Event mixed_event() {
  Event event(System::swiss, 3);
  const auto enter = [&](const std::string& name, std::optional<int> rating,
                         const PlayerDetails& details, const std::string& club = "") {
    Entry entry{name, rating, club};
    entry.details = details;
    event.enter(entry);
  };
  enter("Junior", 1200, {"", "", "GER", "m", "2012/12/31"}, "Ulm");
  enter("Girl", {}, {"", "", "", "w", "2013"}, "Bonn");
  enter("Older", 1599, {"", "", "", "m", "2011"}, "ULM");
  enter("Senior", 1600, {"", "", "SUI", "w", "1966/01/01"}, "Ulm");
  enter("Listed", 2000, {"", "", "", "", "", "Guests, U14"});
  return event;
}

std::string members(const std::string& category, const std::string& date = "2026.05.01") {
  const Event event = mixed_event();
  EventHead head;
  head.date = date;
  const auto found = members_of(read_category(category), head, event);
  std::string text;
  for (std::size_t p = 0; p < found.size(); ++p) {
    if (found[p]) text += (text.empty() ? "" : " ") + event.entrants()[p].name;
  }
  return text;
}

TEST_CASE("category: rules by age, sex, club, federation and rating") {
  // Those who turn 14 in the year of the event or later, and those listed under the name.
  CHECK(members("U14") == "Junior Girl Listed");
  CHECK(members("u13") == "Girl");
  CHECK(members("U14", "2025.12.31") == "Junior Girl Older Listed");
  CHECK(members("S60") == "Senior");
  CHECK(members("60+") == "Senior");
  CHECK(members("S61").empty());
  CHECK(members("women") == "Girl Senior");
  CHECK(members("Men") == "Junior Older");
  CHECK(members("club:Ulm") == "Junior Senior");
  CHECK(members("federation:sui") == "Senior");
  // Without a rating a player counts as 0.
  CHECK(members("-1599") == "Junior Girl Older");
  CHECK(members("1200-1599") == "Junior Older");
  CHECK(members("1600-") == "Senior Listed");
}

TEST_CASE("category: several rules must all hold, and a name without rules has listed players") {
  CHECK(members("Girls=U14,women") == "Girl");
  CHECK(members("Best of Ulm = club:Ulm , 1500-") == "Senior");
  CHECK(members("guests") == "");
  CHECK(members("Guests") == "Listed");
  CHECK(read_category("Best of Ulm = club:Ulm").name == "Best of Ulm");
  CHECK(read_category_names(" B , guests,B,") == "B, guests");
}

TEST_CASE("category: invalid texts are refused") {
  for (const std::string text :
       {"", "=U14", "Girls=", "Girls=U14,", "Girls=young", "a,b", "Low=1800-1400", "x\n=U14",
        "Girls=club:", "Girls=U", "Girls=U-3", "Girls=-", "Girls=99999-"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(read_category(text), EventError);
  }
  CHECK_THROWS_AS(read_category(std::string(101, 'a')), EventError);
  CHECK_THROWS_AS(read_category_names("a=b"), EventError);
  // The year of the event decides the age.
  CHECK_THROWS_AS(members("U14", "????.??.??"), EventError);
  otb::Terms terms{System::swiss, 3};
  terms.boards = 2;
  CHECK_THROWS_AS(members_of(read_category("women"), EventHead(), Event(terms)), EventError);
}

TEST_CASE("category: those of an event are the declared ones, then those of listed players") {
  const Event event = mixed_event();
  EventHead head;
  head.categories = {"U14", "Girls=U14,women"};
  std::vector<std::string> names;
  for (const Category& category : categories(head, event)) names.push_back(category.name);
  CHECK(names == std::vector<std::string>{"U14", "Girls", "Guests"});
}

}  // namespace category_test
