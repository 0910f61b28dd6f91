#include "notation/records/forms/json_objects.h"

#include <algorithm>
#include <utility>

#include "notation/records/pgn/game_checker.h"
#include "notation/records/pgn/movetext.h"
#include "notation/records/pgn/record_text.h"
#include "notation/text/byte_order_mark.h"
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

}  // namespace

Message reason_of(const std::exception& error) {
  const auto* const known = dynamic_cast<const MessageError*>(&error);
  const bool quotes_text = dynamic_cast<const JsonSyntaxError*>(&error);
  return known && !quotes_text ? known->message() : Message(printable(error.what(), 200));
}

void JsonObjects::take(char c, JsonObject& object) {
  bytes_.skip();
  line_ += c == '\n';
  if (object.text.size() < most_) {
    object.text += c;
  } else {
    object.too_large = true;
  }
}

/// Skips spaces, byte order marks and the brackets and commas of an array.
bool JsonObjects::skip_to_object() {
  for (char c = 0; bytes_.peek(c); bytes_.skip()) {
    const bool around = c == '[' || c == ',' || c == ']';
    if (!is_blank(c) && !around && byte_order_mark.find(c) == byte_order_mark.npos) return true;
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
  if (is_begun || bytes_.bytes().front() == '{') {
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
  for (char c = 0; bytes_.peek(c);) {
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
  for (char c = 0; bytes_.peek(c) && c != '\n';) take(c, object);
}

void read_json_objects(ByteSource& source, const Message& what,
                       std::span<const std::string_view> first_keys, const ReadOptions& options,
                       const ObjectReading& make, const std::function<bool(CheckedRecord&)>& sink) {
  JsonObjects objects(source, options.max_game_bytes, first_keys);
  JsonObject object;
  for (std::size_t index = 1; objects.next(object); ++index) {
    CheckedRecord record = made_of(object, what, options, make, index);
    if (options.keep_text && !object.too_large) record.text = std::move(object.text);
    if (options.work) options.work(record);
    if (!sink(record)) return;
  }
}

}  // namespace schiri
