// A game of your own in C++20: one header, without a library. `schiri help own-games` has examples.
//
//   struct MyGame {
//     int size = 6;                                          // an option, see options()
//     std::string start() const;                             // the first state
//     std::vector<std::string> turns(const std::string& state) const;  // legal, without spaces
//     std::string play(const std::string& state, const std::string& turn) const;
//     std::optional<double> result(const std::string& state) const;
//         // nothing during the game; 0 or 1: the first or second player has won; 0.5: a draw
//   };
//   int main() { schiri::serve_game<MyGame>("mygame"); }
//
// A state is a std::string whose last character is the player to move, '0' for the first and '1'
// for the second; it may have blanks and line breaks. It is any other copyable type if there are
//   int mover(const State&) const;                           // 0 or 1
//   std::string write(const State&) const;   // a line of text, without blanks at its ends
//   State read(const std::string& text) const;
// There may also be
//   void options(auto& option) { option("size", size); }     // options and settings of variants:
//                                                            // bool, int, double or std::string
//   std::string board(const State&) const;                   // a drawing, lines of text
//   double value(const State&) const;    // for the player to move; then `alphabeta` plays as well
// A function may throw; the referee is told what and in which state.
#pragma once

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace schiri {

namespace own_game {

using Words = std::vector<std::string>;

inline Words words_of(const std::string& line) {
  std::istringstream in(line);
  return Words(std::istream_iterator<std::string>(in), {});
}

inline std::optional<std::uint64_t> number(const std::string& text) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [read, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && read == end ? std::optional(value) : std::nullopt;
}

inline bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }

/// Is it what `position fen TEXT moves ...` can say?
inline bool is_position(const std::string& text) {
  return !text.empty() && text.front() != ' ' && text.back() != ' ' &&
         std::none_of(text.begin(), text.end(), is_control) &&
         (' ' + text + ' ').find(" moves ") == std::string::npos;
}

/// A state as a line of text: `%` and two digits for what a line or its ends cannot have.
inline std::string escaped(const std::string& state) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < state.size(); ++i) {
    const auto c = static_cast<unsigned char>(state[i]);
    const bool is_at_end = i == 0 || i + 1 == state.size();
    const bool is_lost = c == ' ' && (is_at_end || state.compare(i, 6, " moves") == 0);
    if (is_lost || c == '%' || is_control(state[i])) {
      text += {'%', digits[c / 16], digits[c % 16]};
    } else {
      text += state[i];
    }
  }
  return text;
}

inline std::string unescaped(const std::string& text) {
  std::string state;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned char c = 0;
    const char* const end = text.data() + std::min(i + 3, text.size());
    if (text[i] == '%' &&
        std::from_chars(text.data() + i + 1, end, c, 16).ptr == text.data() + i + 3) {
      state += static_cast<char>(c);
      i += 2;
    } else {
      state += text[i];
    }
  }
  return state;
}

inline std::string joined(const Words& words, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) text += (i == begin ? "" : " ") + words[i];
  return text;
}

struct Fault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Announces the options of a game.
struct OptionLines {
  std::ostream& out;
  void operator()(const std::string& name, bool value) const {
    out << "option name " << name << " type check default " << (value ? "true" : "false") << '\n';
  }
  void operator()(const std::string& name, int value) const {
    out << "option name " << name << " type spin default " << value << " min "
        << std::numeric_limits<int>::min() << " max " << std::numeric_limits<int>::max() << '\n';
  }
  void operator()(const std::string& name, double value) const {
    out << "option name " << name << " type string default " << value << '\n';
  }
  void operator()(const std::string& name, const std::string& value) const {
    out << "option name " << name << " type string default " << value << '\n';
  }
};

/// Sets one of them.
struct OptionSetter {
  const std::string& wanted;
  const std::string& text;
  void operator()(const std::string& name, bool& value) const {
    if (name == wanted) value = text == "true";
  }
  void operator()(const std::string& name, int& value) const {
    if (name != wanted) return;
    std::size_t end = 0;
    const int found = std::stoi(text, &end);
    if (end != text.size()) throw std::invalid_argument(text);
    value = found;
  }
  void operator()(const std::string& name, double& value) const {
    if (name != wanted) return;
    std::size_t end = 0;
    const double found = std::stod(text, &end);
    if (end != text.size() || !std::isfinite(found)) throw std::invalid_argument(text);
    value = found;
  }
  void operator()(const std::string& name, std::string& value) const {
    if (name == wanted) value = text;
  }
};

template <class Game>
class Server {
  using State = std::decay_t<decltype(std::declval<const Game&>().start())>;
  static constexpr bool has_value = requires(const Game& game, const State& state) {
    game.value(state);
  };
  static constexpr bool has_board = requires(const Game& game, const State& state) {
    game.board(state);
  };
  static constexpr int longest = 10'000;  ///< turns of a random game, after which it is a draw
  static constexpr std::int64_t usual_nodes = 1000;

 public:
  explicit Server(std::string name) : name_(std::move(name)) {}

  void serve(std::istream& in, std::ostream& out) {
    for (std::string line; std::getline(in, line);) {
      const Words words = words_of(line);
      if (!words.empty() && words[0] == "quit") return;
      try {
        answer(line, words, out);
      } catch (...) {
        std::string text = fault_of_this();
        std::replace_if(text.begin(), text.end(), is_control, ' ');
        out << "error " << text << '\n';
      }
      if (in.rdbuf()->in_avail() <= 0) out.flush();
    }
  }

 private:
  struct Node {
    State state;
    std::optional<double> result = {};
    Words turns = {};  ///< not tried yet, in random order
    std::vector<std::pair<std::string, std::unique_ptr<Node>>> children = {};
    double visits = 0, points = 0;  ///< the first player's
  };

  /// What the exception being handled says.
  std::string fault_of_this() const {
    try {
      throw;
    } catch (const Fault& fault) {
      return fault.what();
    } catch (const std::exception& error) {
      return name_ + ": " + error.what();
    } catch (...) {
      return name_ + ": unknown";
    }
  }

  /// Calls a function of the game; what it throws is a fault in this state, if there is one.
  template <class F>
  auto call(const char* function, const F& f, const auto&... state) const {
    const auto where = [&] {
      return name_ + '.' + function + '(' + (std::string() + ... + text(state)) + ") throws";
    };
    try {
      return f();
    } catch (const Fault&) {
      throw;
    } catch (const std::exception& error) {
      throw Fault(where() + ": " + error.what());
    } catch (...) {
      throw Fault(where());
    }
  }

  State start() const {
    return call("start", [&] { return State(game_.start()); });
  }
  /// For `position fen`.
  std::string written(const State& state) const {
    std::string text;
    if constexpr (requires { game_.write(state); }) {
      text = call("write", [&] { return std::string(game_.write(state)); });
    } else {
      text = escaped(state);
    }
    if (is_position(text)) return text;
    throw Fault(name_ + ".write() is '" + text +
                "': expected a line of text, no blank at its ends, and not the word 'moves'");
  }
  /// For the sentence of a fault.
  std::string text(const State& state) const {
    try {
      return written(state);
    } catch (const Fault&) {
      return "a state that cannot be written";
    }
  }
  State read(const std::string& text) const {
    if constexpr (requires { game_.read(text); }) {
      return game_.read(text);
    } else {
      return unescaped(text);
    }
  }
  int mover(const State& state) const {
    int mover = 2;
    if constexpr (requires { game_.mover(state); }) {
      mover = call(
          "mover", [&] { return static_cast<int>(game_.mover(state)); }, state);
    } else if (!state.empty()) {
      mover = state.back() - '0';
    }
    if (mover == 0 || mover == 1) return mover;
    throw Fault(name_ + ": the player to move in " + text(state) + " is " + std::to_string(mover) +
                ": expected 0 or 1");
  }
  Words turns(const State& state) const {
    return call(
        "turns", [&] { return Words(game_.turns(state)); }, state);
  }
  /// The turns of a state without a result: there is one at least.
  Words choices(const State& state) const {
    Words all = turns(state);
    if (all.empty()) throw Fault(name_ + ".turns(" + text(state) + ") is empty without a result");
    return all;
  }
  State play(const State& state, const std::string& turn) const {
    return call(
        "play", [&] { return State(game_.play(state, turn)); }, state);
  }
  /// The first player's points.
  std::optional<double> points(const State& state) const {
    const auto found = call(
        "result", [&] { return game_.result(state); }, state);
    if (!found) return std::nullopt;
    const double result = static_cast<double>(*found);
    if (result == 0 || result == 0.5 || result == 1) return 1 - result;
    throw Fault(name_ + ".result(" + text(state) + ") is " + std::to_string(result) +
                ": expected nothing, 0 or 1 for the first or second player's win, or 0.5");
  }

  /// The first player's points in a random game.
  double finish(State state, std::mt19937_64& random) const {
    for (int i = 0; i < longest; ++i) {
      if (const auto found = points(state)) return *found;
      const Words all = choices(state);
      state = play(state, all[random() % all.size()]);
    }
    return 0.5;
  }

  void answer(const std::string& line, const Words& words, std::ostream& out) {
    const std::string kind = words.empty() ? "" : words[0];
    if (kind == "ugi") introduce(out);
    if (kind == "isready") out << "readyok\n";
    if (kind == "setoption") set_option(words);
    if (kind == "position") set_position(line);
    if (kind == "query") {
      const std::string found = response(words);
      out << "response " << found << '\n';
    }
    if (kind == "go") go(words, out);
  }

  void introduce(std::ostream& out) {
    out << "id name " << name_ << "\nid author unknown\n";
    const OptionLines lines{out};
    if constexpr (requires { game_.options(lines); }) game_.options(lines);
    out << "option name Bot type combo default uct var uct var random"
        << (has_value ? " var alphabeta" : "") << "\noption name Check type check default false\n"
        << "option name Seed type spin default 1 min 0 max " << INT64_MAX << "\nugiok\n";
  }

  /// A wrong value is told when a question is asked: nobody reads an answer to `setoption`.
  void set_option(const Words& words) {
    const auto at = std::find(words.begin(), words.end(), "value");
    if (at == words.end()) return;
    const auto middle = static_cast<std::size_t>(at - words.begin());
    const std::string name = joined(words, std::min<std::size_t>(2, middle), middle);
    const std::string value = joined(words, middle + 1, words.size());
    try {
      if (name == "Seed") random_.seed(std::stoull(value));
      const OptionSetter setter{name, value};
      if constexpr (requires { game_.options(setter); }) game_.options(setter);
      wrong_options_.erase(name);
    } catch (...) {
      wrong_options_[name] = "the option " + name + " has no value " + value;
    }
    if (name == "Bot") bot_ = value;
    if (name == "Check") checks_ = value == "true";
    known_.clear();
    state_.reset();
  }

  /// Faults are told when a question is asked.
  void set_position(const std::string& line) {
    fault_.clear();
    const std::size_t end = std::min((line + ' ').find(" moves "), line.size());
    std::istringstream head(line.substr(0, line.find_last_not_of(" \t\r", end - 1) + 1));
    std::string kind, text;
    std::getline(head >> kind >> kind >> std::ws, text);  // with the blanks in it
    try {
      State state = kind == "startpos" ? start() : found(text);
      for (const std::string& turn : words_of(line.substr(std::min(end + 7, line.size())))) {
        const Words all = checks_ ? turns(state) : Words();
        if (checks_ && std::find(all.begin(), all.end(), turn) == all.end()) {
          throw Fault("the turn " + turn + " is not legal in " + this->text(state));
        }
        state = play(state, turn);
      }
      state_ = std::move(state);
    } catch (...) {
      fault_ = fault_of_this();
    }
  }

  State found(const std::string& text) {
    if (const auto known = known_.find(text); known != known_.end()) return known->second;
    try {
      State state = read(text);
      mover(state), points(state);
      return state;
    } catch (const std::exception& error) {
      throw Fault(std::string("position ") + error.what());
    } catch (...) {
      throw Fault("position " + fault_of_this());
    }
  }

  const State& here() {
    if (!wrong_options_.empty()) throw Fault(wrong_options_.begin()->second);
    if (!fault_.empty()) throw Fault(fault_);
    if (!state_) state_ = start();
    return *state_;
  }

  std::string response(const Words& words) {
    const std::string asked = words.size() > 1 ? words[1] : "";
    if (!is_question(asked)) throw Fault("there is no answer to 'query " + asked + "'");
    const State& state = here();
    const auto result_word = [](double first) {
      return std::string(first == 1 ? "p1win" : first == 0 ? "p2win" : "draw");
    };
    if (asked == "gameover") {
      const bool is_over = points(state).has_value();
      if (checks_) look_at(state, is_over);
      return is_over ? "true" : "false";
    }
    if (asked == "p1turn") return mover(state) == 0 ? "true" : "false";
    if (asked == "result") {
      const auto result = points(state);
      return result ? result_word(*result) : "none";
    }
    if (asked == "turns") return points(state) ? "" : listed(state);
    if (asked == "position") {
      std::string text = written(state);
      if (known_.size() > 1000) known_.clear();
      if (!checks_) known_.insert_or_assign(text, state);
      return text;
    }
    if constexpr (has_board) {
      if (asked == "board") return drawing(state);
    }
    const auto seed = number(words.size() > 2 ? words[2] : "");
    std::mt19937_64 random(seed ? *seed : random_());
    return result_word(finish(state, random));
  }

  static bool is_question(const std::string& asked) {
    const Words known{"gameover", "p1turn", "result", "turns", "position", "playout"};
    return (has_board && asked == "board") ||
           std::find(known.begin(), known.end(), asked) != known.end();
  }

  /// Tries the functions that no rule needs.
  void look_at(const State& state, bool is_over) const {
    if constexpr (has_board) drawing(state);
    if constexpr (has_value) {
      if (!is_over) own_value(state);
    }
  }

  double own_value(const State& state) const {
    const double own = call(
        "value", [&] { return static_cast<double>(game_.value(state)); }, state);
    if (std::isnan(own)) throw Fault(name_ + ".value(" + text(state) + ") is not a number");
    return own;
  }

  std::string listed(const State& state) const {
    const Words all = turns(state);
    for (const std::string& turn : all) {
      if (turn.empty() || turn.find_first_of(" \t\n") != turn.npos) {
        throw Fault(name_ + ".turns(" + text(state) + ") has '" + turn + "': expected a word");
      }
    }
    return joined(all, 0, all.size());
  }

  std::string drawing(const State& state) const {
    std::string lines;
    for (const char c : call(
             "board", [&] { return std::string(game_.board(state)); }, state)) {
      c == '\n' ? lines += "\\n" : lines += c;
    }
    return lines;
  }

  /// How long a bot may think about a turn.
  struct Limit {
    using Clock = std::chrono::steady_clock;
    std::optional<std::int64_t> nodes, depth;
    std::optional<Clock::time_point> end;
    std::int64_t spent = 0;

    Limit(const Words& words, int mover) {
      std::unordered_map<std::string, std::int64_t> values;
      for (std::size_t i = 1; i + 1 < words.size(); ++i) {
        try {
          values.emplace(words[i], std::stoll(words[i + 1]));
        } catch (const std::exception&) {
          continue;  // no number
        }
      }
      const auto value = [&](const std::string& name) {
        const auto at = values.find(name);
        return at == values.end() ? std::nullopt : std::optional(at->second);
      };
      nodes = value("nodes"), depth = value("depth");
      std::optional<double> time;
      if (const auto fixed = value("movetime")) time = static_cast<double>(*fixed);
      const std::string player = mover == 0 ? "p1" : "p2";
      if (const auto left = value(player + "time")) {
        const auto rest = static_cast<double>(*left);
        const auto more = static_cast<double>(value(player + "inc").value_or(0));
        const double share = std::min(rest / 25 + 0.8 * more, rest / 2);
        time = time ? std::min(*time, share) : share;
      }
      if (time) end = Clock::now() + std::chrono::microseconds(std::int64_t(900 * *time));
      if (!nodes && !end && !depth) nodes = usual_nodes;
    }
    bool is_over() const { return (nodes && spent >= *nodes) || (end && Clock::now() >= *end); }
  };

  void go(const Words& words, std::ostream& out) {
    const State& state = here();
    if (points(state)) {
      out << "bestmove 0000\n";
      return;
    }
    Limit limit(words, mover(state));
    Words all = choices(state);
    std::shuffle(all.begin(), all.end(), random_);
    std::string turn = all.front();
    double score = 0;
    if (bot_ == "alphabeta") {
      if constexpr (has_value) score = 100 * alphabeta(state, std::move(all), limit, turn);
    } else if (bot_ != "random") {
      const double share = std::clamp(uct(state, limit, turn), 0.001, 0.999);
      score = 200 * std::log(share / (1 - share));
    }
    if (limit.spent > 0) {
      out << "info nodes " << limit.spent << " score cp "
          << std::llround(std::clamp(score, -30000.0, 30000.0)) << " pv " << turn << '\n';
    }
    out << "bestmove " << turn << '\n';
  }

  std::unique_ptr<Node> make_node(State state) {
    auto node = std::make_unique<Node>(Node{std::move(state)});
    node->result = points(node->state);
    if (!node->result) node->turns = choices(node->state);
    std::shuffle(node->turns.begin(), node->turns.end(), random_);
    return node;
  }

  /// The child with the best upper bound (UCB1).
  Node* choose(const Node& node) const {
    const int player = mover(node.state);
    Node* best = nullptr;
    double most = 0;
    for (const auto& [turn, child] : node.children) {
      const double share =
          (player == 0 ? child->points : child->visits - child->points) / child->visits;
      const double bound = share + std::sqrt(std::log(node.visits) / child->visits);
      if (!best || bound > most) best = child.get(), most = bound;
    }
    return best;
  }

  /// The turn, of equal ones one at random, and the share of points of the player to move.
  double uct(const State& state, Limit& limit, std::string& chosen) {
    const auto root = make_node(state);
    if (!limit.nodes && !limit.end) limit.nodes = usual_nodes;
    for (; !limit.is_over(); ++limit.spent) {
      std::vector<Node*> path{root.get()};
      while (!path.back()->result && path.back()->turns.empty()) {
        path.push_back(choose(*path.back()));
      }
      Node& leaf = *path.back();
      if (!leaf.result) {
        std::string turn = std::move(leaf.turns.back());
        leaf.turns.pop_back();
        auto child = make_node(play(leaf.state, turn));
        path.push_back(child.get());
        leaf.children.emplace_back(std::move(turn), std::move(child));
      }
      const Node& end = *path.back();
      const double found = end.result ? *end.result : finish(end.state, random_);
      for (Node* const node : path) ++node->visits, node->points += found;
    }
    // They were tried in random order.
    const Node* best = nullptr;
    for (const auto& [turn, child] : root->children) {
      if (!best || child->visits > best->visits) best = child.get(), chosen = turn;
    }
    if (!best) return 0.5;
    const double share = best->points / best->visits;
    return mover(state) == 0 ? share : 1 - share;
  }

  static constexpr double win = 1e9;

  /// For the first player, between these bounds.
  double value(const State& state, std::int64_t depth, double least, double most, Limit& limit) {
    ++limit.spent;
    if (const auto end = points(state)) return (2 * *end - 1) * (win + static_cast<double>(depth));
    const bool is_first = mover(state) == 0;
    if (depth == 0 || limit.is_over()) {
      if constexpr (has_value) {
        const double own = own_value(state);
        return is_first ? own : -own;
      }
    }
    double best = is_first ? -std::numeric_limits<double>::infinity()
                           : std::numeric_limits<double>::infinity();
    for (const std::string& turn : choices(state)) {
      const double found = value(play(state, turn), depth - 1, least, most, limit);
      best = is_first ? std::max(best, found) : std::min(best, found);
      is_first ? least = std::max(least, best) : most = std::min(most, best);
      if (least >= most) break;
    }
    return best;
  }

  /// Deeper by a turn each time; the value is that of the player to move.
  double alphabeta(const State& state, Words all, Limit& limit, std::string& chosen) {
    const double sign = mover(state) == 0 ? 1 : -1;
    double best = 0;
    for (std::int64_t depth = 1; depth <= limit.depth.value_or(60); ++depth) {
      std::vector<std::pair<double, std::string>> found;
      for (const std::string& turn : all) {
        constexpr double infinite = std::numeric_limits<double>::infinity();
        found.emplace_back(sign * value(play(state, turn), depth - 1, -infinite, infinite, limit),
                           turn);
        if (limit.is_over()) break;
      }
      if (found.size() < all.size() && depth > 1) break;
      std::stable_sort(found.begin(), found.end(),
                       [](const auto& a, const auto& b) { return a.first > b.first; });
      best = found.front().first, chosen = found.front().second;
      if (limit.is_over() || std::abs(best) >= win) break;
      for (std::size_t i = 0; i < all.size(); ++i) all[i] = found[i].second;
    }
    return best;
  }

  std::string name_, bot_ = "uct", fault_;
  std::map<std::string, std::string> wrong_options_;  // what to say of each
  Game game_;
  bool checks_ = false;
  std::mt19937_64 random_{1};
  std::optional<State> state_;
  std::unordered_map<std::string, State> known_;  ///< written states
};

}  // namespace own_game

/// Answers questions about the game until there are no more; the same program is a bot, whose
/// option `Bot` is `uct`, `random` or, with value(), `alphabeta`.
template <class Game>
void serve_game(const std::string& name) {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  own_game::Server<Game>(name).serve(std::cin, std::cout);
}

}  // namespace schiri
