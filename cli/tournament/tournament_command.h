#pragma once

#include <optional>
#include <string>

#include "cli/line/command.h"
#include "db/games/store.h"
#include "db/tournament/tournaments.h"
#include "notation/contest/contest.h"

/// The commands `schiri tournament` and `schiri tune`: one file a command with its options and
/// output, and shared parts. `live/` follows games while they are played, `results/` prints their
/// results. Games, plans and storage are in db/tournament. The commands for clusters are in
/// cli/cluster, which uses this folder; this folder uses cli/line and cli/print.
namespace schiri::cli {

/// The tournaments among which the only one is meant.
enum class Among { all, unfinished };
/// The tournament with this name; without a name the only one. `option` selects one, for messages.
/// Throws InputError.
db::StoredTournament choose_tournament(const db::Store& store,
                                       const std::optional<std::string>& name,
                                       const std::string& option = "--event",
                                       Among among = Among::all);

// Each function adds one command of `schiri tournament`.
void add_tournament_run(Command& tournament);
void add_tournament_resume(Command& tournament);
void add_tournament_submit(Command& tournament);
void add_tournament_status(Command& tournament);
void add_tournament_collect(Command& tournament);
void add_tournament_show(Command& tournament);
void add_tournament_extend(Command& tournament);
void add_tournament_verify(Command& tournament);

// `schiri test` and `schiri tune`.
void add_test(Command& app);
void add_tune(Command& app);

}  // namespace schiri::cli
