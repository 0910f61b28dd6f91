#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace schiri {

/// A whole number with zeros, or another character, in front up to this width: `007`.
std::string padded_text(std::uint64_t number, std::size_t width, char fill = '0');

/// A number with this many decimals, at most 9, rounded to the nearest, ties to even, without a
/// negative zero. Never depends on the locale.
std::string fixed_text(double number, int decimals);

/// A number with the fewest digits that distinguish it from all others. Never depends on the
/// locale.
std::string shortest_text(double number);

/// A number with this many significant digits, at most 17, without trailing zeros, and with an
/// exponent if it is very large or small (C's `%g`). Never depends on the locale.
std::string significant_text(double number, int digits);

/// A number rounded to this many decimals, ties away from zero (0.25 to 0.3), and no negative zero.
double rounded_to(double number, int decimals);

/// The text of that number, with this many decimals.
std::string rounded_text(double number, int decimals);

}  // namespace schiri
