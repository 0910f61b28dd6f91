#include "notation/plugin/load.h"

#include <dlfcn.h>

#include <algorithm>
#include <mutex>

#include "core/base/message.h"
#include "notation/games/game_type.h"
#include "notation/plugin/plugin.h"
#include "notation/text/printable.h"

namespace schiri {

namespace {

[[noreturn]] void refuse(const std::string& file, const Message& why) {
  throw PluginError(message("{0}: {1}", printable(file, 4096), why));
}

/// The linker searches the system's folders for a name without folders.
std::string path_of(const std::string& file) {
  return file.find('/') == file.npos ? "./" + file : file;
}

/// The linker's message, without the name of the file in front.
std::string loading_error(const std::string& path) {
  const char* const error = dlerror();
  std::string_view reason = error ? error : "unknown reason";
  if (reason.starts_with(path + ": ")) reason.remove_prefix(path.size() + 2);
  return printable(reason, 1000);
}

const Plugin& open_plugin(const std::string& file) {
#ifdef SCHIRI_STATIC
  refuse(file, message("this schiri is one file, which takes no plug-ins; install the whole"));
#endif
  void* const library = dlopen(path_of(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    refuse(file, message("the plug-in cannot be loaded: {0}", loading_error(path_of(file))));
  const auto* const plugin = static_cast<const Plugin*>(dlsym(library, plugin_symbol));
  if (!plugin) {
    refuse(file,
           message("this is not a game for schiri: it was not made by schiri_add_game, or lacks "
                   "SCHIRI_GAME"));
  }
  return *plugin;
}

void require_same_build(const std::string& file, const Plugin& plugin) {
  const Message advice = message("build the plug-in again with this version of schiri");
  if (plugin.form != plugin_form) {
    refuse(file, joined(message("the plug-in was made for another version of schiri"), advice));
  }
  if (std::string_view(plugin.version) != SCHIRI_BUILD_VERSION) {
    refuse(file, joined(message("the plug-in was made for schiri {0}, and this is schiri {1}",
                                printable(plugin.version), SCHIRI_BUILD_VERSION),
                        advice));
  }
  if (std::string_view(plugin.build) != SCHIRI_WHOLE_BUILD) {
    refuse(file, joined(message("the plug-in was made for another build of schiri {0}",
                                SCHIRI_BUILD_VERSION),
                        advice));
  }
}

void require_name(const std::string& file, const GameType& type) {
  const std::string name(type.name());
  if (!is_game_name(name)) refuse(file, game_name_rule(name));
  if (find_game(name) || find_game(type.title())) {
    refuse(file,
           message("there is a game '{0}' already; give this one another name and title", name));
  }
  if (type.variants().empty()) refuse(file, message("the game '{0}' has no variant", name));
}

}  // namespace

const GameType& load_game(const std::string& file) {
  static std::mutex loading;
  const std::lock_guard lock(loading);
  const Plugin& plugin = open_plugin(file);
  require_same_build(file, plugin);
  const GameType& type = plugin.type();
  const auto known = game_types();
  if (std::find(known.begin(), known.end(), &type) != known.end()) return type;
  require_name(file, type);
  if (known.size() == most_game_types) refuse(file, message("there are too many games"));
  put_game_type(type);
  return type;
}

}  // namespace schiri
