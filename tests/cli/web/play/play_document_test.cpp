#include "cli/web/shared/document.h"
#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/support/run.h"

namespace play_document_test {

using namespace schiri::cli;

/// The program alone in a folder without the engine.
std::string lonely_program(const TemporaryDirectory& folder) {
  std::filesystem::copy_file(SCHIRI_PROGRAM, folder.file("schiri"));
  return folder.file("schiri");
}

TEST_CASE("page: templates are replaced once and values are not expanded") {
  CHECK(fill_template("a @x@ @y@ @x@ @", {{"@x@", "@y@"}, {"@y@", "1"}}) == "a @y@ 1 @y@ @");
  CHECK(fill_template("", {}).empty());
}

TEST_CASE("page: the policy names the script and permits the engine only if it is included") {
  const std::string plain = content_policy("p {}", "f();", false);
  CHECK(is_match(plain,
                 "default-src 'none'; style-src 'sha256-[^']{44}'; "
                 "script-src 'sha256-[^']{44}'; "
                 "base-uri 'none'; form-action 'none'; .*"));
  CHECK(plain.find("wasm") == plain.npos);
  CHECK(content_policy("p {}", "", false).find("; script-src; base-uri") != std::string::npos);
  CHECK(content_policy("", "", true).find("'wasm-unsafe-eval'; worker-src blob:") !=
        std::string::npos);
}

TEST_CASE("page: without the engine a message names the missing part") {
  const TemporaryDirectory folder;
  const Run run = run_program(lonely_program(folder), {"page", "-o", "-"});
  CHECK(run.status == 3);
  CHECK(run.out.empty());
  CHECK_THAT(run.err, contains_text("emscripten"));
  CHECK_THAT(run.err, contains_text(folder.file("schiri-engine.wasm")));
}

TEST_CASE("page: one self-contained file that is always the same") {
  const auto folder = std::filesystem::path(SCHIRI_PROGRAM).parent_path();
  if (!std::filesystem::exists(folder / "schiri-engine.wasm")) return;
  const Run run = run_schiri({"page", "-o", "-"});
  REQUIRE(run.status == 0);
  // 1.44 MB with the compiler of Debian 12, whose library is smaller than that of Debian 13.
  CHECK(run.out.size() < 1'600'000);
  for (const char* word : {" src=", "http://", "https://", "@import", "url("}) {
    std::string page = run.out;
    // The namespace of SVG is not an address.
    page = with_replaced(page, "http://www.w3.org/2000/svg", "");
    CHECK(page.find(word) == page.npos);
  }
  CHECK(run_schiri({"page", "-o", "-"}).out == run.out);
}

}  // namespace play_document_test
