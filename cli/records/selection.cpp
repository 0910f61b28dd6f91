#include "cli/records/selection.h"

#include <algorithm>
#include <utility>

#include "cli/input/game_source.h"
#include "cli/input/played_turns.h"
#include "cli/line/command.h"
#include "cli/line/usual_options.h"
#include "cli/print/console.h"
#include "cli/print/findings.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "db/games/record_row.h"
#include "db/query/game_filter.h"
#include "notation/records/conversion/played_record.h"
#include "notation/records/pgn/tags.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// Adds an option that may be given several times, with one value each.
Option* add_repeated(Command& command, const std::string& name, std::vector<std::string>& values,
                     const std::string& description) {
  return command.add_option(name, values, description)->repeatable();
}

std::vector<std::string> all_code_names() {
  std::vector<std::string> names;
  for (const Code code : all_codes()) names.emplace_back(code_name(code));
  return names;
}

}  // namespace

void Selection::add_to(Command& command) {
  InputOptions::describe_selection(command);
  filter_options_.add_record_options(command);
  add_repeated(command, "--white", whites_, "Select games with this player as White; repeatable");
  add_repeated(command, "--black", blacks_, "Select games with this player as Black; repeatable");
  command.add_option("--min-turns", min_turns_, "Select games of at least N turns");
  command.add_option("--max-turns", max_turns_, "Select games of at most N turns");
  add_repeated(command, "--ending", endings_,
               "Select by ending: chain, resignation, unfinished, ...; repeatable")
      ->type_name("ENDING");
  add_repeated(command, "--tag", tags_given_,
               "Select by tag, also NAME!=PATTERN or WhiteElo>=1500; repeatable")
      ->type_name("NAME=PATTERN");
  command
      .add_option("--legality", legality_,
                  "Select valid, invalid or any games (valid, and report the others)")
      ->one_of({"valid", "invalid", "any"});
  add_repeated(command, "--code", codes_,
               "Select games with a finding of this code, valid or not; repeatable")
      ->one_of(all_code_names())
      ->type_name("CODE");
  add_repeated(command, "--begins", begins_given_,
               "Select games that begin with these turns: \"A2+B3 A6-B6\"; repeatable")
      ->type_name("TURNS");
  position_options_.add_to(command);
}

void Selection::prepare(const CheckOptions& told) {
  told_ = told;
  filter_ = filter_options_.record_filter(told.date_order);
  filter_.game = told.game;
  filter_.variant = told.variant;
  for (const std::string& text : tags_given_) tags_.push_back(read_tag_pattern(text));
  const PositionSearch search = position_options_.search({told.game, told.variant, told.roll});
  if (!search.is_empty()) positions_.emplace(search);
  for (const std::string& turns : begins_given_) read_beginning(turns);
}

/// Finds the canonical text of these turns in each game, from its start or any other.
void Selection::read_beginning(const std::string& beginning) {
  Message objections;
  bool is_known = false;
  for (const GameType* type : games_meant(told_.game)) {
    // Legal turns depend on the roll.
    const bool is_told = type->starts_with_roll() && !told_.roll.empty();
    const std::string roll = is_told ? told_.roll : std::string(type->facts.any_roll);
    try {
      const auto game = type->start({told_.variant, "", roll});
      if (const auto refused = play_turns(*game, *type, beginning)) {
        objections = message("{0}\n  {1}: {2}", objections, type->title(), refused->error.message);
        continue;
      }
      const auto& turns = game->turns();
      beginnings_[std::string(type->name())].emplace_back(turns.begin(), turns.end());
      is_known = true;
    } catch (const StartError& error) {
      objections = message("{0}\n  {1}: {2}", objections, type->title(), error.message());
    }
  }
  if (is_known) return;
  throw InputError(
      message("--begins: no game begins with '{0}'{1}", printable(beginning, 200), objections));
}

void Selection::resolve_names(InputOptions& input) {
  NameCheck names;
  add_names_to(names);
  cli::resolve_names(names, input, [&](const CheckedRecord& record) { names.add_known(record); });
  filter_.parts = names.partial_names();
}

void Selection::add_names_to(NameCheck& names) const {
  names.expect(filter_);
  for (const std::string& white : whites_) names.expect("--white", NameKind::player, white);
  for (const std::string& black : blacks_) names.expect("--black", NameKind::player, black);
  for (const std::string& ending : endings_) names.expect("--ending", NameKind::ending, ending);
  for (const TagPattern& tag : tags_) names.expect("--tag", NameKind::tag, tag.name);
}

Selection::TagPattern Selection::read_tag_pattern(const std::string& text) {
  constexpr std::string_view relations[] = {"!=", "<=", ">=", "=", "<", ">"};
  const std::size_t at = text.find_first_of("=!<>");
  std::string name = text.substr(0, at);
  if (!name.empty()) name = read_tag_name("--tag", name);
  const std::string_view rest = std::string_view(text).substr(std::min(at, text.size()));
  const auto relation = std::find_if(std::begin(relations), std::end(relations),
                                     [&](std::string_view sign) { return rest.starts_with(sign); });
  if (name.empty() || relation == std::end(relations)) {
    throw InputError(
        message("--tag: expected NAME=PATTERN or NAME!=PATTERN, a shell pattern, or a number after "
                "< <= > >=, not '{0}'",
                printable(text)));
  }
  TagPattern tag{name, std::string(*relation), std::string(rest.substr(relation->size())), 0};
  if (tag.relation == "=" || tag.relation == "!=") return tag;
  const auto number = parse_number<double>(tag.pattern);
  if (!number) {
    throw InputError(message("--tag: expected a number after {0}, not '{1}'", tag.relation,
                             printable(tag.pattern)));
  }
  tag.number = *number;
  return tag;
}

/// A missing tag fits no pattern, not even `*`, and is no number.
bool Selection::TagPattern::holds(std::string_view value) const {
  if (relation == "=" || relation == "!=") {
    const bool fits = !value.empty() && fits_pattern(pattern, value);
    return fits == (relation == "=");
  }
  const auto told = parse_number<double>(value);
  if (!told) return false;
  if (relation == "<") return *told < number;
  if (relation == "<=") return *told <= number;
  return relation == ">" ? *told > number : *told >= number;
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
      std::find(endings_.begin(), endings_.end(), db::ending_name(checked)) == endings_.end()) {
    return false;
  }
  return begins_so(checked) && accepts_positions(checked);
}

bool Selection::begins_so(const CheckedRecord& checked) const {
  if (beginnings_.empty()) return true;
  const auto wanted = beginnings_.find(checked.check.game);
  if (wanted == beginnings_.end()) return false;
  const auto turns = checked.record.turns();
  return std::any_of(wanted->second.begin(), wanted->second.end(), [&](const auto& beginning) {
    return beginning.size() <= turns.size() &&
           std::equal(beginning.begin(), beginning.end(), turns.begin());
  });
}

bool Selection::accepts_legality(const GameCheck& check) const {
  const auto has_code = [&](const Finding& finding) {
    return std::find(codes_.begin(), codes_.end(), code_name(finding.code)) != codes_.end();
  };
  if (!codes_.empty() && std::none_of(check.errors.begin(), check.errors.end(), has_code) &&
      std::none_of(check.warnings.begin(), check.warnings.end(), has_code)) {
    return false;
  }
  if (legality_.empty()) return check.valid() || !codes_.empty();
  return legality_ == "any" || check.valid() == (legality_ == "valid");
}

bool Selection::accepts_tags(const Record& record) const {
  const auto is_any_of = [&](const std::vector<std::string>& names, const char* tag) {
    return names.empty() || std::any_of(names.begin(), names.end(), [&](const std::string& name) {
             return filter_.means(name, record.tag(tag));
           });
  };
  return is_any_of(whites_, "White") && is_any_of(blacks_, "Black") && fits_patterns(record);
}

/// Of several values that one tag may have, one is enough; all other conditions must hold.
bool Selection::fits_patterns(const Record& record) const {
  const auto holds = [&](const TagPattern& tag) { return tag.holds(record.tag(tag.name)); };
  return std::all_of(tags_.begin(), tags_.end(), [&](const TagPattern& tag) {
    if (tag.relation != "=") return holds(tag);
    return std::any_of(tags_.begin(), tags_.end(), [&](const TagPattern& other) {
      return other.name == tag.name && other.relation == "=" && holds(other);
    });
  });
}

bool Selection::accepts_positions(const CheckedRecord& checked) const {
  if (!positions_) return true;
  const GameType* type = find_game(checked.check.game);
  if (!type) return false;
  try {
    return positions_->matches(*type, start_of(checked, told_), checked.record.turns());
  } catch (const StartError&) {
    return false;  // the record cannot be set up
  }
}

void ChosenGames::add_to(Command& command) {
  source_.input.read.keep = Keep::records;
  source_.add_to(command);
}

void ChosenGames::prepare() { source_.check(); }

ExitStatus ChosenGames::visit(const Sink& sink) {
  const db::GameFilter filter = source_.filter({});
  return source_.db.empty() ? visit_files(filter, sink) : visit_database(filter, sink);
}

ExitStatus ChosenGames::visit_files(const db::GameFilter& filter, const Sink& sink) {
  ExitStatus found = ExitStatus::done;
  const ExitStatus reading =
      read_inputs(source_.input, [&](const std::string& file, CheckedRecord& checked) {
        if (!checked.check.valid()) {
          print_findings(console::err, file, checked.check);
          found = ExitStatus::wrong;
        } else if (fits(checked, filter)) {
          sink(checked, start_of(checked, source_.input.read.check));
        }
        return true;
      });
  return worse(reading, found);
}

ExitStatus ChosenGames::visit_database(const db::GameFilter& filter, const Sink& sink) {
  const db::Store store(source_.db, db::Store::Mode::read);
  visit_stored_games(store, filter, [&](db::StoredRecord& stored) {
    const CheckedRecord checked = checked_game(std::move(stored.record));
    sink(checked, start_of(checked, {}));
    return true;
  });
  return ExitStatus::done;
}

}  // namespace schiri::cli
