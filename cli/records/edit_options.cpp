#include "cli/records/edit_options.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "cli/input/name_check.h"
#include "cli/line/command.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "notation/game_types.h"
#include "notation/records/conversion/played_record.h"
#include "notation/records/pgn/turn_number.h"
#include "notation/records/record.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

using Kind = Element::Kind;

std::unique_ptr<Game> game_at_start(const CheckedRecord& checked, const CheckOptions& defaults) {
  return require_game(checked.check.game).start(start_of(checked, defaults));
}

void remove_tag(Record& record, std::string_view name) {
  std::erase_if(record.tags, [&](const Tag& tag) { return tag.name == name; });
}

/// Replaces the value of a tag that the record has.
void correct_tag(Record& record, std::string_view name, std::string_view value) {
  for (Tag& tag : record.tags) {
    if (tag.name == name) tag.value = value;
  }
}

/// Sets the result of a game whose end was cut or replaced.
void set_result(CheckedRecord& checked, const std::optional<Ending>& ending) {
  const std::string result(ending ? result_text(ending->outcome) : "*");
  checked.check.result = checked.record.result = result;
  checked.check.ending = ending;
  correct_tag(checked.record, "Result", result);
  remove_tag(checked.record, "Termination");
  checked.record.trailing_comments.clear();
}

void set_length(CheckedRecord& checked, std::size_t turns) {
  checked.check.turns = turns;
  correct_tag(checked.record, "PlyCount", std::to_string(turns));
}

/// The elements that belong to these turns; those before the first turn belong to the start.
std::vector<Element> elements_in(const std::vector<Element>& movetext, const TurnRange& range) {
  std::vector<Element> kept;
  std::size_t turn = 0;
  for (const Element& element : movetext) {
    turn += element.kind == Kind::turn;
    if (std::max<std::size_t>(turn, 1) < range.first || turn > range.last) continue;
    kept.push_back(element);
  }
  return kept;
}

/// The number that is written before the next turn.
std::size_t next_number(const Game& game) {
  const std::size_t played = game.turns().size();
  const bool black_moves = game.side_to_move() == Side::black;
  return TurnCount{played, (played % 2 == 1) != black_moves}.number();
}

void reduce_numbers(std::vector<Element>& movetext, std::size_t less) {
  for (Element& element : movetext) {
    if (element.kind == Kind::variation_word) {
      element.text = with_smaller_number(element.text, less);
    }
  }
}

/// The game begins at this position instead.
void begin_at(CheckedRecord& checked, const Game& position) {
  Record& record = checked.record;
  reduce_numbers(record.movetext, next_number(position) - 1);
  checked.check.black_began = position.side_to_move() == Side::black;
  record.set_tag("Position", position.position());
  remove_tag(record, "Roll");
}

/// How the rules end the game of a record.
std::optional<Ending> ending_of(const CheckedRecord& checked, const CheckOptions& defaults) {
  const auto game = game_at_start(checked, defaults);
  for (const std::string_view turn : checked.record.turns()) game->play(turn);
  return game->ending();
}

/// Collects the lines of a record: the game and its variations.
class LineCollector {
 public:
  explicit LineCollector(const std::vector<Element>& movetext) {
    open({});
    for (const Element& element : movetext) {
      take(element);
      if (size_ > most_elements) return;
    }
  }

  /// A line from the start of the game.
  struct Line {
    std::vector<Element> elements;
    bool has_own_turn = false;
  };
  /// The game's line first.
  const std::vector<Line>& lines() const { return lines_; }
  /// Do the lines hold so much that the last ones are missing?
  bool is_too_large() const { return size_ > most_elements; }

 private:
  /// A record is small, but each of its variations repeats the turns before it.
  static constexpr std::size_t most_elements = 2'000'000;

  void open(std::vector<Element> before) {
    open_.push_back(lines_.size());
    size_ += before.size();
    lines_.push_back({std::move(before)});
  }

  void take(const Element& element) {
    Line& line = lines_[open_.back()];
    if (element.kind == Kind::variation_close) {
      open_.pop_back();
    } else if (element.kind == Kind::variation_open) {
      open(without_last_turn(line.elements));
    } else if (element.kind != Kind::variation_word) {
      line.elements.push_back(element);
    } else if (const auto turn = turn_of_word(element.text); !turn.empty()) {
      line.elements.push_back({Kind::turn, std::string(turn)});
      line.has_own_turn = true;
    }
  }

  /// A variation replaces the last turn and what follows it.
  static std::vector<Element> without_last_turn(const std::vector<Element>& line) {
    const auto last = std::find_if(line.rbegin(), line.rend(), [](const Element& element) {
      return element.kind == Kind::turn;
    });
    return {line.begin(), last == line.rend() ? line.begin() : std::prev(last.base())};
  }

  std::vector<Line> lines_;
  std::vector<std::size_t> open_;
  std::size_t size_ = 0;
};

/// Makes a record the game of a variation. Returns what is wrong with it, or an empty text.
Message make_line(CheckedRecord& checked, const CheckOptions& defaults) {
  const auto game = game_at_start(checked, defaults);
  for (Element& element : checked.record.movetext) {
    if (element.kind != Kind::turn) continue;
    if (const auto error = game->play(element.text)) {
      return message("turn {0}: {1}", game->turns().size() + 1, error->message);
    }
    element.text = game->turns().back();
  }
  set_result(checked, game->ending());
  set_length(checked, game->turns().size());
  return {};
}

/// `A-B`, or `A-` for all turns from A on.
TurnRange read_cut(std::string_view text) {
  const std::size_t hyphen = text.find('-');
  const auto first = parse_number<std::size_t>(text.substr(0, hyphen));
  TurnRange range;
  std::optional<std::size_t> last = range.last;
  if (hyphen != text.npos && hyphen + 1 < text.size()) {
    last = parse_number<std::size_t>(text.substr(hyphen + 1));
  }
  if (hyphen == text.npos || !first || !last || *first == 0 || *last < *first) {
    throw InputError(
        message("--cut: expected turns as in 1-20, 11-30 or 11-, not '{0}'", printable(text)));
  }
  return {*first, *last};
}

}  // namespace

void omit(Record& record, const OmittedParts& parts) {
  if (!parts.variations && !parts.comments && !parts.nags) return;
  std::vector<Element> kept;
  int depth = 0;
  for (Element& element : record.movetext) {
    depth += element.kind == Kind::variation_open;
    const bool omitted = (parts.variations && depth > 0) ||
                         (parts.comments && element.kind == Kind::comment) ||
                         (parts.nags && element.kind == Kind::nag);
    depth -= element.kind == Kind::variation_close;
    if (!omitted) kept.push_back(std::move(element));
  }
  record.movetext = std::move(kept);
  if (parts.comments) record.trailing_comments.clear();
}

Message cut(CheckedRecord& checked, const TurnRange& range, const CheckOptions& defaults) {
  const auto turns = checked.record.turns();
  if (range.first > turns.size()) {
    return message("it has only {0} {0:turn|turns}", turns.size());
  }
  const std::size_t last = std::min(range.last, turns.size());
  const bool is_end_cut = last < turns.size();
  const auto position = game_at_start(checked, defaults);
  for (std::size_t i = 0; i + 1 < range.first; ++i) position->play(turns[i]);
  checked.record.movetext = elements_in(checked.record.movetext, range);
  if (range.first > 1) begin_at(checked, *position);
  set_length(checked, last - range.first + 1);
  if (is_end_cut) {
    set_result(checked, std::nullopt);
  } else if (checked.check.ending && range.first > 1 && !ending_of(checked, defaults)) {
    checked.record.set_tag("Termination", checked.check.ending->reason);
    checked.check.ending.reset();
  }
  return {};
}

void add_position_comments(CheckedRecord& checked, const CheckOptions& defaults) {
  const auto game = game_at_start(checked, defaults);
  std::vector<Element> commented;
  bool is_due = false;
  const auto add_if_due = [&] {
    if (is_due) commented.push_back({Kind::comment, game->position()});
    is_due = false;
  };
  for (Element& element : checked.record.movetext) {
    if (element.kind != Kind::nag) add_if_due();
    if (element.kind == Kind::turn) {
      game->play(element.text);
      is_due = true;
    }
    commented.push_back(std::move(element));
  }
  add_if_due();
  checked.record.movetext = std::move(commented);
}

SplitGames split_variations(const CheckedRecord& checked, const CheckOptions& defaults) {
  SplitGames split;
  const LineCollector collected(checked.record.movetext);
  for (const LineCollector::Line& line : collected.lines()) {
    const bool is_main = split.games.empty();
    if (!is_main && !line.has_own_turn) continue;
    CheckedRecord game = checked;
    game.record.movetext = line.elements;
    const Message wrong = is_main ? Message() : make_line(game, defaults);
    if (wrong.empty()) {
      split.games.push_back(std::move(game));
    } else {
      split.omitted.push_back(wrong);
    }
  }
  if (collected.is_too_large()) {
    split.omitted.push_back(message("the variations are too long together"));
  }
  return split;
}

void keep_tags(Record& record, const std::vector<std::string>& names) {
  const std::size_t others = tag_rank("");
  std::erase_if(record.tags, [&](const Tag& tag) {
    const bool is_of_game = tag_rank(tag.name) >= std::size(roster) && tag_rank(tag.name) < others;
    return !is_of_game && std::find(names.begin(), names.end(), tag.name) == names.end();
  });
}

void EditOptions::add_to(Command& command) {
  command.add_flag("--no-comments", omitted_.comments, "Omit comments");
  command.add_flag("--no-nags", omitted_.nags, "Omit NAGs");
  Option* const no_variations =
      command.add_flag("--no-variations", omitted_.variations, "Omit variations");
  command
      .add_flag("--split-variations", splits_variations_,
                "Write each variation as a game of its own, after its game")
      ->excludes(no_variations);
  command.add_flag("--position-comments", adds_positions_,
                   "Add the position string after each turn as a comment");
  command
      .add_option("--cut", cut_given_, "Keep only turns A to B; a cut beginning becomes Position")
      ->type_name("A-B");
  command
      .add_option("--tags", tags_given_,
                  "Keep the seven tags, none, all, or those of a list; tags of the game stay")
      ->type_name("seven|none|all|NAME,...")
      ->default_text("all");
  command.add_flag("--no-numbers", omits_numbers_, "Omit turn numbers");
  command.add_option("--width", width_, "Break lines at N columns; 0 never breaks them (79)");
}

void EditOptions::prepare(const std::string& form) {
  if (form != "pgn" && (omits_numbers_ || width_)) {
    throw InputError(message("--no-numbers and --width apply only to PGN, not to --to {0}", form));
  }
  if (!cut_given_.empty()) cut_ = read_cut(cut_given_);
  read_tags();
  style_.numbers = !omits_numbers_;
  style_.width = width_.value_or(style_.width);
}

void EditOptions::read_tags() {
  const std::string word = lower_case(tags_given_);
  if (word == "all") return;
  style_.fills_roster = word == "seven";
  omits_tags_ = word == "none";
  tags_.emplace();
  if (omits_tags_) return;
  if (style_.fills_roster) {
    tags_->assign(std::begin(roster), std::end(roster));
    return;
  }
  for (const std::string_view name : split(tags_given_, ',')) {
    tags_->push_back(read_tag_name("--tags", trimmed(name)));
  }
}

void EditOptions::add_names_to(NameCheck& names) const {
  if (!tags_) return;
  for (const std::string& tag : *tags_) names.expect("--tags", NameKind::tag, tag);
}

EditOptions::Edited EditOptions::edit(CheckedRecord checked, const CheckOptions& defaults) const {
  Edited edited;
  omit(checked.record, omitted_);
  if (cut_) edited.obstacle = cut(checked, *cut_, defaults);
  if (!edited.obstacle.empty()) return edited;
  if (splits_variations_) {
    SplitGames split = split_variations(checked, defaults);
    edited.records = std::move(split.games);
    edited.omitted = std::move(split.omitted);
  } else {
    edited.records.push_back(std::move(checked));
  }
  for (CheckedRecord& record : edited.records) {
    if (adds_positions_) add_position_comments(record, defaults);
    if (omits_tags_) {
      record.record.tags.clear();
    } else if (tags_) {
      keep_tags(record.record, *tags_);
    }
  }
  return edited;
}

}  // namespace schiri::cli
