#include "cli/play/turn_entry.h"

#include <algorithm>
#include <sstream>

#include "cli/print/output_language.h"
#include "notation/text/printable.h"
#include "notation/typed/turn_parts.h"

namespace schiri::cli {

namespace {

constexpr std::string_view entry_blanks = " \t";

std::vector<std::string> words_of(std::string_view typed) {
  std::vector<std::string> words;
  std::istringstream stream{std::string(typed)};
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += word;
  return text;
}

}  // namespace

std::string in_lines(const std::vector<std::string>& words) {
  constexpr std::size_t width = 80;
  std::string text, line;
  for (const std::string& word : words) {
    if (!line.empty() && line.size() + 2 + word.size() > width) {
      text += line + '\n';
      line.clear();
    }
    line += "  " + word;
  }
  return text + line + '\n';
}

bool TurnEntry::is_legal(const std::string& turn) const { return !game_.clone()->play(turn); }

bool TurnEntry::take_back() {
  if (begun_.empty()) return false;
  const std::size_t sign = begun_.find_last_of(part_signs);
  begun_.erase(sign == begun_.npos ? 0 : sign);
  return true;
}

/// Adds a part, with the sign before it if that is missing and unique.
bool TurnEntry::extend(std::string_view part) {
  const auto now = game_.turn_parts(begun_);
  if (!now) return false;
  std::optional<TurnParts> found = game_.turn_parts(begun_ + std::string(part));
  for (std::size_t i = 0; !found && i < part_signs.size(); ++i) {
    found = game_.turn_parts(begun_ + part_signs[i] + std::string(part));
    for (std::size_t j = i + 1; found && j < part_signs.size(); ++j) {
      // Two signs are possible: the user must type one.
      if (game_.turn_parts(begun_ + part_signs[j] + std::string(part))) return false;
    }
  }
  if (!found) return false;
  begun_ = found->begun;
  return true;
}

/// Adds parts that are unique.
void TurnEntry::follow_only_way() {
  auto parts = game_.turn_parts(begun_);
  while (parts && !parts->is_turn && parts->next.size() == 1) {
    begun_ = parts->begun + parts->next.front();
    parts = game_.turn_parts(begun_);
  }
}

TurnEntry::Answer TurnEntry::take(std::string_view typed) {
  const std::vector<std::string> words = words_of(typed);
  const std::string text = joined(words);
  if (words.empty()) {
    if (!begun_.empty() && is_legal(begun_)) return {begun_};
    return {{}, ways_on()};
  }
  const std::string before = begun_;
  if (before.empty() && is_legal(text)) return {text};
  bool all = true;
  for (std::size_t i = 0; all && i < words.size(); ++i) all = extend(words[i]);
  if (all) {
    const std::string said = begun_;
    follow_only_way();
    const auto parts = game_.turn_parts(begun_);
    if (parts && parts->is_turn && parts->next.empty() && said == begun_) return {begun_};
    return {{}, ways_on()};
  }
  begun_ = before;
  // The user may have changed their mind.
  if (is_legal(text)) return {text};
  // Or has typed the entered parts again.
  if (!before.empty() && text.size() > before.size() && begins_like(text, before)) {
    return take(text.substr(before.size()));
  }
  return {{}, objection(text)};
}

std::vector<std::string> TurnEntry::completions(std::string_view typed) const {
  const std::size_t at = std::min(typed.find_last_of(entry_blanks) + 1, typed.size());
  TurnEntry entry(*this);
  for (const std::string& word : words_of(typed.substr(0, at))) {
    if (!entry.extend(word)) return {};
  }
  const std::string word(typed.substr(at));
  auto parts = game_.turn_parts(entry.begun_ + word);
  std::size_t known = entry.begun_.size();
  // The sign before a part may be omitted.
  for (std::size_t i = 0; !parts && !word.empty() && i < part_signs.size(); ++i) {
    parts = game_.turn_parts(entry.begun_ + part_signs[i] + word);
    known = entry.begun_.size() + 1;
  }
  if (!parts) return {};
  std::vector<std::string> lines;
  const std::string begun = std::string(typed.substr(0, at)) + parts->begun.substr(known);
  for (const std::string& part : parts->next) lines.push_back(begun + part);
  return lines;
}

/// A legal turn that begins with the entered parts.
std::string TurnEntry::some_turn() const {
  auto parts = game_.turn_parts(begun_);
  while (parts && !(parts->is_turn && parts->begun != begun_) && !parts->next.empty()) {
    parts = game_.turn_parts(parts->begun + parts->next.front());
  }
  return parts ? parts->begun : begun_;
}

std::vector<std::string> TurnEntry::ways_over_a_part(std::string_view typed) const {
  std::vector<std::string> ways;
  const auto parts = game_.turn_parts(begun_);
  if (!parts) return ways;
  const auto is_typed = [&](std::string_view part) {
    return part.size() >= typed.size() && part.size() <= typed.size() + 1 &&
           begins_like(part.substr(part.size() - typed.size()), typed);
  };
  for (const std::string& first : parts->next) {
    const auto behind = game_.turn_parts(begun_ + first);
    if (!behind) continue;
    for (const std::string& second : behind->next) {
      if (is_typed(second)) ways.push_back(first + second);
    }
  }
  return ways;
}

std::string TurnEntry::objection(const std::string& typed) const {
  auto error = game_.clone()->play(typed);
  if (begun_.empty()) {
    const std::string refused = translated(error->message);
    if (error->kind != TurnError::Kind::syntax) return refused + '\n';
    return refused + "\nType a turn, or its first part; 'turns' lists the legal turns.\n";
  }
  if (const auto ways = ways_over_a_part(typed); !ways.empty()) {
    return printable(typed) + " cannot follow " + begun_ +
           " directly, but with a part before it:\n" + in_lines(ways);
  }
  // Instead of the next part of a legal turn, it may be part of a turn that a rule forbids.
  const std::string other = some_turn();
  const std::string rest = other.substr(begun_.size());
  const std::size_t sign = rest.empty() || part_signs.find(rest[0]) == part_signs.npos ? 0 : 1;
  const std::size_t end = std::min(rest.find_first_of(part_signs, 1), rest.size());
  for (const std::string& whole : {begun_ + typed, begun_ + rest.substr(0, sign) + typed,
                                   begun_ + rest.substr(0, sign) + typed + rest.substr(end)}) {
    error = game_.clone()->play(whole);
    if (error && error->kind == TurnError::Kind::illegal) return translated(error->message) + '\n';
  }
  return printable(typed) + " cannot follow " + begun_ + ".\n" + ways_on();
}

std::string TurnEntry::ways_on() const {
  const auto parts = game_.turn_parts(begun_);
  if (!parts) return "";
  std::string text = begun_.empty() ? "A turn begins with\n" : begun_ + " continues with\n";
  if (parts->next.empty()) return begun_ + ": press Enter to play it, or 'back'.\n";
  text += in_lines(parts->next);
  if (parts->is_turn) text += "or is a complete turn: press Enter to play it.\n";
  return text;
}

}  // namespace schiri::cli
