#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/engine/ugi_protocol.h"
#include "core/match/player.h"

namespace schiri {

/// What a program's `info` lines tell of one turn, put together. Of how it sees the game go on no
/// more is kept than there is room for (`kept::thought`); what is beyond that is passed over.
class UgiThought {
 public:
  void take(const ugi::Info& info);
  /// Without the turn that is answered in the end, and its time.
  Thought thought() const;

 private:
  struct Told {
    std::optional<Score> score;
    int depth = 0;
    std::string turns;  // as they came
  };

  void take_turns(Told& line, std::string_view turns);

  std::vector<Told> lines_;
  std::optional<std::uint64_t> nodes_;
  std::size_t bytes_ = 0;
};

}  // namespace schiri
