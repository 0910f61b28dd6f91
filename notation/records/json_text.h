#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace schiri {

/// Reads JSON that may come from anywhere; keys stay in their order. Throws
/// nlohmann::json::parse_error if it is none, and std::runtime_error if it is nested so deeply that
/// looking at it could use up the stack.
nlohmann::ordered_json parse_json(std::string_view text);

}  // namespace schiri
