#pragma once

#include <string>
#include <vector>

#include "tests/json.h"
#include "tests/support/run.h"

// The contents of a database, as printed by the program.

/// The JSON value of each line of a text.
std::vector<Json> json_lines(const std::string& text);

/// All records, without data that depends on the clock.
std::string exported(const std::string& db);
/// As in `schiri db query games`.
std::vector<Json> games_of(const std::string& db);
/// Runs `tournament verify`, which compares the tournaments of a database with their plans.
Run verify(const std::string& db);
