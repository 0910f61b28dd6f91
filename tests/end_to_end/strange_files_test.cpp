#include <sys/stat.h>

#include <csignal>

#include "tests/catch.h"
#include "tests/linux.h"
#include "tests/sanitizers.h"
#include "tests/support/commands.h"
#include "tests/support/database.h"
#include "tests/support/event_lines.h"
#include "tests/support/faulty_system.h"

namespace strange_files_test {

// Malicious files among input and output: pipes and devices in folders, links in place of output
// files, endless files, and files that expand to many times their size.

const std::string program = SCHIRI_PROGRAM;
const std::string sample = std::string(SCHIRI_TEST_DATA) + "/creeper-sample.pgn";
const std::string other_sample = std::string(SCHIRI_TEST_DATA) + "/sperre-sample.pgn";
// Whoever takes longer hangs, however busy the machine is.
constexpr std::chrono::seconds patience{1500};

Run shell(const std::string& command) {
  return run_program("bash", {"-c", command}, "", {"", patience});
}

Run run_in_time(const Words& words) { return run_schiri(words, "", {"", patience}); }

/// Runs a command with limited address space. Sanitizers need all of it.
Run in_memory(std::uint64_t bytes, const std::string& command) {
  if (with_sanitizer) return shell(command);
  return shell("ulimit -v " + std::to_string(bytes / 1024) + "; " + command);
}

const std::string one_game =
    "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[Game \"creeper\"]\n"
    "[Termination \"resignation\"]\n\n1. A2+B3 1-0\n\n";

TEST_CASE("strange files: a pipe or device in a folder is refused with its name") {
  const TemporaryDirectory directory;
  directory.write("a.pgn", one_game);
  const std::string pipe = directory.file("b.pgn");
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  std::filesystem::create_symlink("/dev/zero", directory.file("c.pgn"));
  for (const std::string command : {"validate", "summary", "convert", "select", "sort", "dedupe"}) {
    const Run run = run_in_time({command, directory.file("")});
    CAPTURE(command, run.err);
    CHECK_FALSE(run.hung);
    CHECK(run.status == 3);
    CHECK_THAT(run.err, contains_text("/b.pgn: error: this is a pipe or a device, not a file"));
    CHECK_THAT(run.err, contains_text("/c.pgn: error: this is a pipe or a device, not a file"));
  }
  // The regular file is still read.
  CHECK_THAT(run_in_time({"convert", directory.file("")}).out, contains_text("[White \"A\"]"));
}

TEST_CASE("strange files: a named pipe is read and so is /dev/stdin") {
  const TemporaryDirectory directory;
  const std::string file = directory.write("a.pgn", one_game);
  for (const std::string& input : Words{"<(cat " + file + ")", "/dev/stdin < " + file,
                                        "- < " + file, "/dev/fd/5 5< " + file}) {
    CAPTURE(input);
    CHECK(shell(program + " validate " + input).status == 0);
    CHECK(shell(program + " sort " + input).status == 0);
    CHECK(shell(program + " dedupe --keep last " + input).status == 0);
  }
}

TEST_CASE("strange files: an endless device is read up to a limit") {
  for (const std::string& command :
       Words{"validate /dev/zero", "validate --from json /dev/zero", "convert --from csv /dev/zero",
             "validate - < /dev/zero", "sort /dev/zero", "dedupe --keep last /dev/zero",
             "otb log /dev/zero", "otb check /dev/zero", "otb check - < /dev/zero",
             "ugi creeper --bot random < /dev/zero", "tournament run /dev/zero",
             "otb result none 1 - < /dev/zero", "ratings --synonyms /dev/zero " + sample}) {
    const Run run = in_memory(std::uint64_t{2} << 30, program + ' ' + command);
    CAPTURE(command, run.err.substr(0, 500));
    CHECK_FALSE(run.hung);
    CHECK((run.status == 2 || run.status == 3));
    CHECK(run.err.find("memory") == std::string::npos);
  }
}

TEST_CASE("strange files: an import without memory ends with a message and an intact database") {
  const TemporaryDirectory directory;
  const std::string database = directory.file("games.db");
  REQUIRE(shell(program + " db import --db " + database + ' ' + sample).status == 0);
  const std::string stored = read_file(database);
  // With less memory the libraries cannot be loaded.
  constexpr std::uint64_t step = std::uint64_t{1} << 20, most = step << 10;
  std::uint64_t least = step;
  while (in_memory(least, program + " --version").status != 0) {
    REQUIRE((least += step) < most);
  }
  for (int quarter = 0; quarter < 48; ++quarter) {
    directory.write("games.db", stored);
    const Run run = in_memory(least + static_cast<std::uint64_t>(quarter) * step / 4,
                              program + " db import --db " + database + ' ' + other_sample);
    CAPTURE(quarter, run.err.substr(0, 500));
    CHECK_FALSE(run.hung);
    CHECK((run.status == 0 || run.status == 3));
    if (run.status == 3) CHECK_THAT(run.err, contains_text("schiri: "));
    CHECK(run.err.find("inside of schiri") == std::string::npos);
    CHECK(shell(program + " db check --db " + database).status == 0);
  }
}

TEST_CASE("strange files: links in place of new files are not followed") {
  if (!has_otb()) return;
  const TemporaryDirectory directory;
  const std::string victim = directory.write("victim", "precious");
  const auto in_folder = [&](const std::string& command) {
    return shell("cd " + directory.file("") + " && " + command);
  };
  const std::string lines = "--name x --game creeper --rounds 3";
  // The process keeps the id of the shell.
  in_folder("ln -s victim cup.otb.unfinished-$$; exec " + program + " otb new cup.otb " + lines);
  CHECK(read_file(victim) == "precious");
  CHECK(std::filesystem::is_regular_file(directory.file("cup.otb")));
  SECTION("for an incomplete last line") {
    const std::string event = directory.file("cup.otb"), whole = read_file(event);
    for (const bool hard : {false, true}) {
      directory.write("cup.otb", whole + "{\"v\":2,\"act\":\"res");
      std::filesystem::remove(event + ".torn");
      if (hard) std::filesystem::create_hard_link(victim, event + ".torn");
      if (!hard) std::filesystem::create_symlink("victim", event + ".torn");
      CHECK(run_in_time({"otb", "enter", event, "Ann"}).status == 3);
      CHECK(read_file(victim) == "precious");
    }
  }
  SECTION("for a working copy") {
    in_folder("mkdir scratch; ln -s victim e.db.unfinished-$(hostname)-$$; exec " + program +
              " tournament run --game creeper --bot random --bot greedy --db e.db --shard 1/1 "
              "--scratch scratch --max-turns 5");
    CHECK(read_file(victim) == "precious");
    CHECK(run_in_time({"db", "check", "--db", directory.file("e.db")}).status == 0);
  }
  SECTION("for a rewritten database") {
    REQUIRE(run_in_time({"db", "import", "--db", directory.file("a.db"), sample}).status == 0);
    for (const char* ending : {"", "-journal", "-wal"}) {
      std::filesystem::create_symlink("victim",
                                      directory.file(std::string("b.db.unfinished") + ending));
    }
    CHECK(in_folder(program + " db backup --db a.db -o b.db").status == 0);
    CHECK(read_file(victim) == "precious");
    CHECK(std::filesystem::is_symlink(directory.file("b.db.unfinished")));
  }
  SECTION("for drawings in a folder and for numbered files") {
    std::filesystem::create_directory(directory.file("drawings"));
    std::filesystem::create_symlink("../victim", directory.file("drawings/game-1-turn-0.svg"));
    CHECK(in_folder(program + " replay --format svg --turn 0 --index 1 -o drawings " + sample)
              .status == 0);
    std::filesystem::create_symlink("victim", directory.file("out-1.pgn"));
    CHECK(in_folder(program + " select --split 100 -o out.pgn " + sample).status == 0);
    CHECK(read_file(victim) == "precious");
    CHECK_FALSE(std::filesystem::is_symlink(directory.file("out-1.pgn")));
  }
  SECTION("for scripts of a cluster") {
    std::filesystem::create_directory(directory.file("c"));
    for (const char* name : {"array.sh", "collect.sh", "event.json"}) {
      std::filesystem::create_symlink("../victim", directory.file(std::string("c/") + name));
    }
    in_folder(program +
              " tournament submit --game creeper --bot random --bot greedy --shards 2 "
              "--dir c");
    CHECK(read_file(victim) == "precious");
  }
}

TEST_CASE("strange files: temporary files are removed on every signal") {
  if (cannot_preload()) return;
  const std::pair<std::string, int> signals[] = {
      {"SIGINT", SIGINT},   {"SIGTERM", SIGTERM}, {"SIGHUP", SIGHUP},
      {"SIGQUIT", SIGQUIT}, {"SIGALRM", SIGALRM}, {"SIGUSR1", SIGUSR1},
      {"SIGUSR2", SIGUSR2}, {"SIGPIPE", SIGPIPE}, {"SIGXCPU", SIGXCPU}};
  const TemporaryDirectory directory;
  REQUIRE(run_in_time({"db", "import", "--db", directory.file("a.db"), sample}).status == 0);
  const auto count = [&] {
    const std::filesystem::directory_iterator all(directory.file("")), end;
    return std::distance(all, end);
  };
  const auto before = count();
  for (const auto& [name, number] : signals) {
    for (const Words& words :
         {Words{"convert", sample, "-o", directory.file("out")},
          Words{"db", "backup", "--db", directory.file("a.db"), "-o", directory.file("b.db")}}) {
      const FaultySystem system("rename=1-1:" + name);
      const Run run = run_in_time(words);
      CAPTURE(name, words[0], run.err);
      CHECK(run.status == 128 + number);
      CHECK(system.strikes() == 1);
      CHECK(count() == before);
    }
  }
}

TEST_CASE("strange files: temporary copies of standard input vanish even after a kill") {
  if (is_omitted_without_linux()) return;
  if (cannot_preload()) return;
  const TemporaryDirectory directory;
  std::string games;
  while (games.size() < 100'000) games += one_game;
  const std::string file = directory.write("a.pgn", games);
  std::filesystem::create_directory(directory.file("tmp"));
  const FaultySystem system("file-write=1-1:SIGKILL");
  const Variable place("TMPDIR", directory.file("tmp"));
  const Run run = shell("cat " + file + " | " + program + " dedupe --keep last -");
  CHECK(run.status == 128 + SIGKILL);
  CHECK(std::filesystem::is_empty(directory.file("tmp")));
}

TEST_CASE("strange files: a row of commas needs no more memory than the limit of a row") {
  const TemporaryDirectory directory;
  const std::string commas(8'000'000, ',');
  const std::string table = directory.write("a.csv", "white,black,moves\n" + commas + "\n");
  const Run run =
      in_memory(std::uint64_t{400} << 20, program + " validate --from csv -j 1 " + table);
  CHECK(run.status == 1);
  CHECK_THAT(run.out + run.err, contains_text("too-large"));
  const std::string titles = directory.write("b.csv", commas + "\n" + commas + "\n");
  CHECK(
      in_memory(std::uint64_t{400} << 20, program + " validate --from csv -j 1 " + titles).status ==
      1);
}

TEST_CASE("strange files: JSON with many values or keys is refused early") {
  const TemporaryDirectory directory;
  std::string values = "{\"header\":[", keys = "{\"header\":{";
  for (int i = 0; i < 3'000'000; ++i) values += "0,";
  for (int i = 0; i < 900'000; ++i) keys += "\"k" + std::to_string(i) + "\":0,";
  const std::string many = directory.write("a.json", values + "0]}\n"),
                    named = directory.write("b.json", keys + "\"z\":0}}\n");
  const Run run =
      in_memory(std::uint64_t{600} << 20, program + " validate --from abstractplay -j 1 " + many);
  CHECK(run.status == 1);
  CHECK_THAT(run.out + run.err, contains_text("it contains too many values"));
  const Run second = run_in_time({"validate", "--from", "abstractplay", named});
  CHECK_FALSE(second.hung);
  CHECK(second.status == 1);
}

TEST_CASE(
    "strange files: a truncated list of Abstract Play is reported for every position of the cut") {
  const TemporaryDirectory directory;
  std::string list = "[";
  const std::string objects = run_in_time({"convert", sample, "--to", "abstractplay"}).out;
  std::istringstream lines(objects);
  for (std::string line; std::getline(lines, line);)
    list += (list.size() > 1 ? ",\n" : "\n") + line;
  list += "\n]\n";
  const auto validate = [&](const std::string& text) {
    return run_in_time({"validate", "--from", "abstractplay", directory.write("a.json", text)});
  };
  CHECK(validate(list).status == 0);
  for (int tenth = 1; tenth < 10; ++tenth) {
    const std::size_t end = list.find("},\n{", list.size() * static_cast<std::size_t>(tenth) / 10);
    if (end == list.npos) continue;
    for (const std::size_t size : {end + 1, end + 2, end + 3, end + 40}) {
      const Run run = validate(list.substr(0, size));
      CAPTURE(tenth, size, run.out);
      CHECK(run.status == 1);
    }
    CHECK_THAT(validate(list.substr(0, end + 1)).out, contains_text("it is truncated"));
  }
}

TEST_CASE("strange files: a bot in UGI mode ignores an endless line") {
  const Run run = in_memory(std::uint64_t{400} << 20,
                            "(head -c 300000000 /dev/zero | tr '\\0' x; echo; echo isready; echo "
                            "quit) | " +
                                program + " ugi creeper --bot random");
  CHECK(run.status == 0);
  CHECK(run.out == "info string line 1 is longer than 1 MiB and is ignored\nreadyok\n");
}

TEST_CASE("strange files: quarantine show prints the original bytes") {
  const TemporaryDirectory directory;
  const std::string record =
                        "[White \"\x1b[31mA\"]\r\n[Black \"B\x01\"]\r\n[Game "
                        "\"creeper\"]\r\n\r\n1. A1+G7 {\xc2\x9b "
                        "\xe2\x80\xae} *",
                    db = directory.file("a.db");
  directory.write("a.pgn", record + "\r\n\r\n");
  REQUIRE(run_in_time({"db", "import", "--db", db, directory.file("a.pgn")}).status == 1);
  const Run run = run_in_time({"db", "quarantine", "show", "--db", db});
  CHECK(run.status == 0);
  CHECK(run.out.substr(run.out.find('\n') + 1) == record + "\r\n\r\n");
}

TEST_CASE("strange files: tables of games escape formulas and keep their text") {
  const TemporaryDirectory directory;
  const std::string pgn =
      directory.write("a.pgn",
                      "[Event \"Cup;=1+1\"]\n[White \"=cmd|'/c calc'!A0\"]\n[Black \"\xef\xbc\x9d"
                      "1\"]\n"
                      "[Round \"'=1\"]\n[Game \"creeper\"]\n\n1. A2+B3 {x;-1} *\n\n");
  const Run table = run_in_time({"convert", pgn, "--to", "csv"});
  for (const char* cell : {",Cup;'=1+1,", "'=cmd|'/c calc'!A0,",
                           ",'\xef\xbc\x9d"
                           "1,",
                           ",''=1,"}) {
    CHECK((table.out.find(cell) != std::string::npos ||
           table.out.find("\n" + std::string(cell)) != std::string::npos ||
           table.out.find("\"" + std::string(cell).substr(1, std::string(cell).size() - 2) +
                          "\"") != std::string::npos));
  }
  const std::string file = directory.write("a.csv", table.out);
  CHECK(run_in_time({"convert", file, "--from", "csv"}).out == run_in_time({"convert", pgn}).out);
}

}  // namespace strange_files_test
