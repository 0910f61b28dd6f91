// A bot that answers at once. A file holds the turns of one game, one per line; the answer is the
// turn after those already played.
//
//   instant_bot FILE

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

std::vector<std::string> answers;
std::size_t played = 0;

void reply(std::string_view text) {
  if (write(1, text.data(), text.size()) < 0) _exit(1);
}

void take(std::string_view line) {
  if (line.starts_with("position ")) {
    const auto moves = line.find(" moves ");
    const auto turns = moves == line.npos ? std::string_view() : line.substr(moves + 6);
    played = static_cast<std::size_t>(std::count(turns.begin(), turns.end(), ' '));
  } else if (line.starts_with("go")) {
    if (played < answers.size()) reply(answers[played]);
  } else if (line == "isready") {
    reply("readyok\n");
  } else if (line == "ugi") {
    reply("id name instant\nugiok\n");
  } else if (line == "quit") {
    _exit(0);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::ifstream file(argc > 1 ? argv[1] : "");
  for (std::string turn; std::getline(file, turn);) answers.push_back("bestmove " + turn + "\n");
  std::string lines;
  char chunk[1 << 16];
  for (ssize_t size = 0; (size = read(0, chunk, sizeof chunk)) > 0;) {
    lines.append(chunk, static_cast<std::size_t>(size));
    std::size_t at = 0;
    for (std::size_t end; (end = lines.find('\n', at)) != lines.npos; at = end + 1) {
      take(std::string_view(lines).substr(at, end - at));
    }
    lines.erase(0, at);
  }
}
