#include "cli/help/embedded_files.h"
#include "cli/help/manual_page.h"
#include "notation/game_types.h"
#include "notation/records/pgn/movetext.h"
#include "tests/catch.h"

namespace games_page_test {

using namespace schiri;
using namespace schiri::cli;
using Kind = ManualBlock::Kind;

/// The blocks of the page below the heading of a game.
std::vector<ManualBlock> blocks_of(const GameType& type) {
  std::vector<ManualBlock> blocks;
  bool inside = false;
  for (const ManualBlock& block : read_manual_page(text_of(manual_pages, "games")).blocks) {
    if (block.kind == Kind::heading) inside = block.text == type.title();
    if (inside) blocks.push_back(block);
  }
  return blocks;
}

bool is_turn(const GameType& type, const std::string& text) {
  return type.turn_length((text + std::string(text_padding, '\0')).c_str()) == text.size();
}

/// The code spans in the last cells of a game's tables, by the first cell of the row.
std::multimap<std::string, std::string> notations_of(const GameType& type) {
  std::multimap<std::string, std::string> notations;
  for (const ManualBlock& block : blocks_of(type)) {
    for (const auto& row : block.rows) {
      for (const TextSpan& span : read_spans(row.back())) {
        if (span.style == TextSpan::Style::code) notations.emplace(row.front(), span.text);
      }
    }
  }
  return notations;
}

TEST_CASE("manual: the page games shows valid notations as valid and invalid ones as invalid") {
  for (const GameType* type : game_types()) {
    std::size_t right = 0;
    for (const auto& [what, text] : notations_of(*type)) {
      INFO(type->name() << ", " << what << ": " << text);
      // Notations that only records allow are tested with records.
      CHECK(is_turn(*type, text) == (what != "not read" && what != "in records"));
      if (what == "right") ++right;
    }
    INFO(type->name());
    CHECK(right >= 3);
  }
}

TEST_CASE("manual: the positions of the page games can be set up") {
  for (const GameType* type : game_types()) {
    std::size_t positions = 0;
    for (const ManualBlock& block : blocks_of(*type)) {
      if (block.kind != Kind::code) continue;
      std::string_view lines = block.text;
      for (; !lines.empty(); ++positions) {
        const std::string line(lines.substr(0, lines.find('\n')));
        INFO(line);
        CHECK_NOTHROW(type->start({"", line, ""}));
        lines.remove_prefix(std::min(line.size() + 1, lines.size()));
      }
    }
    INFO(type->name());
    CHECK(positions >= 1);
  }
}

}  // namespace games_page_test
