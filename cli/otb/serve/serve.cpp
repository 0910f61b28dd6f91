#include <dlfcn.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "cli/line/interrupt.h"
#include "cli/otb/commands/event_access.h"
#include "cli/otb/commands/otb_commands.h"
#include "cli/otb/serve/http_server.h"
#include "cli/otb/serve/room.h"
#include "cli/otb/serve/room_server.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "cli/web/shared/document.h"
#include "core/base/errors.h"
#include "core/base/files/system.h"
#include "core/base/text.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// Where the library is in a build and in an installation.
std::vector<std::string> server_files() {
  constexpr const char* name = "schiri-web.so";
  const auto folder = program_path().parent_path();
  return {(folder / name).string(),
          (folder.parent_path() / SCHIRI_LIBRARY_FOLDER / "schiri" / name).string()};
}

[[noreturn]] void refuse() {
  std::string places = join(server_files(), ", ");
  throw UnusableError(
      message("the web server is missing; it is built if the packages libcpp-httplib-dev and "
              "libqrencode-dev are installed, and expected as {0}",
              places));
}

}  // namespace

std::unique_ptr<HttpServer> load_http_server(WebHandler& handler) {
#ifdef SCHIRI_STATIC
  throw UnusableError(
      message("this schiri is one file, which lacks the web server; install the whole"));
#endif
  for (const std::string& file : server_files()) {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) continue;
    void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!library) throw UnusableError(message("the web server cannot be loaded: {0}", dlerror()));
    const auto* const number = static_cast<const int*>(dlsym(library, http_server_interface));
    auto* const make = reinterpret_cast<MakeHttpServer*>(dlsym(library, http_server_maker));
    if (!number || !make || *number != this_http_server_interface) {
      throw UnusableError(
          message("{0}: this is the web server of another version of schiri", file));
    }
    return std::unique_ptr<HttpServer>(make(handler));
  }
  refuse();
}

namespace {

using namespace std::chrono_literals;

/// How often the file is examined for entries from the shell.
constexpr auto looking_interval = 150ms;

struct ServeOptions {
  std::string file;
  std::int64_t port = 8080;
  bool lan = false;
};

/// The IPv4 addresses of this computer in its networks.
std::vector<std::string> own_addresses() {
  std::vector<std::string> addresses;
  ifaddrs* first = nullptr;
  if (::getifaddrs(&first) != 0) return addresses;
  for (const ifaddrs* one = first; one; one = one->ifa_next) {
    char host[NI_MAXHOST];
    if (!one->ifa_addr || one->ifa_addr->sa_family != AF_INET || !(one->ifa_flags & IFF_UP) ||
        (one->ifa_flags & IFF_LOOPBACK) ||
        ::getnameinfo(one->ifa_addr, sizeof(sockaddr_in), host, sizeof host, nullptr, 0,
                      NI_NUMERICHOST) != 0) {
      continue;
    }
    addresses.emplace_back(host);
  }
  ::freeifaddrs(first);
  return addresses;
}

/// The names by which other computers of the room may know this one.
std::vector<std::string> own_names() {
  char name[256] = "";
  if (::gethostname(name, sizeof name - 1) != 0 || !*name) return {};
  return {name, std::string(name) + ".local"};
}

/// A QR code with a margin, two rows a line; light on dark terminals, too.
void print_code(const std::vector<std::string>& rows) {
  const std::size_t size = rows.size();
  const auto is_light = [&](std::size_t y, std::size_t x) {
    return y < 2 || x < 2 || y >= size + 2 || x >= size + 2 || rows[y - 2][x - 2] == ' ';
  };
  for (std::size_t y = 0; y < size + 4; y += 2) {
    for (std::size_t x = 0; x < size + 4; ++x) {
      const bool above = is_light(y, x), below = is_light(y + 1, x);
      console::out << (above && below ? "█" : above ? "▀" : below ? "▄" : " ");
    }
    console::out << '\n';
  }
}

/// As a picture of a page.
std::string code_svg(const std::vector<std::string>& rows) {
  const std::string size = std::to_string(rows.size() + 8);
  std::string path;
  for (std::size_t y = 0; y < rows.size(); ++y) {
    for (std::size_t x = 0; x < rows[y].size(); ++x) {
      if (rows[y][x] == ' ') continue;
      path += "M" + std::to_string(x + 4) + " " + std::to_string(y + 4) + "h1v1h-1z";
    }
  }
  return "<svg class=\"qr\" viewBox=\"0 0 " + size + " " + size +
         "\" aria-hidden=\"true\"><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/><path d=\"" +
         path + "\"/></svg>";
}

std::string url_of(const std::string& host, int port) {
  return "http://" + host + ":" + std::to_string(port) + "/";
}

void print_addresses(const RoomServer& server, const ServeOptions& options,
                     const std::vector<std::string>& addresses, int port,
                     const std::string& event) {
  console::out << printable(event, 4096) << ": " << url_of("127.0.0.1", port) << '\n';
  if (options.lan) {
    for (const std::string& address : addresses) {
      say(console::out, message("in this network: {0}", url_of(address, port)));
    }
    say(console::out, message("code for entering: {0}", server.code()));
  }
  say(console::out, message("Ctrl-C ends the server"));
  console::out.flush();
}

/// Why a port cannot be used.
Message port_reason(const std::string& error) {
  for (const Message& known :
       {message("it is in use"), message("Address already in use"), message("Permission denied")}) {
    if (known == error) return known;
  }
  return error;
}

/// Prints an error unless it was the last one.
class Reporter {
 public:
  void operator()(const Message& error) {
    const std::lock_guard lock(mutex_);
    if (error != last_ && !error.empty()) print_message(error);
    console::err.flush();
    last_ = error;
  }

 private:
  std::mutex mutex_;
  Message last_;
};

ExitStatus run_otb_serve(const ServeOptions& options) {
  require_scripts();
  const std::string name = open_to_read(options.file).head().name;
  Room room(options.file);
  Reporter report;
  RoomServer pages(room, options.lan, options.lan ? own_names() : std::vector<std::string>{},
                   [&](const Message& error) { report(error); });
  const auto server = load_http_server(pages);
  std::string error;
  const int port = server->bind(options.lan, static_cast<int>(options.port), error);
  if (port == 0) {
    throw UnusableError(
        message("port {0} cannot be used: {1}; --port selects another one, --port 0 a free one",
                options.port, port_reason(error)));
  }
  const InterruptGuard interrupt(message("entries under way are lost"));
  const auto addresses = options.lan ? own_addresses() : std::vector<std::string>{};
  const std::string url = addresses.empty() ? "" : url_of(addresses.front(), port);
  const auto code = url.empty() ? std::vector<std::string>{} : server->qr_code(url);
  if (!code.empty()) pages.set_address(url, code_svg(code));
  server->start();
  print_addresses(pages, options, addresses, port, name);
  if (!code.empty() && console::is_terminal(STDOUT_FILENO)) print_code(code);
  while (!interrupt.interrupted()) {
    std::this_thread::sleep_for(looking_interval);
    room.look();
    report(room.view().problem);
  }
  room.close();
  server->stop();
  return ExitStatus::done;
}

}  // namespace

void add_otb_serve(OtbCommands& commands) {
  const auto serve = commands.add("serve", "Serve a page to enter and view results",
                                  "cup.otb --lan", run_otb_serve);
  serve.command.add_option("--port", serve.options.port, "Set the port; 0 takes a free one")
      ->range(0, 65535)
      ->show_default();
  serve.command.add_flag("--lan", serve.options.lan,
                         "Serve other computers of the network, too; entering needs a code");
}

}  // namespace schiri::cli
