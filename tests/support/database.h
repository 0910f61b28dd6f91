#pragma once

#include <string>
#include <vector>

#include "tests/json.h"
#include "tests/support/run.h"

// What a database holds, as the program shows it.

/// Each line of a text.
std::vector<Json> json_lines(const std::string& text);

/// All records, without what depends on the clock.
std::string exported(const std::string& db);
/// As of `schiri db query games`.
std::vector<Json> games_of(const std::string& db);
/// Are the events of a database what their plans say?
Run verify(const std::string& db);
