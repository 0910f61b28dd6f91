#include "cli/otb/event/round.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace schiri::otb {

namespace {

constexpr std::array<std::string_view, 7> result_texts = {"1-0", "0-1", "1/2-1/2", "0-0",
                                                          "+--", "--+", "---"};

/// Replaces all typographic dashes, spaces and halves by plain signs.
std::string with_plain_signs(std::string_view typed) {
  constexpr std::pair<std::string_view, std::string_view> signs[] = {
      {" ", ""},       {"\u00a0", ""},  {":", "-"},      {"\u2010", "-"}, {"\u2011", "-"},
      {"\u2012", "-"}, {"\u2013", "-"}, {"\u2014", "-"}, {"\u2212", "-"}, {"\u00bd", "1/2"},
      {",", "."},      {"0.5", "1/2"},  {"F", "f"}};
  std::string text(typed);
  for (const auto& [sign, plain] : signs) {
    for (auto at = text.find(sign); at != text.npos; at = text.find(sign, at + plain.size())) {
      text.replace(at, sign.size(), plain);
    }
  }
  return text;
}

}  // namespace

std::string_view board_result_text(BoardResult result) {
  return result_texts[static_cast<std::size_t>(result)];
}

std::optional<BoardResult> find_board_result(std::string_view text) {
  const auto found = std::find(result_texts.begin(), result_texts.end(), text);
  if (found == result_texts.end()) return std::nullopt;
  return static_cast<BoardResult>(found - result_texts.begin());
}

std::optional<BoardResult> read_board_result(std::string_view typed) {
  constexpr std::pair<std::string_view, BoardResult> words[] = {
      {"=", BoardResult::draw},
      {"=-=", BoardResult::draw},
      {"1/2", BoardResult::draw},
      {"draw", BoardResult::draw},
      {"remis", BoardResult::draw},
      {"1-0f", BoardResult::white_by_forfeit},
      {"+/-", BoardResult::white_by_forfeit},
      {"+-", BoardResult::white_by_forfeit},
      {"0-1f", BoardResult::black_by_forfeit},
      {"-/+", BoardResult::black_by_forfeit},
      {"-+", BoardResult::black_by_forfeit},
      {"0-0f", BoardResult::both_forfeit},
      {"-/-", BoardResult::both_forfeit}};
  const std::string text = with_plain_signs(typed);
  for (const auto& [word, result] : words) {
    if (text == word) return result;
  }
  return find_board_result(text);
}

bool is_no_result(std::string_view typed) { return typed == "*" || typed == "none"; }

int half_points(BoardResult result, int side) {
  constexpr int table[7][2] = {{2, 0}, {0, 2}, {1, 1}, {0, 0}, {2, 0}, {0, 2}, {0, 0}};
  return table[static_cast<std::size_t>(result)][side];
}

namespace {

constexpr std::array<std::string_view, 5> bye_kinds = {"odd", "asked", "absent", "free", "full"};

}  // namespace

std::string_view bye_kind_name(ByeKind kind) { return bye_kinds[static_cast<std::size_t>(kind)]; }

std::optional<ByeKind> find_bye_kind(std::string_view name) {
  const auto found = std::find(bye_kinds.begin(), bye_kinds.end(), name);
  if (found == bye_kinds.end()) return std::nullopt;
  return static_cast<ByeKind>(found - bye_kinds.begin());
}

RoundResult round_result(BoardResult result, int side) {
  constexpr RoundResult results[][2] = {{RoundResult::win, RoundResult::loss},
                                        {RoundResult::loss, RoundResult::win},
                                        {RoundResult::draw, RoundResult::draw},
                                        {RoundResult::loss, RoundResult::loss},
                                        {RoundResult::forfeit_win, RoundResult::forfeit_loss},
                                        {RoundResult::forfeit_loss, RoundResult::forfeit_win},
                                        {RoundResult::forfeit_loss, RoundResult::forfeit_loss}};
  return results[static_cast<std::size_t>(result)][side];
}

RoundResult round_result(ByeKind kind) {
  constexpr RoundResult results[] = {RoundResult::paired_bye, RoundResult::half_bye,
                                     RoundResult::absent, RoundResult::absent,
                                     RoundResult::full_bye};
  return results[static_cast<std::size_t>(kind)];
}

bool Round::is_complete() const {
  return std::all_of(boards.begin(), boards.end(),
                     [](const Board& board) { return board.result.has_value(); });
}

bool Round::has_results() const {
  return std::any_of(boards.begin(), boards.end(),
                     [](const Board& board) { return board.result && !board.is_walkover; });
}

}  // namespace schiri::otb
