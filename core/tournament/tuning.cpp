#include "core/tournament/tuning.h"

#include <charconv>
#include <utility>

namespace schiri {

namespace {

/// A number of the text `key=NUMBER` and what it may be.
struct Gain {
  std::string_view key;
  double SpsaGains::*member;
  double least;
  double most;
};

constexpr Gain known_gains[] = {{"r_end", &SpsaGains::r_end, 1e-9, 10},
                                {"alpha", &SpsaGains::alpha, 0, 1},
                                {"gamma", &SpsaGains::gamma, 0, 1},
                                {"A", &SpsaGains::A, 0, 100}};

bool take_word(std::string_view word, SpsaGains& gains) {
  const auto equals = word.find('=');
  if (equals == word.npos) return false;
  const std::string_view value = word.substr(equals + 1);
  for (const Gain& gain : known_gains) {
    if (word.substr(0, equals) != gain.key) continue;
    double& number = gains.*gain.member;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    return error == std::errc{} && end == value.data() + value.size() && number >= gain.least &&
           number <= gain.most;
  }
  return false;
}

}  // namespace

std::optional<SpsaGains> parse_spsa_gains(std::string_view text) {
  SpsaGains gains;
  for (;;) {
    const auto comma = text.find(',');
    if (!take_word(text.substr(0, comma), gains)) return std::nullopt;
    if (comma == text.npos) return gains;
    text.remove_prefix(comma + 1);
  }
}

std::string write_spsa_gains(const SpsaGains& gains) {
  std::string text;
  for (const Gain& gain : known_gains) {
    char number[32];
    const auto end = std::to_chars(number, number + sizeof number, gains.*gain.member).ptr;
    text += (text.empty() ? "" : ",") + std::string(gain.key) + "=" + std::string(number, end);
  }
  return text;
}

}  // namespace schiri
