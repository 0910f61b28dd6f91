#include <algorithm>
#include <cstdint>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "cli/line/command.h"
#include "cli/print/findings.h"
#include "cli/print/output_file.h"
#include "cli/print/output_language.h"
#include "cli/records/selection.h"
#include "core/base/decimals.h"
#include "core/base/probing_table.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/game.h"
#include "core/match/game.h"
#include "notation/records/pgn/turn_number.h"
#include "notation/records/record.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// Games with the same start as a tree of turns, with the number of games and their results. Turns
/// that lead to the same position in another order stay apart.
class RecordTree {
 public:
  /// `first_side`: the side to move at the start.
  explicit RecordTree(Side first_side) : first_side_(first_side) {}

  /// Adds a game with canonical turns, of which only the first `depth` count. `ending`: how the
  /// rules ended it.
  void add(const Record& record, std::size_t depth, const std::optional<Ending>& ending);

  std::uint64_t games() const { return nodes_.front().games; }

  /// The tree as one record: the turn played most often is the main line, and the other turns are
  /// variations of it, most games first, then by text. The comment after a turn counts its games
  /// and White's score in per cent. Turns of fewer than `min_games` games are omitted. The result
  /// is that of the rules, otherwise `*`; roster tags are those that all games have. Tags of the
  /// start are missing.
  Record record(std::uint64_t min_games) const;

 private:
  using Number = std::uint32_t;  ///< of a node or a turn; there may be many millions
  static constexpr Number none = 0;

  struct Node {
    Number turn = none;
    Number first_child = none;
    Number next_sibling = none;
    Number games = 0;
    Number white_wins = 0;
    Number draws = 0;
    Number black_wins = 0;
  };

  /// The child of a node by its turn.
  struct Edge {
    Number parent = none;
    Number turn = none;
    Number child = none;
  };
  struct Edges {
    using Entry = Edge;

    static bool is_free(const Edge& edge) { return edge.child == none; }
    static std::uint64_t hash(const Edge& edge);
  };

  void keep_common_tags(const Record& record);
  Number turn_number(std::string_view turn);
  Number child(Number parent, Number turn);
  std::vector<Number> children(Number parent, std::uint64_t min_games) const;
  static void count(Node& node, std::string_view result);

  class RecordWriter;

  Side first_side_;
  std::vector<Tag> tags_;           ///< of the roster, as all games have them
  std::vector<std::string> turns_;  ///< by their numbers
  std::map<std::string, Number, std::less<>> turn_numbers_;
  std::map<Number, Outcome> endings_;  ///< by the rules, of the nodes in which games ended
  std::vector<Node> nodes_{Node()};    ///< the start first
  ProbingTable<Edges, 3> edges_;
};

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

struct MergeOptions {
  ChosenGames games;
  std::optional<std::uint64_t> depth;
  std::uint64_t min_games = 1;
  std::string output = "-";
};

/// The tags that describe a start.
std::vector<Tag> start_tags(const GameType& type, const StartSpec& start, const Game& game) {
  std::vector<Tag> tags{{"Game", std::string(type.name())}};
  if (start.variant != type.variant_table.standard()) tags.push_back({"Variant", start.variant});
  const bool is_usual =
      !type.starts_with_roll() &&
      type.start({start.variant, "", ""})->start_position() == game.start_position();
  if (!start.position.empty() && !is_usual) {
    tags.push_back({"Position", game.start_position()});
  } else if (!start.roll.empty()) {
    tags.push_back({"Roll", start.roll});
  }
  return tags;
}

/// Collects games in a tree for each start.
class GameMerger {
 public:
  explicit GameMerger(const MergeOptions& options) : options_(options) {}

  void add(const CheckedRecord& checked, const StartSpec& start) {
    const GameType& type = require_game(checked.check.game);
    const auto game = type.start(start);
    const auto [place, is_new] = numbers_.emplace(
        std::tuple(checked.check.game, checked.check.variant, game->start_position()),
        starts_.size());
    if (is_new) {
      std::vector<Tag> tags = start_tags(type, start, *game);
      const std::string_view referee = checked.record.tag("Referee");
      if (!referee.empty()) tags.push_back({"Referee", std::string(referee)});
      starts_.push_back({std::move(tags), RecordTree(game->side_to_move())});
    }
    const std::uint64_t depth = options_.depth.value_or(checked.check.turns);
    starts_[place->second].tree.add(checked.record, depth, checked.check.ending);
    ++games_;
  }

  /// Writes a record for each start, in the order of their first games.
  void write(std::ostream& out, std::size_t max_bytes) const {
    for (const Start& start : starts_) {
      Record record = start.tree.record(options_.min_games);
      record.tags.insert(record.tags.end(), start.tags.begin(), start.tags.end());
      const std::string text = write_record(record);
      out << text;
      if (text.size() > max_bytes) tell_size(text.size());
    }
  }

  void tell() const {
    if (talk().is_quiet) return;
    print_message(
        message("{0} {0:game|games} merged into {1} {1:record|records}", games_, starts_.size()));
  }

 private:
  struct Start {
    std::vector<Tag> tags;
    RecordTree tree;
  };

  static void tell_size(std::size_t bytes) {
    print_message(
        message("a record has {0} bytes, and commands read at most 16 MiB; --depth and --min-games "
                "make it smaller",
                bytes));
  }

  const MergeOptions& options_;
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> numbers_;
  std::vector<Start> starts_;
  std::uint64_t games_ = 0;
};

ExitStatus run_game_merge(MergeOptions& options) {
  options.games.prepare(options.output);
  OutputFile output(options.output, options.games.files());
  GameMerger merger(options);
  const ExitStatus status = options.games.visit(
      [&](const CheckedRecord& checked, const StartSpec& start) { merger.add(checked, start); });
  merger.write(output.stream(), options.games.max_game_bytes());
  output.commit();
  merger.tell();
  return status;
}

}  // namespace

void add_merge(Command& app) {
  const auto [command, options] = app.add<MergeOptions>(
      "merge", "Merge games into one record with variations",
      "Example, the openings of a player with White:\n  schiri select club.pgn --white Anna | "
      "schiri merge - --depth 12 --min-games 3 -o anna.pgn",
      "choosing", run_game_merge);
  options.games.add_to(command);
  command.add_option("--depth", options.depth, "Merge only the first N turns of each game")
      ->above_zero();
  command.add_option("--min-games", options.min_games, "Omit turns played in fewer than N games")
      ->above_zero()
      ->default_text("1");
  command.add_file("-o,--output", options.output, "Write to this file instead of standard output");
}

}  // namespace schiri::cli
