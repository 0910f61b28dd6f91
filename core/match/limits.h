#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace schiri {

/// What a player may spend on one turn. Where several limits are set, the first one reached ends
/// the thinking; where none is, a player thinks as long as it likes.
struct Limits {
  /// What both clocks show when the thinking begins.
  struct Clocks {
    std::chrono::milliseconds white_time{}, black_time{};
    std::chrono::milliseconds white_increment{}, black_increment{};
    std::optional<int> turns_to_go;  ///< of the mover, until its clock gets its time again

    friend bool operator==(const Clocks&, const Clocks&) = default;
  };

  std::optional<std::uint64_t> nodes;  ///< positions looked at
  std::optional<int> depth;            ///< turns ahead
  std::optional<std::chrono::milliseconds> move_time;
  std::optional<Clocks> clocks;

  friend bool operator==(const Limits&, const Limits&) = default;
};

}  // namespace schiri
