#pragma once

#include <memory>
#include <string>

#include "cli/otb/serve/web_request.h"

namespace schiri::cli {

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
};

/// The server is a library of its own, `schiri-web.so`, built if cpp-httplib is there and loaded
/// when it is needed: cryptography that cpp-httplib links would make each start of the program half
/// as long again. `handler` must outlive the server. Throws UnusableError if the library is
/// missing.
std::unique_ptr<HttpServer> load_http_server(WebHandler& handler);

/// What that library exports: this function, and the number of the interface.
using MakeHttpServer = HttpServer*(WebHandler& handler);
constexpr const char* http_server_maker = "schiri_make_http_server";
constexpr const char* http_server_interface = "schiri_http_server_interface";
/// Grows with each change of this header or web_request.h.
constexpr int this_http_server_interface = 1;

}  // namespace schiri::cli
