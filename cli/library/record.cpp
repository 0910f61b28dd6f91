#include <algorithm>

#include "cli/library/handles.h"
#include "core/base/text.h"
#include "notation/analysis/annotation.h"
#include "notation/records/conversion/movers.h"
#include "notation/records/conversion/played_record.h"
#include "notation/records/forms/json_record.h"
#include "notation/records/pgn/repair.h"
#include "notation/records/pgn/tags.h"
#include "notation/records/pgn/turn_data.h"
#include "notation/records/source/compressed/open.h"
#include "notation/text/json.h"
#include "notation/text/printable.h"
#include "notation/text/row_text.h"

void schiri_record::refresh() {
  at.clear();
  const auto& movetext = checked.record.movetext;
  for (std::size_t i = 0; i < movetext.size(); ++i) {
    if (movetext[i].kind == schiri::Element::Kind::turn) at.push_back(i);
  }
}

void schiri_record::check_edits() {
  if (!is_unchecked) return;
  is_unchecked = false;
  refresh();
  if (!is_whole) return;
  schiri::ReadOptions options = read;
  options.max_game_bytes = SIZE_MAX;
  const std::string pieces = schiri::write_json_record(checked.record);
  schiri::TextSource source(pieces);
  schiri::read_json_records(source, options, [&](schiri::CheckedRecord& again) {
    again.check.index = checked.check.index;
    again.check.line = checked.check.line;
    checked.check = std::move(again.check);
    // With canonical turns.
    if (checked.check.valid()) checked.record.movetext = std::move(again.record.movetext);
    return false;
  });
  refresh();
}

namespace schiri::library {

static const RecordForm& form_named(const std::string& name) {
  if (name.empty()) return usual_form();
  if (const RecordForm* const form = find_record_form(name)) return *form;
  throw WrongUse("unknown record format '" + printable(name) +
                 "'; the formats are: " + join(form_names(), ", "));
}

const RecordForm& written_form_named(const std::string& name) {
  const RecordForm& form = form_named(name);
  if (form.is_read_only) throw WrongUse("no game can be written in '" + printable(name) + "'");
  return form;
}

void require_valid(const schiri_record& record) {
  if (record.checked.check.valid()) return;
  throw WrongUse(
      message("the record has an error: {0}", record.checked.check.errors.front().message));
}

const GameType& type_of(const schiri_record& record) {
  const GameType* const type = find_game(record.checked.check.game);
  if (!type) throw WrongUse(unknown_game_message(record.checked.check.game));
  return *type;
}

}  // namespace schiri::library

using namespace schiri;
using namespace schiri::library;

namespace {

constexpr const char* a_record = "the record";
const std::size_t usual_game_bytes = ReadOptions().max_game_bytes;

/// The options of reading records, and their format.
struct Reading {
  explicit Reading(const char* given) {
    const Json object = object_in(given, {"form", "game", "variant", "roll", "max_game_bytes",
                                          "threads", "strict", "only_tags"});
    form = &form_named(text_in(object, "form"));
    options.check = {text_in(object, "game"), text_in(object, "variant"), text_in(object, "roll"),
                     flag_in(object, "strict")};
    const std::uint64_t most = number_in(object, "max_game_bytes");
    options.max_game_bytes = most ? most : usual_game_bytes;
    options.threads =
        static_cast<unsigned>(std::clamp<std::uint64_t>(number_in(object, "threads"), 1, 1024));
    options.keep = Keep::records;
    options.keep_text = true;
    options.only_tags = flag_in(object, "only_tags");
  }

  const RecordForm* form;
  ReadOptions options;
};

int visit_records(ByteSource& source, const Reading& reading, schiri_record_visitor visitor,
                  void* data) {
  bool goes_on = true;
  reading.form->read(source, reading.options, [&](CheckedRecord& checked) {
    auto record = std::make_unique<schiri_record>();
    record->checked = std::move(checked);
    record->read = reading.options;
    record->form = reading.form->name;
    record->is_whole = record->checked.check.valid();
    if (record->is_whole && !reading.options.only_tags) {
      complete_tags(record->checked, reading.options.check);
    }
    record->refresh();
    goes_on = need(visitor, "the visitor")(record.release(), data) != 0;
    return goes_on;
  });
  return goes_on ? SCHIRI_OK : SCHIRI_STOPPED;
}

/// In the order of Element::Kind.
constexpr std::string_view element_kinds[] = {
    "turn", "comment", "nag", "variation open", "variation close", "variation word"};

/// The side of each turn; a program is asked only for turns with comments.
std::vector<Side> movers_in(const schiri_record& record, std::span<const std::string> comments) {
  const CheckedRecord& its = record.checked;
  const bool is_told = std::any_of(comments.begin(), comments.end(),
                                   [](const std::string& comment) { return !comment.empty(); });
  const GameType* const type = find_game(its.check.game);
  if (is_told && type && its.check.valid() && may_move_twice(*type)) {
    return movers_of(*type, start_of(its, record.read.check), its.record.turns());
  }
  return alternating(its.check.black_began ? Side::black : Side::white, comments.size());
}

/// What the comments tell of each turn.
Json turn_data_json(const schiri_record& record) {
  const CheckedRecord& its = record.checked;
  const auto comments = comments_of(its.record);
  const auto movers = movers_in(record, comments);
  const auto scores = scores_of(its.record, movers);
  Json turns = Json::array();
  for (std::size_t i = 0; i < std::min(scores.size(), comments.size()); ++i) {
    turns.push_back({{"side", movers[i] == Side::white ? "white" : "black"},
                     {"score", score_json(scores[i])},
                     {"time", value_or_null(time_taken(comments[i]))},
                     {"clock", value_or_null(time_left(comments[i]))}});
  }
  return turns;
}

/// `tags` of schiri_record_json().
Json tags_json(const Record& record) {
  Json tags = Json::array();
  for (const Tag& tag : record.tags) tags.push_back(Json::array({tag.name, tag.value}));
  return tags;
}

Json element_json(const Element& element) {
  return Json::array({element_kinds[static_cast<std::size_t>(element.kind)], element.text});
}

Json finding_json(const Finding& finding, bool is_error) {
  return {{"code", code_name(finding.code)},
          {"message", finding.message.in(language())},
          {"line", finding.line},
          {"column", finding.column},
          {"turn", finding.turn},
          {"is_error", is_error},
          {"excerpt", finding.excerpt},
          {"caret", finding.caret},
          {"length", finding.length}};
}

void require_tag_name(const std::string& name) {
  if (!is_tag_name(name)) throw WrongUse("'" + printable(name) + "' is not a tag name");
}

void require_utf8(const std::string& text) {
  const char* const end = text.data() + text.size();
  if (find_invalid_utf8(text.data(), end) != end) throw WrongUse(bad_utf8_message());
}

void set_result(schiri_record& record, const std::string& result) {
  if (result != "*" && !outcome_of(result)) {
    throw WrongUse("'" + printable(result) +
                   "' is not a result; the results are: 1-0, 0-1, 1/2-1/2, *");
  }
  record.checked.record.set_tag("Result", result);
  record.checked.record.result = result;
  record.checked.check.result = result;
  record.note_edit();
}

/// The elements of element_json() in an array. Variations are closed and hold no turns.
std::vector<Element> movetext_in(const std::string& text) {
  using Kind = Element::Kind;
  std::vector<Element> movetext;
  const auto json = Json::parse_if_valid(text);
  if (!json || !json->is_array()) throw WrongUse("the movetext is not a JSON array");
  int depth = 0;
  for (const Json& one : *json) {
    const bool is_pair = one.is_array() && one.size() == 2 && one[0].is_string();
    const auto* const name = std::find(std::begin(element_kinds), std::end(element_kinds),
                                       is_pair && one[1].is_string() ? one[0].text() : "");
    const auto kind = static_cast<Kind>(name - std::begin(element_kinds));
    if (kind == Kind::variation_close) --depth;
    if (name == std::end(element_kinds) || depth < 0 || (kind == Kind::turn && depth > 0) ||
        (kind == Kind::variation_word && depth == 0)) {
      throw WrongUse("there is no piece of movetext " + printable(one.dump()) + " here");
    }
    if (kind == Kind::variation_open) ++depth;
    movetext.push_back({kind, one[1].text()});
  }
  if (depth > 0) throw WrongUse("the movetext has a variation that does not end");
  return movetext;
}

RosterTags unknown_occasion() {
  RosterTags occasion;
  occasion.event = unknown_value("Event");
  occasion.site = unknown_value("Site");
  occasion.date = unknown_value("Date");
  occasion.round = unknown_value("Round");
  occasion.white = unknown_value("White");
  occasion.black = unknown_value("Black");
  return occasion;
}

}  // namespace

int schiri_read_file(const char* file, const char* options, schiri_record_visitor visitor,
                     void* data) {
  return guarded_status([&] {
    const Reading reading(options);
    const auto source = open_source(need_text(file, "the file"));
    return visit_records(*source, reading, visitor, data);
  });
}

int schiri_read_text(const char* text, size_t size, const char* options,
                     schiri_record_visitor visitor, void* data) {
  return guarded_status([&] {
    const Reading reading(options);
    const std::string_view all = size ? std::string_view(&need(text, "the text"), size) : "";
    const auto source = decompressed(std::make_unique<TextSource>(all), "the text");
    return visit_records(*source, reading, visitor, data);
  });
}

schiri_record* schiri_record_of_game(const schiri_game* game) {
  return guarded_pointer([&] {
    const schiri_game& its = need(game, "the game");
    const auto ending = its.game->ending();
    PlayedGame played;
    played.ending = ending;
    if (ending) played.outcome = ending->outcome;
    if (ending) played.termination = Termination::normal;
    played.comments.resize(its.game->turns().size());
    auto record = std::make_unique<schiri_record>();
    record->checked.record =
        played_record(*its.type, unknown_occasion(), its.start, *its.game, played);
    GameCheck& check = record->checked.check;
    check.game = its.type->name();
    check.variant = its.start.variant;
    check.turns = its.game->turns().size();
    check.black_began = its.type->start(its.start)->side_to_move() == Side::black;
    check.result = record->checked.record.result;
    check.ending = ending;
    record->refresh();
    return record.release();
  });
}

schiri_record* schiri_record_copy(const schiri_record* record) {
  return guarded_pointer([&] { return new schiri_record(need(record, a_record)); });
}

void schiri_record_free(schiri_record* record) { delete record; }

int schiri_record_is_valid(const schiri_record* record) {
  return guarded(0, [&] { return int{need(record, a_record).checked.check.valid()}; });
}

char* schiri_record_json(const schiri_record* record) {
  return guarded_pointer([&] {
    const schiri_record& its = need(record, a_record);
    const GameCheck& check = its.checked.check;
    Json played = Json::array(), elements = Json::array();
    for (std::size_t i = 0; i < std::min(its.at.size(), check.turns); ++i) {
      played.push_back(its.checked.record.movetext[its.at[i]].text);
    }
    for (const Element& element : its.checked.record.movetext) {
      elements.push_back(element_json(element));
    }
    Json findings = Json::array();
    for (const Finding& one : check.warnings) findings.push_back(finding_json(one, false));
    for (const Finding& one : check.errors) findings.push_back(finding_json(one, true));
    return hand_over_json(
        Json{{"index", check.index},
             {"line", check.line},
             {"game", check.game},
             {"variant", check.variant},
             {"valid", check.valid()},
             {"result", its.checked.record.result},
             {"outcome", check.ending ? Json(outcome_name(check.ending->outcome)) : Json()},
             {"ending", check.ending ? Json(check.ending->reason) : Json()},
             {"tags", tags_json(its.checked.record)},
             {"played", std::move(played)},
             {"movetext", std::move(elements)},
             {"turn_data", turn_data_json(its)},
             {"findings", std::move(findings)},
             {"text", its.checked.text}});
  });
}

schiri_game* schiri_record_replay(const schiri_record* record, size_t turns) {
  return guarded_pointer([&] {
    const schiri_record& its = need(record, a_record);
    const GameType& type = type_of(its);
    auto game = std::make_unique<schiri_game>(
        schiri_game{&type, start_of(its.checked, its.read.check), nullptr});
    game->game = type.start(game->start);
    const std::size_t last = std::min({turns, its.at.size(), its.checked.check.turns});
    for (std::size_t i = 0; i < last; ++i) {
      const auto error = game->game->play(its.checked.record.movetext[its.at[i]].text);
      if (error) throw WrongUse(error->message);
    }
    return game.release();
  });
}

const char* schiri_record_tag(const schiri_record* record, const char* name) {
  return guarded_pointer([&]() -> const char* {
    const auto& tags =
        need_unchecked(const_cast<schiri_record*>(record), a_record).checked.record.tags;
    const std::string wanted = need_text(name, "the tag's name");
    const auto tag = std::find_if(tags.begin(), tags.end(),
                                  [&](const Tag& known) { return known.name == wanted; });
    return tag == tags.end() ? nullptr : tag->value.c_str();
  });
}

int schiri_record_set_tag(schiri_record* record, const char* name, const char* value) {
  return guarded_status([&] {
    const std::string tag = need_text(name, "the tag's name");
    require_tag_name(tag);
    schiri_record& its = need_unchecked(record, a_record);
    if (tag == "Result" && value) return set_result(its, value);
    if (value) {
      require_utf8(value);
      its.checked.record.set_tag(tag, value);
    } else {
      std::erase_if(its.checked.record.tags, [&](const Tag& known) { return known.name == tag; });
    }
    its.note_edit();
  });
}

int schiri_record_set_movetext(schiri_record* record, const char* movetext) {
  return guarded_status([&] {
    schiri_record& its = need_unchecked(record, a_record);
    its.checked.record.movetext = movetext_in(need_text(movetext, "the movetext"));
    its.is_whole = true;
    its.note_edit();
  });
}

char* schiri_record_write(const schiri_record* record, const char* form, char** losses) {
  return guarded_pointer([&] {
    const schiri_record& its = need(record, a_record);
    const std::string name = text_or_empty(form);
    const RecordForm& wanted = name.empty() ? usual_form() : written_form_named(name);
    WrittenRecord written = write_as(its.checked, wanted.name, its.read.check);
    if (!written.obstacle.empty()) throw WrongUse(written.obstacle);
    if (losses) {
      std::vector<std::string> lost;
      for (const Message& loss : written.losses) lost.push_back(loss.in(library::language()));
      *losses = hand_over(list_of(lost));
    }
    return hand_over(written.text);
  });
}

char* schiri_record_repair(schiri_record* record) {
  return guarded_pointer([&] {
    schiri_record& its = need(record, a_record);
    if (its.form != "pgn") throw WrongUse("only a record that was read as pgn can be repaired");
    if (its.is_edited && !its.is_whole) {
      throw WrongUse("the record has been edited; a record with errors is repaired before that");
    }
    std::string read = its.checked.text;
    if (its.is_edited) its.checked.text = write_record(its.checked.record);
    std::vector<std::string> done;
    for (const Repair& one : repair(its.checked, its.read)) {
      done.push_back(one.what.in(library::language()));
    }
    its.checked.text = std::move(read);
    its.is_whole = its.checked.check.valid();
    its.refresh();
    return hand_over(list_of(done));
  });
}
