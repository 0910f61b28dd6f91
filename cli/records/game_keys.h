#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "notation/records/check/checked_record.h"
#include "notation/records/game_hash.h"

namespace schiri::cli {

/// What counts for comparing games.
struct KeyOptions {
  enum class Headers : unsigned char { ignore, players, all };

  CheckOptions check;  ///< the options with which the records were checked
  Headers headers = Headers::ignore;
  bool of_beginnings = false;  ///< games are compared with beginnings of others
};

/// The keys by which a game is compared.
struct GameKeys {
  std::optional<GameKey> whole;     ///< nothing for a game that is invalid or has no turns
  std::vector<GameKey> beginnings;  ///< of the shorter games that this game continues
  std::uint32_t known_tags = 0;
};

/// Computes keys that are equal for games that count as duplicates; of beginnings only if asked.
GameKeys keys_of(const CheckedRecord& checked, const KeyOptions& options, bool with_beginnings);

}  // namespace schiri::cli
