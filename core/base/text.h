#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Small things that all rooms of core and all other layers use: text, names, dates, numbers,
/// random numbers, threads, bitboards, errors. Uses the standard library alone.
namespace schiri {

/// Without these characters at both ends.
std::string_view trimmed(std::string_view text, std::string_view blanks = " \t");

/// What stands between the separators: one part more than there are separators.
std::vector<std::string_view> split(std::string_view text, char separator);

/// A number and what it counts: `1 game`, `3 games`. `many` is a plural that is not formed with s.
std::string counted(std::uint64_t number, std::string_view one, std::string_view many = {});

}  // namespace schiri
