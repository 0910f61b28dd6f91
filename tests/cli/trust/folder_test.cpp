#include <unistd.h>

#include "tests/catch.h"
#include "tests/support/environment.h"
#include "tests/support/run.h"

namespace folder_test {

// A schiri.toml in the working directory, which may come from an attacker.

namespace fs = std::filesystem;

/// A folder with settings and presets; the program of the presets leaves a trace.
struct Folder {
  TemporaryDirectory directory;
  EnvironmentVariable state{"XDG_STATE_HOME", directory.file("state")};
  std::string work = directory.file("work"), trace = directory.file("trace");

  Folder() {
    fs::create_directory(work);
    set("style = \"colour\"\npresets = \"engines.json\"\n");
    set_presets("touch " + trace);
  }
  void set(const std::string& text) const { std::ofstream(work + "/schiri.toml") << text; }
  void set_presets(const std::string& command) const {
    std::ofstream(work + "/engines.json") << R"({"mine": {"cmd": ")" << command << "\"}}";
  }
  Run run(const Words& words) const { return run_schiri(words, "", {work, {}}); }
  /// Are the settings applied?
  bool is_applied() const {
    return run({"position", "creeper"}).out.find('\x1b') != std::string::npos;
  }
  Run use_preset() const { return run({"bot", "check", "creeper", "--bot", "preset=mine"}); }
  bool has_run() const { return fs::exists(trace); }
};

TEST_CASE_METHOD(Folder, "trust: settings that others can write are ignored with a note") {
  CHECK(is_applied());
  std::string reason;
  SECTION("a world-writable folder") {
    fs::permissions(work, fs::perms::all);
    reason = "its folder can be written by all users";
  }
  SECTION("a sticky world-writable folder like /tmp") {
    fs::permissions(work, fs::perms::all | fs::perms::sticky_bit);
    reason = "its folder can be written by all users";
  }
  SECTION("a group-writable folder") {
    fs::permissions(work, fs::perms::owner_all | fs::perms::group_all);
    reason = "its folder can be written by its group";
  }
  SECTION("a world-writable file") {
    fs::permissions(work + "/schiri.toml", fs::perms::all);
    reason = "it can be written by all users";
  }
  SECTION("the folder of another user") {
    if (geteuid() != 0) return;
    REQUIRE(chown(work.c_str(), 4711, 4711) == 0);
    reason = "its folder belongs to another user (uid 4711)";
  }
  SECTION("the file of another user") {
    if (geteuid() != 0) return;
    REQUIRE(chown((work + "/schiri.toml").c_str(), 4711, 4711) == 0);
    reason = "it belongs to another user (uid 4711)";
  }
  SECTION("an invalid file of another user") {
    set("style = \"nonsense\"\n\"");
    fs::permissions(work, fs::perms::all);
    reason = "its folder can be written by all users";
  }
  const Run run = this->run({"position", "creeper"});
  CHECK(run.status == 0);
  CHECK(run.out.find('\x1b') == std::string::npos);
  CHECK_THAT(run.err, contains_text("note: schiri.toml of this folder is ignored: " + reason) &&
                          contains_text("schiri trust " + work));
}

TEST_CASE_METHOD(Folder, "trust: presets of the working directory start no program") {
  const Run run = use_preset();
  CHECK(run.status == 2);
  CHECK_THAT(run.err, contains_text("schiri trust " + work));
  CHECK_FALSE(has_run());
  for (const Words& words :
       {Words{"analyse", "creeper", "--bot", "preset=mine"},
        Words{"tournament", "run", "--game", "creeper", "--bot", "preset=mine", "--bot", "random",
              "--db", "a.db"},
        Words{"play", "creeper", "--white", "preset=mine", "--black", "random"}}) {
    CAPTURE(words);
    CHECK(this->run(words).status == 2);
    CHECK_FALSE(has_run());
  }
  // Naming the file on the command line confirms it.
  this->run({"bot", "check", "creeper", "--presets", "engines.json", "--bot", "preset=mine"});
  CHECK(has_run());
}

TEST_CASE_METHOD(Folder, "trust: a trusted folder is trusted until it changes") {
  fs::permissions(work, fs::perms::all);
  const Run trusted = run({"trust", "."});
  REQUIRE(trusted.status == 0);
  CHECK_THAT(trusted.out, contains_text("trusted, as it is now: " + work + "/schiri.toml") &&
                              contains_text("engines.json"));
  CHECK(is_applied());
  use_preset();
  CHECK(has_run());
  CHECK(run({"trust", "--list"}).out == work + "\n");
  fs::remove(trace);
  SECTION("other settings") {
    set("style = \"colour\"\npresets = \"engines.json\"\nthreads = 1\n");
  }
  SECTION("other programs") { set_presets("touch  " + trace); }
  CHECK(use_preset().status == 2);
  CHECK_FALSE(is_applied());
  CHECK_FALSE(has_run());
  CHECK_THAT(run({"trust", "--list"}).out, contains_text("changed since then"));
  CHECK(run({"trust", work}).status == 0);
  use_preset();
  CHECK(has_run());
  CHECK(run({"trust", "--list"}).out == work + "\n");
}

TEST_CASE_METHOD(Folder, "trust: a folder is distrusted") {
  REQUIRE(run({"trust", "."}).status == 0);
  CHECK(run({"trust", "--remove", work}).status == 0);
  CHECK(use_preset().status == 2);
  CHECK(run({"trust", "--list"}).out.empty());
  CHECK(run({"trust", "--remove", work}).status == 2);
  // A removed folder can be distrusted too.
  REQUIRE(run({"trust", "."}).status == 0);
  fs::remove_all(work);
  CHECK_THAT(run_schiri({"trust", "--list"}).out, contains_text("has no schiri.toml now"));
  CHECK(run_schiri({"trust", "--remove", work}).status == 0);
}

TEST_CASE_METHOD(Folder, "trust: folders that cannot be trusted") {
  CHECK(run({"trust"}).status == 2);
  CHECK(run({"trust", "--list", "."}).status == 2);
  CHECK(run({"trust", "--list", "--remove"}).status == 2);
  CHECK(run({"trust", directory.file("none")}).status == 3);
  CHECK(run({"trust", directory.file("")}).status == 3);
  {
    const EnvironmentVariable no_state("XDG_STATE_HOME", "/dev/null");
    CHECK(run({"trust", "."}).status == 3);
    CHECK(use_preset().status == 2);
  }
  set("style = \"nonsense\"\n");
  CHECK(run({"trust", "."}).status == 2);
}

TEST_CASE_METHOD(Folder, "trust: the user's own settings apply also in their own folder") {
  const EnvironmentVariable settings("XDG_CONFIG_HOME", directory.file("config"));
  fs::create_directories(directory.file("config/schiri"));
  for (const char* name : {"schiri.toml", "engines.json"}) {
    fs::rename(work + "/" + name, directory.file("config/schiri/") + name);
  }
  use_preset();
  CHECK(has_run());
  fs::remove(trace);
  work = directory.file("config/schiri");
  use_preset();
  CHECK(has_run());
}

}  // namespace folder_test
