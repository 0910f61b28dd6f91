#include "notation/records/pgn/repair.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/match/termination.h"
#include "notation/game_types.h"
#include "notation/records/check/finding_log.h"
#include "notation/records/pgn/game_checker.h"
#include "notation/records/pgn/movetext.h"
#include "notation/records/pgn/tags.h"
#include "notation/text/printable.h"
#include "notation/text/typed_words.h"

namespace schiri {

namespace {

// The maximum number of repairs: each error hides later ones.
constexpr int most_rounds = 16;

std::size_t offset_of(std::string_view text, std::size_t line, std::size_t column) {
  std::size_t at = 0;
  while (--line > 0) at = text.find('\n', at) + 1;
  for (; column > 1; --column) {
    do ++at;
    while (at < text.size() && !begins_character(text[at]));
  }
  return at;
}

/// `'SB1-a3' is written b1-a3, with plain signs, without spaces` of two findings that differ only
/// in the last of three values, the remark; otherwise the first one.
Message with_remark_of(const Message& spelling, const Message& other) {
  const auto &values = spelling.values(), &others = other.values();
  const bool is_same = spelling.pattern() == other.pattern() && values.size() == 3 &&
                       values[0].text == others[0].text && values[1].text == others[1].text;
  if (!is_same) return spelling;
  const Message remarks = message("{0}, {1}", values[2].message, others[2].message);
  return {spelling.pattern(), {values[0], values[1], message_value(remarks)}};
}

/// Repairs the text of one record, reading it again after each repair.
class Repairer {
 public:
  Repairer(CheckedRecord& checked, const ReadOptions& options, bool by_rules)
      : checked_(checked),
        by_rules_(by_rules),
        line_(checked.check.line - 1),
        index_(checked.check.index) {
    options_.check = options.check;
    options_.max_game_bytes = options.max_game_bytes;
    options_.keep = Keep::records;
    options_.keep_text = true;
    if (!checked.text.empty()) read();
  }

  std::vector<Repair> run() {
    if (checked_.text.empty()) return {};
    for (int round = 0; round < most_rounds && !checked_.check.valid(); ++round) {
      if (!repair_error(checked_.check.errors.front())) break;
      read();
    }
    if (checked_.check.valid()) list_what_writing_changes();
    restore_places();
    return std::move(repairs_);
  }

 private:
  /// Reads the text of the record; its lines count from 1.
  void read() {
    std::string text = std::move(checked_.text);
    const std::size_t size = text.size();
    text.append(text_padding, '\0');
    std::size_t games = 0;
    check_games({text.data(), size}, 1, Extent::segment, options_, [&](CheckedRecord&& record) {
      if (games++ == 0) checked_ = std::move(record);
    });
  }

  void restore_places() {
    checked_.check.index = index_;
    checked_.check.line += line_;
    for (auto* findings : {&checked_.check.errors, &checked_.check.warnings}) {
      for (Finding& finding : *findings) finding.line += line_;
    }
  }

  bool repair_error(const Finding& error) {
    switch (error.code) {
      case Code::result_mismatch:
        return replace_result(error);
      case Code::result_tag:
        return replace_result_tag();
      case Code::missing_result:
        return add_result();
      case Code::bad_tag:
        return remove_repeated_tag(error);
      default:
        return false;
    }
  }

  std::string_view token_of(const Finding& finding) const {
    const std::size_t begin = offset_of(checked_.text, finding.line, finding.column);
    const std::size_t end = offset_of(checked_.text, finding.line, finding.column + finding.length);
    return std::string_view(checked_.text).substr(begin, end - begin);
  }

  void replace(std::string_view part, std::string_view by) {
    checked_.text.replace(static_cast<std::size_t>(part.data() - checked_.text.data()), part.size(),
                          by);
  }

  void note(std::size_t line, Message what) { repairs_.push_back({line + line_, std::move(what)}); }

  /// Does a tag explain an end by something else than the rules?
  bool is_explained() {
    const std::optional<TagText> tag = find_tag(KnownTag::termination);
    return tag && tag->value() != text_of(Termination::normal);
  }

  /// Leaves a result that was played if the tag Termination explains it, unless the rules decide.
  bool may_decide_by_rules() {
    if (!is_explained()) return true;
    const TagText tag = *find_tag(KnownTag::termination);
    if (!by_rules_) {
      Message& error = checked_.check.errors.front().message;
      error = joined(error, message("the tag Termination explains the result: '{0}' (convert --fix "
                                    "--by-rules writes the result of the rules)",
                                    printable(tag.value())));
      return false;
    }
    note(line_of(tag.quoted.data()),
         message("the tag Termination, {0}, is now normal", printable(tag.value())));
    replace(tag.quoted, "\"normal\"");
    return true;
  }

  bool replace_result(Finding error) {
    if (!may_decide_by_rules()) return false;
    const std::string_view token = token_of(error);
    const std::string_view right = result_text(checked_.check.ending->outcome);
    note(error.line, message("the result {0} is now {1}, as by the rules {2}", token, right,
                             describe(*checked_.check.ending)));
    replace(token, right);
    return true;
  }

  bool replace_result_tag() {
    const std::string result = checked_.check.result;
    const std::optional<TagText> tag = find_tag(KnownTag::result);
    if (!tag || (!checked_.check.ending && tag->value() != "*")) return false;
    if (tag->value() != "*" && !may_decide_by_rules()) return false;
    return write_result_tag(result);
  }

  bool write_result_tag(const std::string& result) {
    const TagText tag = *find_tag(KnownTag::result);
    note(line_of(tag.quoted.data()),
         message("the tag Result, {0}, is now {1}, as at the end of the game",
                 printable(tag.value()), result));
    replace(tag.quoted, '"' + result + '"');
    return true;
  }

  bool add_result() {
    const std::optional<TagText> tag = find_tag(KnownTag::result);
    const std::string tag_result = tag ? tag->value() : "";
    std::string result = "*";
    Message what = message("the missing result is now *, as none is known");
    const bool is_played = !canonical_result(tag_result).empty() && is_explained() && !by_rules_;
    if (checked_.check.ending && !is_played) {
      result = result_text(checked_.check.ending->outcome);
      what = message("the missing result is now {0}, as by the rules {1}", result,
                     describe(*checked_.check.ending));
    } else if (!canonical_result(tag_result).empty()) {
      result = canonical_result(tag_result);
      what = message("the missing result is now {0}, as in the tag Result", result);
    }
    note(line_of(checked_.text.data() + checked_.text.size()), std::move(what));
    checked_.text += "\n" + result;
    return true;
  }

  bool remove_repeated_tag(const Finding& error) {
    const std::string_view pair = token_of(error);
    const std::string_view before =
        std::string_view(checked_.text).substr(0, offset_of(checked_.text, error.line, 1));
    const std::string line = std::string(pair) + "\n", crlf_line = std::string(pair) + "\r\n";
    const auto stands_in = [&](const std::string& wanted) {
      return before.starts_with(wanted) || before.find("\n" + wanted) != before.npos;
    };
    if (pair.empty() || pair.back() != ']' || !(stands_in(line) || stands_in(crlf_line))) {
      return false;
    }
    note(error.line, message("the tag pair {0} now appears once, not twice", printable(pair)));
    replace(pair, "");
    return true;
  }

  std::optional<TagText> find_tag(KnownTag name) {
    TagSection tags;
    if (!read_tags(tags)) return std::nullopt;
    const TagText* tag = tags.find(name);
    return tag ? std::optional(*tag) : std::nullopt;
  }

  /// Returns where the movetext begins, null if the tags cannot be read.
  const char* read_tags(TagSection& tags) {
    const char *const begin = checked_.text.data(), *const end = begin + checked_.text.size();
    MovetextReader reader(begin, end, nullptr);
    return tags.read(reader, nullptr) ? reader.position() : nullptr;
  }

  std::size_t line_of(const char* at) const {
    return 1 + static_cast<std::size_t>(std::count(std::as_const(checked_.text).data(), at, '\n'));
  }

  void list_what_writing_changes() {
    std::vector<const Finding*> changes;
    for (const Finding& warning : checked_.check.warnings) {
      const bool is_spelling = warning.code == Code::spelling && warning.turn > 0;
      if (is_spelling || warning.code == Code::turn_number) changes.push_back(&warning);
    }
    for (std::size_t i = 0; i < changes.size();) i = note_at_one_place(changes, i);
    list_values();
    list_tags();
    list_spellings();
  }

  /// Notes all changes at the place of this one; returns the index of the next place.
  std::size_t note_at_one_place(const std::vector<const Finding*>& changes, std::size_t first) {
    const Finding& change = *changes[first];
    Message what = change.message;
    std::size_t next = first + 1;
    for (; next < changes.size() && changes[next]->line == change.line &&
           changes[next]->column == change.column;
         ++next) {
      what = with_remark_of(what, changes[next]->message);
    }
    const bool is_number = change.code == Code::turn_number;
    note(change.line,
         is_number ? message("a turn number: {0}", what) : message("a spelling: {0}", what));
    return next;
  }

  static const TagText* first_of(const TagSection& section, std::string_view name) {
    return &*std::find_if(section.tags().begin(), section.tags().end(),
                          [&](const TagText& tag) { return tag.name == name; });
  }

  /// Lists the values that were read in another spelling: a date, a rating.
  void list_values() {
    TagSection section;
    if (!read_tags(section)) return;
    for (const TagText& tag : section.tags()) {
      const std::string value = tag.value();
      const std::string_view now = checked_.record.tag(tag.name);
      // Some tags may appear twice; the first one counts.
      const bool is_first = &tag == first_of(section, tag.name);
      if (!is_first || now.empty() || now == value) continue;
      note(line_of(tag.quoted.data()),
           message("the tag {0}, {1}, is now {2}", tag.name, printable(value), printable(now)));
    }
  }

  void list_tags() {
    const std::vector<Tag>& tags = checked_.record.tags;
    std::string absent;
    for (const std::string_view name : roster) {
      const auto is_named = [&](const Tag& tag) { return tag.name == name; };
      if (std::any_of(tags.begin(), tags.end(), is_named)) continue;
      absent += (absent.empty() ? "" : ", ") + std::string(name);
    }
    if (!absent.empty()) note(1, message("tags added: {0}", absent));
    if (!std::is_sorted(tags.begin(), tags.end(), [](const Tag& a, const Tag& b) {
          return tag_rank(a.name) < tag_rank(b.name);
        })) {
      note(1, message("the tags are now in canonical order"));
    }
  }

  /// Lists each turn in a spelling of the game that is not canonical. Does nothing after typed
  /// text, which the warnings report.
  void list_spellings() {
    const GameType* type = find_game(checked_.check.game);
    const auto turns = checked_.record.turns();
    const std::size_t size = checked_.text.size();
    checked_.text.append(text_padding, '\0');
    TagSection tags;
    const char *const movetext = read_tags(tags), *const end = checked_.text.data() + size;
    MovetextReader reader(movetext, end, nullptr);
    if (type->facts.has_words) reader.read_signs_as_words();
    for (std::size_t turn = 0; turn < turns.size();) {
      const auto piece = reader.next();
      if (piece == MovetextReader::Piece::number) continue;
      if (piece != MovetextReader::Piece::word) break;
      const char* const word = reader.piece().data();
      const std::string_view spelled(word, type->turn_length(word));
      if (spelled.size() < reader.piece().size() || !ends_word_at(word + spelled.size())) break;
      if (spelled != turns[turn]) {
        note(line_of(word), message("turn {0}, {1}, is written {2}", turn + 1, printable(spelled),
                                    printable(turns[turn])));
      }
      reader.set_position(word + spelled.size());
      ++turn;
    }
    checked_.text.resize(size);
  }

  CheckedRecord& checked_;
  bool by_rules_;
  ReadOptions options_;
  std::size_t line_;  // before the record
  std::size_t index_;
  std::vector<Repair> repairs_;
};

}  // namespace

std::vector<Repair> repair(CheckedRecord& checked, const ReadOptions& options, bool by_rules) {
  return Repairer(checked, options, by_rules).run();
}

}  // namespace schiri
