#include "cli/otb/serve/http_server.h"

#include <httplib.h>
#include <poll.h>
#include <qrencode.h>
#include <sys/socket.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

namespace schiri::cli {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr std::size_t most_connections = 128, most_of_address = 32;
constexpr std::size_t most_request_bytes = std::size_t{96} << 10;
constexpr auto request_time = 10s, answer_time = 15s;
/// How long and how much is read after an answer that came before the whole request, so that the
/// client reads the answer before the connection ends.
constexpr auto lingering_time = 300ms;
constexpr std::size_t lingering_bytes = std::size_t{1} << 20;

/// An address and a port of a socket, of `getpeername` or `getsockname`.
template <class Get>
std::pair<std::string, int> name_of_socket(int socket, const Get& get) {
  sockaddr_storage storage{};
  socklen_t size = sizeof storage;
  auto* const address = reinterpret_cast<sockaddr*>(&storage);
  char host[NI_MAXHOST] = "", port[NI_MAXSERV] = "";
  if (get(socket, address, &size) != 0 ||
      ::getnameinfo(address, size, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
    return {};
  }
  return {host, std::atoi(port)};
}

/// A connection with limits: the library's own has a limit for each read alone, which a slow client
/// can repeat as often as it likes, and none for the headers together.
class LimitedStream : public httplib::Stream {
 public:
  explicit LimitedStream(int socket) : socket_(socket) {}

  bool is_readable() const override { return wait(POLLIN, 0ms); }
  bool is_writable() const override { return true; }
  ssize_t read(char* to, std::size_t size) override {
    if (taken_ >= most_request_bytes || !wait(POLLIN, left(reading_ends_))) return -1;
    const ssize_t got = ::recv(socket_, to, std::min(size, most_request_bytes - taken_), 0);
    if (got > 0) taken_ += static_cast<std::size_t>(got);
    return got;
  }
  ssize_t write(const char* from, std::size_t size) override {
    if (!writing_ends_) writing_ends_ = Clock::now() + answer_time;
    if (!wait(POLLOUT, left(*writing_ends_))) return -1;
    return ::send(socket_, from, size, MSG_NOSIGNAL);
  }
  void get_remote_ip_and_port(std::string& ip, int& port) const override {
    std::tie(ip, port) = name_of_socket(socket_, ::getpeername);
  }
  void get_local_ip_and_port(std::string& ip, int& port) const override {
    std::tie(ip, port) = name_of_socket(socket_, ::getsockname);
  }
  socket_t socket() const override { return socket_; }

  // Newer versions of the library ask for these, too.
  bool wait_readable() const { return wait(POLLIN, left(reading_ends_)); }
  bool wait_writable() const { return true; }
  time_t duration() const { return 0; }

  /// Ends the connection, in a way that lets the client read the answer.
  void end() {
    ::shutdown(socket_, SHUT_WR);
    const auto end = Clock::now() + lingering_time;
    char unread[4096];
    for (std::size_t read = 0; read < lingering_bytes && wait(POLLIN, left(end));) {
      const ssize_t got = ::recv(socket_, unread, sizeof unread, 0);
      if (got <= 0) break;
      read += static_cast<std::size_t>(got);
    }
  }

 private:
  static std::chrono::milliseconds left(Clock::time_point end) {
    return std::max(0ms, std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()));
  }
  bool wait(short events, std::chrono::milliseconds most) const {
    pollfd watched{socket_, events, 0};
    return ::poll(&watched, 1, static_cast<int>(most.count())) > 0;
  }

  int socket_;
  std::size_t taken_ = 0;
  Clock::time_point reading_ends_ = Clock::now() + request_time;
  std::optional<Clock::time_point> writing_ends_;
};

/// Counts the connections of each address.
class ConnectionCounts {
 public:
  bool add(const std::string& address) {
    const std::lock_guard lock(mutex_);
    if (counts_[address] >= most_of_address && !address.starts_with("127.")) return false;
    ++counts_[address];
    return true;
  }
  void remove(const std::string& address) {
    const std::lock_guard lock(mutex_);
    if (--counts_[address] == 0) counts_.erase(address);
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::size_t> counts_;
};

/// Whether the connection that this thread is given is one too many.
thread_local bool is_refused = false;

/// A thread for each connection, up to a limit: most of them wait for changes of the event.
class Threads : public httplib::TaskQueue {
 public:
  using Enqueued = decltype(std::declval<httplib::TaskQueue&>().enqueue({}));

  ~Threads() override { join(); }
  Enqueued enqueue(std::function<void()> connection) override {
    {
      const std::lock_guard lock(mutex_);
      join_ended();
      if (threads_.size() < most_connections) {
        const auto place = threads_.emplace(threads_.end());
        try {
          *place = std::thread([this, place, connection] {
            connection();
            const std::lock_guard ending(mutex_);
            ended_.splice(ended_.end(), threads_, place);
          });
          return static_cast<Enqueued>(true);
        } catch (const std::system_error&) {
          threads_.erase(place);  // the system has no room for a thread
        }
      }
    }
    is_refused = true;
    connection();
    is_refused = false;
    return static_cast<Enqueued>(true);
  }
  void shutdown() override { join(); }

 private:
  void join_ended() {
    for (std::thread& thread : ended_) thread.join();
    ended_.clear();
  }
  void join() {
    for (;;) {
      std::list<std::thread> ended;
      {
        const std::lock_guard lock(mutex_);
        if (threads_.empty() && ended_.empty()) return;
        ended.swap(ended_);
      }
      for (std::thread& thread : ended) thread.join();
      if (ended.empty()) std::this_thread::sleep_for(5ms);
    }
  }

  std::mutex mutex_;
  std::list<std::thread> threads_, ended_;
};

std::string header(const httplib::Request& request, const char* name) {
  return request.get_header_value(name);
}

WebRequest request_of(const httplib::Request& from) {
  WebRequest request;
  request.method = from.method;
  request.path = from.path;
  for (const auto& [name, value] : from.params) request.parameters.emplace(name, value);
  const auto [first, last] = from.headers.equal_range("Host");
  for (auto host = first; host != last; ++host) request.hosts.push_back(host->second);
  request.origin = header(from, "Origin");
  request.fetch_site = header(from, "Sec-Fetch-Site");
  request.content_type = header(from, "Content-Type");
  request.content_length = header(from, "Content-Length");
  request.is_encoded = from.has_header("Transfer-Encoding") || from.has_header("Content-Encoding");
  request.has_range = from.has_header("Range");
  request.token = header(from, "X-Schiri-Token");
  request.key = header(from, "X-Schiri-Key");
  request.remote_address = from.remote_addr;
  request.local_address = from.local_addr;
  request.local_port = from.local_port;
  request.body = from.body;
  return request;
}

void put(const WebAnswer& answer, httplib::Response& response) {
  response.status = answer.status;
  for (const auto& [name, value] : answer.headers) response.set_header(name.c_str(), value);
  if (!answer.body.empty()) response.set_content(answer.body, answer.type.c_str());
}

/// The library's server with limited streams, one request for each connection.
class LimitedServer : public httplib::Server {
 public:
  explicit LimitedServer(WebHandler& handler) {
    new_task_queue = [] { return new Threads; };
    set_payload_max_length(most_body_bytes);
    // Not SO_REUSEPORT, with which a second server would take half of the requests.
    set_socket_options([](socket_t socket) {
      const int yes = 1;
      ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    set_pre_routing_handler([&](const httplib::Request& from, httplib::Response& response) {
      const WebRequest request = request_of(from);
      if (handler.wants_body(request)) return HandlerResponse::Unhandled;
      put(handler.answer(request), response);
      return HandlerResponse::Handled;
    });
    // Only wanted bodies arrive here; the paths were compared before.
    Post(R"(/.*)", [&](const httplib::Request& from, httplib::Response& response) {
      put(handler.answer(request_of(from)), response);
    });
  }

  /// The library lets five connections wait to be accepted; further ones try again after a second.
  void enlarge_backlog() { ::listen(svr_sock_, static_cast<int>(most_connections)); }

 private:
  bool process_and_close_socket(socket_t socket) override {
    LimitedStream stream(socket);
    const std::string address = name_of_socket(socket, ::getpeername).first;
    if (!is_refused && counts_.add(address)) {
      // What goes wrong in one request must not end the server.
      try {
        process(stream);
      } catch (const std::exception&) {
      }
      stream.end();
      counts_.remove(address);
    }
    ::close(socket);
    return true;
  }

  /// The signature depends on the version of the library.
  template <class AnyStream>
  void process(AnyStream& stream) {
    bool is_closed = false;
    if constexpr (requires { this->process_request(stream, true, is_closed, nullptr); }) {
      this->process_request(stream, true, is_closed, nullptr);
    } else {
      const auto [remote, remote_port] = name_of_socket(stream.socket(), ::getpeername);
      const auto [local, local_port] = name_of_socket(stream.socket(), ::getsockname);
      this->process_request(stream, remote, remote_port, local, local_port, true, is_closed,
                            nullptr);
    }
  }

  ConnectionCounts counts_;
};

class LibraryHttpServer : public HttpServer {
 public:
  explicit LibraryHttpServer(WebHandler& handler) : server_(handler) {}
  LibraryHttpServer(const LibraryHttpServer&) = delete;
  LibraryHttpServer& operator=(const LibraryHttpServer&) = delete;
  ~LibraryHttpServer() override { stop(); }

  int bind(bool is_open, int port, std::string& error) override {
    const std::string host = is_open ? "0.0.0.0" : "127.0.0.1";
    errno = 0;
    const int bound = port == 0                          ? server_.bind_to_any_port(host)
                      : server_.bind_to_port(host, port) ? port
                                                         : 0;
    if (bound > 0) {
      server_.enlarge_backlog();
      return bound;
    }
    error = errno ? std::strerror(errno) : "it is in use";
    return 0;
  }
  void start() override {
    listener_ = std::thread([this] {
      server_.listen_after_bind();
      has_ended_ = true;
    });
  }
  void stop() override {
    if (!listener_.joinable()) return;
    // Before it runs, the library would not notice the request to stop.
    while (!server_.is_running() && !has_ended_) std::this_thread::sleep_for(1ms);
    server_.stop();
    listener_.join();
  }
  std::vector<std::string> qr_code(const std::string& address) override {
    const std::unique_ptr<QRcode, void (*)(QRcode*)> code(
        QRcode_encodeString8bit(address.c_str(), 0, QR_ECLEVEL_M), QRcode_free);
    std::vector<std::string> rows;
    for (int y = 0; code && y < code->width; ++y) {
      std::string& row = rows.emplace_back();
      for (int x = 0; x < code->width; ++x) row += code->data[y * code->width + x] & 1 ? '#' : ' ';
    }
    return rows;
  }

 private:
  LimitedServer server_;
  std::thread listener_;
  std::atomic<bool> has_ended_ = false;
};

}  // namespace

}  // namespace schiri::cli

extern "C" {
__attribute__((visibility("default"))) extern const int schiri_http_server_interface;
const int schiri_http_server_interface = schiri::cli::this_http_server_interface;

__attribute__((visibility("default"))) schiri::cli::HttpServer* schiri_make_http_server(
    schiri::cli::WebHandler& handler) {
  return new schiri::cli::LibraryHttpServer(handler);
}
}
