#include "cli/bots/book.h"

#include <iostream>
#include <memory>
#include <optional>

#include "cli/line/argument_files.h"
#include "cli/print/findings.h"
#include "cli/print/output_file.h"
#include "cli/print/output_language.h"
#include "cli/records/selection.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/match/game.h"
#include "notation/bots/opening_book.h"
#include "notation/programs/word_game.h"

namespace schiri::cli {

namespace {

struct BookOptions {
  ChosenGames games;
  std::uint64_t turns = 16;
  std::uint64_t least_games = 3;
  double least_score = 0.4;
  std::string output = "-";
};

/// Collects the beginnings of games.
class BookMaker {
 public:
  explicit BookMaker(std::uint64_t turns) : turns_(turns) {}

  /// Adds a valid game; skips one without a result.
  void add(const CheckedRecord& checked, const StartSpec& start) {
    const GameType* type = find_game(checked.check.game);
    const auto outcome = outcome_of(checked.record.result);
    if (!type || !outcome) {
      ++without_result_;
      return;
    }
    if (!type->facts.has_rules) throw RulesUnknown(type->name());
    if (!book_) book_.emplace(checked.check.game, checked.check.variant);
    require_one_kind(checked.check);
    ++games_;
    const auto game = type->start(start);
    for (const std::string_view turn : checked.record.turns()) {
      if (game->turns().size() == turns_) break;
      const std::string position = game->position();
      const Side mover = game->side_to_move();
      if (game->play(turn)) break;
      book_->add(position, game->turns().back(),
                 static_cast<std::uint64_t>(half_points(*outcome, mover)));
    }
  }

  /// The book; nothing if no game had a result.
  std::optional<OpeningBook>& book() { return book_; }

  void tell() const {
    if (talk().is_quiet) return;
    Message text =
        message("{0} {0:position|positions} and {1} {1:turn|turns} of {2} {2:game|games}",
                book_->positions(), book_->turns(), games_);
    if (without_result_) {
      text = listed(text, message("{0} {0:game|games} without a result left out", without_result_));
    }
    print_message(text);
  }

 private:
  void require_one_kind(const GameCheck& check) {
    const auto refuse = [](const Message& one, const std::string& other,
                           const std::string& option) {
      throw InputError(
          message("the games are of {0} and of {1}, and a book has only one; select it with {2}",
                  one, other, option));
    };
    if (check.game != book_->game()) refuse(book_->game(), check.game, "--game");
    if (check.variant != book_->variant()) {
      refuse(message("the variant {0}", book_->variant()), check.variant,
             "--tag " + shell_word("Variant=" + check.variant));
    }
  }

  std::uint64_t turns_;
  std::optional<OpeningBook> book_;  // once game and variant are known
  std::uint64_t games_ = 0;
  std::uint64_t without_result_ = 0;
};

ExitStatus run_book(BookOptions& options) {
  if (!(options.least_score >= 0 && options.least_score <= 1)) {
    throw InputError(message("--min-score: expected a share from 0 to 1"));
  }
  options.games.prepare(options.output);
  OutputFile output(options.output, options.games.files());
  BookMaker maker(options.turns);
  const ExitStatus status = options.games.visit(
      [&](const CheckedRecord& checked, const StartSpec& start) { maker.add(checked, start); });
  if (!maker.book()) {
    output.abandon();
    if (status == ExitStatus::done) {
      print_message(message("no game has a result, so no book was made"));
    }
    return worse(status, ExitStatus::wrong);
  }
  maker.book()->prune(options.least_games, options.least_score);
  output.stream() << maker.book()->write();
  output.commit();
  maker.tell();
  return status;
}

}  // namespace

void add_book(Command& app) {
  const auto [command, options] = app.add<BookOptions>(
      "book", "Make an opening book for bots from games",
      "Example, the turns of both sides in a tournament of strong bots:\n  schiri db export --db "
      "games.db --event 'Spring cup' | schiri book - --turns 12 -o creeper.book\n  schiri "
      "tournament run --game creeper --bot 'alphabeta option.book=creeper.book' --bot mcts",
      "learning", run_book);
  options.games.add_to(command);
  command.add_option("--turns", options.turns, "Use the first N turns of each game")
      ->not_negative()
      ->default_text("16");
  command.add_option("--min-games", options.least_games, "Omit turns played in fewer than N games")
      ->not_negative()
      ->default_text("3");
  command
      .add_option("--min-score", options.least_score,
                  "Omit turns with a smaller share of the points")
      ->type_name("SHARE")
      ->default_text("0.4");
  command.add_file("-o,--output", options.output, "Write to this file instead of standard output");
}

}  // namespace schiri::cli
