#pragma once

#include <memory>
#include <utility>

#include "core/bots/builtin.h"
#include "core/bots/builtin_list.h"
#include "core/bots/situation.h"
#include "core/match/bot_spec.h"
#include "notation/bots/network_file.h"
#include "notation/bots/opening_book.h"
#include "notation/game_types.h"
#include "notation/typed/check_moves.h"
#include "notation/typed/game.h"

namespace schiri {

/// The limits of the bot's own description, which apply if the game sets none.
inline Limits limits_of(const BotSpec& spec) {
  Limits limits{spec.nodes, spec.depth, std::nullopt, std::nullopt};
  if (spec.movetime) limits.move_time = std::chrono::milliseconds(*spec.movetime);
  return limits;
}

/// A built-in bot as a player: gets positions of the game's own type and answers in text.
template <class N, class Bot>
class BotPlayer final : public Player {
 public:
  /// `usual`: the default limits.
  BotPlayer(Bot bot, const Limits& usual) : bot_(std::move(bot)), usual_(usual) {}

  void new_game(std::uint64_t seed) override {
    rng_ = Rng(seed);
    bot_.new_game();
  }

  Thought think(const Game& game, const Limits& limits, const std::stop_token& stop) override {
    const auto& line = dynamic_cast<const TypedGame<N>&>(game).line();
    SearchBudget budget(limits == Limits{} ? usual_ : limits, game.side_to_move(), stop);
    ChoiceListener<Position> report = nullptr;
    if (listener()) {
      report = [&](const Choice<Position>& choice) { listener()(thought(choice, budget)); };
    }
    return thought(bot_.choose({line, budget, rng_, report}), budget);
  }

 private:
  using Position = typename N::Position;

  static Thought thought(const Choice<Position>& choice, const SearchBudget& budget) {
    Thought thought{N::write_turn(choice.turn), choice.score, choice.depth};
    thought.nodes = budget.nodes();
    for (const auto& line : choice.lines) {
      thought.lines.push_back({{}, line.score, line.depth});
      for (const auto& turn : line.turns) {
        thought.lines.back().turns.push_back(N::write_turn(turn));
      }
    }
    return thought;
  }

  Bot bot_;
  Limits usual_;
  Rng rng_{0};
};

/// A game's entry in the table of games, made from its notation `N`.
template <GameNotation N>
class TypedGameType : public GameType {
 public:
  using Position = typename N::Position;
  static_assert(MatchesHooks<Position>, "see core/hooks.h");
  static_assert(MatchesNotationHooks<N>, "see notation/typed/game_notation.h");

  TypedGameType() : GameType(N::facts, variant_table_of<N>()) {}

  std::unique_ptr<Game> start(const StartSpec& spec) const override {
    return std::make_unique<TypedGame<N>>(starting_position<N>(spec));
  }

  void visit_hashes(const StartSpec& spec, std::span<const std::string_view> turns,
                    const std::function<bool(std::uint64_t)>& visitor) const override {
    visit(spec, turns, [&](const Position& position) { return visitor(position.hash()); });
  }

  void visit_positions(const StartSpec& spec, std::span<const std::string_view> turns,
                       Visited visited,
                       const std::function<bool(const SearchedPosition&)>& visitor) const override {
    TypedSearchedPosition<N> seen;
    std::optional<Position> last;
    visit(spec, turns, [&](const Position& position) {
      if (visited == Visited::last) {
        last = position;
        return true;
      }
      seen.see(position);
      return visitor(seen);
    });
    if (!last) return;
    seen.see(*last);
    visitor(seen);
  }

  std::vector<PositionSymmetry> symmetries([[maybe_unused]] const StartSpec& start) const override {
    if constexpr (HasSymmetries<N>) return N::symmetries(starting_position<N>(start));
    return {};
  }

  DiagramBoard diagram_board([[maybe_unused]] std::string_view variant) const override {
    if constexpr (HasPictures<N>)
      return N::diagram_board(variant);
    else
      return square_board_of<N>().diagram();
  }

  StartSpec draw_start(std::string_view variant, [[maybe_unused]] Rng& rng) const override {
    StartSpec start{std::string(variant), "", ""};
    if constexpr (HasDrawRoll<N>) start.roll = N::draw_roll(variant_table.require(variant), rng);
    return start;
  }

  std::unique_ptr<Player> make_bot(const BotSpec& spec, std::string_view variant) const override {
    return make_listed(spec, variant_table.known(variant), BuiltinList());
  }

  NetworkForm network_form() const override {
    return {name(), variants(), feature_count_of<Position>(), built_in_networks_of<Position>()};
  }

  double evaluation_scale() const override { return evaluation_scale_of(Position()); }

  const ForeignNotation* foreign_notation() const override {
    if constexpr (HasForeignNotation<N>) return &N::foreign_notation();
    return nullptr;
  }

  void check_movetext(const StartSpec& spec, MovetextReader& reader, FindingLog& findings,
                      GameCheck& check) const override {
    MoveChecker<N>(starting_position<N>(spec), reader, findings, check).run();
  }

  std::size_t turn_length(const char* text) const override {
    typename Position::Turn turn{};
    return N::scan_turn(text, turn);
  }

 private:
  /// Plays turns up to the first invalid or illegal one; `visitor` returns whether to go on.
  template <class Visitor>
  static void visit(const StartSpec& spec, std::span<const std::string_view> turns,
                    const Visitor& visitor) {
    Position position = starting_position<N>(spec);
    bool go_on = visitor(position);
    for (std::size_t i = 0; go_on && i < turns.size(); ++i) {
      const auto turn = read_turn<N>(turns[i]);
      if (!turn || !fits_board<N>(position, *turn) || !position.is_legal(*turn)) return;
      position.play(*turn);
      go_on = visitor(position);
    }
  }

  template <class... Entry>
  std::unique_ptr<Player> make_listed(const BotSpec& spec, std::string_view variant,
                                      std::tuple<Entry...>) const {
    std::unique_ptr<Player> player;
    const bool is_known =
        ((spec.builtin == Entry::name && (player = make_player<Entry>(spec, variant), true)) ||
         ...);
    if (is_known) return player;
    throw BotSpecError(unknown_bot_message(spec.builtin));
  }

  template <class Entry>
  std::unique_ptr<Player> make_player(const BotSpec& spec, std::string_view variant) const {
    const BotOptionValues options(spec, Entry::options);
    auto bot = Entry::template make<Position>(options, networks_of_option(options, network_form()));
    return with_book_of_option(
        std::make_unique<BotPlayer<N, decltype(bot)>>(std::move(bot), limits_of(spec)), options,
        name(), variant);
  }
};

}  // namespace schiri
