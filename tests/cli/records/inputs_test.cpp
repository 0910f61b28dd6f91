#include <unistd.h>

#include "tests/catch.h"
#include "tests/compression.h"
#include "tests/support/commands.h"
#include "tests/support/environment.h"
#include "tests/support/run.h"

namespace inputs_test {

// Formats and compression of input files.

const std::string game =
    "[Event \"e\"]\n[Site \"s\"]\n[Date \"2026.01.02\"]\n[Round \"1\"]\n[White \"w\"]\n"
    "[Black \"b\"]\n[Result \"*\"]\n[Game \"creeper\"]\n\n1. A2+B3 A6-B6 *\n\n";

const std::string sample = read_file(std::string(SCHIRI_TEST_DATA) + "/creeper-sample.pgn");

std::string canonical(const std::string& file) { return run_schiri({"convert", file}).out; }

TEST_CASE("inputs: compressed files are recognized by content") {
  const TemporaryDirectory directory;
  const std::string plain = canonical(directory.write("x.pgn", sample));
  const std::pair<const char*, std::string> files[] = {
      {"x.pgn.gz", gzip(sample)}, {"x.pgn.zst", zstd(sample)},         {"x.pgn.bz2", bzip2(sample)},
      {"x.pgn.xz", xz(sample)},   {"x.zip", zip({{"x.pgn", sample}})}, {"unnamed", bzip2(sample)},
  };
  for (const auto& [name, bytes] : files) {
    CAPTURE(name);
    CHECK(canonical(directory.write(name, bytes)) == plain);
    CHECK(run_schiri({"convert", "-"}, bytes).out == plain);
    CHECK(run_schiri({"dedupe", "--keep", "last", directory.file(name)}).status == 0);
  }
}

TEST_CASE("inputs: only archives and compressed output need libarchive") {
  const TemporaryDirectory directory;
  const std::string zipped = directory.write("x.zip", zip({{"a.pgn", sample}}));
  const std::string plain = directory.write("a.pgn.gz", gzip(sample));
  directory.write("libarchive.so.13", "damaged");
  const EnvironmentVariable folder("LD_LIBRARY_PATH", directory.file(""));
  CHECK(run_schiri({"--version"}).status == 0);
  CHECK(run_schiri({"validate", plain}).status == 0);
  const std::string message =
      "schiri: libarchive cannot be loaded: " + directory.file("libarchive");
  for (const Words& words :
       {Words{"validate", zipped}, Words{"convert", plain, "-o", directory.file("b.pgn.gz")}}) {
    INFO(words.front());
    check_run(words, 3, message);
  }
}

TEST_CASE("inputs: a zip archive holds record files with their own line numbers") {
  const TemporaryDirectory directory;
  const std::string broken = "[Game \"creeper\"]\n\n1. A2-A3 *\n";
  const std::string file = directory.write("x.zip", zip({{"a.pgn", game},
                                                         {"readme.txt", "Some words about it all."},
                                                         {"b/c.pgn.gz", gzip(broken)},
                                                         {"d", game}}));
  const Run run = run_schiri({"validate", file});
  CHECK(run.status == 1);
  CHECK(run.err == "");
  CHECK_THAT(run.out, contains_text(file + "/b/c.pgn.gz:3:4: error: "));
  CHECK_THAT(run.out, contains_text("3 games, 2 valid, 1 invalid"));
  const std::string db = directory.file("x.db");
  CHECK_THAT(run_schiri({"db", "import", "--db", db, file}).out,
             contains_text("1 game stored, 1 in quarantine, 1 there already"));
  check_run({"validate", directory.write("y.zip", zip({{"a.txt", game}}))}, 3,
            "y.zip: contains no record files; their names end in .pgn");
  check_run({"convert", file, "-o", file}, 2,
            ".zip is not supported for output; compressed files "
            "end in .gz, .zst, .bz2 or .xz");
}

TEST_CASE("inputs: a damaged archive is read up to the damage") {
  const TemporaryDirectory directory;
  for (const auto& pack : {bzip2, xz}) {
    const std::string packed = pack(sample + sample + sample + sample);
    const Run run =
        run_schiri({"validate", directory.write("x", packed.substr(0, packed.size() - 40))});
    CHECK(run.status == 3);
    CHECK_THAT(
        run.err,
        contains_text("the compressed file is truncated; only the part before its end was read"));
  }
  const std::string zipped = zip({{"a.pgn", sample}, {"b.pgn", sample}});
  const Run run =
      run_schiri({"validate", directory.write("x.zip", zipped.substr(0, zipped.size() * 3 / 4))});
  CHECK(run.status == 3);
  // The game within which the archive ends is not reported as a broken one.
  CHECK_THAT(run.out, contains_text(" 0 invalid"));
  CHECK_FALSE(run.out.starts_with("0 games"));
  for (std::size_t missing = 1; missing < 60; missing += 3) {
    CAPTURE(missing);
    // The list of files at the end is missing, or a part of it.
    const Run cut = run_schiri({"validate", "-"}, zipped.substr(0, zipped.size() - missing));
    CHECK(cut.status == 3);
    CHECK_THAT(cut.err, contains_text("truncated"));
    CHECK_THAT(cut.out, contains_text("40 games, 40 valid"));
  }
}

TEST_CASE("inputs: a tar archive holds record files, also compressed") {
  const TemporaryDirectory directory;
  const std::string broken = "[Game \"creeper\"]\n\n1. A2-A3 *\n";
  const std::vector<std::pair<std::string, std::string>> files = {
      {"./a.pgn", game},        {"readme.txt", "Some words about it all."},
      {"folder/", ""},          {"folder/c.pgn.gz", gzip(broken)},
      {"._a.pgn", "\5\26\7\1"}, {std::string(120, 'x') + "/" + std::string(90, 'y'), game}};
  const auto plain = [](const std::string& bytes) { return bytes; };
  for (const char* format : {"ustar", "pax", "gnutar"}) {
    for (const auto& compress :
         std::initializer_list<std::string (*)(const std::string&)>{plain, gzip, zstd, bzip2, xz}) {
      const std::string file = directory.write("x", compress(archived(files, format)));
      CAPTURE(format);
      const Run run = run_schiri({"validate", file});
      CHECK(run.status == 1);
      CHECK(run.err == "");
      CHECK_THAT(run.out, contains_text(file + "/folder/c.pgn.gz:3:4: error: "));
      CHECK_THAT(run.out, contains_text("3 games, 2 valid, 1 invalid"));
    }
  }
  const std::string whole = archived({{"a.pgn", game}, {"b.pgn", game}}, "ustar");
  CHECK_THAT(run_schiri({"validate", "-"}, whole).out, contains_text("2 games, 2 valid"));
  for (std::size_t size = 600; size + 1024 < whole.size(); size += 100) {
    CAPTURE(size);
    const Run run = run_schiri({"validate", "-"}, whole.substr(0, size));
    CHECK(run.status == 3);
    CHECK_THAT(run.err, contains_text("truncated"));
    CHECK_THAT(run.out, contains_text(" 0 invalid"));
  }
  const std::string lone = directory.write("x.tgz", gzip(archived({{"a.pgn", broken}}, "gnutar")));
  CHECK_THAT(run_schiri({"validate", directory.file("")}).out, contains_text("x.tgz/a.pgn"));
  for (const std::string ending : {".tar", ".tar.gz", ".TAR.ZST", ".tgz", ".tbz2", ".txz"}) {
    check_run({"convert", lone, "-o", directory.file("y" + ending)}, 2,
              "is not supported for output");
    CHECK_FALSE(std::filesystem::exists(directory.file("y" + ending)));
  }
}

TEST_CASE("inputs: the end of a truncated file is no game of its own") {
  const std::string two = game + "\n" + game;
  for (std::size_t size = game.size() + 2; size + 3 < two.size(); size += 5) {
    // The checksum at the end of the compressed file is missing.
    const std::string packed = gzip(two.substr(0, size));
    const Run run = run_schiri({"validate", "-"}, packed.substr(0, packed.size() - 8));
    CAPTURE(size);
    CHECK(run.status == 3);
    CHECK_THAT(run.out, contains_text("1 game, 1 valid"));
  }
  const std::string packed = gzip(two);
  CHECK_THAT(run_schiri({"validate", "-"}, packed.substr(0, packed.size() - 8)).out,
             contains_text("2 games, 2 valid"));
}

TEST_CASE("inputs: a folder holds record files that are read in the order of their names") {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.file("games/2026"));
  std::filesystem::create_directories(directory.file("games/.git"));
  const auto of = [&](const std::string& player) {
    std::string text = game;
    return text.replace(text.find("\"w\""), 3, "\"" + player + "\"");
  };
  directory.write("games/b.pgn.xz", xz(of("B")));
  directory.write("games/2026/a.PGN", of("A"));
  directory.write("games/c.pgn", of("C"));
  directory.write("games/notes.txt", "Some words about these games.");
  directory.write("games/.hidden.pgn", "x");
  directory.write("games/.git/d.pgn", "x");
  const Run run = run_schiri({"convert", directory.file("games")});
  CHECK(run.status == 0);
  CHECK(run.out == of("A") + of("B") + of("C"));
  const std::string all = directory.file("games/all.pgn");
  CHECK(run_schiri({"convert", directory.file("games"), "-o", all}).status == 0);
  // It would be read the next time.
  CHECK(run_schiri({"convert", directory.file("games"), "-o", all}).status == 2);
  CHECK(read_file(all) == of("A") + of("B") + of("C"));
  CHECK_THAT(
      run_schiri({"db", "import", "--db", directory.file("x.db"), directory.file("games")}).out,
      contains_text("3 games stored, 0 in quarantine, 3 there already"));
  // Broken and circular links are skipped.
  std::filesystem::create_directory_symlink(directory.file("games"), directory.file("games/again"));
  std::filesystem::create_directories(directory.file("none"));
  std::filesystem::create_symlink("nowhere", directory.file("none/lost"));
  const Run none = run_schiri({"validate", directory.file("none"), directory.file("games/c.pgn")});
  CHECK(none.status == 3);
  CHECK_THAT(none.err, contains_text("none: contains no record files; their names end in .pgn"));
  CHECK_THAT(none.out, contains_text("1 game, 1 valid"));
}

TEST_CASE("inputs: every command that reads records has --from and --encoding") {
  for (const CommandLine& line : command_lines()) {
    const auto file = std::find(line.words.begin(), line.words.end(), "games.pgn");
    if (file == line.words.end() || file[-1].starts_with("--")) continue;
    const Options& options = program().options.at(line.path);
    CAPTURE(line.path);
    CHECK(options.contains("--from"));
    CHECK(options.contains("--encoding"));
  }
}

TEST_CASE("outputs: the extension of the name selects the compression") {
  const TemporaryDirectory directory;
  const std::string file = directory.write("x.pgn", sample), plain = canonical(file);
  for (const std::string ending : {".gz", ".zst", ".bz2", ".xz"}) {
    CAPTURE(ending);
    const std::string packed = directory.file("y.pgn" + ending);
    must_run({"convert", file, "-o", packed});
    const std::string bytes = read_file(packed);
    CHECK(bytes.size() < plain.size() / 2);
    CHECK(canonical(packed) == plain);
    // Rewriting over itself and through a link gives the same bytes.
    std::filesystem::create_symlink(packed, directory.file("link" + ending));
    CHECK(run_schiri({"convert", packed, "-o", packed}).status == 0);
    CHECK(read_file(packed) == bytes);
    CHECK(run_schiri({"convert", packed, "-o", directory.file("link" + ending)}).status == 0);
    CHECK(std::filesystem::is_symlink(directory.file("link" + ending)));
    CHECK(read_file(packed) == bytes);
    CHECK(run_schiri({"select", file, "--split", "5", "-o", packed}).status == 0);
    CHECK(run_schiri({"summary", directory.file("y-2.pgn" + ending)}).status == 0);
    CHECK(run_schiri({"select", "-", "-o", packed}, "").status == 0);
    CHECK_THAT(run_schiri({"validate", packed}).out, contains_text("0 games"));
  }
  const std::string db = directory.file("x.db"), exported = directory.file("e.pgn.gz");
  must_run({"db", "import", "--db", db, file});
  must_run({"db", "export", "--db", db, "-o", exported});
  CHECK(read_file(exported).starts_with("\x1f\x8b"));
  for (const std::string ending : {".zip", ".7z", ".ZIP"}) {
    const Run run = run_schiri({"convert", file, "-o", directory.file("x" + ending)});
    CHECK(run.status == 2);
    CHECK(!std::filesystem::exists(directory.file("x" + ending)));
  }
  if (access("/dev/full", W_OK) == 0) {
    std::filesystem::create_symlink("/dev/full", directory.file("full.gz"));
    check_run({"convert", file, "-o", directory.file("full.gz")}, 3, "cannot be written");
  }
}

}  // namespace inputs_test
