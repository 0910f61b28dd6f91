#include "cli/otb/publish/site.h"
#include "core/base/name_order.h"
#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/support/otb_event.h"

namespace publish_test {

// The static pages of `schiri otb publish`.

struct PublishedEvent : OtbEvent {
  std::string folder = directory.file("site");

  explicit PublishedEvent(const Words& options = {}) {
    REQUIRE(run("new", Words{"--name", "Cup <&> \"x\"", "--game", "creeper", "--rounds", "3",
                             "--date", "2026.05.01"} +
                           options)
                .status == 0);
  }
  void publish(const Words& options = {}) const {
    out("publish", Words{"-o", folder, "--language", "en"} + options);
  }
  std::string page(const std::string& name) const { return read_file(folder + "/" + name); }
  std::set<std::string> names() const {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      names.insert(entry.path().filename().string());
    }
    return names;
  }
};

/// Every link leads to a page, and every page is linked from the first.
void check_links(const PublishedEvent& event) {
  const std::set<std::string> names = event.names();
  std::set<std::string> reached = {"index.html"};
  for (std::size_t before = 0; before != reached.size();) {
    before = reached.size();
    for (const std::string& name : std::set<std::string>(reached)) {
      for (const Match& link : matches_of(event.page(name), "href=\"([^\"]*)\"")) {
        CAPTURE(name, link.groups[1]);
        CHECK(names.contains(link.groups[1]));
        reached.insert(link.groups[1]);
      }
    }
  }
  CHECK(reached == names);
}

TEST_CASE("otb publish: a page alone is that among all pages") {
  const PublishedEvent event;
  event.out("enter", {"Anna", "Bert", "Carla"});
  event.out("pair");
  const auto journal = otb::Journal::open(event.file, otb::JournalFile::Access::read);
  const TableOptions options{.format = Format::html};
  const auto pages = cli::site_pages(journal, options);
  CHECK(pages.size() == 11);
  for (const cli::SitePage& page : pages) {
    CAPTURE(page.name);
    const auto alone = cli::site_page(journal, page.name, options);
    REQUIRE(alone);
    CHECK(alone->name == page.name);
    CHECK(alone->html == page.html);
  }
  for (const char* name :
       {"", "player-0.html", "player-4.html", "round-2.html", "player-01.html"}) {
    CHECK_FALSE(cli::site_page(journal, name, options));
  }
}

TEST_CASE("otb publish: a knockout has its tree, with what is known of it") {
  OtbEvent event;
  event.out("new", {"--name", "Cup", "--game", "creeper", "--system", "knockout"});
  event.out("enter", {"Anna <b>", "Ben", "Cleo", "Dan", "Eva"});
  event.out("pair");
  event.out("result", {"1", "1-0"});
  const std::string folder = event.directory.file("site");
  event.out("publish", {"-o", folder, "--language", "en"});
  const std::string page = read_file(folder + "/bracket.html");
  for (const char* part :
       {"<h3>Quarter-finals</h3>", "<h3>Semi-finals</h3>", "<h3>Final</h3>", "Anna &lt;b&gt;</a>",
        "<span class=\"score\">1</span>", "<span class=\"score\">0</span>", "<span>bye</span>"}) {
    CHECK_THAT(page, contains_text(part));
  }
  // Three byes, and the match that was played.
  CHECK(matches_of(page, "<p class=\"won\">").size() == 4);
  CHECK(matches_of(page, "<li><p").size() == 7);
}

TEST_CASE("otb publish: pages of an event link each other and load nothing") {
  PublishedEvent event;
  event.publish();
  CHECK_THAT(event.page("index.html"), contains_text("No round is paired yet."));
  check_links(event);
  event.out("enter", {"Anna <b>", "Björn", "Carla", "Dora", "Emil"});
  event.out("pair");
  event.out("result", {"1", "1-0"});
  event.publish();
  check_links(event);
  CHECK(event.names().size() == 13);
  for (const std::string& name : event.names()) {
    const std::string page = event.page(name);
    CAPTURE(name);
    CHECK(page.find("<script") == std::string::npos);
    CHECK(page.find("http") == page.find("http-equiv"));
    CHECK(page.find("<b>") == std::string::npos);
    CHECK_THAT(page, contains_text("Cup &lt;&amp;&gt;"));
  }
  const std::string round = event.page("round-1.html");
  CHECK(round == event.page("index.html"));
  CHECK_THAT(round, contains_text("<span class=\"who\"><span class=\"colour\">White</span>"
                                  "<span class=\"start\">1</span><a "
                                  "href=\"player-1.html\">Anna &lt;b&gt;</a></span>"));
  CHECK_THAT(round, contains_text("bye, 1 point"));
  // White stands above Black.
  CHECK(round.find("Anna") < round.find("Carla"));
}

TEST_CASE("otb publish: pages of rounds and players that are gone are removed, others stay") {
  PublishedEvent event;
  event.out("enter", {"Anna", "Bert", "Carla", "Dora"});
  event.out("pair");
  event.publish();
  event.directory.write("site/mine.html", "mine");
  event.directory.write("site/round-x.html", "mine");
  CHECK(event.names().contains("round-1.html"));
  event.out("undo");
  event.publish();
  for (const char* name : {"round-1.html", "seats.html", "slips.html", "table-cards.html"}) {
    CAPTURE(name);
    CHECK_FALSE(event.names().contains(name));
  }
  CHECK(event.page("mine.html") == "mine");
  CHECK(event.page("round-x.html") == "mine");
  CHECK(schiri::cli::is_passing_page("player-12.html"));
  for (const char* name :
       {"player-.html", "player-1.htm", "round-1.html.bak", "xround-1.html", "round--1.html"}) {
    CHECK_FALSE(schiri::cli::is_passing_page(name));
  }
}

TEST_CASE("otb publish: accents do not change the order of seats") {
  CHECK(schiri::name_order_key("Müller, Jörg") == "mullerjorg");
  CHECK(schiri::name_order_key("STRASSE") == schiri::name_order_key("Straße"));
  CHECK(schiri::name_order_key("\xff") == "\xff");
}

}  // namespace publish_test
