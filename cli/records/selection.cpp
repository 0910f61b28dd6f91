#include "cli/records/selection.h"

#include <fnmatch.h>

#include <algorithm>

#include "cli/command.h"
#include "cli/records/record_filter.h"
#include "core/names.h"
#include "notation/printable.h"
#include "notation/records/record_start.h"
#include "notation/records/tags.h"

namespace schiri::cli {

namespace {

/// An option that may be given several times, one value each.
void add_repeated(Command& command, const std::string& name, std::vector<std::string>& values,
                  const std::string& description) {
  command.add_option(name, values, description)->repeatable();
}

std::vector<std::string> all_code_names() {
  std::vector<std::string> names;
  for (const Code code : all_codes()) names.emplace_back(code_name(code));
  return names;
}

/// A position as the game writes it, or nothing if no variant has it.
std::optional<std::string> written_by(const GameType& type, const std::string& position,
                                      std::string& objection) {
  for (const std::string_view variant : type.variants()) {
    StartSpec spec{std::string(variant), position, ""};
    try {
      if (const ForeignNotation* foreign = type.foreign_notation()) {
        if (auto translated = foreign->read_position(position)) spec.position = *translated;
      }
      return type.start(spec)->position();
    } catch (const StartError& error) {
      if (objection.empty()) objection = error.what();
    }
  }
  return std::nullopt;
}

}  // namespace

void Selection::add_to(Command& command) {
  filter_options_.add_record_options(command);
  command.add_option("--white", white_, "Games that this player began");
  command.add_option("--black", black_, "Games in which this player came second");
  command.add_option("--min-turns", min_turns_, "Games of at least so many turns");
  command.add_option("--max-turns", max_turns_, "Games of at most so many turns");
  add_repeated(command, "--ending", endings_,
               "Games that ended like this: a reason of the rules (chain), a Termination "
               "(resignation), unfinished or unexplained; again: any of them");
  add_repeated(command, "--tag", tags_given_,
               "Games whose tag fits a shell pattern, NAME=PATTERN, or does not, NAME!=PATTERN; "
               "again: all of them");
  command
      .add_option("--legality", legality_,
                  "valid, invalid or any games; without it the valid ones, and the others are told")
      ->one_of({"valid", "invalid", "any"});
  command.add_option("--code", code_, "Games with a finding of this code, valid or not")
      ->one_of(all_code_names());
  add_repeated(command, "--reaches", reaches_,
               "Games that come to this position; again: to all of them");
  add_repeated(command, "--pieces", pieces_given_,
               "Games with a position of which all this holds: W=8,b>=3, letters of its string; "
               "again: one after the other in any order");
  command.add_flag("--at-end", at_end_, "Ask --reaches and --pieces about the last position alone");
}

void Selection::prepare(const CheckOptions& told) {
  told_ = told;
  filter_ = filter_options_.record_filter();
  filter_.game = told.game;
  filter_.variant = told.variant;
  if (at_end_ && reaches_.empty() && pieces_given_.empty()) {
    throw UsageError("--at-end: needs --reaches or --pieces");
  }
  for (const std::string& text : tags_given_) tags_.push_back(read_tag_pattern(text));
  for (const std::string& position : reaches_) find_goals(position);
  try {
    for (const std::string& text : pieces_given_) pieces_.emplace_back(text);
  } catch (const std::invalid_argument& error) {
    throw UsageError(std::string("--pieces: ") + error.what());
  }
  require_pieces();
}

/// A letter that no game meant has in its positions would be no piece anywhere.
void Selection::require_pieces() const {
  std::string known;
  for (const GameType* type : game_types()) {
    if (!told_.game.empty() && told_.game != type->name()) continue;
    for (const char letter : piece_letters(type->name())) {
      if (known.find(letter) == known.npos) known += letter;
    }
  }
  for (const PieceCondition& condition : pieces_) {
    const std::string letters = condition.letters();
    const auto unknown = letters.find_first_not_of(known);
    if (unknown == letters.npos) continue;
    throw UsageError("--pieces: no position has a piece '" + letters.substr(unknown, 1) +
                     "'; the letters are " + known);
  }
}

void Selection::ask_for(AskedNames& names) const {
  names.ask(filter_);
  names.ask("--white", NameKind::player, white_);
  names.ask("--black", NameKind::player, black_);
  for (const std::string& ending : endings_) names.ask("--ending", NameKind::ending, ending);
  for (const TagPattern& tag : tags_) names.ask("--tag", NameKind::tag, tag.name);
}

Selection::TagPattern Selection::read_tag_pattern(const std::string& text) {
  const std::size_t equals = text.find('=');
  const bool wanted = equals == 0 || equals == text.npos || text[equals - 1] != '!';
  const std::string name = text.substr(0, wanted ? equals : equals - 1);
  if (equals != text.npos && !name.empty() && !is_tag_name(name)) {
    throw UsageError("--tag: '" + printable(name) + "' is no name of a tag" +
                     nearest_advice(name, usual_tags()) +
                     "; a value is compared by NAME=PATTERN or NAME!=PATTERN alone");
  }
  if (name.empty() || equals == text.npos) {
    throw UsageError("--tag: expected NAME=PATTERN or NAME!=PATTERN, a shell pattern, not '" +
                     printable(text) + "'");
  }
  return {name, text.substr(equals + 1), wanted};
}

/// Without --game a position may be one of several games.
void Selection::find_goals(const std::string& position) {
  auto& goals = goals_.emplace_back();
  std::string objections;
  for (const GameType* type : game_types()) {
    if (!told_.game.empty() && told_.game != type->name()) continue;
    std::string objection;
    if (const auto written = written_by(*type, position, objection)) {
      goals.emplace(type->name(), *written);
    } else {
      objections += "\n  " + std::string(type->title()) + ": " + objection;
    }
  }
  if (goals.empty()) {
    throw UsageError("--reaches: no game has the position '" + printable(position, 200) + "'" +
                     objections);
  }
}

bool Selection::accepts(const CheckedRecord& checked) const {
  const GameCheck& check = checked.check;
  if (!accepts_legality(check) || !fits(checked, filter_) || !accepts_tags(checked.record)) {
    return false;
  }
  if ((min_turns_ && check.turns < *min_turns_) || (max_turns_ && check.turns > *max_turns_)) {
    return false;
  }
  if (!endings_.empty() &&
      std::find(endings_.begin(), endings_.end(), ending_name(checked)) == endings_.end()) {
    return false;
  }
  return accepts_positions(checked);
}

bool Selection::accepts_legality(const GameCheck& check) const {
  const auto has_code = [&](const Finding& finding) { return code_name(finding.code) == code_; };
  if (!code_.empty() && std::none_of(check.errors.begin(), check.errors.end(), has_code) &&
      std::none_of(check.warnings.begin(), check.warnings.end(), has_code)) {
    return false;
  }
  if (legality_.empty()) return check.valid() || !code_.empty();
  return legality_ == "any" || check.valid() == (legality_ == "valid");
}

bool Selection::accepts_tags(const Record& record) const {
  const auto fits_pattern = [&](const TagPattern& tag) {
    const std::string value(record.tag(tag.name));
    // An absent tag fits no pattern, not even one that everything fits.
    return (!value.empty() && fnmatch(tag.pattern.c_str(), value.c_str(), 0) == 0) == tag.wanted;
  };
  return (white_.empty() || is_same_name(record.tag("White"), white_)) &&
         (black_.empty() || is_same_name(record.tag("Black"), black_)) &&
         std::all_of(tags_.begin(), tags_.end(), fits_pattern);
}

bool Selection::accepts_positions(const CheckedRecord& checked) const {
  if (goals_.empty() && pieces_.empty()) return true;
  const GameType* type = find_game(checked.check.game);
  if (!type) return false;
  try {
    const auto is_reached = [&](const auto& positions) {
      const auto goal = positions.find(checked.check.game);
      return goal != positions.end() && comes_to(*type, checked, goal->second);
    };
    return std::all_of(goals_.begin(), goals_.end(), is_reached) && meets_pieces(*type, checked);
  } catch (const StartError&) {
    // A broken record that could not be set up, or a position of another board.
    return false;
  }
}

bool Selection::comes_to(const GameType& type, const CheckedRecord& checked,
                         const std::string& goal) const {
  return type.reaches(start_of(checked, told_), checked.record.turns(),
                      {checked.check.variant, goal, ""}, at_end_);
}

bool Selection::meets_pieces(const GameType& type, const CheckedRecord& checked) const {
  if (pieces_.empty()) return true;
  const auto game = type.start(start_of(checked, told_));
  std::vector<PieceCondition> open = pieces_;
  const auto look = [&] {
    const std::string position = game->position();
    std::erase_if(open, [&](const PieceCondition& pieces) { return pieces.holds(position); });
  };
  for (const std::string_view turn : checked.record.turns()) {
    if (!at_end_) look();
    if (open.empty()) return true;
    game->play(turn);
  }
  look();
  return open.empty();
}

}  // namespace schiri::cli
