#include "cli/print/list_page.h"
#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/support/database.h"
#include "tests/support/hostile_names.h"
#include "tests/support/otb_event.h"

namespace printed_lists_test {

// The lists of an event in every format: printed, on a screen and as a spreadsheet.

const std::vector<std::string> lists = {"players", "show", "standing", "table", "cards"};

struct Event : OtbEvent {
  explicit Event(const Words& terms = {"--rounds", "3"}, const std::string& players = "") {
    out("new", Words{"--name", "Spring cup", "--game", "creeper", "--date", "2026.05.01", "--place",
                     "Ulm"} +
                   terms);
    out("enter", {"--players", directory.write("players.csv", players.empty() ? usual : players)});
  }
  /// Plays rounds with these results.
  const Event& play(const std::vector<Words>& rounds) const {
    for (const Words& results : rounds) {
      out("pair");
      if (!results.empty()) out("result", results);
    }
    return *this;
  }

  static constexpr const char* usual =
      "name;rating;title;club;federation;fide-id;sex;born\nAnna;1840;WFM;Ulm;GER;123;w;1998\n"
      "Bert;1700;;;;;;\nCarla;1650;;;;;;\nDora;1600;;;;;;\nEmil;;;;;;;\n";
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

TEST_CASE(
    "printed lists: a cross table has all rounds of all players in the order of the standing") {
  const Event event;
  event.play({{"1", "1-0", "2", "="}, {"1", "+--", "2", "0-1"}, {}});
  const auto rows = json_lines(event.out("table", {"--format", "json"}));
  REQUIRE(rows.size() == 5);
  const auto standing = json_lines(event.out("standing", {"--format", "json"}));
  std::map<int, Json> by_number;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    by_number[rows[i]["line"].get<int>()] = rows[i];
    for (const char* key : {"player", "points", "buchholz", "rank", "remark"}) {
      CHECK(rows[i][key] == standing[i][key]);
    }
    CHECK(rows[i].contains("round_2"));
    CHECK_FALSE(rows[i].contains("round_3"));
  }
  // A game appears in both lines, once from each side.
  const std::map<std::string, std::string> other = {
      {"1", "0"}, {"0", "1"}, {"½", "½"}, {"+", "-"}, {"-", "+"}};
  for (const auto& [number, row] : by_number) {
    for (const char* key : {"round_1", "round_2"}) {
      const auto cell = row[key].get<std::string>();
      CAPTURE(number, key, cell);
      const auto matches = matches_of(cell, "^(\\d+)([wb])([10½+-]+)$");
      if (matches.empty()) {
        CHECK(cell == "–1");
        continue;
      }
      const auto& parts = matches[0].groups;
      CHECK(by_number[std::stoi(parts[1])][key] ==
            std::to_string(number) + (parts[2] == "w" ? "b" : "w") + other.at(parts[3]));
    }
  }
  CHECK(has(event.out("table", {"--round", "3"}), "after round 3 as far as it is played"));
  CHECK(run_schiri({"otb", "table", event.file, "--round", "4"}).status == 2);
}

TEST_CASE("printed lists: each list in each format and language has no untranslated key") {
  const Event event;
  event.out("bye", {"Dora", "--round", "2"});
  event.play({{"1", "1-0", "2", "="}, {"1", "+--", "2", "0-1"}});
  event.out("withdraw", {"Carla"});
  const std::map<std::string, Words> words = {
      {"en", {"Start list", "Round 2", "After round 2", "Cross table after", "Player cards after"}},
      {"de",
       {"Startliste", "Runde 2", "Rangliste nach der 2. Runde", "Kreuztabelle nach",
        "Spielerkarten nach"}},
      {"fr",
       {"Liste de départ", "Ronde 2", "Classement après la ronde 2", "Grille américaine après",
        "Fiches des joueurs après"}}};
  for (std::size_t i = 0; i < lists.size(); ++i) {
    for (const auto& [language, titles] : words) {
      CAPTURE(lists[i], language);
      const std::string page = event.out(lists[i], {"--format", "html", "--language", language});
      CHECK(has(page, "<html lang=\"" + language + "\">"));
      CHECK(has(page, titles[i]));
      const std::string csv = event.out(lists[i], {"--format", "csv", "--language", language});
      CHECK_FALSE(has(csv, "_"));
      CHECK_FALSE(has(event.out(lists[i], {"--language", language}), "_"));
    }
    // Formats for programs do not depend on the language.
    const Words german = {"LC_ALL=de_DE.UTF-8", SCHIRI_PROGRAM, "otb", lists[i], event.file};
    for (const char* format : {"json", "csv"}) {
      CHECK(run_program("env", german + Words{"--format", format}).out ==
            event.out(lists[i], {"--format", format}));
    }
  }
}

TEST_CASE("printed lists: names are escaped in every list") {
  const Event event({"--rounds", "3"}, "name\nA\nB\n");
  for (const std::string& name : hostile_names) {
    run_schiri({"otb", "enter", event.file, "--club", name, "--", "x" + name});
  }
  run_schiri({"otb", "set", event.file, "--place", "<b>&"});
  event.play({{}});
  for (const std::string& list : lists) {
    CAPTURE(list);
    const std::string page = run_schiri({"otb", list, event.file, "--format", "html"}).out;
    CHECK(has(page, "&lt;script&gt;alert(1)"));
    CHECK(is_harmless(page));
    for (const char* bad :
         {"<script", "<img", "<b>", "\" onmouseover=\"", "<!-- &", "http:", "https:"}) {
      CHECK_FALSE(has(page, bad));
    }
    CHECK(has(page, "default-src 'none'; style-src 'unsafe-inline'"));
    CHECK(is_harmless(run_schiri({"otb", list, event.file}).out));
    const std::string csv =
        run_schiri({"otb", list, event.file, "--format", "csv", "--delimiter", ";"}).out;
    CHECK_FALSE(has_match(csv, "(^|;)[=+@]"));
  }
}

TEST_CASE("printed lists: the font is as large as the sheet permits") {
  using namespace schiri::cli;
  const auto style = [](std::size_t columns, std::size_t rows) {
    schiri::Table table{.columns = std::vector<schiri::Column>(columns, {"word"})};
    table.rows.assign(rows, std::vector<schiri::Cell>(columns, schiri::Cell("12w1")));
    return html_print_style(shown_table(table, {.format = schiri::Format::html}), 7);
  };
  CHECK(has(style(6, 10), "A4 portrait"));
  CHECK(has(style(6, 10), "18.0pt"));
  // Few rows share the height of the sheet.
  CHECK(has(style(6, 10), "padding-block: 0.7"));
  CHECK(has(style(6, 3), "padding-block: 1.6"));
  CHECK(has(style(24, 10), "A4 landscape"));
  CHECK(has(style(40, 29), "A4 landscape"));
  // A long list continues on another sheet at a readable font size.
  CHECK(has(style(6, 500), "11.0pt"));
  CHECK(has(style(6, 500), "padding-block: 0.15"));
  CHECK(has(style(0, 0), "@page"));
}

}  // namespace printed_lists_test
