#include "cli/otb/serve/http_server.h"
#include "core/base/errors.h"

// Instead of http_server.cpp in builds without cpp-httplib.

namespace schiri::cli {

struct HttpServer::Parts {};

HttpServer::HttpServer(WebHandler&) {
  throw UnusableError(
      "this build has no web server: install the package libcpp-httplib-dev and build again; "
      "'schiri otb publish' writes pages without it");
}
HttpServer::~HttpServer() = default;
int HttpServer::bind(bool, int) { return 0; }
void HttpServer::start() {}
void HttpServer::stop() {}

}  // namespace schiri::cli
