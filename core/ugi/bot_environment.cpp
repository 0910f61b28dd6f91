#include "core/ugi/bot_environment.h"

#include <unistd.h>

#include <algorithm>
#include <span>
#include <string_view>

namespace schiri {

namespace {

/// Names, or prefixes followed by `*`. `schiri help bots` lists the same.
constexpr std::string_view for_programs[] = {
    "HOME", "LANG", "LANGUAGE", "LC_*", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER",
    "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
    // Interpreters and libraries.
    "CLASSPATH", "CONDA_PREFIX", "GEM_HOME", "GEM_PATH", "JAVA_HOME", "LD_LIBRARY_PATH",
    "NODE_PATH", "PERL5LIB", "PYTHON*", "RUBYLIB", "VIRTUAL_ENV",
    // Threads and graphics cards.
    "CUDA_VISIBLE_DEVICES", "GOMAXPROCS", "HIP_VISIBLE_DEVICES", "KMP_*", "MKL_*", "OMP_*",
    "OPENBLAS_*", "ROCR_VISIBLE_DEVICES",
    // Plug-ins, for bots that run schiri; and sanitizers.
    "ASAN_OPTIONS", "LSAN_OPTIONS", "SCHIRI", "SCHIRI_PLUGINS", "TSAN_OPTIONS", "UBSAN_OPTIONS"};

constexpr std::string_view for_ways[] = {"KRB5CCNAME",     "SLURM_*",       "SSH_AGENT_PID",
                                         "SSH_ASKPASS",    "SSH_AUTH_SOCK", "DISPLAY",
                                         "XDG_RUNTIME_DIR"};

bool is_listed(std::string_view name, std::span<const std::string_view> list) {
  return std::any_of(list.begin(), list.end(), [name](std::string_view listed) {
    return listed.ends_with('*') ? name.starts_with(listed.substr(0, listed.size() - 1))
                                 : name == listed;
  });
}

bool is_given(const BotSpec& spec, std::string_view name) {
  const auto& asked = spec.environment;
  if (is_listed(name, for_programs)) return true;
  if (std::find(asked.begin(), asked.end(), name) != asked.end()) return true;
  // Excluded: a token, although its prefix is listed.
  return !spec.host.empty() && is_listed(name, for_ways) && name != "SLURM_JWT";
}

}  // namespace

std::vector<std::string> bot_environment(const BotSpec& spec) {
  std::vector<std::string> given;
  for (char** variable = environ; variable && *variable; ++variable) {
    const std::string_view text = *variable;
    const std::string_view name = text.substr(0, text.find('='));
    if (is_given(spec, name)) given.emplace_back(text);
  }
  return given;
}

}  // namespace schiri
