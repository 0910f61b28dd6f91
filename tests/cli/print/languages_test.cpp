#include "core/base/characters.h"
#include "core/base/text.h"
#include "tests/catch.h"
#include "tests/support/commands.h"
#include "tests/support/run.h"

// What commands print for people is in their language: no line of the German or French output may
// be one of the English output, unless it has no words that a language could change.

namespace print_languages_test {

/// What a program prints in a language, on standard output and error.
std::string output_in(const std::string& language, const Words& command,
                      const std::string& input = "") {
  Words words = {"LC_ALL=" + language + ".UTF-8", SCHIRI_PROGRAM};
  words.insert(words.end(), command.begin(), command.end());
  const Run run = run_program("env", words, input);
  CHECK_FALSE(run.hung);
  return run.out + run.err;
}

/// Names, codes and words of the command line, which are the same in all languages.
bool is_name(const std::string& word) {
  static const std::set<std::string> names = {
      "Anna",         "Berta",  "Carla",       "schiri",    "pgn",      "creeper",
      "springerjagd", "sperre", "standard",    "alphabeta", "greedy",   "random",
      "Elo",          "nElo",   "LOS",         "Creeper",   "Sperre",   "Springerjagd",
      "repetition",   "bases",  "swap",        "own",       "goal",     "roll",
      "turns",        "note",   "Pentanomial", "III",       "move",     "first",
      "rows",         "both",   "Variant",     "db",        "SB",       "BH",
      "DE",           "direct", "performance", "points",    "Buchholz", "Notation"};
  return names.contains(word);
}

/// Has a line words that a language changes? Position strings have none; the caption of a board has
/// tests of its own.
bool has_words(const std::string& line) {
  if (std::count(line.begin(), line.end(), '/') >= 5 || line.ends_with(" to move")) return false;
  std::string word;
  bool has_digit = false;
  for (const char c : line + " ") {
    if (is_letter(c) || is_digit(c)) {
      word += c;
      has_digit = has_digit || is_digit(c);
      continue;
    }
    if (word.size() > 1 && !has_digit && !is_name(word)) return true;
    word.clear();
    has_digit = false;
  }
  return false;
}

/// The lines with words that both texts have.
std::vector<std::string> shared_lines(const std::string& english, const std::string& other) {
  std::set<std::string_view> lines;
  for (const std::string_view line : split(english, '\n')) lines.insert(line);
  std::vector<std::string> shared;
  for (const std::string_view line : split(other, '\n')) {
    if (lines.contains(line) && has_words(std::string(line))) shared.emplace_back(line);
  }
  return shared;
}

struct Case {
  Words command;
  std::string input = {};
};

void check(const Case& one) {
  const std::string english = output_in("C", one.command, one.input);
  CHECK_FALSE(english.empty());
  for (const std::string language : {"de_DE", "fr_FR"}) {
    const std::string other = output_in(language, one.command, one.input);
    CAPTURE(one.command, language, other);
    CHECK(shared_lines(english, other) == std::vector<std::string>());
  }
}

/// A file of three games.
std::string games_in(const TemporaryDirectory& directory) {
  const auto game = [](const std::string& white, const std::string& black,
                       const std::string& result, const std::string& turns) {
    return "[Event \"Club\"]\n[Site \"Ulm\"]\n[Date \"2026.03.01\"]\n[Round \"1\"]\n[White \"" +
           white + "\"]\n[Black \"" + black + "\"]\n[Result \"" + result +
           "\"]\n[Game \"creeper\"]\n[Termination \"resignation\"]\n\n" + turns + ' ' + result +
           "\n\n";
  };
  return directory.write("games.pgn", game("Anna", "Berta", "1-0", "1. A2+B3 C7-C6") +
                                          game("Berta", "Carla", "1-0", "1. A2+B3 C7-C6 2. G6+F5") +
                                          game("Carla", "Anna", "0-1", "1. A2+B3"));
}

TEST_CASE("languages: games and boards") {
  const TemporaryDirectory directory;
  const std::string file = games_in(directory);
  check({{"games"}});
  check({{"games", "--rulings"}});
  check({{"position", "creeper"}});
  check({{"position", "springerjagd"}});
  check({{"position", "more-or-less", "--play", "O"}});
  check({{"position", "sperre", "--roll", "147"}});
  check({{"replay", file, "--index", "1"}});
  check({{"turns", "creeper", "--roll", "147"}});
  check({{"play", "creeper", "--index", "3"}});
}

TEST_CASE("languages: totals and summaries of records") {
  const TemporaryDirectory directory;
  const std::string out = directory.file("out.pgn"), file = games_in(directory);
  check({{"summary", file}});
  check({{"select", file, "--result", "1-0", "-o", out}});
  check({{"sort", file, "-o", out}});
  check({{"dedupe", file, "-o", out}});
  check({{"split", file, "--by", "White", "-o", directory.file("split")}});
  check({{"merge", file, "-o", out}});
  check({{"data", file, "-o", directory.file("data.csv")}});
  check({{"table", file}});
}

TEST_CASE("languages: files and options that cannot be used") {
  const TemporaryDirectory directory;
  const std::string file = games_in(directory);
  directory.write("prose.pgn", "Once upon a time there was a game of stones and pawns.\n");
  check({{"validate", directory.file("missing.pgn")}});
  check({{"summary", directory.file("prose.pgn")}});
  std::filesystem::create_directory(directory.file("empty"));
  check({{"summary", directory.file("empty")}});
  check({{"convert", file, "-o", directory.file("no/folder.pgn")}});
  check({{"convert", file, "-o", directory.file("x.zip")}});
  check({{"select", file, "--player", "Nobody"}});
  check({{"select", file, "--since", "yesterday"}});
  check({{"replay", file, "--index", "99"}});
  check({{"board", "creeper", "-o", directory.file("board.png")}});
  check({{"sort", file, "--by", "colour"}});
}

TEST_CASE("languages: commands of bots, databases and statistics are English in every locale") {
  const TemporaryDirectory directory;
  const std::string file = games_in(directory), db = directory.file("games.db");
  const Words commands[] = {
      {"tournament", "show", "--game", "creeper", "--bot", "random", "--bot", "greedy"},
      {"tournament", "run", "--game", "chess"},
      {"test", "random", "--baseline", "greedy", "--game", "creeper", "--games", "0"},
      {"tune", "creeper", "--bot", "random"},
      {"bot", "check", "chess", "--bot", "greedy"},
      {"ugi", "chess", "--bot", "greedy"},
      {"db", "import", "--db", db, file},
      {"db", "query", "games", "--db", db},
      {"db", "query", "games", "--db", directory.file("missing.db")},
      {"db", "check", "--db", db},
      {"ratings", file},
      {"ratings", "--method", "glicko"},
      {"stats", "elo", "--wdl", "3,2,1"},
      {"stats", "elo", "--wdl", "3,2"}};
  for (const Words& command : commands) {
    std::filesystem::remove(db);
    if (command[1] != "import") REQUIRE(run_schiri({"db", "import", "--db", db, file}).status <= 1);
    const std::string english = output_in("C", command);
    std::filesystem::remove(db);
    if (command[1] != "import") REQUIRE(run_schiri({"db", "import", "--db", db, file}).status <= 1);
    CAPTURE(command, english);
    CHECK_FALSE(english.empty());
    CHECK(output_in("de_DE", command) == english);
  }
  // They have no option that says otherwise.
  CHECK(run_schiri({"db", "query", "games", "--db", db, "--language", "de"}).status == 2);
  // But a rating list is for players.
  const Run list = run_schiri({"ratings", file, "--language", "de"});
  CHECK_THAT(list.out, contains_text("Spieler"));
}

TEST_CASE("languages: a game at the terminal") {
  const TemporaryDirectory directory;
  const Words people = {"play",    "creeper",          "--white", "human name=Anna",
                        "--black", "human name=Berta", "-o",      directory.file("games.pgn")};
  check(
      {people, "help\n\nC1\nboard\nA1\nturns\nclock\nundo\nback\nhint\nrules\ndraw\nno\nresign\n"});
  check({people, "A2+B3\nquit\n"});
}

TEST_CASE("languages: a game at the terminal takes commands in its language") {
  const TemporaryDirectory directory;
  const auto play = [&](const std::string& language, const std::string& input) {
    return output_in(language,
                     {"play", "creeper", "--white", "human name=Anna", "--black",
                      "human name=Berta", "-o", directory.file("games.pgn")},
                     input);
  };
  CHECK_THAT(play("de_DE", "Uhr\naufgeben\n"),
             contains_text("Weiß: ohne Uhr") && contains_text("0-1: Weiß hat aufgegeben"));
  CHECK_THAT(play("de_DE", "A2+B3\nZURÜCKNEHMEN\nremis\nJa\n"),
             contains_text("Der letzte Zug ist zurückgenommen.") &&
                 contains_text("1/2-1/2: remis durch Vereinbarung"));
  CHECK_THAT(
      play("fr_FR", "nulle\nnon\nnulle\noui\n"),
      contains_text("nulle refusée") && contains_text("1/2-1/2\u00a0: nulle par accord mutuel"));
  // The record is English in all languages, and so are the words of other languages turns.
  CHECK_THAT(read_file(directory.file("games.pgn")),
             contains_text("White has resigned") && !contains_text("aufgegeben"));
  CHECK_THAT(play("C", "aufgeben\nquit\n"), !contains_text("resigned"));
  CHECK_THAT(play("fr_FR", "quit\n"), !contains_text("ne peut"));
}

TEST_CASE("languages: numbers have the decimal sign of the language") {
  const TemporaryDirectory directory;
  const std::string file = games_in(directory);
  const std::string german = output_in("de_DE", {"summary", file});
  CHECK_THAT(german, contains_text("66,7 %") && !contains_text("66.7 %"));
  CHECK_THAT(output_in("C", {"summary", file}), contains_text("66.7 %"));
  const std::string json = output_in("de_DE", {"summary", file, "--format", "json"});
  CHECK(json == output_in("C", {"summary", file, "--format", "json"}));
  CHECK(output_in("de_DE", {"table", file, "--format", "csv"}) ==
        output_in("C", {"table", file, "--format", "csv"}));
}

TEST_CASE("languages: --language precedes the locale and the default is English") {
  if (!has_otb()) return;
  const struct {
    std::vector<std::string> environment;
    std::vector<std::string> options;
    std::string word;
  } rows[] = {{{}, {}, "after round 0"},
              {{"LANG=de_AT.UTF-8"}, {}, "Rangliste"},
              {{"LANG=de"}, {}, "Rangliste"},
              {{"LANG=de_DE", "LC_MESSAGES=fr_FR.UTF-8"}, {}, "classement"},
              {{"LANG=de_DE", "LC_ALL=C"}, {}, "after round 0"},
              {{"LANG=de_DE", "LC_ALL="}, {}, "Rangliste"},
              {{"LANG=den"}, {}, "after round 0"},
              {{"LANG=it_IT"}, {}, "after round 0"},
              {{"LANG=de_DE"}, {"--language", "fr"}, "classement"},
              {{"LANG=de_DE"}, {"--language", "en"}, "after round 0"},
              {{}, {"--language", "it"}, ""}};
  const TemporaryDirectory directory;
  const std::string file = directory.file("cup.otb");
  REQUIRE(run_schiri({"otb", "new", file, "--name", "Cup", "--game", "creeper", "--rounds", "1"})
              .status == 0);
  for (const auto& row : rows) {
    CAPTURE(row.environment, row.options);
    Words words = {"-u", "LC_ALL", "-u", "LC_MESSAGES", "-u", "LANG"};
    words = words + row.environment + Words{SCHIRI_PROGRAM, "otb", "standing", file} + row.options;
    const Run run = run_program("env", words);
    CHECK(run.status == (row.word.empty() ? 2 : 0));
    if (!row.word.empty()) CHECK(run.out.find("Cup, " + row.word) == 0);
  }
}

}  // namespace print_languages_test
