#pragma once

#include <atomic>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "cli/otb/serve/http_server.h"
#include "cli/otb/serve/request_rules.h"
#include "cli/otb/serve/room.h"

namespace schiri::cli {

/// Answers the requests of the pages of a room:
///
/// - `/`, `/room.js`, `/room.css`: the page;
/// - `/state`: the version and room_state(), with a key also helper_state(); `after`: waits up to
///   20 s for another version than this, if the request comes from a helper; `round`, `language`,
///   `helper`;
/// - `/list`: room_list(); `name`, `round`, `language`; with the name `address` that of the page
/// for
///   other computers, and its QR code;
/// - `/site/LANGUAGE/NAME.html`: a page of `schiri otb publish`, for printing;
/// - `/code`: POST, a key for the code;
/// - `/entry`: POST, make_entry(); the key, the token and the helper must be right.
class RoomServer : public WebHandler {
 public:
  /// `is_open`: other computers reach it, so the code is needed for entering. `host_names` as those
  /// of refuse(). `report`: receives errors that the page shows without details. The room must
  /// outlive it.
  RoomServer(Room& room, bool is_open, std::vector<std::string> host_names,
             std::function<void(const Message&)> report);

  bool wants_body(const WebRequest& request) override;
  WebAnswer answer(const WebRequest& request) override;

  const std::string& code() const { return code_.code(); }
  /// The address for other computers, with a picture of it as HTML. Before requests come.
  void set_address(std::string address, std::string picture);

 private:
  bool is_helper(const WebRequest& request) const;
  std::optional<Refusal> refuse_request(const WebRequest& request) const;
  WebAnswer answer_or_throw(const WebRequest& request);
  WebAnswer state(const WebRequest& request) const;
  WebAnswer list(const WebRequest& request) const;
  WebAnswer site(const std::string& path) const;
  WebAnswer try_code(const WebRequest& request);
  WebAnswer enter(const WebRequest& request);

  Room& room_;
  const bool is_open_;
  const std::vector<std::string> host_names_;
  const std::function<void(const Message&)> report_;
  const std::string token_;
  EntryCode code_;
  std::string address_, address_picture_;
};

}  // namespace schiri::cli
