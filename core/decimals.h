#pragma once

#include <string>

namespace schiri {

/// A number with so many digits behind the point, at most 9: the nearest there is, the even one of
/// two. Never depends on the locale.
std::string fixed_text(double number, int decimals);

/// A number with so many significant digits, at most 17, zeros at the end left out, with an
/// exponent where it is very large or small (C's `%g`). Never depends on the locale.
std::string significant_text(double number, int digits);

/// With so many digits behind the point, rounded as people do it, 0.25 to 0.3, and without a sign
/// before nothing but zeros.
std::string rounded_text(double number, int decimals);

}  // namespace schiri
