#include "tests/support/hostile_names.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include "tests/catch.h"
#include "tests/support/run.h"

namespace hostile_names_test {

// Malicious names in every command that prints names.

const std::vector<std::string>& names = hostile_names;

/// Each player has beaten the next one, and the last one the first; the database holds these games.
struct Fixture {
  Fixture() {
    std::string records;
    for (std::size_t i = 0; i < names.size(); ++i) {
      records += "[Event \"E\"]\n[Site \"?\"]\n[Date \"2024.01.01\"]\n[Round \"" +
                 std::to_string(i + 1) + "\"]\n[White \"P" + std::to_string(i) + "\"]\n[Black \"P" +
                 std::to_string((i + 1) % names.size()) +
                 "\"]\n[Result \"1-0\"]\n[Game \"creeper\"]\n[Termination \"resignation\"]\n\n"
                 "1. A2+B3 1-0\n\n";
    }
    must_run({"db", "import", "--db", db, "-"}, records);
    SQLite::Database database(db, SQLite::OPEN_READWRITE);
    SQLite::Statement rename(database, "UPDATE player SET name = ? WHERE name = ?");
    for (std::size_t i = 0; i < names.size(); ++i) {
      rename.bind(1, names[i]);
      rename.bind(2, "P" + std::to_string(i));
      rename.exec();
      rename.reset();
    }
  }

  Run run(std::vector<std::string> words, const std::string& format = "") const {
    words.insert(words.end(), {"--db", db});
    if (!format.empty()) words.insert(words.end(), {"--format", format});
    Run run = run_schiri(words);
    CAPTURE(words, run.err);
    CHECK(run.status == 0);
    return run;
  }

  TemporaryDirectory directory;
  std::string db = directory.file("a.db");
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The unquoted cells of a line.
std::vector<std::string> csv_cells(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      cells.back() += line[++i];
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += line[i];
    }
  }
  CHECK_FALSE(quoted);
  return cells;
}

const std::vector<std::vector<std::string>> lists = {
    {"ratings"},
    {"ratings", "--method", "elo"},
    {"table"},
    {"db", "query", "players"},
    {"db", "query", "games"},
    {"db", "query", "head-to-head"},
    {"db", "query", "streaks"},
    {"db", "query", "sql", "SELECT white AS player, black, result FROM games"},
};

TEST_CASE_METHOD(Fixture, "hostile names: text stays on its line and moves no cursor") {
  for (const auto& words : lists) {
    CAPTURE(words);
    const Run run = this->run(words);
    CHECK(is_harmless(run.out + run.err));
    CHECK(std::count_if(run.out.begin(), run.out.end(),
                        [](unsigned char c) { return c < 0x20 && c != '\n'; }) == 0);
    CHECK(lines_of(run.out).size() < 2 * names.size() + 10);
  }
  CHECK(is_harmless(run({"ratings", "--matrix"}).out));
  CHECK(is_harmless(run({"ratings", "--method", "elo", "--history", names[14]}).out));
  CHECK(is_harmless(run({"ratings", "--predict", names[14], names[17]}).out));
}

TEST_CASE_METHOD(Fixture, "hostile names: JSON escapes control characters and keeps the names") {
  for (const auto& words : lists) {
    CAPTURE(words);
    const Run run = this->run(words, "json");
    CHECK(is_harmless(run.out));
    std::vector<std::string> found;
    for (const std::string& line : lines_of(run.out)) {
      const auto object = Json::parse(line);
      found.push_back(object.at(object.contains("player") ? "player" : "white").text());
    }
    for (const std::string& name : names) {
      CAPTURE(name);
      CHECK(std::count(found.begin(), found.end(), name) >= 1);
    }
  }
}

TEST_CASE_METHOD(Fixture, "hostile names: no CSV cell is a formula or breaks its row") {
  for (const auto& words : lists) {
    CAPTURE(words);
    const Run run = this->run(words, "csv");
    CHECK(is_harmless(run.out));
    const auto lines = lines_of(run.out);
    const std::size_t width = csv_cells(lines.at(0)).size();
    CHECK(lines.size() >= names.size());
    for (const std::string& line : lines) {
      const auto cells = csv_cells(line);
      CAPTURE(line);
      CHECK(cells.size() == width);
      for (const std::string& cell : cells) {
        const bool is_number = cell.find_first_not_of("+-.0123456789") == cell.npos && cell != "-1";
        if (!is_number) CHECK((cell.empty() || std::string("=+-@\t\r").find(cell[0]) == cell.npos));
      }
    }
  }
}

TEST_CASE_METHOD(Fixture, "hostile names: a report contains no injected markup") {
  const std::string page = run({"report", "-o", "-"}).out;
  for (const char* bad : {"<script>alert", "<img src=x", "onmouseover=\"", "</script><", "\x1b",
                          "\x07", "two\nlines"}) {
    CAPTURE(bad);
    CHECK(page.find(bad) == page.npos);
  }
  // The names are in the data, which is compressed.
  CHECK(page.find("O'Brien") == page.npos);
  CHECK(page.find("id=\"data\"") != page.npos);
}

TEST_CASE_METHOD(Fixture, "hostile names: each name is found exactly") {
  for (const std::string& name : names) {
    CAPTURE(name);
    if (name == "--help") continue;  // it would be an option
    CHECK(lines_of(run({"db", "query", "games", "--player=" + name}, "json").out).size() == 2);
    CHECK(lines_of(run({"db", "query", "players", "--player=" + name}, "json").out).size() == 3);
  }
  CHECK(run_schiri({"db", "query", "games", "--db", db, "--event", "' OR 1=1 --"}).out.find("E ") ==
        std::string::npos);
  // The check reports only the names that records cannot hold.
  const auto reported = std::count_if(names.begin(), names.end(), [](const std::string& name) {
    return std::any_of(name.begin(), name.end(),
                       [](unsigned char c) { return c < 32 || c == 127; });
  });
  const std::string checked = run_schiri({"db", "check", "--db", db}).out;
  CHECK_THAT(checked, contains_text(std::to_string(names.size()) + " games replayed, " +
                                    std::to_string(reported) + " problems\n"));
  const auto lines = std::count(checked.begin(), checked.end(), '\n');
  CHECK(lines == reported + 1);
}

TEST_CASE_METHOD(Fixture, "hostile names: exported records can be imported unchanged") {
  const std::string records = run({"db", "export"}).out;
  for (const char bad : {'\x1b', '\x07', '\x7f', '\r', '\t'}) {
    CHECK(records.find(bad) == records.npos);
  }
  const std::string other = directory.file("b.db");
  const Run import = run_schiri({"db", "import", "--db", other, "-"}, records);
  CHECK(import.out == std::to_string(names.size()) + " games stored, 0 in quarantine\n");
  const Run again = run_schiri({"db", "export", "--db", other});
  CHECK(again.out == records);
  // All printable characters are kept.
  const std::string players =
      run_schiri({"db", "query", "players", "--db", other, "--format", "json"}).out;
  for (const char* kept : {"DROP TABLE", "<script>", "=1+2", "@SUM", "%s%n", "[Event"}) {
    CHECK_THAT(players, contains_text(kept));
  }
}

TEST_CASE_METHOD(Fixture, "hostile names: announced changes are harmless") {
  for (const std::string& name : names) {
    if (name == "--help") continue;
    CAPTURE(name);
    const Run run = run_schiri({"db", "rename-player", "--db", db, "--dry-run", "--", name, "Ann"});
    CHECK(run.status == 0);
    CHECK(is_harmless(run.out + run.err));
    // The change, and the alias, which not every name can be.
    CHECK(lines_of(run.out).size() <= 2);
    CHECK_FALSE(run.out.empty());
  }
}

}  // namespace hostile_names_test
