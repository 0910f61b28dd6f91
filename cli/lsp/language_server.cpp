#include "cli/lsp/language_server.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "cli/line/version.h"
#include "cli/lsp/game_turns.h"
#include "cli/print/output_language.h"
#include "core/base/characters.h"
#include "core/base/date.h"
#include "core/base/text.h"
#include "notation/records/check/code_guide.h"
#include "notation/records/pgn/reader.h"
#include "notation/records/pgn/repair.h"
#include "notation/typed/nearest_turns.h"

namespace schiri::cli {

namespace {

enum ErrorCode : int {
  parse_error = -32700,
  invalid_request = -32600,
  unknown_method = -32601,
  invalid_params = -32602,
  internal_error = -32603,
  not_initialized = -32002,
};

// Numbers of the protocol.
enum Severity : int { error_severity = 1, warning_severity = 2, hint_severity = 4 };
constexpr int incremental_changes = 2, symbol_of_object = 19, item_of_value = 12;

/// Of more turns only their beginnings are offered.
constexpr std::size_t most_whole_turns = 500;

Json error_json(int code, std::string_view message) {
  return {{"code", code}, {"message", message}};
}

Json place_json(const DocumentPlace& place) {
  return {{"line", place.line}, {"character", place.character}};
}

Json range_json(const TextDocument& text, const TextRange& range) {
  return {{"start", place_json(text.place(range.begin))},
          {"end", place_json(text.place(range.end))}};
}

std::size_t offset_of(const TextDocument& text, const Json& place) {
  return text.offset(
      {place.at("line").get<std::uint64_t>(), place.at("character").get<std::uint64_t>()});
}

TextRange range_of(const TextDocument& text, const Json& range) {
  const TextRange places{offset_of(text, range.at("start")), offset_of(text, range.at("end"))};
  return {std::min(places.begin, places.end), std::max(places.begin, places.end)};
}

std::string_view part_of(const TextDocument& text, const TextRange& range) {
  return std::string_view(text.text()).substr(range.begin, range.end - range.begin);
}

Json edit_json(const TextDocument& text, const TextRange& range, std::string_view new_text) {
  return {{"range", range_json(text, range)}, {"newText", new_text}};
}

int severity_of(Code code) {
  return code == Code::missing_tag ? hint_severity
         : is_warning(code)        ? warning_severity
                                   : error_severity;
}

Json diagnostic(const TextDocument& text, const DocumentFinding& finding,
                const Translation& language) {
  return {{"range", range_json(text, finding.range)},
          {"severity", severity_of(finding.code)},
          {"code", code_name(finding.code)},
          {"source", "schiri"},
          {"message", finding.message.in(language)}};
}

/// A record as `schiri convert` writes it, without the empty line behind it.
std::string canonical(const Record& record) {
  std::string text = write_record(record);
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

std::optional<CheckedRecord> read_whole(std::string_view text, const CheckOptions& options) {
  ReadOptions read;
  read.check = options;
  read.keep = Keep::records;
  read.keep_text = true;
  return read_one_record(text, read);
}

Json quick_fix(const std::string& uri, std::string title, Json edit) {
  Json changes = Json::object();
  changes[uri] = Json::array({std::move(edit)});
  return {{"title", std::move(title)},
          {"kind", "quickfix"},
          {"edit", Json{{"changes", std::move(changes)}}}};
}

/// The dates that a value of the tag Date may mean; `value` is with its quotes. Empty for another
/// tag.
std::vector<Date> dates_meant(std::string_view before, std::string_view value) {
  constexpr std::string_view name = "date";
  before = trimmed(before, " \t\r\n");
  const std::size_t begin = before.size() - std::min(before.size(), name.size());
  if (!equal_ignoring_case(before.substr(begin), name) || value.size() < 2) return {};
  return possible_dates(value.substr(1, value.size() - 2));
}

/// The name of a player in the line that begins here, `[White "Anna"]`, as it is written between
/// its quotes.
std::optional<TextRange> player_in_line(std::string_view text, std::size_t begin) {
  const std::string_view line = text.substr(begin, text.find('\n', begin) - begin);
  const std::size_t end = line.rfind('"');
  for (const std::string_view tag : {"[White \"", "[Black \""}) {
    if (line.starts_with(tag) && end >= tag.size())
      return TextRange{begin + tag.size(), begin + end};
  }
  return std::nullopt;
}

/// The name of a player at a place; throws JsonError if there is none.
TextRange player_at(const TextDocument& document, std::size_t offset) {
  const std::string& text = document.text();
  const auto player = player_in_line(text, offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1);
  if (!player || !player->touches(offset)) throw JsonError("there is no name of a player here");
  return *player;
}

/// A game and its turns, for questions about a place in it.
struct PlacedTurns {
  TextRange range;  ///< of the game
  std::string_view text;
  GameTurns turns;

  std::size_t in_game(std::size_t offset) const { return offset - range.begin; }
};

/// The game that begins last before a place, with what stands between it and the place.
std::optional<PlacedTurns> turns_at(const RecordDocument& document, std::size_t offset,
                                    const CheckOptions& options) {
  std::optional<TextRange> range;
  document.visit_games([&](const DocumentGame& game) {
    if (game.range.begin > offset) return false;
    range = game.range;
    return true;
  });
  if (!range) return std::nullopt;
  range->end = std::max(range->end, offset);
  const std::string_view text = part_of(document.text(), *range);
  auto turns = read_game_turns(text, options);
  if (!turns) return std::nullopt;
  return PlacedTurns{*range, text, std::move(*turns)};
}

/// The values that a tag may have whose value is being written at the end of this line.
std::vector<std::string> tag_values(std::string_view line, const std::string& game) {
  const auto texts = [](const auto& names) {
    return std::vector<std::string>(names.begin(), names.end());
  };
  if (line.starts_with("[Game \"")) {
    std::vector<std::string> names;
    for (const GameType* type : game_types()) names.emplace_back(type->name());
    return names;
  }
  const GameType* const type = find_game(game);
  if (line.starts_with("[Variant \"") && type) return texts(type->variants());
  if (line.starts_with("[Result \"")) return {"1-0", "0-1", "1/2-1/2", "*"};
  return {};
}

/// The legal turns that begin with a text, or their next parts if there are too many turns.
struct Completions {
  std::vector<std::string> texts;
  bool is_complete = true;
};

/// All legal turns; nullopt if they are more than an editor lists, without a look at the others.
std::optional<std::vector<std::string>> whole_turns(const Game& game) {
  std::vector<std::string> turns;
  game.visit_turns([&](std::string_view turn) {
    turns.emplace_back(turn);
    return turns.size() <= most_whole_turns;
  });
  if (turns.size() > most_whole_turns) return std::nullopt;
  return turns;
}

Completions completions(const Game& game, std::string_view begun) {
  Completions found;
  if (const auto ending = game.ending()) {
    if (begun.empty()) found.texts.emplace_back(result_text(ending->outcome));
    return found;
  }
  if (auto turns = whole_turns(game)) {
    std::erase_if(*turns, [&](const std::string& turn) {
      return !equal_ignoring_case(std::string_view(turn).substr(0, begun.size()), begun);
    });
    found.texts = *std::move(turns);
    return found;
  }
  found.is_complete = false;
  const auto parts = game.turn_parts(begun);
  if (!parts) return found;
  for (const std::string& part : parts->next) found.texts.push_back(parts->begun + part);
  return found;
}

/// The legal turns near a turn that is none.
std::vector<std::string> nearest_turns(const Game& game, std::string_view text) {
  NearestTurns nearest(text);
  if (game.ending()) return {};
  for (const std::string& turn : whole_turns(game).value_or(std::vector<std::string>())) {
    nearest.look_at(turn);
  }
  const auto found = nearest.found();
  return {found.begin(), found.end()};
}

}  // namespace

LanguageServer::LanguageServer(CheckOptions options, std::function<void(const Json&)> send)
    : options_(std::move(options)), send_(std::move(send)) {}

LanguageServer::Handler LanguageServer::handler_of(std::string_view method) {
  static const std::map<std::string_view, Handler> handlers = {
      {"initialize", &LanguageServer::initialize},
      {"initialized", &LanguageServer::ignore},
      {"shutdown", &LanguageServer::shut_down},
      {"textDocument/didOpen", &LanguageServer::open},
      {"textDocument/didChange", &LanguageServer::change},
      {"textDocument/didClose", &LanguageServer::close},
      {"textDocument/didSave", &LanguageServer::ignore},
      {"textDocument/documentSymbol", &LanguageServer::symbols},
      {"textDocument/foldingRange", &LanguageServer::fold},
      {"textDocument/prepareRename", &LanguageServer::prepare_rename},
      {"textDocument/rename", &LanguageServer::rename},
      {"workspace/symbol", &LanguageServer::find_symbols},
      {"textDocument/hover", &LanguageServer::hover},
      {"textDocument/completion", &LanguageServer::complete},
      {"textDocument/codeAction", &LanguageServer::actions},
      {"textDocument/formatting", &LanguageServer::format},
  };
  const auto found = handlers.find(method);
  return found == handlers.end() ? nullptr : found->second;
}

std::optional<Json> LanguageServer::refusal(std::string_view method) const {
  if (is_shut_down_) return error_json(invalid_request, "the server is shut down");
  if (!is_initialized_ && method != "initialize") {
    return error_json(not_initialized, "the first request must be 'initialize'");
  }
  if (is_initialized_ && method == "initialize") {
    return error_json(invalid_request, "the server is initialized already");
  }
  if (!handler_of(method)) return error_json(unknown_method, "there is no such method");
  return std::nullopt;
}

bool LanguageServer::take(std::string_view text) {
  const auto answer = [this](const Json& id, std::string_view key, Json value) {
    send_({{"jsonrpc", "2.0"}, {"id", id}, {std::string(key), std::move(value)}});
  };
  Json message;
  try {
    message = Json::parse(text);
  } catch (const JsonError& error) {
    answer({}, "error", error_json(parse_error, error.what()));
    return true;
  }
  const Json* const named = message.find("method");
  const Json* const id = message.find("id");
  if (!named || !named->is_string()) {
    // An answer of the client has no method; nothing was asked.
    if (!message.is_object() || !id) {
      answer({}, "error", error_json(invalid_request, "a message has no method"));
    }
    return true;
  }
  const std::string& method = named->text();
  if (method == "exit") return false;
  std::optional<Json> error = refusal(method);
  Json result;
  if (!error) {
    try {
      const Json* const params = message.find("params");
      result = (this->*handler_of(method))(params ? *params : Json::object());
    } catch (const JsonError& wrong) {
      error = error_json(invalid_params, wrong.what());
    } catch (const std::exception& failure) {
      // What goes wrong with one request must not end the server.
      error = error_json(internal_error, failure.what());
    }
  }
  // Nobody waits for the answer to a notification.
  if (!id) return true;
  if (error) {
    answer(*id, "error", std::move(*error));
  } else {
    answer(*id, "result", std::move(result));
  }
  return true;
}

Json LanguageServer::initialize(const Json& params) {
  is_initialized_ = true;
  const Json* encodings = params.find("capabilities");
  if (encodings) encodings = encodings->find("general");
  if (encodings) encodings = encodings->find("positionEncodings");
  if (encodings && encodings->is_array() &&
      std::find(encodings->begin(), encodings->end(), Json("utf-8")) != encodings->end()) {
    unit_ = TextUnit::utf8;
  }
  if (const Json* const locale = params.find("locale"); locale && locale->is_string()) {
    language_ = translation_to(language_of_locale(locale->text()));
  }
  return {{"capabilities",
           {{"positionEncoding", unit_ == TextUnit::utf8 ? "utf-8" : "utf-16"},
            {"textDocumentSync", {{"openClose", true}, {"change", incremental_changes}}},
            {"hoverProvider", true},
            {"documentSymbolProvider", true},
            {"workspaceSymbolProvider", true},
            {"foldingRangeProvider", true},
            {"renameProvider", {{"prepareProvider", true}}},
            {"documentFormattingProvider", true},
            {"codeActionProvider", {{"codeActionKinds", Json::array({"quickfix"})}}},
            {"completionProvider",
             {{"triggerCharacters",
               Json::array({" ", "+", "-", "x", "~", "/", ",", ">", ".", "\""})}}}}},
          {"serverInfo",
           {{"name", "schiri"},
            {"version", std::string_view(version_number).substr(sizeof "schiri")}}}};
}

Json LanguageServer::shut_down(const Json&) {
  is_shut_down_ = true;
  return {};
}

RecordDocument& LanguageServer::document_of(const Json& params) {
  const auto found = documents_.find(params.at("textDocument").at("uri").text());
  if (found == documents_.end()) throw JsonError("the document is not open");
  return found->second;
}

Json LanguageServer::open(const Json& params) {
  const Json& document = params.at("textDocument");
  const std::string& uri = document.at("uri").text();
  documents_.insert_or_assign(uri, RecordDocument(document.at("text").text(), unit_, options_));
  publish(uri);
  return {};
}

Json LanguageServer::change(const Json& params) {
  RecordDocument& document = document_of(params);
  for (const Json& change : params.at("contentChanges")) {
    const Json* const range = change.find("range");
    const TextRange all{0, document.text().text().size()};
    document.replace(range ? range_of(document.text(), *range) : all, change.at("text").text());
  }
  publish(params.at("textDocument").at("uri").text());
  return {};
}

Json LanguageServer::close(const Json& params) {
  document_of(params);
  const std::string& uri = params.at("textDocument").at("uri").text();
  documents_.erase(uri);
  send_({{"jsonrpc", "2.0"},
         {"method", "textDocument/publishDiagnostics"},
         {"params", {{"uri", uri}, {"diagnostics", Json::array()}}}});
  return {};
}

void LanguageServer::publish(const std::string& uri) {
  const RecordDocument& document = documents_.at(uri);
  Json findings = Json::array();
  std::size_t count = 0;
  document.visit_games([&](const DocumentGame& game) {
    for (const DocumentFinding& finding : game.findings) {
      if (++count <= most_findings) {
        findings.push_back(diagnostic(document.text(), finding, language_));
      }
    }
    return true;
  });
  if (count > most_findings) {
    findings.push_back(
        {{"range", range_json(document.text(), {})},
         {"severity", static_cast<int>(warning_severity)},
         {"source", "schiri"},
         {"message", message("The first {0} of {1} findings are shown.", most_findings, count)
                         .in(language_)}});
  }
  send_({{"jsonrpc", "2.0"},
         {"method", "textDocument/publishDiagnostics"},
         {"params", {{"uri", uri}, {"diagnostics", std::move(findings)}}}});
}

Json LanguageServer::symbols(const Json& params) {
  const RecordDocument& document = document_of(params);
  Json symbols = Json::array();
  document.visit_games([&](const DocumentGame& game) {
    const Json range = range_json(document.text(), game.range);
    symbols.push_back(
        {{"name", std::to_string(symbols.size() + 1) + ". " + game.title},
         {"detail", game.detail},
         {"kind", symbol_of_object},
         {"range", range},
         {"selectionRange", Json{{"start", range.at("start")}, {"end", range.at("start")}}}});
    return true;
  });
  return symbols;
}

/// The games of all open documents whose players, or whatever their title says, have the query.
Json LanguageServer::find_symbols(const Json& params) {
  const std::string query = lower_case(params.at("query").text());
  Json symbols = Json::array();
  for (const auto& open : documents_) {
    // clang 14 captures no structured bindings.
    const auto& uri = open.first;
    const auto& document = open.second;
    document.visit_games([&](const DocumentGame& game) {
      if (lower_case(game.title).find(query) == std::string::npos) return true;
      const Json place = {{"uri", uri}, {"range", range_json(document.text(), game.range)}};
      symbols.push_back({{"name", game.title},
                         {"containerName", game.detail},
                         {"kind", symbol_of_object},
                         {"location", place}});
      return symbols.size() < most_findings;
    });
  }
  return symbols;
}

Json LanguageServer::fold(const Json& params) {
  const RecordDocument& document = document_of(params);
  Json folds = Json::array();
  document.visit_games([&](const DocumentGame& game) {
    folds.push_back({{"startLine", document.text().place(game.range.begin).line},
                     {"endLine", document.text().place(game.range.end).line}});
    return true;
  });
  return folds;
}

Json LanguageServer::prepare_rename(const Json& params) {
  const TextDocument& text = document_of(params).text();
  return range_json(text, player_at(text, offset_of(text, params.at("position"))));
}

/// Renames a player in all games of the document.
Json LanguageServer::rename(const Json& params) {
  const TextDocument& text = document_of(params).text();
  const std::string_view whole = text.text();
  const TextRange named = player_at(text, offset_of(text, params.at("position")));
  std::string name;
  for (const char c : without_controls(params.at("newName").text())) {
    if (c == '"' || c == '\\') name += '\\';
    name += c;
  }
  Json edits = Json::array();
  for (std::size_t line = 0; line < whole.size(); line = whole.find('\n', line) + 1) {
    const auto player = player_in_line(whole, line);
    if (player && part_of(text, *player) == part_of(text, named)) {
      edits.push_back(edit_json(text, *player, name));
    }
    if (whole.find('\n', line) == whole.npos) break;
  }
  Json changes = Json::object();
  changes[params.at("textDocument").at("uri").text()] = std::move(edits);
  return {{"changes", std::move(changes)}};
}

Json LanguageServer::hover(const Json& params) {
  const RecordDocument& document = document_of(params);
  const std::size_t offset = offset_of(document.text(), params.at("position"));
  const auto game = turns_at(document, offset, options_);
  if (!game) return {};
  const std::size_t at = game->in_game(offset);
  const auto turn = std::find_if(game->turns.turns.begin(), game->turns.turns.end(),
                                 [&](const TextRange& range) { return range.touches(at); });
  if (turn == game->turns.turns.end()) return {};
  const auto number = static_cast<std::size_t>(turn - game->turns.turns.begin());
  const std::unique_ptr<Game> played = game->turns.before(number, game->text);
  if (!played) return {};
  Message head = message("{0}, turn {1}", side_message(played->side_to_move()), number + 1);
  const std::string written(game->text.substr(turn->begin, turn->end - turn->begin));
  if (const auto error = played->play(written)) {
    head = message("{0}: {1}\n\nThe board before it:", head, error->message);
  } else if (const auto ending = played->ending()) {
    head = message("{0}: {1}", head, describe(*ending));
  }
  const std::string text = head.in(language_) + "\n\n```text\n" + played->board({}) + "```";
  return {{"contents", {{"kind", "markdown"}, {"value", text}}},
          {"range", range_json(document.text(), turn->shifted(game->range.begin))}};
}

Json LanguageServer::complete(const Json& params) {
  const RecordDocument& document = document_of(params);
  const std::size_t offset = offset_of(document.text(), params.at("position"));
  const std::string& whole = document.text().text();
  const std::size_t line = offset == 0 ? 0 : whole.rfind('\n', offset - 1) + 1;
  const std::string_view written(whole.data() + line, offset - line);
  const auto game = turns_at(document, offset, options_);
  const auto answer = [&](const Completions& found, std::size_t begin) {
    Json items = Json::array();
    for (const std::string& text : found.texts) {
      items.push_back({{"label", text},
                       {"kind", item_of_value},
                       {"textEdit", edit_json(document.text(), {begin, offset}, text)}});
    }
    return Json{{"isIncomplete", !found.is_complete}, {"items", std::move(items)}};
  };
  if (written.starts_with('[')) {
    const std::size_t quote = written.find('"');
    if (quote == written.npos || written.find('"', quote + 1) != written.npos) return {};
    return answer({tag_values(written, game ? std::string(game->turns.type->name()) : "")},
                  line + quote + 1);
  }
  if (!game) return {};
  const std::size_t at = game->in_game(offset);
  if (at < game->turns.movetext ||
      is_within_remark(game->text.substr(game->turns.movetext), at - game->turns.movetext)) {
    return {};
  }
  std::size_t number = 0, begin = at;
  for (const TextRange& turn : game->turns.turns) {
    if (turn.begin >= at) break;
    if (turn.touches(at)) {
      begin = turn.begin;
      break;
    }
    ++number;
  }
  const std::unique_ptr<Game> played = game->turns.before(number, game->text);
  if (!played) return {};
  return answer(completions(*played, game->text.substr(begin, at - begin)),
                game->range.begin + begin);
}

Json LanguageServer::actions(const Json& params) {
  const RecordDocument& document = document_of(params);
  const std::string& uri = params.at("textDocument").at("uri").text();
  const TextDocument& text = document.text();
  const TextRange range = range_of(text, params.at("range"));
  Json actions = Json::array();
  for (const DocumentGame& game : document.games_at(range)) {
    const std::string_view written = part_of(text, game.range);
    std::optional<GameTurns> turns;  // read for the first finding that needs them
    for (const DocumentFinding& finding : game.findings) {
      if (finding.code == Code::spelling && finding.range.touches(range)) {
        const std::string_view before =
            std::string_view(text.text()).substr(0, finding.range.begin);
        for (const Date& date : dates_meant(before, part_of(text, finding.range))) {
          actions.push_back(quick_fix(uri, message("Write {0}", date.text()).in(language_),
                                      edit_json(text, finding.range, '"' + date.text() + '"')));
        }
      }
      const bool is_turn = finding.code == Code::syntax || finding.code == Code::illegal;
      if (!is_turn || !finding.range.touches(range)) continue;
      if (!turns) turns = read_game_turns(written, options_);
      if (!turns) break;
      for (std::size_t i = 0; i < turns->turns.size(); ++i) {
        const TextRange place = turns->turns[i].shifted(game.range.begin);
        if (!place.touches(finding.range.begin)) continue;
        const std::unique_ptr<Game> played = turns->before(i, written);
        if (!played) break;
        for (const std::string& turn : nearest_turns(*played, part_of(text, place))) {
          actions.push_back(quick_fix(uri, message("Write {0}", turn).in(language_),
                                      edit_json(text, place, turn)));
        }
        break;
      }
    }
    auto record = read_whole(written, options_);
    if (!record) continue;
    ReadOptions read;
    read.check = options_;
    const std::vector<Repair> repairs = repair(*record, read);
    if (repairs.empty() || !record->check.valid()) continue;
    const std::string repaired = canonical(record->record);
    if (repaired == written) continue;
    Message all;
    for (const Repair& one : repairs) all = joined(all, one.what);
    actions.push_back(quick_fix(uri, message("Repair the game: {0}", all).in(language_),
                                edit_json(text, game.range, repaired)));
  }
  return actions;
}

Json LanguageServer::format(const Json& params) {
  const RecordDocument& document = document_of(params);
  Json edits = Json::array();
  document.visit_games([&](const DocumentGame& game) {
    const std::string_view written = part_of(document.text(), game.range);
    const auto record = game.is_valid ? read_whole(written, options_) : std::nullopt;
    if (!record || !record->check.valid()) return true;
    const std::string text = canonical(record->record);
    if (text != written) edits.push_back(edit_json(document.text(), game.range, text));
    return true;
  });
  return edits;
}

}  // namespace schiri::cli
