#pragma once

namespace schiri::cli {

/// The number of games that a tournament plays at once. While it lives, the signal SIGUSR1 asks for
/// one fewer, down to 1, and SIGUSR2 for one more, up to the number at its beginning.
class GamesAtOnce {
 public:
  explicit GamesAtOnce(unsigned most);
  GamesAtOnce(const GamesAtOnce&) = delete;
  GamesAtOnce& operator=(const GamesAtOnce&) = delete;
  ~GamesAtOnce();

  unsigned number() const;
};

}  // namespace schiri::cli
