#include <sys/stat.h>

#include "cli/trust/folder_settings.h"
#include "cli/trust/ownership.h"
#include "cli/trust/signature.h"
#include "cli/trust/state_folder.h"
#include "core/base/text.h"
#include "tests/catch.h"
#include "tests/support/environment.h"

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
