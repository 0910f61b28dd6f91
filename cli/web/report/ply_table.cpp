#include "cli/web/report/ply_table.h"

#include <algorithm>
#include <utility>

#include "notation/records/pgn/movetext.h"

namespace schiri::cli {

namespace {

constexpr std::size_t most_count = 0x6FF;

char16_t counted(std::size_t count) { return static_cast<char16_t>(0x100 + count); }

/// The board's text, words with `/`, with dots for the numbers of empty fields; nothing if that is
/// not reversible. Other words are unchanged.
std::optional<std::string> expanded(const std::string& text) {
  std::string dots;
  bool is_board = false;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '.' || static_cast<unsigned char>(text[at]) >= 0x80) return std::nullopt;
    if (at == 0 || text[at - 1] == ' ') {
      const std::string_view rest = std::string_view(text).substr(at);
      is_board = rest.substr(0, rest.find(' ')).find('/') != rest.npos;
    }
    if (!is_board || !is_digit(text[at])) {
      dots += text[at++];
      continue;
    }
    std::size_t number = 0;
    if (text[at] == '0') return std::nullopt;
    for (; at < text.size() && is_digit(text[at]) && number <= most_count; ++at) {
      number = 10 * number + static_cast<std::size_t>(text[at] - '0');
    }
    if (number > most_count) return std::nullopt;
    dots += std::string(number, '.');
  }
  return dots.size() <= most_count ? std::optional(dots) : std::nullopt;
}

std::string pairs(const std::string& before, const std::string& now) {
  std::string change = "+";
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (before[i] != now[i]) change += utf8({std::u16string(1, counted(i))}) + now[i];
  }
  return change;
}

std::string ends(const std::string& before, const std::string& now) {
  const std::size_t shorter = std::min({before.size(), now.size(), most_count});
  std::size_t head = 0, tail = 0;
  while (head < shorter && before[head] == now[head]) ++head;
  while (tail < shorter - head && before[before.size() - 1 - tail] == now[now.size() - 1 - tail]) {
    ++tail;
  }
  return "=" + utf8(std::u16string{counted(head), counted(tail)}) +
         now.substr(head, now.size() - head - tail);
}

}  // namespace

std::string utf8(std::u16string_view codes) {
  std::string bytes;
  const auto put = [&](unsigned byte) { bytes += static_cast<char>(byte); };
  for (const unsigned c : codes) {
    if (c < 0x80) {
      put(c);
    } else if (c < 0x800) {
      put(0xC0 | c >> 6);
      put(0x80 | (c & 63));
    } else {
      put(0xE0 | c >> 12);
      put(0x80 | (c >> 6 & 63));
      put(0x80 | (c & 63));
    }
  }
  return bytes;
}

PositionChanges::PositionChanges(std::string position)
    : position_(std::move(position)), expanded_(expanded(position_)) {}

std::string PositionChanges::to(const std::string& now) {
  auto to = expanded(now);
  const bool is_as_long = expanded_ && to && expanded_->size() == to->size();
  std::string change = is_as_long ? pairs(*expanded_, *to) : ends(position_, now);
  position_ = now;
  expanded_ = std::move(to);
  return change;
}

std::string figures_change(const std::u16string& before, const std::u16string& now,
                           const FigureTable& table) {
  bool is_twice = false;
  // The figures but the marks, by their numbers.
  const auto figures_of = [&](const std::u16string& codes) {
    std::vector<bool> figures(table.figures().size());
    for (const char16_t code : codes) {
      if (table.is_mark(code)) continue;
      const std::size_t number = FigureTable::number_of(code);
      is_twice = is_twice || figures[number];
      figures[number] = true;
    }
    return figures;
  };
  const std::vector<bool> gone = figures_of(before), here = figures_of(now);
  if (is_twice) return "=" + utf8(now);
  std::u16string marks, changed;
  for (const char16_t code : before) {
    if (!table.is_mark(code) && !here[FigureTable::number_of(code)]) changed += code;
  }
  for (const char16_t code : now) {
    if (table.is_mark(code)) {
      marks += code;
    } else if (!gone[FigureTable::number_of(code)]) {
      changed += code;
    }
  }
  return "+" + utf8(marks) + ' ' + utf8(changed);
}

std::string PlyTable::code(const Ply& ply, Json& others) {
  const auto known = numbers_.find(ply);
  if (known != numbers_.end()) return utf8({std::u16string(1, counted(known->second))});
  const Json packed = {ply[0], ply[1], ply[2]};
  if (numbers_.size() == most_plies) {
    others.push_back(packed);
    return "!";
  }
  numbers_.emplace(ply, numbers_.size());
  plies_.push_back(packed);
  return utf8({std::u16string(1, counted(numbers_.size() - 1))});
}

}  // namespace schiri::cli
