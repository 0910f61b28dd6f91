#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "cli/line/interrupt.h"
#include "db/shards/working_copy.h"
#include "db/tournament/listener.h"

namespace schiri::cli {

/// A working copy whose folder is removed however the program ends: signals are deferred while it
/// lives.
class ScratchCopy {
 public:
  using Stake = db::WorkingCopy::Stake;

  /// As db::WorkingCopy.
  ScratchCopy(const std::string& home, const std::string& scratch, Stake stake = Stake::games);

  const std::string& path() const { return copy_.path(); }
  bool is_new() const { return copy_.is_new(); }
  std::string fetch(const std::string& database) const { return copy_.fetch(database); }
  /// As in db::WorkingCopy; the message about games kept elsewhere names the command that merges
  /// them.
  void bring_back(const db::Store& store);

  /// Has a signal asked the program to end?
  bool interrupted() const { return interrupt_.interrupted(); }

 private:
  InterruptGuard interrupt_;
  db::WorkingCopy copy_;
};

/// Copies the games of a working copy to their place, at intervals.
class GameSaver final : public db::TournamentListener {
 public:
  /// `stored`: the number of games in their place. `interval`: seconds.
  GameSaver(ScratchCopy& copy, const db::Store& store, std::uint64_t stored, double interval);

  void tick(const db::TournamentProgress& progress) override;
  /// Saves the games at the end. After an error there may be games that tick() has not counted.
  /// Does not repeat a failed attempt.
  void finish(bool after_error = false);

 private:
  void save();

  ScratchCopy& copy_;
  const db::Store& store_;
  std::chrono::duration<double> interval_;
  std::optional<std::uint64_t> saved_;  ///< games in their place; nothing without a file there
  std::uint64_t done_;
  bool has_failed_ = false;
  std::chrono::nanoseconds last_;
};

}  // namespace schiri::cli
