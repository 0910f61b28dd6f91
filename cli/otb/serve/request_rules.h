#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/otb/serve/web_request.h"

namespace schiri::cli {

/// The headers of every answer: nothing is kept, nothing is loaded from elsewhere, no other site
/// shows the page in a frame.
std::vector<std::pair<std::string, std::string>> answer_headers();

/// An answer without page: `{"error": TEXT, "reason": REASON}`.
WebAnswer refusal(int status, const std::string& error, const std::string& reason = "");

/// What is served: a path and its only method.
struct Route {
  const char* path;
  bool changes;  ///< POST with JSON; otherwise GET or HEAD
};

/// Checks a request's headers, before its body is read: `Host` (against DNS rebinding), the path
/// and method, `Origin` (against other sites), the kind and size of the body. `host_names`: names
/// of this computer, beside `localhost` and the address through which the request came. Returns the
/// refusal, or nothing.
std::optional<WebAnswer> refuse(const WebRequest& request, const std::vector<Route>& routes,
                                const std::vector<std::string>& host_names);

/// Whether two texts are equal, in a time that depends on their lengths alone.
bool is_same_secret(const std::string& a, const std::string& b);

}  // namespace schiri::cli
