#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "notation/records/record.h"

namespace schiri {

/// 128 bits, enough that two different games never share them by chance.
struct GameKey {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  friend bool operator==(const GameKey&, const GameKey&) = default;
};

/// Computes the key of a sequence of texts; the key so far is available after each of them.
class KeyMaker {
 public:
  void add(std::string_view text);
  GameKey key() const;

 private:
  std::uint64_t high_ = 0x243f6a8885a308d3u;
  std::uint64_t low_ = 0x13198a2e03707344u;
};

/// Computes the game_hash of a game whose turns are added one by one.
class GameHasher {
 public:
  /// `position` and `roll` are the record's tags, empty if it has none.
  GameHasher(std::string_view game, std::string_view variant, std::string_view position,
             std::string_view roll);

  /// The turns in their order, in canonical text.
  void add_turn(std::string_view turn);
  /// Forgets the turns.
  void start_over();
  /// Nullopt before the first turn.
  std::optional<std::uint64_t> value() const;

 private:
  void add(std::string_view text);

  std::uint64_t state_ = 0xcbf29ce484222325u;
  std::uint64_t start_ = 0;  ///< the state before the first turn
  bool has_turns_ = false;
};

/// 64 bits that depend only on the game, its variant, start and turns; nullopt for a record without
/// turns. The record must have been checked, so that its turns are canonical.
std::optional<std::uint64_t> game_hash(std::string_view game, std::string_view variant,
                                       const Record& record);

}  // namespace schiri
