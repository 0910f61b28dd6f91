#include "notation/records/forms/json_record.h"

#include "notation/records/forms/json_objects.h"
#include "notation/records/pgn/game_checker.h"
#include "notation/records/pgn/record_text.h"
#include "notation/records/source/line_source.h"
#include "notation/text/byte_order_mark.h"
#include "notation/text/json.h"
#include "notation/text/printable.h"

namespace schiri {

namespace {

/// The end of the variation that opens at `at`.
std::size_t variation_end(const std::vector<Element>& elements, std::size_t at) {
  int depth = 0;
  for (; at < elements.size(); ++at) {
    if (elements[at].kind == Element::Kind::variation_open) ++depth;
    if (elements[at].kind == Element::Kind::variation_close && --depth == 0) break;
  }
  return at;
}

/// A variation as movetext. A line comment with a `}` gets a line of its own.
std::string variation_text(const std::vector<Element>& elements, std::size_t at, std::size_t end) {
  std::string text;
  bool space = false;
  for (; at <= end; ++at) {
    const Element& element = elements[at];
    const bool closing = element.kind == Element::Kind::variation_close;
    if (space && !closing) text += ' ';
    space = element.kind != Element::Kind::variation_open;
    if (element.kind == Element::Kind::comment) {
      const bool braces = element.text.find('}') == std::string::npos;
      text += braces ? "{" + element.text + "}" : ";" + element.text + "\n";
    } else if (element.kind == Element::Kind::nag) {
      text += "$" + element.text;
    } else {
      text += element.text;
    }
  }
  return text;
}

Json movetext_json(const std::vector<Element>& elements) {
  Json list = Json::array();
  for (std::size_t at = 0; at < elements.size(); ++at) {
    const Element& element = elements[at];
    if (element.kind == Element::Kind::turn) {
      list.push_back(element.text);
    } else if (element.kind == Element::Kind::comment) {
      list.push_back({{"comment", element.text}});
    } else if (element.kind == Element::Kind::nag) {
      list.push_back({{"nag", element.text}});
    } else {
      const std::size_t end = variation_end(elements, at);
      list.push_back({{"variation", variation_text(elements, at, end)}});
      at = end;
    }
  }
  return list;
}

/// Throws std::exception if the item is not a piece of movetext.
void add_item(const Json& item, RecordText& record) {
  if (item.is_string()) return record.add_turn(item.get<std::string>());
  if (!item.is_object() || item.size() != 1) {
    throw JsonError(message("a piece of movetext is a turn or an object with one key"));
  }
  const auto& [key, value] = item.members().front();
  const std::string& text = value.text();
  if (key == "nag") return record.add_nag(text);
  if (key == "variation") return record.add_variation(text);
  if (key == "comment") return record.add_comment(text);
  throw JsonError(message("a piece of movetext has the key '{0}'", printable(key, 200)));
}

/// Throws std::exception if the JSON is not a record.
RecordText to_record_text(const Json& json) {
  RecordText record;
  for (const Json& tag : json.at("tags")) {
    record.add_tag(tag.at(0).get<std::string>(), tag.at(1).get<std::string>());
  }
  for (const Json& item : json.at("movetext")) add_item(item, record);
  record.set_result(json.at("result").get<std::string>());
  if (const Json* trailing = json.find("trailing")) {
    for (const Json& comment : *trailing) record.add_trailing_comment(comment.text());
  }
  return record;
}

CheckedRecord check_object(const std::string& text, const ReadOptions& options, std::size_t index,
                           std::size_t line) {
  try {
    return to_record_text(Json::parse(text)).check(options, index, line);
  } catch (const std::exception& error) {
    return broken_record(Code::syntax,
                         message("the line is not a record in JSON: {0}", reason_of(error)), index,
                         line);
  }
}

/// The objects of a line: one, or several in concatenated files without a final line end.
std::vector<std::string> objects_of(const std::string& line) {
  const auto holds = [&](std::string_view text) { return line.find(text) != line.npos; };
  if (line[0] == '{' && !holds("}{") && !holds(byte_order_mark)) return {line};
  TextSource source(line);
  JsonObjects objects(source, line.size());
  std::vector<std::string> texts;
  for (JsonObject object; objects.next(object);) {
    if (!object.is_cut_short) texts.push_back(std::move(object.text));
  }
  if (texts.empty()) texts.push_back(line);
  return texts;
}

}  // namespace

std::string write_json_record(const Record& record) {
  Json tags = Json::array();
  for (const Tag& tag : record.tags) tags.push_back({tag.name, tag.value});
  Json json{
      {"tags", tags}, {"movetext", movetext_json(record.movetext)}, {"result", record.result}};
  if (!record.trailing_comments.empty()) json["trailing"] = record.trailing_comments;
  return json.dump();
}

void read_json_records(ByteSource& source, const ReadOptions& options,
                       const std::function<bool(CheckedRecord&)>& sink) {
  LineSource lines(source);
  std::string line;
  bool too_long = false;
  std::size_t index = 0;
  const auto hand_over = [&](CheckedRecord&& record, const std::string& text) {
    if (options.keep_text) record.text = text;
    if (options.work) options.work(record);
    return sink(record);
  };
  while (lines.next(line, options.max_game_bytes, too_long)) {
    if (line.find_first_not_of(" \t") == std::string::npos) continue;
    if (too_long) {
      if (!hand_over(broken_record(Code::too_large, too_large_message(options.max_game_bytes),
                                   ++index, lines.number()),
                     "")) {
        return;
      }
      continue;
    }
    for (const std::string& text : objects_of(line)) {
      if (!hand_over(check_object(text, options, ++index, lines.number()), text)) return;
    }
  }
}

}  // namespace schiri
