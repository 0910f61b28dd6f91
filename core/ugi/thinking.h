#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/match/player.h"
#include "core/ugi/protocol.h"

namespace schiri {

/// What a program's `info` lines say of one turn, put together. Its lines of play are kept only as
/// far as there is room (`output_limits::thought`); the rest is passed over.
class UgiThought {
 public:
  void take(const ugi::Info& info);
  /// All but the turn that it finally answers, and its time.
  Thought thought() const;

 private:
  struct SearchLine {
    std::optional<Score> score;
    int depth = 0;
    std::string turns;  // as they came
  };

  void take_turns(SearchLine& line, std::string_view turns);

  std::vector<SearchLine> lines_;
  std::optional<std::uint64_t> nodes_;
  std::size_t bytes_ = 0;
};

}  // namespace schiri
