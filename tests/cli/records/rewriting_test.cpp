#include <sys/stat.h>

#include <csignal>

#include "tests/catch.h"
#include "tests/support/child.h"
#include "tests/support/run.h"

namespace rewriting_test {

// Commands whose output replaces an input.

const std::string tags =
    "[Event \"e\"]\n[Site \"s\"]\n[Date \"2026.01.02\"]\n[Round \"1\"]\n[White \"w\"]\n"
    "[Black \"b\"]\n[Result \"*\"]\n[Game \"creeper\"]\n";
const std::string good = tags + "\n1. A2+B3 A6-B6 *\n\n";
const std::string odd = tags + "\n1.a2+b3    a6-b6 *\n\n";  // valid, rewritten as the game above
const std::string illegal = tags + "\n1.  A2-A3   {odd\n blanks} *\n\n";
const std::string endless = "[Event   \"e\"]\n\n1. A2+B3 {never closed\n\n";
const std::string nonsense = "[Game \"creeper\"]\n[Site \"s\"]\n\n1. zz (x) *\n; behind\n\n";
const std::string mixed = odd + illegal + good + endless + odd + nonsense;
const std::string rewritten = good + illegal + good + endless + good + nonsense;
const std::string totals = "3 written, 3 unchanged";

/// The number of files, to detect leftovers.
std::size_t files_in(const TemporaryDirectory& directory) {
  const std::filesystem::directory_iterator all(directory.file("")), end;
  return static_cast<std::size_t>(std::distance(all, end));
}

Run shell(const std::string& command) { return run_program("bash", {"-c", command}); }

const std::string schiri = SCHIRI_PROGRAM;

/// A bot that reports the start of its search and never answers.
std::string thinker(const TemporaryDirectory& directory, const std::string& pipe) {
  const std::string bot = directory.write("thinker",
                                          "#!/bin/sh\nwhile read -r word rest; do case $word in\n"
                                          "ugi) echo ugiok;; isready) echo readyok;;\n"
                                          "go) echo thinking >'" +
                                              pipe + "';; quit) exit;; esac; done\n");
  chmod(bot.c_str(), 0700);
  return "cmd=" + bot;
}

TEST_CASE("rewriting: games that cannot be converted stay unchanged in the file") {
  const TemporaryDirectory directory;
  const std::string file = directory.write("x.pgn", mixed);
  for (const Words& more : {Words{}, Words{"--fix"}, Words{"-j", "3"}}) {
    directory.write("x.pgn", mixed);
    for (int again = 0; again < 2; ++again) {
      check_run(Words{"convert", file, "-o", file} + more, 1, totals);
      CHECK(read_file(file) == rewritten);
    }
  }
  CHECK(files_in(directory) == 1);
}

TEST_CASE("rewriting: any path or link of the file is recognized") {
  const TemporaryDirectory directory;
  const std::string file = directory.file("x.pgn"), link = directory.file("link"),
                    links = directory.file("links"), hard = directory.file("hard");
  std::filesystem::create_directory(directory.file("folder"));
  std::filesystem::create_symlink("x.pgn", link);
  std::filesystem::create_symlink(link, links);
  const struct {
    std::string input, output;
  } rows[] = {
      {file, link},
      {link, file},
      {file, links},
      {links, link},
      {directory.file("folder/../x.pgn"), file},
      {file, directory.file("./folder/../x.pgn")},
  };
  for (const auto& row : rows) {
    CAPTURE(row.input, row.output);
    directory.write("x.pgn", mixed);
    check_run({"convert", row.input, "-o", row.output}, 1, totals);
    CHECK(read_file(file) == rewritten);
    CHECK(std::filesystem::is_symlink(link));
    CHECK(std::filesystem::is_symlink(links));
  }
  directory.write("x.pgn", mixed);
  std::filesystem::create_hard_link(file, hard);
  CHECK_THAT(run_schiri({"convert", file, "-o", hard}).err, contains_text(totals));
  CHECK(read_file(file) == mixed);
  CHECK(read_file(hard) == rewritten);
  directory.write("x.pgn", mixed);
  const Run piped = shell(schiri + " convert - -o " + file + " <" + file);
  CHECK_THAT(piped.err, contains_text(totals));
  CHECK(read_file(file) == rewritten);
}

TEST_CASE("rewriting: broken games of other files are omitted and --rejects keeps all") {
  const TemporaryDirectory directory;
  const std::string a = directory.write("a.pgn", good + illegal),
                    b = directory.write("b.pgn", nonsense + odd), c = directory.file("c.pgn"),
                    rejects = directory.file("rejects.pgn");
  const Run apart = run_schiri({"convert", a, b, "-o", c, "--rejects", rejects});
  CHECK(apart.status == 1);
  CHECK(read_file(c) == good + good);
  CHECK(read_file(rejects) == illegal + nonsense);
  CHECK_THAT(apart.err, contains_text("schiri: 2 written, 2 left out; rejects are in " + rejects));
  const Run within = run_schiri({"convert", a, b, "-o", a, "--rejects", rejects});
  CHECK(within.status == 1);
  CHECK(read_file(a) == good + illegal + good);
  CHECK(read_file(b) == nonsense + odd);
  CHECK(read_file(rejects) == illegal + nonsense);
  CHECK_THAT(within.err, contains_text("2 written, 1 unchanged, 1 left out"));
  const Run untold = run_schiri({"convert", b});
  CHECK_THAT(untold.err, contains_text("1 written, 1 left out (--rejects FILE keeps them)"));
  CHECK(run_schiri({"convert", "-"}, good).err.empty());
}

TEST_CASE("rewriting: --rejects keeps the original text in every form") {
  const std::string json = R"({"tags":[["Game","creeper"]],"movetext":["A2-A3"],"result":"*"})"
                           "\n";
  const std::string play = R"({ "header": 7 })"
                           "\n",
                    foreign = "a6b5  zz\n";
  const TemporaryDirectory directory;
  const std::string rejects = directory.file("rejects");
  for (const auto& [form, text] : {std::pair<std::string, std::string>{"json", json},
                                   {"abstractplay", play},
                                   {"softserve", foreign},
                                   {"pgn", illegal}}) {
    CAPTURE(form);
    const Run run = run_schiri({"convert", "-", "--from", form, "--rejects", rejects}, text + text);
    CHECK(run.status == 1);
    CHECK(read_file(rejects) == text + text);
    const std::string file = directory.write("x", text);
    CHECK(run_schiri({"convert", file, "--from", form, "--to", form, "-o", file}).status == 1);
    CHECK(read_file(file) == text);
  }
  // Games that the other form cannot hold are also rejected.
  const Run unfinished =
      run_schiri({"convert", "-", "--to", "abstractplay", "--rejects", rejects}, good);
  CHECK_THAT(unfinished.err, contains_text("0 written, 1 left out"));
  CHECK(read_file(rejects) == good);
}

TEST_CASE("rewriting: a file is not replaced by another form of records") {
  const TemporaryDirectory directory;
  const std::string file = directory.write("x.pgn", good);
  for (const Words& words :
       {Words{"convert", file, "--to", "json", "-o", file}, Words{"report", file, "-o", file},
        Words{"analyse", file, "--format", "json", "-o", file},
        Words{"convert", file, "-o", directory.file("y"), "--rejects", file},
        Words{"convert", file, "-o", directory.file("y"), "--rejects", directory.file("y")},
        Words{"dedupe", file, "--duplicates", file}, Words{"select", file, "--rejects", file},
        Words{"select", file, "--rejects", "-"}}) {
    CAPTURE(words);
    CHECK(run_schiri(words).status == 2);
    CHECK(read_file(file) == good);
    CHECK(files_in(directory) == 1);
  }
}

TEST_CASE("rewriting: a file that cannot be read completely is unchanged") {
  const TemporaryDirectory directory;
  const std::string file = directory.file("x.pgn");
  std::string many;
  for (int i = 0; i < 300; ++i) many += good;
  directory.write("x.pgn", many);
  REQUIRE(shell("gzip -c " + file + " | head -c -20 >" + file + ".gz").status == 0);
  const std::string packed = file + ".gz", damaged = read_file(packed);
  for (const Words& words :
       {Words{"convert", packed, "-o", packed}, Words{"select", packed, "-o", packed},
        Words{"dedupe", packed, "-o", packed},
        Words{"dedupe", packed, "--keep", "last", "-o", packed},
        Words{"analyse", packed, "--bot", "random", "-o", packed}}) {
    CAPTURE(words);
    CHECK(run_schiri(words).status != 0);
    CHECK(read_file(packed) == damaged);
  }
  directory.write("x.pgn", good + illegal);
  check_run({"convert", file, "-o", file, "--max-game-bytes", "130"}, 3, file + " is unchanged");
  CHECK(read_file(file) == good + illegal);
  CHECK(files_in(directory) == 2);
}

TEST_CASE(
    "rewriting: select and dedupe keep the selected games and write the others as requested") {
  const TemporaryDirectory directory;
  const std::string anna = tags + "\n1. A2+B3 *\n\n";
  const std::string file = directory.write("x.pgn", odd + anna + illegal + odd),
                    rest = directory.file("rest.pgn");
  check_run({"select", file, "--max-turns", "1", "-o", file, "--rejects", rest}, 1,
            "1 of 4 games selected");
  CHECK(read_file(file) == anna);
  CHECK(read_file(rest) == odd + illegal + odd);
  // A second run must not overwrite the rejects of the first.
  CHECK(run_schiri({"select", file, "--min-turns", "2", "-o", file, "--rejects", rest}).status ==
        2);
  CHECK(read_file(file) == anna);
  CHECK(read_file(rest) == odd + illegal + odd);
  for (const Words& words :
       {Words{"--first", "1"}, Words{"--sample", "1"}, Words{"--first", "0"}}) {
    directory.write("x.pgn", odd + anna + odd);
    std::filesystem::remove(rest);
    CHECK(run_schiri(Words{"select", file, "-o", file, "--rejects", rest} + words).status == 0);
    CHECK(read_file(file).size() + read_file(rest).size() == (odd + anna + odd).size());
  }
  directory.write("x.pgn", odd + illegal + odd);
  const Run run = run_schiri({"dedupe", file, "-o", file, "--duplicates", rest});
  CHECK_THAT(run.err, contains_text("3 games, 1 duplicate left out, 2 kept"));
  CHECK(read_file(file) == odd + illegal);
  CHECK(read_file(rest) == odd);
}

TEST_CASE("rewriting: output files that are inputs are read before they are replaced") {
  const TemporaryDirectory directory;
  const std::string one = directory.write("x-1.pgn", good + odd),
                    two = directory.write("x-2.pgn", illegal + good);
  CHECK(run_schiri({"select", one, two, "--legality", "any", "--split", "1", "-o",
                    directory.file("x.pgn")})
            .status == 0);
  CHECK(read_file(one) == good);
  CHECK(read_file(two) == odd);
  CHECK(read_file(directory.file("x-3.pgn")) == illegal);
  CHECK(read_file(directory.file("x-4.pgn")) == good);
}

TEST_CASE("rewriting: analyse keeps other games unchanged") {
  const TemporaryDirectory directory;
  const std::string file = directory.write("x.pgn", mixed);
  const Words words = {"analyse", file, "--bot", "alphabeta:nodes=50", "--no-times", "-o", file};
  check_run(words + Words{"--index", "3"}, 0, "1 written, 5 unchanged");
  const std::string with_one = read_file(file);
  CHECK(with_one.starts_with(odd + illegal + "[Event"));
  CHECK(with_one.ends_with("*\n\n" + endless + odd + nonsense));
  CHECK_THAT(with_one, contains_text("Annotator"));
  check_run(words, 1, totals);
  CHECK_THAT(read_file(file), contains_text(illegal) && contains_text(endless));
  CHECK(read_file(file).ends_with(nonsense));
  CHECK(run_schiri({"validate", file}).status == 1);
}

TEST_CASE("rewriting: an interrupted analysis leaves the file unchanged") {
  const int signal = GENERATE(SIGINT, SIGTERM, SIGHUP);
  const TemporaryDirectory directory;
  const std::string file = directory.write("x.pgn", mixed);
  ::Pipe thinking(directory.file("pipe"));
  const std::string bot = thinker(directory, thinking.path());
  {
    Child child({"analyse", file, "--bot", bot, "-j", "2", "-o", file}, directory.file("err"));
    std::string output;
    while (output.empty()) {
      REQUIRE_FALSE(child.ended());
      output = thinking.read_some();
    }
    child.send(signal);
    while (!child.ended()) thinking.read_some();
    CHECK(child.status() == 130);
  }
  CHECK(read_file(file) == mixed);
  CHECK_THAT(read_file(directory.file("err")), contains_text(file + " is unchanged"));
  CHECK(files_in(directory) == 4);  // the records, the pipe, the bot and standard error
}

}  // namespace rewriting_test
