#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/random.h"
#include "tests/fuzz/target.h"

// Runs a target without libFuzzer, which needs clang: all seeds, then `-runs=N` mutations of them
// with the random numbers of `-seed=S`, by the target's own mutator if it has one. The same
// arguments give the same inputs. A failing input is written to the file `crash`.

extern "C" {
/// Custom mutators of targets, see libFuzzer.
[[gnu::weak]] std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                                  std::size_t most, unsigned seed);
std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);
}

namespace {

using Inputs = std::vector<std::string>;

Inputs read_seeds(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry);
  std::sort(files.begin(), files.end());
  Inputs seeds;
  for (const auto& path : files) {
    std::ifstream file(path, std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return seeds;
}

/// Applies a few mutations: changes a byte, removes bytes, or inserts bytes of another input.
std::string mutate(std::string text, const Inputs& seeds, schiri::Rng& rng) {
  for (auto left = 1 + rng.below(6); left > 0; --left) {
    const std::size_t at = rng.below(text.size() + 1);
    const std::string& other = seeds[rng.below(seeds.size())];
    const std::size_t from = rng.below(other.size() + 1);
    switch (rng.below(4)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(rng.below(256));
        break;
      case 1:
        if (at < text.size() && from < other.size()) text[at] = other[from];
        break;
      case 2:
        text.erase(at, 1 + rng.below(16));
        break;
      default:
        text.insert(at, other, from, 1 + rng.below(24));
    }
  }
  return text;
}

Inputs seeds;
schiri::Rng rng(1);

/// Mutates with the target's own mutator if it has one.
std::string mutate_as_target_does(std::string text) {
  if (!LLVMFuzzerCustomMutator) return mutate(std::move(text), seeds, rng);
  const std::size_t size = text.size(), most = size + 4096;
  text.resize(most);
  text.resize(LLVMFuzzerCustomMutator(reinterpret_cast<std::uint8_t*>(text.data()), size, most,
                                      static_cast<unsigned>(rng.below(1U << 31))));
  return text;
}

const std::string* looked_at = nullptr;

/// Writes the failing input to a file and repeats the signal without this handler.
void keep_input(int signal) {
  const int file = open("crash", O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (write(file, looked_at->data(), looked_at->size()) >= 0) close(file);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void run_target(const std::string& input) {
  looked_at = &input;
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

std::uint64_t number_of(std::string_view argument) {
  std::uint64_t number = 0;
  argument.remove_prefix(argument.find('=') + 1);
  std::from_chars(argument.data(), argument.data() + argument.size(), number);
  return number;
}

}  // namespace

std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most) {
  std::string text = mutate({reinterpret_cast<const char*>(data), size}, seeds, rng);
  text.resize(std::min(text.size(), most));
  std::copy(text.begin(), text.end(), data);
  return text.size();
}

/// TARGET [-runs=N] [-seed=S] FOLDER, like libFuzzer.
int main(int argc, char** argv) {
  std::uint64_t runs = 0, seed = 1;
  for (const std::string_view argument : std::vector<std::string_view>(argv + 1, argv + argc)) {
    if (argument.starts_with("-runs=")) {
      runs = number_of(argument);
    } else if (argument.starts_with("-seed=")) {
      seed = number_of(argument);
    } else {
      seeds = read_seeds(std::string(argument));
    }
  }
  if (seeds.empty()) {
    std::fprintf(stderr, "the folder of seeds is missing or empty\n");
    return 2;
  }
  for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGBUS, SIGILL})
    std::signal(signal, keep_input);
  rng = schiri::Rng(seed);
  for (const std::string& input : seeds) run_target(input);
  for (std::uint64_t i = 0; i < runs; ++i) {
    run_target(mutate_as_target_does(seeds[rng.below(seeds.size())]));
  }
  std::printf("%zu seeds and %zu mutations\n", seeds.size(), static_cast<std::size_t>(runs));
}
