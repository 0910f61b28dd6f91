#pragma once

#include <memory>

#include "core/bots/builtin.h"
#include "core/bots/builtin_list.h"
#include "notation/game_types.h"
#include "notation/learning/network_file.h"
#include "notation/learning/opening_book.h"
#include "notation/typed/bot_player.h"
#include "notation/typed/check_moves.h"
#include "notation/typed/game.h"

namespace schiri {

/// A game's entry in the table of games, made from its notation `N`.
template <GameNotation N>
class TypedGameType : public GameType {
 public:
  using Position = typename N::Position;
  static_assert(MatchesHooks<Position>, "see core/hooks.h");
  static_assert(MatchesNotationHooks<N>, "see notation/typed/hooks.h");

  TypedGameType() : GameType(N::facts, variant_table_of<N>()) {}

  std::unique_ptr<Game> start(const StartSpec& spec) const override {
    return std::make_unique<TypedGame<N>>(starting_position<N>(spec));
  }

  void visit_hashes(const StartSpec& spec, std::span<const std::string_view> turns,
                    const std::function<bool(std::uint64_t)>& visitor) const override {
    visit(spec, turns, [&](const Position& position) { return visitor(position.hash()); });
  }

  void visit_positions(
      const StartSpec& spec, std::span<const std::string_view> turns,
      const std::function<bool(std::uint64_t, const std::string&)>& visitor) const override {
    visit(spec, turns, [&](const Position& position) {
      return visitor(position.hash(), N::write_position(position));
    });
  }

  std::vector<PositionSymmetry> symmetries([[maybe_unused]] const StartSpec& start) const override {
    if constexpr (HasSymmetries<N>) return N::symmetries(starting_position<N>(start));
    return {};
  }

  DiagramBoard diagram_board(std::string_view variant) const override {
    return N::diagram_board(variant);
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
    return {name(), variants(), feature_count_of<Position>(), network_speed_of<Position>(),
            built_in_networks_of<Position>()};
  }

  void add_lessons(const StartSpec& spec, std::span<const std::string_view> turns,
                   std::span<const std::optional<double>> targets, std::uint64_t seed,
                   TrainingSet& lessons) const override {
    if constexpr (HasFeatures<Position>) {
      Rng rng(seed);
      Position position = starting_position<N>(spec);
      for (std::size_t i = 0; i < turns.size(); ++i) {
        if (targets[i]) add_lesson(position, *targets[i], rng, lessons);
        position.play(read_turn<N>(turns[i]).value());
      }
    }
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

  static void add_lesson(const Position& position, double target, Rng& rng, TrainingSet& lessons) {
    const Side mover = position.side_to_move();
    const auto ways = static_cast<std::uint64_t>(feature_symmetries(position));
    const auto way = static_cast<int>(rng.below(ways));
    lessons.add(features_of(position, mover, way), features_of(position, opponent(mover), way),
                evaluate(position, mover) / evaluation_scale_of(position), target);
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
