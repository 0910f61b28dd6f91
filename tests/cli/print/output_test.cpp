#include <sys/stat.h>
#include <unistd.h>

#include "tests/catch.h"
#include "tests/support/run.h"

namespace output_test {

// Files that no command with an output file may overwrite, and the old file if writing fails.

const std::string program = SCHIRI_PROGRAM;
const std::string sample = std::string(SCHIRI_TEST_DATA) + "/creeper-sample.pgn";

Run shell(const std::string& command) { return run_program("bash", {"-c", command}); }

/// An over-the-board event with a paired round, and a small database.
void make_files(const TemporaryDirectory& directory) {
  const std::string event = directory.file("cup"), db = directory.file("a.db");
  REQUIRE(run_schiri({"otb", "new", event, "--name", "Cup", "--game", "creeper", "--rounds", "3"})
              .status == 0);
  REQUIRE(run_schiri({"otb", "enter", event, "Ann", "Bea"}).status == 0);
  REQUIRE(run_schiri({"otb", "pair", event}).status == 0);
  REQUIRE(run_schiri({"db", "import", "--db", db, sample}).status == 0);
}

std::size_t files_in(const std::string& folder) {
  const std::filesystem::directory_iterator all(folder), end;
  return static_cast<std::size_t>(std::distance(all, end));
}

TEST_CASE("output: no command overwrites a database under any path") {
  const TemporaryDirectory directory;
  make_files(directory);
  const std::string db = directory.file("a.db"), link = directory.file("link"),
                    hard = directory.file("hard"), event = directory.file("cup");
  std::filesystem::create_symlink("a.db", link);
  std::filesystem::create_hard_link(db, hard);
  const std::string before = read_file(db);
  const Words commands[] = {
      {"db", "export", "--db", db, "-o"},
      {"report", "--db", db, "-o"},
      {"report", sample, "-o"},
      {"convert", sample, "-o"},
      {"convert", sample, "-o", directory.file("new"), "--rejects"},
      {"select", sample, "-o"},
      {"select", sample, "--rejects"},
      {"dedupe", sample, "-o"},
      {"dedupe", sample, "--duplicates"},
      {"analyse", sample, "--index", "1", "--bot", "alphabeta:nodes=5", "-o"},
      {"board", "creeper", "-o"},
      {"play", "creeper", "--white", "random", "--black", "random", "-o"},
      {"otb", "show", event, "-o"},
      {"otb", "export", event, "--format", "pgn", "-o"},
      {"tournament", "run", "--game", "creeper", "--bot", "random", "--bot", "greedy", "--db", db,
       "--event", "new", "--max-turns", "5", "--log"},
      {"db", "backup", "--db", db, "-o"},
      {"db", "salvage", "--db", db, "-o"},
  };
  for (const Words& command : commands) {
    for (const std::string& name : {db, link, hard, directory.file("./a.db")}) {
      CAPTURE(command, name);
      const Run run = run_schiri(command + Words{name});
      CHECK(run.status == 2);
      const bool unchanged = read_file(db) == before && read_file(hard) == before;
      CHECK((unchanged || command[0] == "tournament"));
      CHECK(run_schiri({"db", "check", "--db", db}).status == 0);
      CHECK(std::filesystem::is_symlink(link));
    }
  }
  for (const std::string& name : {db + "-wal", db + "-shm", db + "-journal"}) {
    CHECK(run_schiri({"board", "creeper", "-o", name}).status == 2);
    CHECK_FALSE(std::filesystem::exists(name));
  }
}

TEST_CASE("output: no page or list overwrites its input") {
  const TemporaryDirectory directory;
  make_files(directory);
  const std::string event = directory.file("cup"), link = directory.file("link");
  std::filesystem::create_symlink(event, link);
  const std::string before = read_file(event);
  for (const char* command : {"show", "standing", "log", "export"}) {
    for (const auto& [input, output] :
         {std::pair{event, event}, {event, link}, {link, event}, {link, link}}) {
      CAPTURE(command, input, output);
      const Run run = run_schiri({"otb", command, input, "-o", output});
      CHECK(run.status == 2);
      CHECK_THAT(run.err, contains_text("specify another file"));
      CHECK(read_file(event) == before);
    }
  }
}

TEST_CASE("output: the log of a tournament cannot overwrite its plan or database or openings") {
  const TemporaryDirectory directory;
  const std::string plan = directory.write(
      "plan.json", R"({"game":"creeper","bots":["random","greedy"],"max_turns":4})");
  const std::string before = read_file(plan), db = directory.file("a.db"),
                    link = directory.file("l");
  std::filesystem::create_symlink("a.db", link);
  for (const std::string& log : {plan, db, link, directory.file("./a.db")}) {
    CAPTURE(log);
    CHECK(run_schiri({"tournament", "run", plan, "--db", db, "--log", log}).status == 2);
  }
  const std::string openings =
      directory.write("openings.pgn", "[Game \"creeper\"]\n\n1. A2+B3 *\n");
  for (const std::string& log : {openings, directory.file("./openings.pgn")}) {
    CHECK(run_schiri({"tournament", "run", plan, "--db", db, "--log", log, "--openings", openings})
              .status == 2);
    CHECK(read_file(openings).find("A2+B3") != std::string::npos);
    CHECK(read_file(plan) == before);
    CHECK_FALSE(std::filesystem::exists(db));
  }
}

TEST_CASE("output: a symbolic link is kept and its target is written with the same mode") {
  const TemporaryDirectory directory;
  const std::string link = directory.file("link"), file = directory.file("file");
  std::filesystem::create_symlink("file", link);
  const auto write = [&] { return run_schiri({"board", "creeper", "-o", link}).status; };
  CHECK(write() == 0);
  const std::string drawn = read_file(file);
  CHECK(drawn.starts_with("<svg"));
  directory.write("file", "old");
  REQUIRE(chmod(file.c_str(), 0640) == 0);
  CHECK(write() == 0);
  CHECK(read_file(file) == drawn);
  struct stat status {};
  REQUIRE(stat(file.c_str(), &status) == 0);
  CHECK((status.st_mode & 07777) == 0640);
  CHECK(std::filesystem::is_symlink(link));
  std::filesystem::remove(link);
  std::filesystem::create_symlink("link", link);
  CHECK(write() == 3);
  std::filesystem::remove(link);
  std::filesystem::create_symlink("no/such/folder", link);
  CHECK(write() == 3);
  CHECK(files_in(directory.file("")) == 2);
}

TEST_CASE("output: a protected file is not replaced") {
  if (geteuid() == 0) return;  // root may write everywhere
  const TemporaryDirectory directory;
  const std::string file = directory.write("file", "old");
  REQUIRE(chmod(file.c_str(), 0444) == 0);
  CHECK(run_schiri({"board", "creeper", "-o", file}).status == 3);
  CHECK(read_file(file) == "old");
}

TEST_CASE("output: devices and pipes are written to") {
  const TemporaryDirectory directory;
  const std::string drawn = run_schiri({"board", "creeper"}).out;
  const std::string board = program + " board creeper -o ", file = directory.file("file");
  const std::string ways[] = {
      board + "/dev/stdout",
      board + "/dev/stdout | cat",
      board + "/dev/fd/1",
      board + "/proc/self/fd/1 | cat",
      "mkfifo " + file + "; cat " + file + " & " + board + file + "; wait; rm " + file,
      board + "/dev/fd/7 7>" + file + "; cat " + file,
      "echo -n >" + file + "; " + board + "/dev/stdout >>" + file + "; cat " + file,
      board + "/dev/stderr 2>&1 >/dev/null",
      board + ">(cat >" + file + "; echo >" + file + ".done); until test -e " + file +
          ".done; do :; done; cat " + file,
  };
  for (const std::string& way : ways) {
    CAPTURE(way);
    CHECK(shell(way).out == drawn);
  }
  CHECK(shell("echo before >" + file + "; " + board + "/dev/stdout >>" + file + "; cat " + file)
            .out == "before\n" + drawn);
  CHECK(shell(board + "/dev/null").status == 0);
  CHECK(std::filesystem::is_character_file("/dev/null"));
}

TEST_CASE("output: standard output must not be an input file") {
  const TemporaryDirectory directory;
  const std::string file = directory.file("x.pgn");
  for (const std::string command : {"convert", "select", "dedupe", "validate", "summary"}) {
    directory.write("x.pgn", read_file(sample));
    const Run run = shell(program + " " + command + " " + file + " >>" + file);
    CAPTURE(command);
    CHECK(run.status == 2);
    CHECK_THAT(run.err, contains_text("is an input and also standard output"));
    CHECK(read_file(file) == read_file(sample));
  }
}

TEST_CASE("output: a failed write is reported and the old file stays") {
  const TemporaryDirectory directory;
  std::string games;
  for (int i = 0; i < 20; ++i) games += read_file(sample);
  const std::string input = directory.write("in.pgn", games), file = directory.write("out", "old");
  for (const std::string command : {"convert", "select", "dedupe --keep last", "report"}) {
    CAPTURE(command);
    const Run run = shell("ulimit -f 20; " + program + " " + command + " " + input + " -o " + file);
    CHECK(run.status == 3);
    CHECK_THAT(run.err, contains_text(file + " cannot be written: File too large"));
    CHECK(read_file(file) == "old");
    CHECK(files_in(directory.file("")) == 2);
  }
  const Run within = shell("ulimit -f 20; " + program + " convert " + input + " -o " + input);
  CHECK(within.status == 3);
  CHECK(read_file(input) == games);
  for (const std::string& command :
       Words{"convert " + input, "select " + input, "dedupe " + input, "validate " + input,
             "--help", "convert --help", "convert " + input + " -o /dev/full", "games"}) {
    CAPTURE(command);
    CHECK(shell(program + " " + command + " >/dev/full").status == 3);
  }
  for (const char* place : {"/proc/x", "/no/such/folder/x", "/proc/self"}) {
    CHECK(run_schiri({"board", "creeper", "-o", place}).status == 3);
  }
}

}  // namespace output_test
