#include <dlfcn.h>

#include <filesystem>

#include "cli/otb/serve/http_server.h"
#include "core/base/errors.h"

namespace schiri::cli {

namespace {

/// Where the library is in a build and in an installation.
std::vector<std::string> server_files() {
  constexpr const char* name = "schiri-web.so";
  std::error_code error;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  return {(folder / name).string(),
          (folder.parent_path() / SCHIRI_LIBRARY_FOLDER / "schiri" / name).string()};
}

[[noreturn]] void refuse() {
  std::string places;
  for (const std::string& file : server_files()) places += (places.empty() ? "" : ", ") + file;
  throw UnusableError(message(
      "the web server is missing; it is built if the package libcpp-httplib-dev is installed, and "
      "expected as {0}",
      places));
}

}  // namespace

std::unique_ptr<HttpServer> load_http_server(WebHandler& handler) {
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

}  // namespace schiri::cli
