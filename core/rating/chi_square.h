#pragma once

namespace schiri::rating {

/// The probability that a chi-square variable of so many degrees of freedom (1 or more) is at least
/// as large. Right to some 12 digits, also where it is tiny.
double chi_square_tail(double value, int degrees);

}  // namespace schiri::rating
