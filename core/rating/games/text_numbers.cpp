#include "core/rating/games/text_numbers.h"

#include <algorithm>
#include <cstring>

#include "core/base/random.h"

namespace schiri::rating {

namespace {

std::uint64_t word_at(const char* text) {
  std::uint64_t word = 0;
  std::memcpy(&word, text, sizeof word);
  return word;
}

/// The up to eight bytes of a short text.
std::uint64_t short_word(std::string_view text) {
  std::uint64_t word = 0;
  for (const char c : text) word = word << 8 | static_cast<unsigned char>(c);
  return word;
}

std::uint32_t hash_of(std::string_view text) {
  constexpr std::uint64_t factor = 0x9e3779b97f4a7c15u;
  std::uint64_t hash = text.size() ^ 0x243f6a8885a308d3u;
  const auto take = [&](std::uint64_t word) { hash = fold_product(hash ^ word, factor) + word; };
  if (text.size() < 8) {
    take(short_word(text));
  } else {
    for (std::size_t at = 0; at + 8 < text.size(); at += 8) take(word_at(text.data() + at));
    take(word_at(text.data() + text.size() - 8));
  }
  return static_cast<std::uint32_t>(mix64(hash));
}

}  // namespace

std::uint32_t TextNumbers::number(std::string_view text, std::uint32_t guess) {
  if (guess < texts_.size() && texts_[guess] == text) return guess;
  const auto [number, is_new] =
      numbers_.number(hash_of(text), [&](std::uint32_t known) { return texts_[known] == text; });
  if (is_new) texts_.emplace_back(text);
  return number;
}

}  // namespace schiri::rating
