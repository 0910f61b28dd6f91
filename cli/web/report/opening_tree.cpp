#include "cli/web/report/opening_tree.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/base/random.h"

namespace schiri::cli {

std::uint32_t OpeningForest::number_of(std::string_view text) {
  const auto known = numbers_.find(text);
  if (known != numbers_.end()) return known->second;
  const auto number = static_cast<std::uint32_t>(texts_.size());
  numbers_.emplace(texts_.emplace_back(text), number);
  return number;
}

/// The slot of a place, or the free one where it belongs.
std::size_t OpeningForest::slot_of(std::uint32_t parent, std::uint32_t turn) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = mix64(std::uint64_t{parent} << 32 | turn) & mask;
  while (slots_[slot] != none) {
    const Place& place = places_[slots_[slot]];
    if (place.parent == parent && place.turn == turn) break;
    slot = (slot + 1) & mask;
  }
  return slot;
}

void OpeningForest::grow_slots() {
  slots_.assign(2 * slots_.size(), none);
  for (std::uint32_t i = 0; i < places_.size(); ++i) {
    slots_[slot_of(places_[i].parent, places_[i].turn)] = i;
  }
}

std::uint32_t OpeningForest::place_after(std::uint32_t parent, std::uint32_t turn) {
  std::size_t slot = slot_of(parent, turn);
  if (slots_[slot] != none) return slots_[slot];
  if (2 * places_.size() >= slots_.size()) {
    grow_slots();
    slot = slot_of(parent, turn);
  }
  const auto number = static_cast<std::uint32_t>(places_.size());
  places_.push_back({.parent = parent, .turn = turn});
  slots_[slot] = number;
  return number;
}

/// Moves the next turn of the only game so far to a place of its own.
void OpeningForest::unfold(std::uint32_t place) {
  const Place before = places_[place];
  if (before.rest_length == 0) return;
  Place& child = places_[place_after(place, rests_[before.rest])];
  child.results = before.results;
  child.game = before.game;
  child.rest = before.rest + 1;
  child.rest_length = before.rest_length - 1;
  places_[place].rest_length = 0;
}

void OpeningForest::add(const std::string& start, const std::vector<std::string_view>& turns,
                        std::size_t result, std::optional<std::size_t> game) {
  const std::size_t length = std::min(turns.size(), depth);
  std::uint32_t at = place_after(none, number_of(start));
  for (std::size_t next = 0;; ++next) {
    unfold(at);
    Place& place = places_[at];
    const bool is_first = place.games() == 0;
    ++place.results[result];
    if (is_first) {
      if (game) place.game = static_cast<std::uint32_t>(*game);
      place.rest = static_cast<std::uint32_t>(rests_.size());
      place.rest_length = static_cast<std::uint32_t>(length - next);
      for (std::size_t i = next; i < length; ++i) rests_.push_back(number_of(turns[i]));
    }
    if (is_first || next == length) return;
    at = place_after(at, number_of(turns[next]));
  }
}

std::vector<OpeningNode> OpeningForest::harvest(std::uint32_t first, std::size_t most,
                                                bool keep_single) const {
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t i = first; i != none; i = next_sibling_[i]) {
    if (places_[i].games() > 1 || keep_single) chosen.push_back(i);
  }
  std::sort(chosen.begin(), chosen.end(), [&](std::uint32_t i, std::uint32_t k) {
    const Place &a = places_[i], &b = places_[k];
    if (a.games() != b.games()) return a.games() > b.games();
    return texts_[a.turn] < texts_[b.turn];
  });
  if (chosen.size() > most) chosen.resize(most);
  std::vector<OpeningNode> nodes;
  for (const std::uint32_t i : chosen) {
    const Place& place = places_[i];
    OpeningNode node{texts_[place.turn], {}, {}, {}};
    std::copy(place.results.begin(), place.results.end(), node.results.begin());
    if (place.game != none) node.game = place.game;
    if (place.games() > 1) node.children = harvest(first_child_[i], most, place.games() < 10);
    nodes.push_back(std::move(node));
  }
  return nodes;
}

namespace {

void add_counts(const std::vector<OpeningNode>& nodes, std::vector<std::uint64_t>& counts) {
  for (const OpeningNode& node : nodes) {
    counts.push_back(node.games());
    add_counts(node.children, counts);
  }
}

/// Removes turns of fewer games; children are sorted by games.
void prune(OpeningNode& node, std::uint64_t least) {
  while (!node.children.empty() && node.children.back().games() < least) node.children.pop_back();
  for (OpeningNode& child : node.children) prune(child, least);
}

}  // namespace

OpeningForest::Trees OpeningForest::finish(std::size_t most_children, std::size_t most_nodes) {
  first_child_.assign(places_.size(), none);
  next_sibling_.assign(places_.size(), none);
  std::uint32_t starts = none;
  for (std::uint32_t i = 0; i < places_.size(); ++i) {
    std::uint32_t& first = places_[i].parent == none ? starts : first_child_[places_[i].parent];
    next_sibling_[i] = std::exchange(first, i);
  }
  Trees trees{harvest(starts, most_children, true)};
  *this = {};
  std::vector<std::uint64_t> counts;
  add_counts(trees.roots, counts);
  if (counts.size() <= most_nodes) return trees;
  const auto last = counts.begin() + static_cast<std::ptrdiff_t>(most_nodes);
  std::nth_element(counts.begin(), last, counts.end(), std::greater<>());
  trees.least_games = *last + 1;
  for (OpeningNode& root : trees.roots) prune(root, trees.least_games);
  return trees;
}

}  // namespace schiri::cli
