#include <regex>

#include "core/base/text.h"
#include "tests/catch.h"
#include "tests/support/commands.h"
#include "tests/support/database.h"
#include "tests/support/run.h"

namespace defaults_test {

// Defaults for missing options: schiri.toml and SCHIRI_DB.

const std::string games =
    "[Event \"e\"]\n[White \"Anna\"]\n[Black \"Bob\"]\n[Result \"*\"]\n[Game \"creeper\"]\n\n"
    "1. A2+B3 *\n\n";

/// A working directory and a home with files of defaults.
struct Environment {
  TemporaryDirectory directory;
  std::string file = directory.write("games.pgn", games);
  std::string home = directory.file("home"), work = directory.file("work");

  Environment() {
    std::filesystem::create_directories(home + "/.config/schiri");
    std::filesystem::create_directories(work);
  }
  void set_own(const std::string& text) const { write(home + "/.config/schiri/schiri.toml", text); }
  void set_here(const std::string& text) const { write(work + "/schiri.toml", text); }
  static void write(const std::string& path, const std::string& text) {
    std::ofstream(path) << text;
  }

  /// `variables`: additional environment variables, NAME=VALUE.
  Run run(const Words& words, const Words& variables = {}, const std::string& input = "") const {
    Words all = {"-u", "XDG_CONFIG_HOME", "-u", "SCHIRI_DB", "HOME=" + home};
    all.insert(all.end(), variables.begin(), variables.end());
    all.push_back(SCHIRI_PROGRAM);
    all.insert(all.end(), words.begin(), words.end());
    return run_program("env", all, input, {work, {}});
  }
  bool has(const std::string& db) const { return std::filesystem::exists(work + "/" + db); }
};

TEST_CASE("defaults: the default database is used if none is named") {
  const Environment environment;
  environment.set_here("# of this folder\ndatabase = \"here.db\"\nthreads = 2\n");
  CHECK(environment.run({"db", "import", environment.file}).status == 0);
  CHECK(environment.has("here.db"));
  CHECK(json_lines(environment.run({"db", "query", "games", "--format", "json"}).out).size() == 1);
  CHECK(environment.run({"ratings"}).status == 0);
  const Run reported = environment.run({"report", "-o", "r.html"});
  CAPTURE(reported.err);
  CHECK(reported.status == 0);
  // Named files replace the default database.
  CHECK(environment.run({"ratings", environment.file}).status == 0);
}

TEST_CASE("defaults: options precede the environment and the environment precedes the file") {
  const Environment environment;
  environment.set_own("database = \"/nowhere/own.db\"\n");
  environment.set_here("database = \"here.db\"\n");
  CHECK(
      environment.run({"db", "import", "--db", "told.db", environment.file}, {"SCHIRI_DB=known.db"})
          .status == 0);
  CHECK(environment.has("told.db"));
  CHECK(environment.run({"db", "import", environment.file}, {"SCHIRI_DB=known.db"}).status == 0);
  CHECK(environment.has("known.db"));
  CHECK_FALSE(environment.has("here.db"));
  CHECK(environment.run({"db", "import", environment.file}).status == 0);
  CHECK(environment.has("here.db"));
}

TEST_CASE("defaults: paths in the user's settings are relative to that file") {
  const Environment environment;
  environment.set_own("database = \"../../games.db\"\n");
  CHECK(environment.run({"db", "import", environment.file}).status == 0);
  CHECK(std::filesystem::exists(environment.home + "/games.db"));
  const std::string settings = environment.directory.file("settings");
  std::filesystem::create_directories(settings + "/schiri");
  Environment::write(settings + "/schiri/schiri.toml", "database = \"xdg.db\"\n");
  CHECK(
      environment.run({"db", "import", environment.file}, {"XDG_CONFIG_HOME=" + settings}).status ==
      0);
  CHECK(std::filesystem::exists(settings + "/schiri/xdg.db"));
}

TEST_CASE("defaults: without a default a command requires --db") {
  const Environment environment;
  CHECK(environment.run({"db", "export"}).status == 2);
  CHECK(environment.run({"ratings"}).status == 2);
  CHECK(environment.run({"db", "export"}, {"SCHIRI_DB="}).status == 2);
}

TEST_CASE("defaults: a tournament is stored in the default database") {
  const Environment environment;
  environment.set_here("database = \"here.db\"\nthreads = 1\n");
  CHECK(environment
            .run({"tournament", "run", "--game", "creeper", "--bot", "random", "--bot",
                  "random name=other"})
            .status == 0);
  CHECK(environment.has("here.db"));
}

TEST_CASE("defaults: invalid settings are refused and the nearest key is suggested") {
  const auto [text, message] = GENERATE(table<std::string, std::string>({
      {"databse = \"a.db\"", "there is no key 'databse'; the nearest is 'database'"},
      {"[db]\nthreads = 2", "there is no key 'db."},
      {"threads = many", "'threads': expected a whole number from 1 to 1024, not 'many'"},
      {"threads = 0", "'threads': expected a whole number from 1 to 1024, not '0'"},
      {"threads = 2\nthreads = 3", "'threads' takes one value"},
      {"style = \"plane\"", "'style': there is no 'plane'; there are 'auto', 'plain' and 'colour'"},
      {"language = \"dee\"", "'language': there is no 'dee'; the nearest is 'de'"},
      {"language = \"latin\"", "'language': there is no 'latin'; there are 'en', 'de' and 'fr'"},
      {"database = \"\"", "'database'"},
  }));
  const Environment environment;
  environment.set_here(text + "\n");
  const Run run = environment.run({"games"});
  CAPTURE(text, run.err);
  CHECK(run.status == 2);
  CHECK(run.out.empty());
  CHECK_THAT(run.err, contains_text("schiri.toml: ") && contains_text(message));
  CHECK(environment.run({"--help"}).status == 0);
  CHECK(environment.run({"--version"}).status == 0);
}

TEST_CASE("defaults: a folder named schiri.toml is refused") {
  const Environment environment;
  std::filesystem::create_directories(environment.work + "/schiri.toml");
  const Run run = environment.run({"games"});
  CHECK(run.status == 3);
  CHECK_THAT(run.err, contains_text("schiri.toml: the file cannot be read"));
}

TEST_CASE("defaults: style and colour of boards") {
  const Environment environment;
  const std::string plain = environment.run({"position", "creeper"}).out;
  CHECK(plain.find('\x1b') == std::string::npos);
  environment.set_here("style = \"colour\"\n");
  CHECK(environment.run({"position", "creeper"}).out.find('\x1b') != std::string::npos);
  environment.set_here("style = \"plain\"\n");
  CHECK(environment.run({"position", "creeper"}).out == plain);
}

TEST_CASE("defaults: the language of findings") {
  const Environment environment;
  Environment::write(environment.file, "[Game \"creeper\"]\n\n1. A2+B3 A6-H6 *\n");
  const auto validate = [&](const Words& more, const Words& variables = {}) {
    Words words = {"validate", environment.file};
    words.insert(words.end(), more.begin(), more.end());
    Words all = {"LC_ALL=C"};
    all.insert(all.end(), variables.begin(), variables.end());
    return environment.run(words, all).out;
  };
  const std::string english = validate({}), json = validate({"--format", "json"});
  CHECK_THAT(english, contains_text("error: 'A6-H6' is not a turn; the board has no H6"));
  const auto check_german = [](const std::string& out) {
    CHECK_THAT(out, contains_text("Fehler: „A6-H6“ ist kein Zug; das Brett hat kein H6") &&
                        contains_text("[syntax; Partie 1, Zug 2 (1. Schwarz)]") &&
                        contains_text("1 Partie, 0 gültig, 1 ungültig, 1 Zug\n"));
  };
  check_german(validate({}, {"LC_ALL=de_AT.UTF-8"}));
  CHECK(validate({}, {"LC_ALL=pl_PL.UTF-8"}) == english);
  environment.set_here("language = \"de\"\n");
  check_german(validate({}));
  CHECK(validate({"--language", "en"}, {"LC_ALL=de_AT.UTF-8"}) == english);
  CHECK_THAT(validate({"--language", "fr"}),
             contains_text("erreur: «\u202fA6-H6\u202f» n’est pas un coup\u202f; le plateau"));
  // What programs read changes only on request.
  CHECK(validate({"--format", "json"}) == json);
  CHECK_THAT(validate({"--format", "json", "--language", "de"}),
             contains_text("\"code\":\"syntax\"") && contains_text("A6-H6“ ist kein Zug"));
}

TEST_CASE("defaults: bots from a file of presets") {
  const Environment environment;
  environment.set_own("presets = \"engines.json\"\n");
  const std::string presets = R"({"quick": "mcts nodes=20", "mine": {"cmd": "true"}})";
  Environment::write(environment.home + "/.config/schiri/engines.json", presets);
  Environment::write(environment.directory.file("others.json"),
                     R"({"quick": "alphabeta nodes=30"})");
  environment.set_here("threads = 1\n");  // the presets stay the user's own
  const auto bench = [&](const Words& more) {
    Words words = {"bot", "check", "creeper", "--bench", "--bot", "preset=quick"};
    words.insert(words.end(), more.begin(), more.end());
    return environment.run(words);
  };
  const Run named = bench({});
  CHECK(named.status == 0);
  CHECK(named.out ==
        environment.run({"bot", "check", "creeper", "--bench", "--bot", "mcts nodes=20"}).out);
  CHECK(bench({"--presets", environment.directory.file("others.json")}).out ==
        environment.run({"bot", "check", "creeper", "--bench", "--bot", "alphabeta nodes=30"}).out);
  CHECK(environment.run({"bot", "check", "creeper", "--bot", "preset=quick"}).status == 0);
  const auto look = [&](const std::string& bot) {
    return environment.run({"analyse", "creeper", "--no-times", "--bot", bot});
  };
  CHECK(look("preset=quick").status == 0);
  CHECK(look("preset=quick").out == look("mcts nodes=20 name=quick").out);
  CHECK(environment.run({"ugi", "creeper", "--bot", "preset=quick"}, {}, "ugi\n")
            .out.find("id name") != std::string::npos);
  CHECK(environment.run({"ugi", "creeper", "--bot", "preset=mine"}).status == 2);
  const Run play = environment.run({"play", "creeper", "--white", "preset=quick", "--black",
                                    "preset=quick name=b", "-o", "played.pgn"});
  CHECK(play.status == 0);
  CHECK(environment.has("played.pgn"));
  const Run event = environment.run({"tournament", "run", "--game", "creeper", "--bot",
                                     "preset=quick", "--bot", "random", "--db", "a.db"});
  CHECK(event.status == 0);
  for (const Words& words : {Words{"bot", "check", "creeper", "--bot", "preset=quik"},
                             Words{"analyse", "creeper", "--bot", "preset=quik"}}) {
    const Run run = environment.run(words);
    CHECK(run.status == 2);
    CHECK(run.err.find("has no preset 'quik'; the nearest is 'quick'") != std::string::npos);
  }
  environment.set_own("");
  CHECK(bench({}).status == 2);
}

TEST_CASE("defaults: presets of the working directory start no program") {
  const Environment environment;
  const std::string trace = environment.directory.file("trace");
  environment.set_here("presets = \"engines.json\"\n");
  Environment::write(environment.work + "/engines.json",
                     R"({"mine": {"cmd": "touch )" + trace + "\"}}");
  for (const Words& words :
       {Words{"bot", "check", "creeper", "--bot", "preset=mine"},
        Words{"analyse", "creeper", "--bot", "preset=mine"},
        Words{"tournament", "run", "--game", "creeper", "--bot", "preset=mine", "--bot", "random",
              "--db", "a.db"},
        Words{"play", "creeper", "--white", "preset=mine", "--black", "random"}}) {
    CAPTURE(words);
    const Run run = environment.run(words);
    CHECK(run.status == 2);
    CHECK(run.err.find("that of this folder does not count for presets") != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(trace));
  }
  // Naming the file on the command line confirms it.
  environment.run({"bot", "check", "creeper", "--presets", "engines.json", "--bot", "preset=mine"});
  CHECK(std::filesystem::exists(trace));
}

}  // namespace defaults_test

namespace file_names_test {

// Each option and argument that names a file or a folder: an empty name is wrong usage, because
// nothing would be read or written.

struct Place {
  std::vector<std::string> command;  ///< without `schiri`
  std::string option;                ///< empty for an argument
  std::string kind;
  std::string about;
};

/// The options and first arguments of all commands, from the table in the completion for bash.
std::vector<Place> all_places() {
  std::vector<Place> places;
  std::istringstream table(run_schiri({"help", "--format", "bash"}).out);
  for (std::string line; std::getline(table, line);) {
    const auto fields = schiri::split(line, '\t');
    const bool is_option = fields[0] == "option" && fields.size() == 6;
    const bool is_argument = fields[0] == "argument" && fields.size() == 5 && fields[2] == "first";
    if (!is_option && !is_argument) continue;
    const auto words = schiri::split(fields[1], ' ');
    places.push_back({{words.begin() + 1, words.end()},
                      is_option ? std::string(fields[2]) : "",
                      std::string(fields[3]),
                      is_option ? std::string(fields[5]) : ""});
  }
  return places;
}

TEST_CASE("file names: no option or argument takes an empty one") {
  std::size_t files = 0;
  for (const Place& place : all_places()) {
    if (place.kind != "file") continue;
    ++files;
    std::vector<std::string> words = place.command;
    if (!place.option.empty()) words.push_back(place.option);
    words.emplace_back();
    const Run run = run_schiri(words);
    CAPTURE(words, run.err);
    CHECK(run.status == 2);
    CHECK(run.err.find(": the name is empty\n") != std::string::npos);
    CHECK(run.out.empty());
  }
  CHECK(files > (has_otb() ? 200U : 150U));
}

TEST_CASE("file names: what takes the name of a file is known as such") {
  const std::regex names_file("\\b[Tt]his ([A-Za-z]+ )?(file|folder|database)\\b");
  for (const Place& place : all_places()) {
    CAPTURE(place.command, place.option, place.about);
    CHECK((place.kind == "file" || place.kind == "none" ||
           !std::regex_search(place.about, names_file)));
  }
}

TEST_CASE("file names: an empty one after '=' does not take the next word instead") {
  const TemporaryDirectory directory;
  const std::string file = directory.write("games.pgn", "[Game \"creeper\"]\n\n1. A2+B3 *\n");
  const std::string before = read_file(file);
  const Run run = run_schiri({"select", "--rejects=", file, file});
  CHECK(run.status == 2);
  CHECK(run.err.starts_with("schiri: --rejects: the name is empty\n"));
  CHECK(read_file(file) == before);
}

TEST_CASE("file names: an empty one in the file of a tournament is wrong usage") {
  const TemporaryDirectory directory;
  for (const std::string key :
       {"db", "log", "trace", "report", "junit", "pgn", "presets", "openings"}) {
    const std::string file =
        directory.write("event.json",
                        "{\"game\": \"creeper\", \"bots\": [{\"name\": \"random\"},"
                        " {\"name\": \"greedy\"}], \"" +
                            key + "\": \"\"}");
    const Run run = run_schiri({"tournament", "run", file});
    CHECK(run.status == 2);
    CHECK(run.err == "schiri: " + file + ": '" + key + "' is empty\n");
  }
}

}  // namespace file_names_test
