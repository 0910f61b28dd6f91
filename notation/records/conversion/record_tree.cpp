#include "notation/records/conversion/record_tree.h"

#include <algorithm>
#include <utility>

#include "core/base/decimals.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/match/game.h"
#include "notation/records/pgn/turn_count.h"

namespace schiri {

std::uint64_t RecordTree::Edges::hash(const Edge& edge) {
  return mix64((std::uint64_t{edge.parent} << 32) | edge.turn);
}

void RecordTree::add(const Record& record, std::size_t depth, const std::optional<Ending>& ending) {
  keep_common_tags(record);
  count(nodes_.front(), record.result);
  const auto turns = record.turns();
  Number node = none;
  for (std::size_t i = 0; i < std::min(depth, turns.size()); ++i) {
    node = child(node, turn_number(turns[i]));
    count(nodes_[node], record.result);
  }
  if (ending && turns.size() <= depth) endings_.insert_or_assign(node, ending->outcome);
}

void RecordTree::keep_common_tags(const Record& record) {
  if (games() == 0) {
    for (const std::string_view name : roster) {
      const std::string_view value = record.tag(name);
      if (!value.empty() && name != "Result")
        tags_.push_back({std::string(name), std::string(value)});
    }
  }
  std::erase_if(tags_, [&](const Tag& tag) { return record.tag(tag.name) != tag.value; });
}

RecordTree::Number RecordTree::turn_number(std::string_view turn) {
  if (const auto known = turn_numbers_.find(turn); known != turn_numbers_.end()) {
    return known->second;
  }
  const auto number = static_cast<Number>(turns_.size());
  turn_numbers_.emplace(turn, number);
  turns_.emplace_back(turn);
  return number;
}

RecordTree::Number RecordTree::child(Number parent, Number turn) {
  const Edge wanted{parent, turn, none};
  const auto [edge, is_new] = edges_.insert(Edges::hash(wanted), [&](const Edge& known) {
    return known.parent == parent && known.turn == turn;
  });
  if (is_new) {
    *edge = {parent, turn, static_cast<Number>(nodes_.size())};
    Node node;
    node.turn = turn;
    node.next_sibling = std::exchange(nodes_[parent].first_child, edge->child);
    nodes_.push_back(node);
  }
  return edge->child;
}

void RecordTree::count(Node& node, std::string_view result) {
  ++node.games;
  const auto outcome = outcome_of(result);
  if (!outcome) return;
  node.white_wins += *outcome == Outcome::white_wins;
  node.draws += *outcome == Outcome::draw;
  node.black_wins += *outcome == Outcome::black_wins;
}

std::vector<RecordTree::Number> RecordTree::children(Number parent, std::uint64_t min_games) const {
  std::vector<Number> found;
  for (Number node = nodes_[parent].first_child; node != none; node = nodes_[node].next_sibling) {
    if (nodes_[node].games >= min_games) found.push_back(node);
  }
  std::sort(found.begin(), found.end(), [this](Number a, Number b) {
    const Node &x = nodes_[a], &y = nodes_[b];
    return x.games == y.games ? turns_[x.turn] < turns_[y.turn] : x.games > y.games;
  });
  return found;
}

/// Writes a tree as movetext.
class RecordTree::RecordWriter {
 public:
  RecordWriter(const RecordTree& tree, std::uint64_t min_games)
      : tree_(tree), min_games_(min_games) {}

  Record write() {
    record_.tags = tree_.tags_;
    record_.result = "*";
    add(Element::Kind::comment, comment_of(tree_.nodes_.front()));
    write_line(none, {0, tree_.first_side_ == Side::black});
    record_.set_tag("Result", record_.result);
    return std::move(record_);
  }

 private:
  /// Writes what follows a node: its first child, the others as variations, and so on. Calls itself
  /// once for each variation within a variation, each of which begins a turn later.
  void write_line(Number node, TurnCount count) {
    for (;;) {
      const std::vector<Number> next = tree_.children(node, min_games_);
      if (next.empty()) break;
      write_turn(node, next.front(), count);
      for (std::size_t i = 1; i < next.size(); ++i) write_variation(node, next[i], count);
      node = next.front();
      ++count.played;
    }
    const auto ending = tree_.endings_.find(node);
    if (depth_ == 0 && ending != tree_.endings_.end()) {
      record_.result = result_text(ending->second);
    }
  }

  void write_variation(Number parent, Number node, TurnCount count) {
    ++depth_;
    add(Element::Kind::variation_open, "(");
    needs_number_ = true;
    write_turn(parent, node, count);
    ++count.played;
    write_line(node, count);
    add(Element::Kind::variation_close, ")");
    needs_number_ = true;
    --depth_;
  }

  /// A comment that would only repeat the one before it is left out.
  void write_turn(Number parent, Number node, const TurnCount& count) {
    const bool black = count.black_to_move();
    if (depth_ > 0 && (needs_number_ || !black)) {
      add(Element::Kind::variation_word, std::to_string(count.number()) + (black ? "..." : "."));
    }
    add(depth_ > 0 ? Element::Kind::variation_word : Element::Kind::turn,
        tree_.turns_[tree_.nodes_[node].turn]);
    needs_number_ = tree_.nodes_[node].games != tree_.nodes_[parent].games;
    if (needs_number_) add(Element::Kind::comment, comment_of(tree_.nodes_[node]));
  }

  static std::string comment_of(const Node& node) {
    const std::string games = counted(node.games, "game");
    const double finished = double(node.white_wins) + node.draws + node.black_wins;
    if (finished == 0) return games;
    const double score = 100 * (node.white_wins + node.draws / 2.0) / finished;
    return games + ", White " + rounded_text(score, 1) + " %";
  }

  void add(Element::Kind kind, std::string text) {
    record_.movetext.push_back({kind, std::move(text)});
  }

  const RecordTree& tree_;
  std::uint64_t min_games_;
  Record record_;
  std::size_t depth_ = 0;      ///< of variations
  bool needs_number_ = false;  ///< after a comment or a variation
};

Record RecordTree::record(std::uint64_t min_games) const {
  return RecordWriter(*this, min_games).write();
}

}  // namespace schiri
