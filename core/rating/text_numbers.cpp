#include "core/rating/text_numbers.h"

#include <algorithm>
#include <cstring>

#include "core/random.h"

namespace schiri::rating {

namespace {

std::uint64_t hash_of(std::string_view text) {
  constexpr std::uint64_t factor = 0x9e3779b97f4a7c15u;
  std::uint64_t hash = text.size() ^ 0x243f6a8885a308d3u;
  for (std::size_t at = 0; at < text.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + at, std::min<std::size_t>(8, text.size() - at));
    hash = fold_product(hash ^ word, factor) + word;
  }
  return mix64(hash);
}

std::uint32_t upper_half(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }

}  // namespace

std::uint32_t TextNumbers::number(std::string_view text, std::uint32_t guess) {
  if (guess < texts_.size() && texts_[guess] == text) return guess;
  if (2 * texts_.size() >= places_.size()) grow();
  const std::uint64_t hash = hash_of(text);
  Place& place = place_of(text, hash);
  if (place.number_and_one == 0) {
    texts_.emplace_back(text);
    place = {static_cast<std::uint32_t>(texts_.size()), upper_half(hash)};
  }
  return place.number_and_one - 1;
}

void TextNumbers::grow() {
  places_.assign(std::max<std::size_t>(64, 4 * places_.size()), {});
  for (std::uint32_t i = 0; i < texts_.size(); ++i) {
    const std::uint64_t hash = hash_of(texts_[i]);
    place_of(texts_[i], hash) = {i + 1, upper_half(hash)};
  }
}

TextNumbers::Place& TextNumbers::place_of(std::string_view text, std::uint64_t hash) {
  const std::size_t mask = places_.size() - 1;
  std::size_t at = hash & mask;
  while (places_[at].number_and_one != 0 &&
         (places_[at].hash != upper_half(hash) || texts_[places_[at].number_and_one - 1] != text)) {
    at = (at + 1) & mask;
  }
  return places_[at];
}

}  // namespace schiri::rating
