#pragma once

#include <string>
#include <vector>

#include "cli/line/command_line.h"
#include "notation/game_types.h"
#include "notation/position_search.h"

namespace schiri::cli {

/// The games that an option names: this one, or all if it is empty.
std::vector<const GameType*> games_meant(const std::string& game);

/// `[--reaches POSITION]... [--pieces LETTER=N,...]... [--pattern ROW/...]... [--mirror]
/// [--at-end]`: options that select games by their positions, in records and in a database.
class PositionOptions {
 public:
  void add_to(Command& command);

  /// The search in games that begin like `told`; empty texts mean any game, variant or roll. Throws
  /// InputError.
  struct Told {
    std::string game, variant, roll;
  };
  PositionSearch search(const Told& told) const;

 private:
  std::vector<std::string> reaches_;
  std::vector<std::string> pieces_;
  std::vector<std::string> patterns_;
  bool mirrored_ = false;
  bool at_end_ = false;
};

}  // namespace schiri::cli
