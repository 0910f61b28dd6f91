#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "cli/lsp/record_document.h"
#include "notation/text/json.h"

/// `schiri lsp`, the Language Server Protocol: messages (lsp_messages.h), the text of a document
/// (text_document.h), its games (record_document.h) and their turns (game_turns.h), and the server
/// that answers an editor. Uses notation and the options of line/.
namespace schiri::cli {

/// A server of the Language Server Protocol (3.17) for files of records: findings while one types,
/// quick fixes, completion of legal turns, the board on hover, an outline, folding, players
/// renamed, canonical form.
class LanguageServer {
 public:
  /// At most this many findings of a document are sent; a last one says how many there are.
  static constexpr std::size_t most_findings = 1000;

  /// `options`: for records without tags. `send` is called with each message for the client.
  LanguageServer(CheckOptions options, std::function<void(const Json&)> send);

  /// Takes the text of a message, of any content. Returns whether to go on: not after `exit`.
  bool take(std::string_view text);
  /// Has the client asked for the end, as it must before `exit`?
  bool is_shut_down() const { return is_shut_down_; }

 private:
  using Handler = Json (LanguageServer::*)(const Json& params);

  Json initialize(const Json& params);
  Json shut_down(const Json& params);
  Json open(const Json& params);
  Json change(const Json& params);
  Json close(const Json& params);
  Json symbols(const Json& params);
  Json find_symbols(const Json& params);
  Json fold(const Json& params);
  Json prepare_rename(const Json& params);
  Json rename(const Json& params);
  Json hover(const Json& params);
  Json complete(const Json& params);
  Json actions(const Json& params);
  Json format(const Json& params);
  Json ignore(const Json&) { return {}; }

  static Handler handler_of(std::string_view method);
  std::optional<Json> refusal(std::string_view method) const;
  RecordDocument& document_of(const Json& params);
  void publish(const std::string& uri);

  CheckOptions options_;
  std::function<void(const Json&)> send_;
  std::map<std::string, RecordDocument> documents_;  ///< by address
  TextUnit unit_ = TextUnit::utf16;
  Translation language_;  ///< of the client's locale
  bool is_initialized_ = false;
  bool is_shut_down_ = false;
};

}  // namespace schiri::cli
