#include "notation/records/forms/json_record.h"

#include <algorithm>
#include <utility>

#include "notation/records/pgn/game_checker.h"
#include "notation/records/pgn/movetext.h"
#include "notation/records/pgn/record_text.h"
#include "notation/text/json.h"
#include "notation/text/printable.h"

namespace schiri {

namespace {

CheckedRecord made_of(const JsonObject& object, const Message& what, const ReadOptions& options,
                      const ObjectReading& make, std::size_t index) {
  if (object.is_cut_short) {
    return broken_record(Code::syntax,
                         message("the file ends within its list of records: it is truncated"),
                         index, object.line);
  }
  if (object.too_large) {
    return broken_record(Code::too_large, too_large_message(options.max_game_bytes), index,
                         object.line);
  }
  if (object.next_line > 0) {
    return broken_record(Code::syntax,
                         message("the object has no end before the record in line {0}; records "
                                 "are written one after the other, or in one array",
                                 object.next_line),
                         index, object.line);
  }
  try {
    return make(Json::parse(object.text, Json::Twice::is_error), index, object.line);
  } catch (const std::exception& error) {
    return broken_record(Code::syntax, message("this is not {0}: {1}", what, reason_of(error)),
                         index, object.line);
  }
}

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

Message reason_of(const std::exception& error) {
  const auto* const known = dynamic_cast<const MessageError*>(&error);
  const bool quotes_text = dynamic_cast<const JsonSyntaxError*>(&error);
  return known && !quotes_text ? known->message() : Message(printable(error.what(), 200));
}

void JsonObjects::take(char c, JsonObject& object) {
  source_.skip();
  line_ += c == '\n';
  if (object.text.size() < most_) {
    object.text += c;
  } else {
    object.too_large = true;
  }
}

/// Skips spaces, byte order marks and the brackets and commas of an array.
bool JsonObjects::skip_to_object() {
  for (char c = 0; source_.peek(c); source_.skip()) {
    const bool around = c == '[' || c == ',' || c == ']';
    const bool is_mark = is_end_mark(c) || byte_order_mark.find(c) != byte_order_mark.npos;
    if (!is_blank(c) && !around && !is_mark) return true;
    line_ += c == '\n';
    if (c == '[') ++arrays_;
    if (c == ']' && arrays_ > 0) --arrays_;
    if (around) expects_more_ = c == ',';
  }
  return false;
}

/// Once.
bool JsonObjects::report_cut(JsonObject& object) {
  object = {};
  object.line = line_;
  object.is_cut_short = arrays_ > 0 || expects_more_;
  arrays_ = 0;
  expects_more_ = false;
  return object.is_cut_short;
}

bool JsonObjects::next(JsonObject& object) {
  const bool is_begun = !begun_.empty();
  if (!is_begun && !skip_to_object()) return report_cut(object);
  expects_more_ = false;
  object = {};
  object.line = is_begun ? begun_line_ : line_;
  if (is_begun || source_.bytes().front() == '{') {
    read_object(object);
  } else {
    read_line(object);
  }
  return true;
}

/// The text of an object within another one up to its first key.
class JsonObjects::FirstKey {
 public:
  void open(std::size_t line, std::size_t place) {
    text_ = "{";
    line_ = line;
    place_ = place;
  }

  /// Returns whether this character completes the key.
  bool take(char c) {
    if (text_.empty()) return false;
    const std::size_t quote = text_.find('"');
    text_ += c;
    if (quote != text_.npos && c == '"') return true;
    const bool is_over = quote == text_.npos ? c != '"' && !is_blank(c) : c == '\n';
    if (is_over || text_.size() > longest) text_.clear();
    return false;
  }
  bool is_one_of(std::span<const std::string_view> keys) const {
    std::string_view key(text_);
    key.remove_prefix(key.find('"') + 1);
    key.remove_suffix(1);
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  }
  void forget() { text_.clear(); }

  const std::string& text() const { return text_; }
  std::size_t line() const { return line_; }
  std::size_t place() const { return place_; }  ///< in the text of the outer object

 private:
  static constexpr std::size_t longest = 200;

  std::string text_;
  std::size_t line_ = 0;
  std::size_t place_ = 0;
};

void JsonObjects::read_object(JsonObject& object) {
  object.text = std::exchange(begun_, {});
  std::size_t depth = object.text.empty() ? 0 : 1;
  bool in_string = false, escaped = false;
  FirstKey key;
  for (char c = 0; source_.peek(c);) {
    // Outside strings only the next of concatenated files begins like this.
    if (!in_string && c == byte_order_mark[0]) return;
    if (!in_string && c == '{' && depth > 0) {
      key.open(line_, object.text.size());
      take(c, object);
      ++depth;
      continue;
    }
    take(c, object);
    if (key.take(c)) {
      if (key.is_one_of(first_keys_)) return end_at(key, object);
      key.forget();
    }
    if (escaped) {
      escaped = false;
    } else if (in_string) {
      escaped = c == '\\';
      // Strings end at the line end, so a missing quote does not affect the rest of the file.
      in_string = c != '"' && c != '\n';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{') {
      ++depth;
    } else if (c == '}' && --depth == 0) {
      return;
    }
  }
}

/// Ends an object within which a record begins.
void JsonObjects::end_at(const FirstKey& key, JsonObject& object) {
  object.text.resize(std::min(object.text.size(), key.place()));
  object.next_line = key.line();
  begun_ = key.text();
  begun_line_ = key.line();
}

void JsonObjects::read_line(JsonObject& object) {
  for (char c = 0; source_.peek(c) && c != '\n';) take(c, object);
}

void read_json_objects(ByteSource& source, const Message& what,
                       std::span<const std::string_view> first_keys, const ReadOptions& options,
                       const ObjectReading& make, const RecordSink& sink) {
  JsonObjects objects(source, options.max_game_bytes, first_keys);
  JsonObject object;
  for (std::size_t index = 1; objects.next(object); ++index) {
    CheckedRecord record = made_of(object, what, options, make, index);
    if (options.keep_text && !object.too_large) record.text = std::move(object.text);
    if (options.work) options.work(record);
    if (!sink(record)) return;
  }
}

std::string write_json_record(const Record& record) {
  Json tags = Json::array();
  for (const Tag& tag : record.tags) tags.push_back({tag.name, tag.value});
  Json json{
      {"tags", tags}, {"movetext", movetext_json(record.movetext)}, {"result", record.result}};
  if (!record.trailing_comments.empty()) json["trailing"] = record.trailing_comments;
  return json.dump();
}

void read_json_records(ByteSource& source, const ReadOptions& options, const RecordSink& sink) {
  constexpr std::string_view first_keys[] = {"tags", "movetext"};
  const auto make = [&](const Json& json, std::size_t index, std::size_t line) {
    return to_record_text(json).check(options, index, line);
  };
  read_json_objects(source, message("a record in JSON"), first_keys, options, make, sink);
}

}  // namespace schiri
