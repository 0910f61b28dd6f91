// A bot for schiri, to be copied and made better. In Creeper it finds its turns itself and captures
// where it can; in the other games it asks a bot that knows the rules, `schiri ugi`, in the same
// words in which it is asked itself. Build and examine it with:
//   c++ -std=c++17 -O2 bot.cpp -o bot && schiri bot check creeper --bot cmd=./bot
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

// The pawns of Creeper by their squares, `A2`; where the discs lie is for a better bot to know.
struct Creeper {
  std::map<std::string, char> pawns;
  char side = 'W';

  explicit Creeper(const std::string& position) {
    const auto end = position.find(' ');
    side = position[position.find(' ', end + 1) + 1] == 'b' ? 'B' : 'W';
    int column = 0, row = 7;
    for (const char c : position.substr(0, end)) {
      if (c == 'W' || c == 'B') pawns[square(column, row)] = c;
      row -= c == '/';
      column = c == '/' ? 0 : column + (c > '9' ? 1 : c - '0');
    }
  }

  static std::string square(int column, int row) {
    return {static_cast<char>('A' + column), static_cast<char>('0' + row)};
  }
  static bool is_square(int column, int row) {
    const bool is_corner = column % 6 == 0 && row % 6 == 1;
    return column >= 0 && column <= 6 && row >= 1 && row <= 7 && !is_corner;
  }
  static std::string between(const std::string& turn) {
    return square((turn[0] + turn[3]) / 2 - 'A', (turn[1] + turn[4]) / 2 - '0');
  }

  void play(const std::string& turn) {  // B3+C4, E2-F2 or E5xE7
    const auto pawn = pawns.extract(turn.substr(0, 2));
    pawns[turn.substr(3)] = pawn.mapped();
    if (turn[2] == 'x') pawns.erase(between(turn));
    side = side == 'W' ? 'B' : 'W';
  }

  // The legal turns with this sign.
  std::vector<std::string> turns(char sign) const {
    std::vector<std::string> found;
    for (const auto& [from, owner] : pawns) {
      for (int i = 0; owner == side && i < 25; ++i) {
        const int across = i % 5 - 2, up = i / 5 - 2, length = across * across + up * up;
        const int column = from[0] - 'A' + across, row = from[1] - '0' + up;
        if (length != (sign == '-' ? 1 : sign == '+' ? 2 : 4) || !is_square(column, row)) continue;
        const std::string turn = from + sign + square(column, row);
        if (pawns.count(turn.substr(3))) continue;
        const auto captured = pawns.find(between(turn));
        if (sign == 'x' && (captured == pawns.end() || captured->second == side)) continue;
        found.push_back(turn);
      }
    }
    return found;
  }
};

std::string think(const std::string& position, std::mt19937& dice) {
  const std::string start = "1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w";
  const auto fen = position.find("fen "), moves = position.find(" moves ");
  Creeper game(fen == position.npos ? start : position.substr(fen + 4));
  std::istringstream played(moves == position.npos ? "" : position.substr(moves + 7));
  for (std::string turn; played >> turn;) game.play(turn);
  for (const char sign : {'x', '+', '-'}) {
    const auto turns = game.turns(sign);
    if (!turns.empty()) return turns[dice() % turns.size()];
  }
  return "0000";
}

// Lets a bot that plays any legal turn answer.
std::string ask(const std::string& game, const std::string& lines) {
  const char* const schiri = std::getenv("SCHIRI");
  std::string told, words = "printf '%s' '" + lines + "go\n' | " + (schiri ? schiri : "schiri");
  words += " ugi " + game + " --bot random";
  FILE* const talk = popen(words.c_str(), "r");
  for (int c = 0; talk && (c = std::fgetc(talk)) != EOF;) told += static_cast<char>(c);
  if (talk) pclose(talk);
  const auto found = told.find("bestmove ");
  return found == told.npos ? "0000" : told.substr(found + 9, told.find('\n', found) - found - 9);
}

int main() {
  std::string game = "creeper", settings, position = "position startpos\n";
  std::mt19937 dice(1);
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string word, name, value, skipped;
    words >> word >> skipped >> name >> skipped >> value;
    if (word == "ugi") {
      std::cout << "id name example in C++\nid author the schiri project\n"
                << "option name Game type combo default creeper var creeper var springerjagd"
                << " var more-or-less var sperre\n"
                << "option name Variant type string default standard\nugiok" << std::endl;
    } else if (word == "isready") {
      std::cout << "readyok" << std::endl;
    } else if (word == "setoption" && line.find('\'') == line.npos) {  // a shell will read it
      settings += line + '\n';
      if (name == "Game") game = value;
    } else if (word == "position" && !skipped.empty()) {
      position = line + '\n';
    } else if (word == "go") {
      const bool asks = game != "creeper";
      std::cout << "bestmove " << (asks ? ask(game, settings + position) : think(position, dice))
                << std::endl;
    } else if (word == "quit") {
      break;
    }
  }
}
