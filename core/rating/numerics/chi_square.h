#pragma once

namespace schiri::rating {

/// The probability that a chi-square variable with this many degrees of freedom (1 or more) is at
/// least as large. Accurate to some 12 digits, even where it is tiny.
double chi_square_tail(double value, int degrees);

}  // namespace schiri::rating
