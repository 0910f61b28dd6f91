#include "core/ugi/thinking.h"

#include <algorithm>

#include "core/process/line_buffer.h"

namespace schiri {

namespace {

/// The most lines that can be requested.
constexpr std::size_t most_ranks = 500;

/// Of a free text.
constexpr std::size_t longest_thought = 200;

/// The size of these turns in bytes, in a Thought and here.
std::size_t turns_size(std::string_view turns) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  const auto words = std::count_if(turns.begin(), turns.end(), is_blank) + 1;
  return turns.empty() ? 0
                       : 2 * turns.size() + static_cast<std::size_t>(words) * sizeof(std::string);
}

}  // namespace

void UgiThought::take(const ugi::Info& info) {
  if (info.nodes) nodes_ = info.nodes;
  if (info.nodes_a_second) nodes_a_second_ = info.nodes_a_second;
  if (info.hash_fullness) hash_fullness_ = info.hash_fullness;
  if (!info.text.empty()) text_ = info.text.substr(0, longest_thought);
  if (info.rank == 1 && info.selective_depth.value_or(-1) >= 0) {
    selective_depth_ = info.selective_depth;
  }
  if (!info.score && info.rank == 1) take_without_score(info);
  if (!info.score || info.rank < 1 || info.rank > static_cast<int>(most_ranks)) return;
  const auto rank = static_cast<std::size_t>(info.rank);
  // A bound is no evaluation; its turns are only better than none.
  const bool has_score = lines_.size() >= rank && lines_[rank - 1].score;
  if (info.bound && (has_score || info.pv.empty())) return;
  if (lines_.size() < rank) lines_.resize(rank);
  SearchLine& line = lines_[rank - 1];
  if (!info.bound) {
    line.score = info.score;
    line.depth = info.depth.value_or(info.rank == 1 ? depth_.value_or(0) : 0);
  }
  if (!info.pv.empty()) take_turns(line, info.pv);
}

/// A depth is that of the next score; turns are those of the last one, if it has none.
void UgiThought::take_without_score(const ugi::Info& info) {
  if (info.depth) depth_ = info.depth;
  if (info.pv.empty() || lines_.empty() || !lines_.front().turns.empty()) return;
  take_turns(lines_.front(), info.pv);
}

void UgiThought::take_turns(SearchLine& line, std::string_view turns) {
  bytes_ -= turns_size(line.turns);
  if (bytes_ + turns_size(turns) > output_limits::thought) turns = {};
  bytes_ += turns_size(turns);
  line.turns = turns;
}

Thought UgiThought::thought() const {
  Thought thought;
  thought.nodes = nodes_;
  thought.nodes_a_second = nodes_a_second_;
  thought.selective_depth = selective_depth_;
  thought.hash_fullness = hash_fullness_;
  thought.text = text_;
  for (const SearchLine& reported : lines_) {
    Line& line = thought.lines.emplace_back();
    line.score = reported.score;
    line.depth = reported.depth;
    for (const auto turn : ugi::words(reported.turns)) line.turns.emplace_back(turn);
  }
  if (!lines_.empty()) {
    thought.score = lines_.front().score;
    thought.depth = lines_.front().depth;
  }
  return thought;
}

}  // namespace schiri
