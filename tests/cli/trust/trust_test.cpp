#include <sys/stat.h>
#include <unistd.h>

#include "cli/trust/folder_settings.h"
#include "cli/trust/ownership.h"
#include "cli/trust/signature.h"
#include "cli/trust/state_folder.h"
#include "core/base/text.h"
#include "tests/catch.h"
#include "tests/support/environment.h"
#include "tests/support/run.h"

namespace state_test {

// The state folder of a user, and the files that count as the user's own.

using namespace schiri::cli;
using schiri::hexadecimal;
namespace fs = std::filesystem;

struct stat file_of(uid_t owner, mode_t mode) {
  struct stat status {};
  status.st_uid = owner;
  status.st_mode = mode;
  return status;
}

mode_t mode_of(const std::string& path) {
  struct stat status {};
  REQUIRE(lstat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

/// A separate state folder.
struct State {
  TemporaryDirectory directory;
  std::string home = directory.file("state");
  EnvironmentVariable variable{"XDG_STATE_HOME", home};

  std::string folder() const { return home + "/schiri"; }
};

TEST_CASE("trust: users who can write a file") {
  constexpr uid_t user = 1000;
  const auto [owner, mode, objection] = GENERATE(table<uid_t, mode_t, std::string>({
      {1000, S_IFREG | 0644, ""},
      {1000, S_IFREG | 0600, ""},
      {0, S_IFREG | 0644, ""},
      {0, S_IFDIR | 0755, ""},
      {1000, S_IFDIR | 0755, ""},
      {1001, S_IFREG | 0644, "belongs to another user (uid 1001)"},
      {1000, S_IFREG | 0664, "can be written by its group (gid 0)"},
      {1000, S_IFREG | 0646, "can be written by all users"},
      {0, S_IFDIR | S_ISVTX | 0777, "can be written by all users"},
      {0, S_IFDIR | 0775, "can be written by its group (gid 0)"},
  }));
  CAPTURE(owner, mode);
  CHECK(others_may_write(file_of(owner, mode), user) == objection);
}

TEST_CASE("trust: the target of a link is checked") {
  const TemporaryDirectory directory;
  fs::create_directories(directory.file("open"));
  fs::create_directories(directory.file("own"));
  std::ofstream(directory.file("open/target")) << "threads = 1\n";
  fs::permissions(directory.file("open"), fs::perms::all);
  fs::create_symlink(directory.file("open/target"), directory.file("own/schiri.toml"));
  const auto settings = read_folder_settings(directory.file("own"));
  REQUIRE(settings);
  CHECK(settings->text == "threads = 1\n");
  CHECK_THAT(settings->objection, contains_text("it is a link") && contains_text("by all users"));
  fs::permissions(directory.file("open"), fs::perms::owner_all);
  CHECK(read_folder_settings(directory.file("own"))->objection.empty());
  fs::permissions(directory.file("open/target"), fs::perms::all);
  CHECK_THAT(read_folder_settings(directory.file("own"))->objection, contains_text("by all users"));
}

TEST_CASE("trust: HMAC-SHA-256 has the values of RFC 4231") {
  CHECK(hexadecimal(hmac_sha256(std::string(20, '\x0b'), "Hi There")) ==
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  CHECK(hexadecimal(hmac_sha256("Jefe", "what do ya want for nothing?")) ==
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  CHECK(hexadecimal(hmac_sha256(std::string(131, '\xaa'),
                                "Test Using Larger Than Block-Size Key - Hash Key First")) ==
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

TEST_CASE("trust: a signature holds for one user and text and mark") {
  const State state;
  CHECK_FALSE(is_own_signature("a", std::string(64, '0')));
  CHECK_FALSE(fs::exists(state.folder()));  // a check creates nothing
  const auto signature = signature_of("a");
  REQUIRE(signature);
  CHECK(signature->size() == 64);
  CHECK(signature_of("a") == signature);
  CHECK(is_own_signature("a", *signature));
  CHECK_FALSE(is_own_signature("b", *signature));
  CHECK_FALSE(is_own_signature("a", ""));
  CHECK(mode_of(state.folder()) == 0700);
  CHECK(mode_of(state.folder() + "/mark") == 0600);
  CHECK(read_file(state.folder() + "/mark").size() == 32);
  const State other;
  CHECK_FALSE(is_own_signature("a", *signature));
  CHECK(signature_of("a") != signature);
}

TEST_CASE("trust: processes that create a mark at the same time use the same mark") {
  const State state;
  std::vector<std::string> signatures(8);
  {
    std::vector<std::jthread> threads;
    for (std::string& signature : signatures) {
      threads.emplace_back([&signature] { signature = signature_of("a").value_or(""); });
    }
  }
  for (const std::string& signature : signatures) CHECK(is_own_signature("a", signature));
  CHECK(std::distance(fs::directory_iterator(state.folder()), fs::directory_iterator()) == 1);
}

TEST_CASE("trust: an unsafe state folder is not used") {
  const State state;
  const auto signature = signature_of("a");
  REQUIRE(signature);
  SECTION("others can write to it") { fs::permissions(state.folder(), fs::perms::all); }
  SECTION("others can write the mark") {
    fs::permissions(state.folder() + "/mark", fs::perms::all);
  }
  SECTION("the mark is truncated") { fs::resize_file(state.folder() + "/mark", 31); }
  SECTION("the mark is a link") {
    fs::rename(state.folder() + "/mark", state.directory.file("elsewhere"));
    fs::create_symlink(state.directory.file("elsewhere"), state.folder() + "/mark");
  }
  SECTION("the mark is a folder") {
    fs::remove(state.folder() + "/mark");
    fs::create_directory(state.folder() + "/mark");
  }
  SECTION("the state folder is a file") {
    fs::remove_all(state.folder());
    std::ofstream(state.folder()) << "x";
  }
  CHECK_FALSE(is_own_signature("a", *signature));
  CHECK_FALSE(signature_of("a"));
  CHECK_THAT(objection_to_mark().english(), contains_text("state folder"));
}

TEST_CASE("trust: without a home there is no state folder") {
  const EnvironmentVariable state("XDG_STATE_HOME", GENERATE(as<std::optional<std::string>>(),
                                                             std::nullopt, "", "relative/path"));
  const EnvironmentVariable home("HOME", std::nullopt);
  CHECK_FALSE(signature_of("a"));
  CHECK_THAT(objection_to_mark().english(),
             contains_text("neither XDG_STATE_HOME nor HOME is set"));
}

TEST_CASE("trust: the state folder is in the home unless the environment names another") {
  const TemporaryDirectory directory;
  const EnvironmentVariable state("XDG_STATE_HOME", std::nullopt);
  const EnvironmentVariable home("HOME", directory.file("home"));
  REQUIRE(signature_of("a"));
  CHECK(fs::exists(directory.file("home/.local/state/schiri/mark")));
}

}  // namespace state_test

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
