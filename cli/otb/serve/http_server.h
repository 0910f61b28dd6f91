#pragma once

// The web server of `schiri otb serve`: requests are checked (request_rules.h), answered
// (room_server.h) and changed into entries of the event (room_changes.h), whose file is shared with
// the shell (room.h). Only http_server.cpp knows the library behind it.

#include <cstdint>
#include <map>
#include <memory>
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

/// A server of HTTP/1.1, one request a connection. Limits: 128 connections, 32 from one address;
/// a request has 96 KiB and ten seconds, an answer fifteen to be sent. Further connections are
/// closed at once. No function throws.
class HttpServer {
 public:
  virtual ~HttpServer() = default;

  /// Listens on 127.0.0.1, or on all addresses if `is_open`. `port`: 0 takes a free one. Returns
  /// the port, or 0 with the reason in `error`.
  virtual int bind(bool is_open, int port, std::string& error) = 0;
  /// Answers requests in threads of its own.
  virtual void start() = 0;
  /// Closes the port, and waits for the answers that are under way. The handler must not wait for
  /// anything any more.
  virtual void stop() = 0;
  /// The QR code of an address (ISO 18004, level M): rows of `#` for dark and spaces for light.
  virtual std::vector<std::string> qr_code(const std::string& address) = 0;
};

/// The server is a library of its own, `schiri-web.so`, built if cpp-httplib and libqrencode are
/// there and loaded when it is needed: cryptography that cpp-httplib links would make each start of
/// the program half as long again. `handler` must outlive the server. Throws UnusableError if the
/// library is missing.
std::unique_ptr<HttpServer> load_http_server(WebHandler& handler);

/// What that library exports: this function, and the number of the interface.
using MakeHttpServer = HttpServer*(WebHandler& handler);
constexpr const char* http_server_maker = "schiri_make_http_server";
constexpr const char* http_server_interface = "schiri_http_server_interface";
/// Grows with each change of this header or web_request.h.
constexpr int this_http_server_interface = 2;

}  // namespace schiri::cli
