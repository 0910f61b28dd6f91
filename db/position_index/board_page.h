#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "notation/board/position_text.h"

/// The boards of indexed games in a compact form that a search reads without replaying: the first
/// position, then what each turn changes on it.
///
/// Changes recur in many games, so a segment of the index has a dictionary of *steps*. A step is
/// all that a turn changes if that is frequent, otherwise a single change; the last step of a turn
/// is marked. A game is a list of numbers of steps, the frequent ones low. A turn of Creeper takes
/// about two bytes, one of the other games up to ten.
namespace schiri::db {

/// Writes seven bits a byte, lowest first; the eighth bit is set if more bytes follow.
inline void append_number(std::uint64_t number, std::string& out) {
  for (; number >= 0x80; number >>= 7) out += static_cast<char>((number & 0x7f) | 0x80);
  out += static_cast<char>(number);
}

/// Reads numbers and bytes in order; nothing if the bytes end before.
class NumberReader {
 public:
  explicit NumberReader(std::string_view bytes) : rest_(bytes) {}

  bool done() const { return rest_.empty(); }

  std::optional<std::uint64_t> next() {
    std::uint64_t number = 0;
    for (int shift = 0; !rest_.empty() && shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(rest_[0]);
      rest_.remove_prefix(1);
      number |= std::uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return number;
    }
    return std::nullopt;
  }

  std::optional<std::string_view> take(std::uint64_t size) {
    if (size > rest_.size()) return std::nullopt;
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  /// A length and as many bytes.
  std::optional<std::string_view> take_text() {
    const auto size = next();
    return size ? take(*size) : std::nullopt;
  }

 private:
  std::string_view rest_;
};

/// A first position of games of one game and variant.
struct BoardStart {
  std::string game;
  std::string variant;
  SpreadPosition position;
};

/// Changes in order: each is a place (its offset in SpreadPosition::boards, the letter before and
/// after) or a word (its number, the text before and after).
struct BoardStep {
  std::string_view changes;
  bool ends_turn = false;
};

/// Calls `place(offset, before, after)` or `word(number, before, after)` for each change; returns
/// false, possibly after some calls, if the bytes are invalid.
template <class Place, class Word>
bool visit_changes(std::string_view changes, const Place& place, const Word& word) {
  NumberReader reader(changes);
  while (!reader.done()) {
    const auto number = reader.next();
    if (!number) return false;
    if (*number & 1) {
      const auto before = reader.take_text(), after = reader.take_text();
      if (!before || !after) return false;
      word(*number >> 1, *before, *after);
    } else {
      const auto letters = reader.take(2);
      if (!letters) return false;
      place(*number >> 1, (*letters)[0], (*letters)[1]);
    }
  }
  return true;
}

/// The first positions and the steps of a segment.
class BoardDictionary {
 public:
  /// nullopt if the bytes are invalid.
  static std::optional<BoardDictionary> read(std::string_view bytes);

  BoardDictionary(BoardDictionary&&) = default;
  BoardDictionary& operator=(BoardDictionary&&) = default;

  const std::vector<BoardStart>& starts() const { return starts_; }
  const std::vector<BoardStep>& steps() const { return steps_; }

 private:
  BoardDictionary() = default;

  std::vector<char> bytes_;  ///< what the steps refer to
  std::vector<BoardStart> starts_;
  std::vector<BoardStep> steps_;
};

/// A game of a page.
struct BoardGame {
  std::int64_t id = 0;
  /// The number of its start, from 1; 0 if its boards are not stored.
  std::uint64_t start = 0;
  std::string_view steps;  ///< numbers of steps
};

/// Visits the games of a page; returns false, possibly after some calls, if the bytes are invalid.
bool read_board_page(std::string_view bytes, const std::function<void(const BoardGame&)>& visitor);

/// Writes games with ascending ids into pages.
class BoardPageWriter {
 public:
  explicit BoardPageWriter(std::function<void(const std::string&)> page) : page_(std::move(page)) {}

  void add(const BoardGame& game);
  void finish();

 private:
  std::function<void(const std::string&)> page_;
  std::string bytes_;
  std::int64_t last_ = 0;
};

/// Collects the boards of a segment's games.
class BoardWriter {
 public:
  /// Begins a game; ids ascend.
  void begin(std::int64_t id, std::string_view game, std::string_view variant);
  /// Adds the next position of the game, the start's first.
  void add(std::string_view position);

  /// Calls `page` with the dictionary, then with each page of games; then the writer is empty.
  void finish(const std::function<void(const std::string&)>& page);

 private:
  struct Game {
    std::int64_t id;
    std::uint32_t start;
    std::size_t first;  ///< index in turns_
  };
  struct Delta {
    std::uint32_t number;
    std::uint32_t count;
  };
  class Encoder;

  void begin_line(const SpreadPosition& position);
  void add_changes(const SpreadPosition& after);
  void add_turn();
  std::uint32_t single(std::string_view change);

  std::string game_, variant_;
  SpreadPosition now_;
  bool is_begun_ = false;
  std::vector<Game> games_;
  /// Numbers of deltas, or of single changes with marks.
  std::vector<std::uint32_t> turns_;
  std::unordered_map<std::string, std::uint32_t> starts_;
  std::unordered_map<std::string, Delta> deltas_;
  std::unordered_map<std::string, std::uint32_t> singles_;
  std::string changes_;            ///< of the turn
  std::vector<std::size_t> ends_;  ///< where each change of the turn ends
};

}  // namespace schiri::db
