#include "tests/support/commands.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "core/base/text.h"
#include "tests/support/run.h"

namespace {

/// The cells of a line, without the name of the program in the second one.
std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  for (const std::string_view cell : schiri::split(line, '\t')) cells.emplace_back(cell);
  if (cells.size() > 1) cells[1].erase(0, std::string_view("schiri ").size());
  return cells;
}

Program read_program() {
  Program program;
  const std::string table = run_schiri({"help", "--format", "bash"}).out;
  for (const std::string_view line : schiri::split(table, '\n')) {
    const auto cells = cells_of(line);
    if (cells.size() >= 3 && cells[0].ends_with("command")) {
      program.commands.insert((cells[1].empty() ? "" : cells[1] + " ") + cells[2]);
    } else if (cells.size() == 5 && cells[0] == "argument") {
      if (cells[2] == "first" && cells[3] == "file") program.readers.insert(cells[1]);
    } else if (cells.size() >= 6 && cells[0] == "option") {
      NamedOption option{words_of(cells[4]), cells[5], cells[3] != "none", cells[3] == "file"};
      if (cells[3] != "words") option.words.clear();
      program.options[cells[1]][cells[2]] = option;
    }
  }
  return program;
}

/// The longest command that the words begin with.
std::string path_of(const Words& words) {
  std::string path, longer;
  for (const std::string& word : words) {
    longer += (longer.empty() ? "" : " ") + word;
    if (!program().commands.contains(longer)) break;
    path = longer;
  }
  return path;
}

std::vector<CommandLine> read_command_lines() {
  std::vector<CommandLine> all;
  std::ifstream in(std::string(SCHIRI_TEST_DATA) + "/commands.txt");
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t end = line.find(" > ");
    const Words words = words_of(line.substr(0, end));
    if (words.front() == "otb" && !has_otb()) continue;
    all.push_back({path_of(words), words,
                   end == line.npos ? Words{} : words_of(std::string_view(line).substr(end + 3))});
  }
  return all;
}

void write_files(const std::string& folder) {
  const auto write = [&](const std::string& name, const std::string& text) {
    std::ofstream(folder + "/" + name, std::ios::binary) << text;
  };
  const auto run = [&](const std::string& line) {
    const Run made = run_schiri(words_of(line), "", {folder, {}});
    if (made.status > 1) throw std::runtime_error(line + ": " + made.err);
    return made.out;
  };
  const std::string games = record_text({.event = "Cup",
                                         .round = "1",
                                         .white = "Anna",
                                         .black = "Carla",
                                         .result = "1-0",
                                         .termination = "resignation",
                                         .turns = "1. A2+B3"});
  write("games.pgn", games);
  // More than one buffer.
  const std::string sample = read_data("creeper-sample.pgn");
  std::string large;
  for (int i = 0; i < 10; ++i) large += sample;
  write("large.pgn", large);
  write("broken.pgn", "[Game \"creeper\"]\n\n1. A1+G7 *\n\n");
  write("saved.pgn", "[Game \"creeper\"]\n[Result \"*\"]\n\n1. A2+B3 *\n\n");
  const std::string event =
      R"({"game": "creeper", "bots": ["random", "greedy"], "rounds": 2, "max-turns": 6})";
  write("event.json", event);
  write("presets.json", R"({"a": "random"})");
  write("names.txt", "Ann = Anna\n");
  write("players.csv", "name,rating\nEmma,1500\n");
  write("plugin.so", "\177ELF and nothing else");
  std::filesystem::create_directory(folder + "/cluster");
  write("cluster/cluster.json", R"({"shards": 1, "database": "cluster/all.db", "jobs": []})");
  write("cluster/event.json", event);
  run("tournament run event.json -j 1 --db e.db");
  run("db import games.pgn broken.pgn -j 1 --db e.db");
  run("db import games.pgn -j 1 --db other.db");
  run("ratings --db e.db --store --name May");
  run("study creeper --games 12 --nodes 2 -j 1 --db study.db");
  if (!has_otb()) return;
  for (const std::string name : {"cup", "open", "undone", "finished"}) {
    run("otb new " + name + ".otb --name Cup --game creeper --rounds 3 --date 2026.11.21");
    run("otb enter " + name + ".otb Anna Berta Carla Dora");
    if (name != "open") run("otb pair " + name + ".otb");
  }
  run("otb undo undone.otb");
  run("otb import-results finished.otb games.pgn");
  write("cup.trf", run("otb export cup.otb"));
}

}  // namespace

const Program& program() {
  static const Program read = read_program();
  return read;
}

bool has_otb() { return program().commands.contains("otb"); }

bool CommandLine::has(const std::string& word) const {
  return std::find(words.begin(), words.end(), word) != words.end();
}

const std::vector<CommandLine>& command_lines() {
  static const std::vector<CommandLine> all = read_command_lines();
  return all;
}

std::vector<CommandLine> first_lines(bool (*choice)(const CommandLine& line)) {
  std::vector<CommandLine> first;
  std::set<std::string> paths;
  for (const CommandLine& line : command_lines()) {
    if (choice(line) && paths.insert(line.path).second) first.push_back(line);
  }
  return first;
}

std::vector<std::string> read_files(const CommandLine& line, const std::string& folder) {
  std::vector<std::string> files;
  for (std::size_t i = 1; i < line.words.size(); ++i) {
    const std::string& word = line.words[i];
    const std::string name = word.starts_with("./") ? word.substr(2) : word;
    if (line.words[i - 1] == "-o" || line.words[i - 1] == "--scratch") continue;
    if (std::filesystem::is_regular_file(folder + "/" + name)) files.push_back(name);
    if (!std::filesystem::is_directory(folder + "/" + name)) continue;
    for (const auto& entry : std::filesystem::directory_iterator(folder + "/" + name)) {
      files.push_back(name + "/" + entry.path().filename().string());
    }
  }
  return files;
}

const std::vector<CommandLine>& database_lines() {
  static const std::vector<CommandLine> all = first_lines([](const CommandLine& line) {
    static const std::set<std::string> others = {"test", "tune", "tournament submit", "db salvage"};
    return line.has("--db") && line.has("e.db") && !line.path.starts_with("otb ") &&
           !others.contains(line.path);
  });
  return all;
}

CommandFolder::CommandFolder() {
  static const TemporaryDirectory prepared;
  static const bool is_prepared = (write_files(prepared.file("")), true);
  std::filesystem::copy(prepared.file(""), path_, std::filesystem::copy_options::recursive);
  static_cast<void>(is_prepared);
}
