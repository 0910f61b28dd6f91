#include "tests/catch.h"
#include "tests/data.h"
#include "tests/support/file_limit.h"
#include "tests/support/run.h"

namespace writing_test {

// Runs every command with -o, according to its help, with an unwritable output file: on a full
// disk, under a limit of the file size, in a missing folder, and in a removed folder. The command
// must report the error with status 3, keep the old file and leave no other file.

const std::string sample = std::string(SCHIRI_TEST_DATA) + "/creeper-sample.pgn";

/// The subcommands listed in the help of a command.
Words subcommands(const Words& command) {
  std::istringstream help(run_schiri(command + Words{"--help"}).out);
  Words names;
  bool is_list = false;
  for (std::string line; std::getline(help, line);) {
    if (line.ends_with(':')) is_list = line.find("ommands") != line.npos;
    if (is_list && line.size() > 2 && line.starts_with("  ") && line[2] != ' ') {
      names.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
  }
  return names;
}

void find_writers(const Words& command, std::set<std::string>& found) {
  const std::string help = run_schiri(command + Words{"--help"}).out;
  std::string name;
  for (const std::string& word : command) name += (name.empty() ? "" : " ") + word;
  // A folder is not replaced as a file is.
  const bool is_folder = help.find("files into this folder") != help.npos;
  if (help.find("-o,--output") != help.npos && !is_folder) found.insert(name);
  for (const std::string& inner : subcommands(command)) find_writers(command + Words{inner}, found);
}

struct Writer {
  std::string command;
  Words words;  ///< its other words without -o; the folder has `cup`, `large.pgn` and others
  bool takes_devices = true;
};

const std::vector<Writer>& writers() {
  static const std::vector<Writer> all = {
      {"replay", {sample}},
      {"convert", {"large.pgn"}},
      {"select", {"large.pgn"}},
      {"sort", {"large.pgn"}},
      {"merge", {"large.pgn"}},
      {"tag", {"large.pgn", "--set", "Event=x"}},
      {"dedupe", {sample}},
      {"data", {sample}},
      {"book", {sample}},
      {"board", {"creeper"}},
      {"play", {"creeper", "--white", "random", "--black", "random", "--seed", "1"}, false},
      {"analyse", {sample, "--index", "1", "--bot", "alphabeta:nodes=5"}},
      {"train", {"creeper", "--generations", "0", "--start", "c.net.1.net", "--db", "t.db"}, false},
      {"otb pair", {"cup"}},
      {"otb swap", {"paired", "1", "2"}},
      {"otb undo", {"paired"}},
      {"otb redo", {"undone"}},
      {"otb show", {"paired"}},
      {"otb standing", {"paired"}},
      {"otb prizes", {"paired"}},
      {"otb players", {"paired"}},
      {"otb table", {"paired"}},
      {"otb cards", {"paired"}},
      {"otb log", {"paired"}},
      {"otb check", {"paired"}},
      {"otb simulate", {"--players", "8", "--rounds", "3"}},
      {"otb import", {"cup.trf"}, false},
      {"otb export", {"paired"}},
      {"otb export", {"finished", "--format", "pgn"}},
      {"ratings", {sample}},
      {"report", {sample, "--no-engine"}},
      {"page", {}},
      {"db export", {"--db", "a.db"}},
      {"db salvage", {"--db", "a.db"}, false},
      {"db backup", {"--db", "a.db"}, false},
  };
  return all;
}

/// A folder with the input files of all commands.
class Inputs {
 public:
  Inputs() {
    static const Inputs first = Inputs(Fill{});
    std::filesystem::copy(first.folder_, folder_, std::filesystem::copy_options::recursive);
  }

  Run run(const Words& words) const {
    const Run run = run_schiri(words, "", {folder_, std::chrono::seconds(60)});
    CAPTURE(words, run.err);
    REQUIRE(run.status == 0);
    return run;
  }
  const std::string& folder() const { return folder_; }

  /// The current files with their contents.
  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      all[entry.path().filename().string()] =
          entry.is_regular_file() ? read_file(entry.path().string()) : "";
    }
    return all;
  }

 private:
  struct Fill {};

  explicit Inputs(Fill) {
    std::filesystem::create_directory(folder_);
    const Words names = {"Ann", "Bea", "Cleo", "Dora"};
    for (const char* event : {"cup", "paired", "finished", "undone"}) {
      run({"otb", "new", event, "--name", "Cup", "--game", "creeper", "--rounds", "3", "--category",
           "women"});
      run(Words{"otb", "enter", event} + names);
      if (std::string(event) != "cup") run({"otb", "pair", event});
    }
    std::ofstream(folder_ + "/game.pgn")
        << "[White \"Ann\"]\n[Black \"Cleo\"]\n[Result \"1-0\"]\n[Game \"creeper\"]\n"
           "[Termination \"resignation\"]\n\n1. A2+B3 1-0\n\n";
    run({"otb", "import-results", "finished", "game.pgn"});
    run({"otb", "undo", "undone"});
    // More than one buffer.
    std::ofstream large(folder_ + "/large.pgn");
    for (int i = 0; i < 10; ++i) large << read_file(sample);
    large.close();
    std::ofstream(folder_ + "/cup.trf") << run({"otb", "export", "paired"}).out;
    run({"db", "import", "--db", "a.db", sample});
    run_schiri({"train",    "creeper", "--generations", "1",
                "--games",  "10",      "--nodes",       "5",
                "--epochs", "1",       "--max-turns",   "10",
                "--start",  "classic", "--proof",       "elo0=0,elo1=400",
                "-j",       "1",       "--db",          "t.db",
                "-o",       "c.net"},
               "", {folder_, std::chrono::seconds(60)});
    REQUIRE(std::filesystem::exists(folder_ + "/c.net.1.net"));
  }

  TemporaryDirectory directory_;
  std::string folder_ = directory_.file("inputs");
};

Words words_of(const Writer& writer, const std::string& output) {
  std::istringstream command(writer.command);
  Words words;
  for (std::string word; command >> word;) words.push_back(word);
  return words + writer.words + Words{"-o", output};
}

Run write(const Inputs& inputs, const Writer& writer, const std::string& output) {
  return run_schiri(words_of(writer, output), "", {inputs.folder(), std::chrono::seconds(60)});
}

/// Standard error is a file with the same limit.
constexpr std::size_t sentence = 300;

bool is_refused(const Run& run) {
  return (run.status == 3 || run.status == 2) && run.err.find("schiri: ") != run.err.npos;
}

TEST_CASE("writing: every command with -o has a case") {
  std::set<std::string> found, known;
  for (const std::string& command : subcommands({})) {
    if (command != "help") find_writers({command}, found);
  }
  for (const Writer& writer : writers()) known.insert(writer.command);
  CHECK(found == known);
}

TEST_CASE("writing: a full device and a missing folder") {
  for (const Writer& writer : writers()) {
    const Inputs inputs;
    const auto before = inputs.files();
    for (const std::string place : {"/dev/full", "no/such/folder", "/proc/self/new"}) {
      if (place == "/dev/full" && !writer.takes_devices) continue;
      const Run run = write(inputs, writer, place);
      CAPTURE(writer.command, place, run.status, run.err);
      CHECK(is_refused(run));
      CHECK(inputs.files() == before);
    }
  }
}

TEST_CASE("writing: a limit of the file size keeps the old file and leaves no other") {
  for (const Writer& writer : writers()) {
    const Inputs whole_inputs;
    const Run whole = write(whole_inputs, writer, "out");
    CAPTURE(writer.command, whole.err);
    if (whole.err.find("the engine for browsers is missing") != std::string::npos) continue;
    REQUIRE(whole.status == 0);
    const auto size = read_file(whole_inputs.folder() + "/out").size();
    REQUIRE(size > 0);
    for (const bool exists : {false, true}) {
      // Commands that create databases and events refuse an existing file.
      if (exists && !writer.takes_devices) continue;
      for (const std::size_t limit : {sentence, size / 2, size - 1}) {
        if (limit < sentence || limit >= size) continue;
        const Inputs inputs;
        if (exists) std::ofstream(inputs.folder() + "/out") << "old";
        const auto before = inputs.files();
        Run run;
        {
          const FileLimit narrow(limit);
          run = write(inputs, writer, "out");
        }
        CAPTURE(exists, size, limit, run.status, run.err);
        CHECK(is_refused(run));
        CHECK(inputs.files() == before);
      }
    }
  }
}

TEST_CASE("writing: a removed folder") {
  for (const Writer& writer : writers()) {
    const Inputs inputs;
    const std::string gone = inputs.folder() + "/gone";
    std::string command = "mkdir '" + gone + "' && cd '" + gone + "' && rmdir '" + gone + "' && '" +
                          SCHIRI_PROGRAM + "'";
    for (std::string word : words_of(writer, "out")) {
      const bool is_file = std::filesystem::exists(inputs.folder() + "/" + word);
      command += " '" + (is_file ? inputs.folder() + "/" + word : word) + "'";
    }
    const auto before = inputs.files();
    const Run run = run_program("bash", {"-c", command});
    CAPTURE(writer.command, run.status, run.err);
    CHECK(is_refused(run));
    CHECK(inputs.files() == before);
  }
}

}  // namespace writing_test
