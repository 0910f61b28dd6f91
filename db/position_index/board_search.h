#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "db/position_index/board_page.h"
#include "notation/position_search.h"

namespace schiri::db {

/// A search in the games of one segment. For each condition it knows by how much a step changes the
/// number of places that differ from a pattern, or the numbers of pieces, so that reading a game
/// means adding numbers.
class BoardSearch {
 public:
  /// Both must live as long as this.
  BoardSearch(const BoardDictionary& dictionary, const PositionSearch& search);
  ~BoardSearch();

  enum class Result {
    no_match,
    match,
    unknown,  ///< the boards are not stored
    invalid,  ///< the game has numbers that are not in the dictionary
  };

  Result find(const BoardGame& game);

 private:
  struct Lanes;
  struct Image;
  struct Kind;
  struct Start;

  const Start& start_of(std::size_t number);
  const Kind& kind_of(const BoardStart& start);
  bool read_steps(std::string_view bytes);
  bool meets(const Image& image, const std::vector<std::uint64_t>& first) const;
  bool meets(const Lanes& lanes, const std::uint64_t* first) const;

  const BoardDictionary& dictionary_;
  const PositionSearch& search_;
  std::vector<std::unique_ptr<Kind>> kinds_;
  std::vector<std::optional<Start>> starts_;
  std::vector<std::uint8_t> ends_turn_;  ///< of each step
  std::vector<std::uint32_t> buffer_;
  std::span<const std::uint32_t> steps_;  ///< of the game
};

}  // namespace schiri::db
