#pragma once

#include <memory>
#include <string>

#include "cli/otb/serve/web_request.h"

namespace schiri::cli {

/// A server of HTTP/1.1, one request a connection. Limits: 128 connections, 32 from one address;
/// a request has 96 KiB and ten seconds, an answer fifteen to be sent. Further connections are
/// closed at once.
class HttpServer {
 public:
  /// `handler` must outlive it. Throws UnusableError if the program was built without the library.
  explicit HttpServer(WebHandler& handler);
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  ~HttpServer();

  /// Listens on 127.0.0.1, or on all addresses if `is_open`. `port`: 0 takes a free one. Returns the
  /// port; throws UnusableError.
  int bind(bool is_open, int port);
  /// Answers requests in threads of its own.
  void start();
  /// Closes the port, and waits for the answers that are under way. The handler must not wait for
  /// anything any more.
  void stop();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace schiri::cli
