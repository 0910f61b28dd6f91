#pragma once

#include <cstdint>
#include <string>

namespace schiri::cli {

/// `12 of 240 games, 512 games/s, 0:04 left`, from what was done in `seconds`.
std::string progress_text(const std::string& what, std::uint64_t begun_with, std::uint64_t done,
                          std::uint64_t total, double seconds);

/// A time in seconds: `1:05`, `2:01:39`.
std::string clock_text(double seconds);

}  // namespace schiri::cli
