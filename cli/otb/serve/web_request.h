#pragma once

// The web server of `schiri otb serve`: requests are checked (request_rules.h), answered
// (room_server.h) and changed into entries of the event (room_changes.h), whose file is shared with
// the shell (room.h). Only http_server.cpp knows the library behind it.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace schiri::cli {

/// A request, as far as it is read. Of headers that are missing the text is empty.
struct WebRequest {
  std::string method;
  std::string path;                               ///< decoded, without parameters
  std::map<std::string, std::string> parameters;  ///< decoded; the first of each name
  std::vector<std::string> hosts;                 ///< all headers `Host`
  std::string origin;
  std::string fetch_site;  ///< `Sec-Fetch-Site`
  std::string content_type;
  std::string content_length;
  bool is_encoded = false;  ///< compressed or in chunks
  bool has_range = false;
  std::string token;  ///< `X-Schiri-Token`: that of the page
  std::string key;    ///< `X-Schiri-Key`: given for the code
  std::string remote_address;
  std::string local_address;  ///< through which the request came
  int local_port = 0;
  std::string body;
};

struct WebAnswer {
  int status = 200;
  std::string type;
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers = {};
};

/// What answers requests, from several threads at once.
class WebHandler {
 public:
  virtual ~WebHandler() = default;
  /// Is the body of a request wanted? Otherwise answer() is called without it.
  virtual bool wants_body(const WebRequest& request) = 0;
  virtual WebAnswer answer(const WebRequest& request) = 0;
};

/// The maximum size of a body, in bytes.
constexpr std::size_t most_body_bytes = std::size_t{64} << 10;

}  // namespace schiri::cli
