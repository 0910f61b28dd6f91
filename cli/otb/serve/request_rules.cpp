#include "cli/otb/serve/request_rules.h"

#include <algorithm>

#include "core/base/names.h"
#include "core/base/text.h"
#include "notation/text/json.h"

namespace schiri::cli {

namespace {

/// Is the host this computer, with the port of the connection? A browser that another site sends
/// here by a name of its own (DNS rebinding) names that site.
bool is_own_host(const std::string& host, const WebRequest& request,
                 const std::vector<std::string>& host_names) {
  const std::string port = ":" + std::to_string(request.local_port);
  std::string name = host;
  if (name.ends_with(port)) {
    name.resize(name.size() - port.size());
  } else if (request.local_port != 80) {
    return false;
  }
  if (name == request.local_address || is_same_in_any_case(name, "localhost")) return true;
  return std::any_of(host_names.begin(), host_names.end(),
                     [&](const std::string& own) { return is_same_in_any_case(name, own); });
}

std::optional<Refusal> refuse_body(const WebRequest& request) {
  const std::string type = request.content_type.substr(0, request.content_type.find(';'));
  if (type != "application/json") return Refusal{415, message("entries are sent as JSON")};
  if (request.is_encoded)
    return Refusal{415, message("entries are sent neither compressed nor in chunks")};
  const auto size = parse_number<std::uint64_t>(request.content_length);
  if (!size) return Refusal{411, message("the size of the entry is missing")};
  if (*size > most_body_bytes) return Refusal{413, message("the entry is too large")};
  return std::nullopt;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> answer_headers() {
  return {{"Content-Security-Policy",
           "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
           "img-src data:; "
           "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
           "require-trusted-types-for 'script'"},
          {"X-Content-Type-Options", "nosniff"},
          {"X-Frame-Options", "DENY"},
          {"Referrer-Policy", "no-referrer"},
          {"Cross-Origin-Resource-Policy", "same-origin"},
          {"Cache-Control", "no-store"}};
}

WebAnswer refusal(const Refusal& refusal, const Translation& language) {
  Json json = {{"error", refusal.error.in(language)}};
  if (!refusal.reason.empty()) json["reason"] = refusal.reason;
  return {refusal.status, "application/json; charset=utf-8", json.dump(), answer_headers()};
}

std::optional<Refusal> refuse(const WebRequest& request, const std::vector<Route>& routes,
                              const std::vector<std::string>& host_names) {
  if (request.hosts.size() != 1 || !is_own_host(request.hosts[0], request, host_names)) {
    return Refusal{403, message("the header Host does not name this computer")};
  }
  const bool is_post = request.method == "POST";
  if (!is_post && request.method != "GET" && request.method != "HEAD") {
    return Refusal{405, message("only GET and POST are served")};
  }
  const auto route = std::find_if(routes.begin(), routes.end(),
                                  [&](const Route& one) { return request.path == one.path; });
  if (route == routes.end()) return Refusal{404, message("there is no such page")};
  if (route->changes != is_post) return Refusal{405, message("this page has another method")};
  if (request.has_range) return Refusal{416, message("pages are sent as a whole")};
  const bool is_own_origin = request.origin == "http://" + request.hosts[0];
  if (is_post ? !is_own_origin : !request.origin.empty() && !is_own_origin) {
    return Refusal{403, message("the request comes from another site")};
  }
  // Other sites may have links to the page, but not read what it reads.
  const bool is_own_site = request.fetch_site.empty() || request.fetch_site == "same-origin" ||
                           request.fetch_site == "none";
  if (!is_own_site && request.path != "/") {
    return Refusal{403, message("the request comes from another site")};
  }
  return is_post ? refuse_body(request) : std::nullopt;
}

bool is_same_secret(const std::string& a, const std::string& b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference |= static_cast<unsigned>(static_cast<unsigned char>(a[i] ^ b[i]));
  }
  return difference == 0;
}

}  // namespace schiri::cli
