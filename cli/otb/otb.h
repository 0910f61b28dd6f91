#pragma once

// Events of people, played over the board: the wing of whoever runs one, in the order in which data
// flow. event/ is what an event is: players, rounds, standing. acts/ is what changes it, and the
// file that keeps that. trf/ reads and writes FIDE's reports, lists/ makes what people read,
// commands/ are those of `schiri otb`, publish/ writes a site and serve/ is the web server. It uses
// core, notation, db and the rest of cli; of these only the table of commands uses it, which can be
// built without it (SCHIRI_OTB).

#include <string>
#include <vector>

#include "cli/line/command.h"

namespace schiri::cli {

/// Adds `schiri otb`.
void add_otb(Command& app);

/// Writes results like `--+` among the words of `schiri otb result` in a way that is not taken
/// for an option.
void spell_results_out(std::vector<std::string>& words);

}  // namespace schiri::cli
