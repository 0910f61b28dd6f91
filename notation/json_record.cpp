#include "notation/json_record.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "notation/finding_log.h"
#include "notation/line_source.h"
#include "notation/movetext.h"
#include "notation/segment.h"
#include "notation/text_check.h"

namespace schiri {

namespace {

using Json = nlohmann::ordered_json;

/// The end of the variation that opens at `at`.
std::size_t variation_end(const std::vector<Element>& elements, std::size_t at) {
  int depth = 0;
  for (; at < elements.size(); ++at) {
    if (elements[at].kind == Element::Kind::variation_open) ++depth;
    if (elements[at].kind == Element::Kind::variation_close && --depth == 0) break;
  }
  return at;
}

/// A variation as movetext. A line comment that no braces can hold gets a line of its own.
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

/// What a line of JSON says, as movetext to be checked. Throws std::exception if it says nothing.
std::string to_movetext(const Json& item) {
  if (item.is_string()) return item.get<std::string>();
  if (!item.is_object() || item.size() != 1) {
    throw std::runtime_error("a piece of movetext is a turn or an object with one key");
  }
  const std::string key = item.begin().key(), text = item.begin()->get<std::string>();
  if (key == "nag") return "$" + text;
  if (key == "variation") return text;
  if (key != "comment") throw std::runtime_error("a piece of movetext has the key '" + key + "'");
  return text.find('}') == std::string::npos ? "{" + text + "}" : ";" + text + "\n";
}

/// The record of a line as PGN. Throws std::exception if the line is no record.
std::string to_pgn(const std::string& line) {
  const Json json = Json::parse(line);
  std::string text;
  for (const Json& tag : json.at("tags")) {
    text += tag_pair(tag.at(0).get<std::string>(), tag.at(1).get<std::string>());
  }
  for (const Json& item : json.at("movetext")) text += to_movetext(item) + " ";
  text += json.at("result").get<std::string>();
  for (const Json& comment : json.value("trailing", Json::array())) {
    text += " " + to_movetext({{"comment", comment.get<std::string>()}});
  }
  return text + "\n";
}

CheckedRecord check_line(const std::string& line, const ReadOptions& options, std::size_t index,
                         std::size_t number) {
  try {
    return check_text(to_pgn(line), options, index, number);
  } catch (const std::exception& error) {
    return broken_record(Code::syntax,
                         "the line is no record in JSON: " + printable(error.what(), 200), index,
                         number);
  }
}

}  // namespace

std::string write_json_record(const Record& record) {
  Json tags = Json::array();
  for (const Tag& tag : record.tags) tags.push_back({tag.name, tag.value});
  Json json{
      {"tags", tags}, {"movetext", movetext_json(record.movetext)}, {"result", record.result}};
  if (!record.trailing_comments.empty()) json["trailing"] = record.trailing_comments;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void read_json_records(ByteSource& source, const ReadOptions& options,
                       const std::function<bool(CheckedRecord&)>& sink) {
  LineSource lines(source);
  std::string line;
  bool too_long = false;
  for (std::size_t index = 0; lines.next(line, options.max_game_bytes, too_long);) {
    if (line.find_first_not_of(" \t") == std::string::npos) continue;
    ++index;
    CheckedRecord record =
        too_long ? broken_record(Code::too_large, too_large_message(options.max_game_bytes), index,
                                 lines.number())
                 : check_line(line, options, index, lines.number());
    if (options.work) options.work(record);
    if (!sink(record)) return;
  }
}

}  // namespace schiri
