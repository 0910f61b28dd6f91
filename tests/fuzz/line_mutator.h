#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "core/base/random.h"

// For inputs of lines: half of the mutations change bytes and the others whole lines, so that many
// inputs stay valid.

/// Of libFuzzer or the driver: changes bytes and returns the new size.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace schiri {

using Lines = std::vector<std::string>;

inline Lines lines_of(const std::string& text) {
  Lines lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

/// Removes, repeats, moves, truncates or inserts a line.
inline void mutate_lines(Lines& lines, Rng& rng, const std::function<std::string(Rng&)>& new_line) {
  const auto place = [&](std::size_t more) {
    return static_cast<std::ptrdiff_t>(rng.below(lines.size() + more));
  };
  const std::uint64_t way = lines.empty() ? 9 : rng.below(10);
  if (way == 0) {
    lines.erase(lines.begin() + place(0));
  } else if (way == 1) {
    const std::string line = lines[static_cast<std::size_t>(place(0))];
    lines.insert(lines.begin() + place(1), line);
  } else if (way == 2) {
    std::swap(lines[static_cast<std::size_t>(place(0))], lines[static_cast<std::size_t>(place(0))]);
  } else if (way == 3) {
    std::string& line = lines[static_cast<std::size_t>(place(0))];
    line.resize(rng.below(line.size() + 1));
  } else {
    lines.insert(lines.begin() + place(1), new_line(rng));
  }
}

/// The implementation of a target's LLVMFuzzerCustomMutator.
inline std::size_t mutate_text(std::uint8_t* data, std::size_t size, std::size_t most,
                               unsigned seed,
                               const std::function<void(Lines&, Rng&)>& change_lines) {
  Rng rng(seed);
  if (rng.below(2) == 0) return LLVMFuzzerMutate(data, size, most);
  Lines lines = lines_of({reinterpret_cast<const char*>(data), size});
  for (auto left = 1 + rng.below(3); left > 0; --left) change_lines(lines, rng);
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  text.resize(std::min(text.size(), most));
  std::memcpy(data, text.data(), text.size());
  return text.size();
}

}  // namespace schiri
