#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/match/player.h"
#include "core/ugi/protocol.h"

namespace schiri {

/// Combines the `info` lines of a program about one turn into a Thought. Of the scores the last
/// exact one counts, with its depth and turns, which may come on lines of their own: `lowerbound`
/// and `upperbound` are no evaluations. Lines of play beyond `output_limits::thought` bytes are
/// dropped.
class UgiThought {
 public:
  void take(const ugi::Info& info);
  /// The thought without the final turn and its time.
  Thought thought() const;

 private:
  struct SearchLine {
    std::optional<Score> score;
    int depth = 0;
    std::string turns;  // in order of arrival
  };

  void take_without_score(const ugi::Info& info);
  void take_turns(SearchLine& line, std::string_view turns);

  std::vector<SearchLine> lines_;
  std::optional<std::uint64_t> nodes_, nodes_a_second_;
  std::optional<int> selective_depth_, hash_fullness_;
  std::optional<int> depth_;  ///< of a line without a score
  std::string text_;
  std::size_t bytes_ = 0;
};

}  // namespace schiri
