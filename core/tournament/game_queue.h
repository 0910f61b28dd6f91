#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "core/tournament/schedule.h"

namespace schiri {

/// The games of a tournament that are to be played next. Any thread may use a queue.
class GameQueue {
 public:
  /// `done`: the games that are finished already, ascending. Only the numbers `shard`, `shard +
  /// shards`, ... up to `last` are to be played; a schedule that depends on results can be shared
  /// only as far as the games in `done`, which may be of other shards, pair it. If the pairing of
  /// games in `done` depends on a missing game, they count once that is finished.
  GameQueue(std::unique_ptr<Schedule> schedule, std::vector<GameResult> done, std::uint64_t last,
            std::uint64_t shard = 1, std::uint64_t shards = 1);

  /// The next game that is neither in progress nor finished; nullopt if there is none now.
  std::optional<std::uint64_t> next();
  /// After next() returned nullopt: may there be more games when those in progress are finished or
  /// given back, or because one was since?
  bool may_grow() const;
  /// Returns a game from next() to the queue, to be played again.
  void give_back(std::uint64_t number);
  /// The game of this number, at most paired().
  ScheduledGame game(std::uint64_t number) const;
  /// The number of games paired so far.
  std::uint64_t paired() const;
  void finish(const GameResult& result);
  /// Ends the tournament at this game: all games up to it are played, later ones do not count.
  void end_at(std::uint64_t last);

  /// The number of finished games of the shard.
  std::uint64_t done() const;
  /// The total number of games if it is known, otherwise an upper bound.
  std::uint64_t total() const;
  /// The number of the last game once all are played; nullopt before.
  std::optional<std::uint64_t> end() const;

 private:
  std::uint64_t last() const;
  bool has_given_back() const;
  void take_stored();
  std::uint64_t count_to(std::uint64_t number) const;

  mutable std::mutex mutex_;
  std::unique_ptr<Schedule> schedule_;
  std::vector<GameResult> stored_;
  std::size_t taken_ = 0;  ///< the number of these that the schedule has
  std::set<std::uint64_t> given_back_;
  std::uint64_t out_ = 0;  ///< games in progress
  std::uint64_t last_;
  std::uint64_t shard_;
  std::uint64_t shards_;
  std::uint64_t next_;
  std::size_t at_ = 0;
  std::uint64_t done_ = 0;
};

}  // namespace schiri
