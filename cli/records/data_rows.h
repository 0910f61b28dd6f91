#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include "core/game.h"
#include "core/match/player.h"

namespace schiri::cli {

/// Into which part of the data a game goes with all its positions.
enum class DataPart : std::int8_t { train, validation, test };

/// A position of a game as something to learn from.
struct DataRow {
  std::string game;
  std::string variant;
  std::string position;
  Side side = Side::white;     ///< to move
  std::optional<Score> score;  ///< of that side, as the record has it
  Outcome outcome = Outcome::draw;
  std::size_t ply = 0;        ///< turns played before
  std::optional<bool> quiet;  ///< nothing if nobody has looked
  DataPart part = DataPart::train;
  std::string turn;             ///< that was played
  std::uint64_t game_hash = 0;  ///< the same for all positions of a game
};

/// Where positions are written to.
class DataWriter {
 public:
  virtual ~DataWriter() = default;

  virtual void add(const DataRow& row) = 0;
  /// Writes what is held back; once.
  virtual void finish() = 0;
};

/// The format that a file's name asks for; empty if it asks for none.
std::string_view data_format_of(std::string_view file);

/// `csv`, `jsonl` or `npz`.
std::unique_ptr<DataWriter> make_data_writer(const std::string& format, std::ostream& out);

}  // namespace schiri::cli
