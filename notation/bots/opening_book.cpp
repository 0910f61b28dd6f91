#include "notation/bots/opening_book.h"

#include <algorithm>
#include <utility>

#include "core/base/errors.h"
#include "core/base/random.h"
#include "notation/text/json.h"
#include "notation/text/printable.h"

namespace schiri {

namespace {

constexpr std::string_view book_format = "schiri book 1";
/// The maximum number of values of a book, four for each turn.
constexpr std::size_t most_values = 16'000'000;

BookTurn book_turn_of(const Json& json, const std::string& position) {
  if (json.is_array() && json.size() == 3 && json[0].is_string() && json[1].is_number_unsigned() &&
      json[2].is_number_unsigned()) {
    BookTurn turn{json[0].text(), json[1].get<unsigned long>(), json[2].get<unsigned long>()};
    // A bound that keeps sums from overflowing.
    constexpr std::uint64_t most_games = 1'000'000'000;
    if (turn.games <= most_games && turn.half_points <= 2 * turn.games) return turn;
  }
  throw BotFileError(
      message("position '{0}': expected turns as in [\"A2+B3\", 12, 15], with the games and twice "
              "the points",
              printable(position, 200)));
}

/// Answers from a book, and lets the bot think outside it.
class BookPlayer final : public Player {
 public:
  BookPlayer(std::unique_ptr<Player> bot, OpeningBook book)
      : bot_(std::move(bot)), book_(std::move(book)) {}

  void new_game(std::uint64_t seed) override {
    constexpr std::uint64_t own_purpose = 0xb00c;
    rng_ = Rng(derive_seed(seed, own_purpose));
    bot_->new_game(seed);
  }
  void make_ready(const std::stop_token& stop) override { bot_->make_ready(stop); }

  Thought think(const Game& game, const Limits& limits, const std::stop_token& stop) override {
    const std::string turn = drawn(game);
    if (turn.empty()) {
      bot_->listen(listener());
      return bot_->think(game, limits, stop);
    }
    Thought thought{turn};
    thought.nodes = 0;
    thought.lines = {{{turn}}};
    return thought;
  }

  void ponder(const Game& game, const Limits& limits, const std::stop_token& stop) override {
    bot_->ponder(game, limits, stop);
  }
  void rest() override { bot_->rest(); }
  OutputTail dismiss() override { return bot_->dismiss(); }
  void retire() override { bot_->retire(); }

 private:
  /// A turn of the book; empty if it has none in this position.
  std::string drawn(const Game& game) {
    if (game.variant() != book_.variant()) return "";
    std::vector<BookTurn> turns = book_.turns(game.position());
    std::erase_if(turns, [&](const BookTurn& turn) { return !is_sensible(game, turn.turn); });
    std::uint64_t all = 0;
    for (const BookTurn& turn : turns) all += turn.half_points;
    if (all == 0) return "";
    std::uint64_t chance = rng_.below(all);
    for (const BookTurn& turn : turns) {
      if (chance < turn.half_points) return turn.turn;
      chance -= turn.half_points;
    }
    return "";
  }

  static bool is_sensible(const Game& game, const std::string& turn) {
    const auto after = game.clone();
    if (after->play(turn)) return false;
    const auto ending = after->ending();
    return !ending || ending->outcome == win_for(game.side_to_move());
  }

  std::unique_ptr<Player> bot_;
  OpeningBook book_;
  Rng rng_{0};
};

}  // namespace

void OpeningBook::add(const std::string& position, std::string_view turn,
                      std::uint64_t half_points) {
  auto& turns = positions_[position];
  const auto known = turns.try_emplace(std::string(turn), BookTurn{std::string(turn)}).first;
  ++known->second.games;
  known->second.half_points += half_points;
}

void OpeningBook::prune(std::uint64_t least_games, double least_score) {
  for (auto& [position, turns] : positions_) {
    std::erase_if(turns, [&](const auto& known) {
      const BookTurn& turn = known.second;
      return turn.games < least_games || static_cast<double>(turn.half_points) <
                                             2 * least_score * static_cast<double>(turn.games);
    });
  }
  std::erase_if(positions_, [](const auto& position) { return position.second.empty(); });
}

std::vector<BookTurn> OpeningBook::turns(std::string_view position) const {
  std::vector<BookTurn> turns;
  const auto found = positions_.find(position);
  if (found == positions_.end()) return turns;
  for (const auto& [name, turn] : found->second) turns.push_back(turn);
  std::stable_sort(turns.begin(), turns.end(),
                   [](const BookTurn& a, const BookTurn& b) { return a.games > b.games; });
  return turns;
}

std::size_t OpeningBook::turns() const {
  std::size_t count = 0;
  for (const auto& [position, turns] : positions_) count += turns.size();
  return count;
}

std::string OpeningBook::write() const {
  const auto quoted = [](std::string_view text) { return Json(text).dump(); };
  std::string text = "{\"format\": " + quoted(book_format) + ",\n\"game\": " + quoted(game_) +
                     ",\n\"variant\": " + quoted(variant_) + ",\n\"positions\": {";
  bool is_first = true;
  for (const auto& [position, unsorted] : positions_) {
    text += (is_first ? "\n" : ",\n") + quoted(position) + ": [";
    is_first = false;
    const char* between = "";
    for (const BookTurn& turn : turns(position)) {
      text += between + ('[' + quoted(turn.turn)) + ", " + std::to_string(turn.games) + ", " +
              std::to_string(turn.half_points) + ']';
      between = ", ";
    }
    text += ']';
  }
  return text + "\n}}\n";
}

OpeningBook OpeningBook::read(std::string_view text, std::string_view game) {
  try {
    const Json json = Json::parse(text, Json::Twice::last_counts, most_values);
    require_text(json, "format", book_format);
    require_text(json, "game", game);
    OpeningBook book(game, json.at("variant").get<std::string>());
    for (const auto& [position, turns] : json.at("positions").members()) {
      for (const Json& turn : turns) {
        BookTurn read = book_turn_of(turn, position);
        std::string name = read.turn;
        book.positions_[position][std::move(name)] = std::move(read);
      }
    }
    return book;
  } catch (const JsonError& error) {
    throw BotFileError(message_of(error));
  }
}

OpeningBook OpeningBook::load(const std::string& path, std::string_view game) {
  return read_bot_file(
      path, {message_pattern("a book is read from a file"), message_pattern("too long for a book")},
      [&](const std::string& text) { return read(text, game); });
}

std::unique_ptr<Player> with_book_of_option(std::unique_ptr<Player> bot,
                                            const BotOptionValues& options, std::string_view game,
                                            std::string_view variant) {
  if (!options.has_text(book_option.name)) return bot;
  const std::string& file = options.text(book_option.name);
  if (!names_file(book_option.name, file)) return bot;
  try {
    OpeningBook book = OpeningBook::load(file, game);
    if (!variant.empty() && variant != book.variant()) {
      throw BotFileError(message("'{0}': the book is for the variant '{1}', not '{2}'",
                                 printable(file), printable(book.variant(), 200), variant));
    }
    return std::make_unique<BookPlayer>(std::move(bot), std::move(book));
  } catch (const BotFileError& error) {
    throw BotSpecError(message("option.{0}: {1}", book_option.name, message_of(error)));
  }
}

}  // namespace schiri
