#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/input/inputs.h"
#include "cli/input/name_check.h"
#include "cli/line/command.h"
#include "cli/line/command_line.h"
#include "cli/line/index_ranges.h"
#include "cli/line/usual_options.h"
#include "cli/print/console.h"
#include "cli/print/findings.h"
#include "cli/print/output_language.h"
#include "cli/records/record_output.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "notation/game_types.h"
#include "notation/programs/word_game.h"
#include "notation/records/check/check.h"
#include "notation/records/conversion/played_record.h"
#include "notation/records/forms/csv_record.h"
#include "notation/records/pgn/movetext.h"
#include "notation/records/pgn/turn_number.h"
#include "notation/records/record.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

// Changes of valid records that keep them valid. `defaults` are the options with which a record was
// checked.

/// Parts of a movetext that omit() removes.
struct OmittedParts {
  bool comments = false;  ///< also those after the result
  bool nags = false;
  bool variations = false;
};

/// Turns of a game, counted from 1.
struct TurnRange {
  std::size_t first = 1;
  std::size_t last = std::numeric_limits<std::size_t>::max();
};

/// The game without variations, then a game for each of its variations, in the order in which they
/// open: the turns before it and its own. Their result is that of the rules, otherwise `*`.
struct SplitGames {
  std::vector<CheckedRecord> games;
  std::vector<Message> omitted;  ///< the reason for each variation that is missing
};

/// The options of `schiri convert` that change the content and the layout of records.
class EditOptions {
 public:
  void add_to(Command& command);
  /// Validates the options for output in this format. Throws InputError.
  void prepare(const std::string& form);

  /// Adds the tags to keep, which some record must have.
  void add_names_to(NameCheck& names) const;

  /// The records made of a valid one.
  struct Edited {
    std::vector<CheckedRecord> records;
    Message obstacle;              ///< the reason why there is none, or empty
    std::vector<Message> omitted;  ///< see SplitGames
  };
  /// `defaults`: the options with which the record was checked.
  Edited edit(CheckedRecord checked, const CheckOptions& defaults) const;

  const RecordStyle& style() const { return style_; }

 private:
  void read_tags();

  OmittedParts omitted_;
  bool splits_variations_ = false;
  bool adds_positions_ = false;
  std::string cut_given_;
  std::optional<TurnRange> cut_;
  std::string tags_given_ = "all";
  std::optional<std::vector<std::string>> tags_;  ///< the tags to keep, unless all
  bool omits_tags_ = false;
  bool omits_numbers_ = false;
  std::optional<std::uint64_t> width_;
  RecordStyle style_;
};

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
      if (is_too_large()) {
        take_of_game(element);
      } else {
        take(element);
        if (is_too_large()) leave_out_open_ones();
      }
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

  /// The game's own line is complete whatever its variations hold.
  void take_of_game(const Element& element) {
    if (element.kind == Kind::variation_open) ++depth_;
    if (depth_ == 0) lines_.front().elements.push_back(element);
    if (element.kind == Kind::variation_close) --depth_;
  }

  void leave_out_open_ones() {
    depth_ = open_.size() - 1;
    for (const std::size_t line : open_) lines_[line].has_own_turn = false;
  }

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
  std::size_t depth_ = 0;  ///< after there was too much
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
    if (omitted) continue;
    // Of a variation of comments alone nothing is left.
    if (closes_nothing(element.kind, kept)) {
      kept.pop_back();
    } else {
      kept.push_back(std::move(element));
    }
  }
  record.movetext = std::move(kept);
  if (parts.comments) record.trailing_comments.clear();
}

/// Positions follow from rules. Throws RulesUnknown.
void require_rules(const CheckedRecord& checked) {
  const GameType* type = find_game(checked.check.game);
  if (type && !type->facts.has_rules) throw RulesUnknown(type->name());
}

/// Keeps only these turns. A cut beginning becomes the tag Position, a cut end the result `*`
/// without a Termination. An end by repetition that the kept turns do not contain becomes a
/// Termination. Returns why it is impossible, and then changes nothing, or an empty text.
Message cut(CheckedRecord& checked, const TurnRange& range, const CheckOptions& defaults) {
  const auto turns = checked.record.turns();
  if (range.first > turns.size()) {
    return message("it has only {0} {0:turn|turns}", turns.size());
  }
  const std::size_t last = std::min(range.last, turns.size());
  const bool is_end_cut = last < turns.size();
  require_rules(checked);
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

/// Is a comment, which may be broken into lines, the position of a game?
bool is_position(std::string comment, const Game& game) {
  std::erase(comment, '\r');
  std::replace(comment.begin(), comment.end(), '\n', ' ');
  return comment == game.position();
}

/// Adds a comment with the position string after each turn, except in variations.
void add_position_comments(CheckedRecord& checked, const CheckOptions& defaults) {
  require_rules(checked);
  const auto game = game_at_start(checked, defaults);
  std::vector<Element> commented;
  bool is_due = false;
  const auto add_if_due = [&] {
    if (is_due) commented.push_back({Kind::comment, game->position()});
    is_due = false;
  };
  for (Element& element : checked.record.movetext) {
    // Written before, perhaps.
    if (element.kind == Kind::comment && is_due && is_position(element.text, *game)) is_due = false;
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
  CheckedRecord bare = checked;  // each line has its own turns
  bare.record.movetext.clear();
  bare.text.clear();
  for (const LineCollector::Line& line : collected.lines()) {
    const bool is_main = split.games.empty();
    if (!is_main && !line.has_own_turn) continue;
    CheckedRecord game = is_main ? checked : bare;
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

/// Removes all tags but these and those of the game (Game, Variant, Position, Roll, Termination,
/// Referee), without which a record could not be read.
void keep_tags(Record& record, const std::vector<std::string>& names) {
  const std::size_t others = tag_rank("");
  std::erase_if(record.tags, [&](const Tag& tag) {
    const bool is_of_game = tag_rank(tag.name) >= std::size(roster) && tag_rank(tag.name) < others;
    return !is_of_game && tag.name != "Referee" &&
           std::find(names.begin(), names.end(), tag.name) == names.end();
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

struct ConvertOptions {
  InputOptions input;
  std::string to = "pgn";
  std::string output = "-";
  std::string rejects;
  bool fix = false;
  bool by_rules = false;
  IndexRanges index;
  EditOptions edits;
};

/// The output of one game.
struct RenderedGame {
  std::string text;
  std::vector<Record> rows;  ///< instead of the text, for a table
  Message obstacle;          ///< the reason why there is no output, or empty
  std::vector<Message> losses;
  std::vector<Message> omitted;  ///< the reason for each variation that is missing
};

class Converter {
 public:
  Converter(ConvertOptions& options, RecordOutput& out) : options_(options), out_(out) {
    options_.edits.add_names_to(names_);
  }

  ExitStatus run() {
    InputOptions input = options_.input;
    input.read.keep_text = options_.fix || out_.needs_text();
    const auto work = [this](CheckedRecord& record) {
      return options_.fix ? RenderedGame() : render(record);
    };
    const ExitStatus reading = work_on_inputs(input, work, std::bind_front(&Converter::take, this));
    if (reading == ExitStatus::done) {
      options_.index.require_seen();
      names_.require_known();
    }
    tell_losses();
    out_.finish(reading == ExitStatus::done);
    return worse(reading, status_);
  }

 private:
  RenderedGame render(CheckedRecord& record) {
    RenderedGame rendered;
    names_.add_known(record);
    if (!record.check.valid()) return rendered;
    complete_tags(record, options_.input.read.check);
    CheckedRecord whole;
    whole.check = record.check;
    whole.record = std::move(record.record);
    auto edited = options_.edits.edit(std::move(whole), options_.input.read.check);
    rendered.obstacle = std::move(edited.obstacle);
    rendered.omitted = std::move(edited.omitted);
    for (CheckedRecord& one : edited.records) add(one, rendered);
    return rendered;
  }

  void add(CheckedRecord& record, RenderedGame& rendered) const {
    if (options_.to == "csv") {
      // The first record determines the columns of the table, so they are written in order.
      rendered.rows.push_back(std::move(record.record));
    } else if (options_.to == "pgn") {
      write_record(record.record, rendered.text, options_.edits.style());
    } else {
      WrittenRecord written = write_as(record, options_.to, options_.input.read.check);
      const bool is_game = rendered.text.empty();
      if (is_game) rendered.losses = std::move(written.losses);
      if (is_game) rendered.obstacle = std::move(written.obstacle);
      if (!written.obstacle.empty()) rendered.omitted.push_back(std::move(written.obstacle));
      rendered.text += written.text;
    }
  }

  /// Keeps a record that `--index` excludes.
  bool leave(const std::string& file, const CheckedRecord& record) {
    // Names are known to be missing only after all games.
    const bool is_last = options_.input.files.size() == 1 && !out_.is_input() &&
                         names_.is_empty() && options_.index.ends_at(record.check.index);
    return out_.keep(file, record) && !is_last;
  }

  bool take(const std::string& file, CheckedRecord& record, RenderedGame& rendered) {
    options_.index.see(record.check.index);
    if (!options_.index.contains(record.check.index)) return leave(file, record);
    if (options_.fix) {
      repair_and_tell(file, record, options_.input.read, options_.by_rules);
      rendered = render(record);
    }
    if (!record.check.valid()) {
      print_findings(console::err, file, record.check);
      status_ = ExitStatus::wrong;
      return out_.leave_out(file, record);
    }
    if (!rendered.obstacle.empty()) {
      report(message("{0}: game {1} is left out: {2}", printable(file, 4096), record.check.index,
                     rendered.obstacle));
      return out_.leave_out(file, record);
    }
    for (const Message& why : rendered.omitted) {
      report(message("{0}: game {1}: a variation is omitted: {2}", printable(file, 4096),
                     record.check.index, why));
    }
    for (const Message& loss : rendered.losses) {
      Loss& known = losses_[loss.english()];
      known.what = loss;
      ++known.games;
    }
    out_.stream() << rendered.text;
    for (const Record& row : rendered.rows) out_.stream() << table_.write(row);
    return out_.count_written();
  }

  void report(const Message& what) {
    print_message(what);
    status_ = ExitStatus::wrong;
  }

  void tell_losses() const {
    for (const auto& [english, loss] : losses_) {
      print_message(message("{0} cannot hold {1}; omitted from {2} {2:game|games}", options_.to,
                            loss.what, loss.games));
    }
  }

  /// A part of records that the form cannot hold, and how many games lack it.
  struct Loss {
    Message what;
    std::uint64_t games = 0;
  };

  ConvertOptions& options_;
  RecordOutput& out_;
  ExitStatus status_ = ExitStatus::done;
  NameCheck names_;  ///< the tags to keep
  CsvWriter table_;
  std::map<std::string, Loss> losses_;  ///< by their English words
};

ExitStatus run_convert(ConvertOptions& options) {
  const std::string& from = options.input.from;
  options.input.check({.written = {options.output, options.rejects}});
  options.edits.prepare(options.to);
  if (options.fix && from != "pgn") {
    throw InputError(message("--fix repairs only PGN records"));
  }
  RecordOutput output(options.output, options.rejects, options.input.files, from != "pgn");
  if (output.is_input() && from != options.to) {
    throw InputError(
        message("{0} is read as {1} and would be written as {2}; specify another output file",
                printable(options.output, 4096), from, options.to));
  }
  if (output.is_input() && from == "csv") {
    throw InputError(
        message("{0} is read as a table, and its columns may change; specify another "
                "output file",
                printable(options.output, 4096)));
  }
  return Converter(options, output).run();
}

}  // namespace

void add_convert(Command& app) {
  const auto [command, options] =
      app.add<ConvertOptions>("convert", "Convert records to another format, or repair them",
                              "old.pgn --fix -o clean.pgn", "formats", run_convert);
  options.input.read.keep = Keep::records;
  options.input.add_to(command);
  options.input.add_conversions(command);
  add_language(command);
  options.index.add_to(command, "Convert only these games of each file, counted from 1");
  command.add_option("--to", options.to, "Set the format of the output (pgn)")
      ->one_of(written_form_names());
  Option* const fix = command.add_flag(
      "--fix", options.fix, "Repair errors that have only one repair, and list the repairs");
  command
      .add_flag("--by-rules", options.by_rules,
                "With --fix: write the result of the rules even if Termination explains another")
      ->needs(fix);
  options.edits.add_to(command);
  command.add_file("-o,--output", options.output,
                   "Write to this file; in an input file, other games stay unchanged");
  command.add_file("--rejects", options.rejects,
                   "Write games that cannot be converted to this file, unchanged");
}

}  // namespace schiri::cli
