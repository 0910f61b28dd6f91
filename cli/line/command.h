#pragma once

#include <string>
#include <vector>

#include "cli/line/command_line.h"
#include "core/base/errors.h"

namespace schiri::cli {

/// Adds one command, or those of a group, to the program.
using AddCommand = void(Command& app);

AddCommand add_games, add_rules, add_turns, add_perft, add_board, add_play, add_position,
    add_validate, add_replay, add_convert, add_select, add_sort, add_tag, add_dedupe, add_summary,
    add_merge, add_split, add_data, add_tournament, add_ratings, add_table, add_stats, add_report,
    add_db, add_analyse, add_bot, add_ugi, add_lsp;

}  // namespace schiri::cli
