#pragma once

#include <string>

#include "tests/json.h"

/// The text after `begin` up to `end`. The test fails without `begin`.
std::string between(const std::string& text, const std::string& begin, const std::string& end);
/// What raw deflate and base64 have packed.
std::string unpacked(const std::string& text);
/// The data of a report's page, with its blocks of games, which stay packed.
Json report_data(const std::string& page);
