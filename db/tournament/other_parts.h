#pragma once

namespace schiri::db {

/// What is known of the other parts of a tournament that is played in parts.
enum class OtherParts {
  playing,  ///< or not known
  decided,  ///< no more games are needed
  behind,   ///< so far that their games should be played first
};

}  // namespace schiri::db
