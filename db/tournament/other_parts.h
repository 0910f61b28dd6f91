#pragma once

namespace schiri::db {

/// The state of the other parts of a tournament in parts.
enum class OtherParts {
  playing,  ///< not decided, or unknown
  decided,  ///< no more games are needed
  behind,   ///< so far behind that their games should be played first
};

}  // namespace schiri::db
