#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include "core/game.h"
#include "core/match/player.h"
#include "notation/text/table.h"

namespace schiri::cli {

/// The part of the data set that contains a game, with all its positions.
enum class DataPart : std::int8_t { train, validation, test };

/// A position of a game as a training example.
struct DataRow {
  std::string game;
  std::string variant;
  std::string position;
  Side side = Side::white;     ///< to move
  std::optional<Score> score;  ///< of that side, as the record has it
  Outcome outcome = Outcome::draw;
  std::size_t ply = 0;        ///< turns played before
  std::optional<bool> quiet;  ///< nothing if not determined
  DataPart part = DataPart::train;
  std::string turn;             ///< the turn played
  std::uint64_t game_hash = 0;  ///< the same for all positions of a game
};

/// A destination of positions.
class DataWriter {
 public:
  virtual ~DataWriter() = default;

  virtual void add(const DataRow& row) = 0;
  /// Writes the buffered rows. To be called once.
  virtual void finish() = 0;
};

/// The format for the ending of a file name; empty for other endings.
std::string_view data_format_of(std::string_view file);

const Columns<DataRow>& data_columns();

/// `csv`, `json` or `npz`.
std::unique_ptr<DataWriter> make_data_writer(const std::string& format, std::ostream& out);

}  // namespace schiri::cli
