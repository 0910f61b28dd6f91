#include "cli/tournament/scratch_copy.h"

#include "cli/line/argument_files.h"
#include "cli/print/output_language.h"
#include "cli/tournament/tournament_options.h"
#include "core/base/errors.h"
#include "core/match/clock.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// The loss caused by a third signal.
std::string loss(const std::string& home, const std::string& scratch, ScratchCopy::Stake stake) {
  if (stake == ScratchCopy::Stake::nothing) return "the work is lost";
  return "games that are not yet in " + printable(home, 4096) + " stay in a folder schiri-* of " +
         printable(scratch, 4096);
}

}  // namespace

ScratchCopy::ScratchCopy(const std::string& home, const std::string& scratch, Stake stake)
    : interrupt_(loss(home, scratch, stake)), copy_(home, scratch, stake, print_note) {}

void ScratchCopy::bring_back(const db::Store& store) {
  try {
    copy_.bring_back(store);
  } catch (const db::KeptElsewhere& error) {
    const std::string merge =
        "schiri db merge --db " + shell_word(error.home) + ' ' + shell_word(error.kept);
    throw UnusableError(
        message("{0}, merge it with: {1}", message_of(error), printable(merge, 8192)));
  }
}

GameSaver::GameSaver(ScratchCopy& copy, const db::Store& store, std::uint64_t stored,
                     double interval)
    : copy_(copy),
      store_(store),
      interval_(interval),
      saved_(copy.is_new() ? std::nullopt : std::optional(stored)),
      done_(stored),
      last_(monotonic_time()) {}

void GameSaver::tick(const db::TournamentProgress& progress) {
  done_ = progress.done;
  if (done_ != saved_ && monotonic_time() - last_ >= interval_) save();
}

void GameSaver::finish(bool after_error) {
  if ((saved_ != done_ || after_error) && !has_failed_) save();
}

void GameSaver::save() {
  has_failed_ = true;
  copy_.bring_back(store_);
  has_failed_ = false;
  saved_ = done_;
  last_ = monotonic_time();
}

}  // namespace schiri::cli
