#include "notation/records/forms/json_record.h"

#include "notation/records/forms/json_objects.h"
#include "notation/records/pgn/record_text.h"
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

/// The list of this key. Throws JsonError.
const Json& list_of(const Json& json, std::string_view key, const Message& content) {
  const Json& list = json.at(key);
  if (!list.is_array()) throw JsonError(message("the key '{0}' needs {1}", key, content));
  return list;
}

/// Throws JsonError.
void add_tags(const Json& json, RecordText& record) {
  const Message content = message("a list of pairs, [[\"White\", \"Anna\"], ...]");
  for (const Json& tag : list_of(json, "tags", content)) {
    const bool is_pair =
        tag.is_array() && tag.size() == 2 && tag.at(0).is_string() && tag.at(1).is_string();
    if (!is_pair) throw JsonError(message("the key '{0}' needs {1}", "tags", content));
    record.add_tag(tag.at(0).text(), tag.at(1).text());
  }
}

/// Throws std::exception if the JSON is not a record.
RecordText to_record_text(const Json& json) {
  RecordText record;
  add_tags(json, record);
  const Message turns = message("a list of turns, [\"A2+B3\", ...]");
  for (const Json& item : list_of(json, "movetext", turns)) add_item(item, record);
  const Json& result = json.at("result");
  if (!result.is_string()) {
    throw JsonError(message("the key '{0}' needs {1}", "result", message("a text, \"1-0\"")));
  }
  record.set_result(result.text());
  if (json.contains("trailing")) {
    const Message comments = message("a list of comments, [\"a comment\", ...]");
    for (const Json& comment : list_of(json, "trailing", comments)) {
      record.add_trailing_comment(comment.text());
    }
  }
  return record;
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
  constexpr std::string_view first_keys[] = {"tags", "movetext"};
  const auto make = [&](const Json& json, std::size_t index, std::size_t line) {
    return to_record_text(json).check(options, index, line);
  };
  read_json_objects(source, message("a record in JSON"), first_keys, options, make, sink);
}

}  // namespace schiri
