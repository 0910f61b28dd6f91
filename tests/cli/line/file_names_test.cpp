#include <regex>

#include "core/base/text.h"
#include "tests/catch.h"
#include "tests/support/run.h"

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
  CHECK(files > 250);
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
       {"db", "log", "trace", "live", "report", "junit", "pgn", "presets", "openings"}) {
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
