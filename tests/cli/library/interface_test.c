/* Tests the C interface in C: interface_test DATA_FOLDER. With --sizes it prints the sizes of
   structs for interface.txt. */

#include "cli/library/schiri.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void fail(const char* file, int line, const char* what) {
  fprintf(stderr, "%s:%d: failed: %s (last error: %s)\n", file, line, what, schiri_error());
  ++failures;
}

#define CHECK(condition) \
  do { \
    if (!(condition)) fail(__FILE__, __LINE__, #condition); \
  } while (0)

/* Compares a text and frees it. */
static int is_text(char* text, const char* wanted) {
  const int same = text && strcmp(text, wanted) == 0;
  if (!same) fprintf(stderr, "  it is '%s'\n", text ? text : "NULL");
  schiri_free(text);
  return same;
}

static int same(const char* text, const char* wanted) { return text && strcmp(text, wanted) == 0; }

static int has(const char* text, const char* part) { return text && strstr(text, part) != NULL; }

/* Whether a text has a part; frees the text. */
static int told(char* text, const char* part) {
  const int found = has(text, part);
  if (!found) fprintf(stderr, "  it is '%s'\n", text ? text : "NULL");
  schiri_free(text);
  return found;
}

static size_t count_lines(const char* text) {
  size_t lines = 0;
  for (; text && *text; ++text) lines += *text == '\n';
  return lines;
}

static void test_games(void) {
  CHECK(same(schiri_version(), SCHIRI_WANTED_VERSION));
  CHECK(schiri_interface() == SCHIRI_INTERFACE);
  char* const games = schiri_games();
  CHECK(has(games, "[{\"name\":\"creeper\",\"title\":\"Creeper\","));
  CHECK(has(games, "\"variants\":[\"51\",\"31\"]") && has(games, "\"starts_with_roll\":true"));
  CHECK(has(games, "\"repetition\":[\"3\"") && has(games, "\"planes\":{\"names\":["));
  schiri_free(games);
  CHECK(told(schiri_board("creeper", NULL), "\"symbols\":\"<g id="));
  CHECK(!schiri_board("chess", NULL) && has(schiri_error(), "creeper"));
  CHECK(!schiri_board("creeper", "nonsense") && !schiri_board(NULL, NULL));
  CHECK(schiri_load_game("/nowhere.so") == SCHIRI_UNUSABLE && has(schiri_error(), "/nowhere.so"));
  CHECK(schiri_load_game(NULL) == SCHIRI_WRONG);
  CHECK(has(schiri_board_style("dark"), "{") && schiri_board_style("pink") == NULL);
}

static int stop_at_third(const char* turn, void* data) {
  size_t* const seen = data;
  CHECK(strlen(turn) >= 4);
  return ++*seen < 3;
}

static void test_game(void) {
  schiri_game* const game = schiri_game_new("creeper", NULL, NULL, NULL);
  const char* reason = NULL;
  uint64_t count = 0, seed = 7;
  size_t seen = 0;
  CHECK(schiri_game_side(game) == SCHIRI_WHITE);
  CHECK(same(schiri_game_name(game), "creeper") && same(schiri_game_variant(game), "standard"));
  CHECK(schiri_game_count_turns(game, &count) == SCHIRI_OK && count > 10);
  char* const turns = schiri_game_turns(game, 0);
  CHECK(count_lines(turns) == count);
  schiri_free(turns);
  char* const some = schiri_game_turns(game, 5);
  CHECK(count_lines(some) == 5);
  schiri_free(some);
  CHECK(schiri_game_visit_turns(game, 0, stop_at_third, &seen) == SCHIRI_STOPPED && seen == 3);
  CHECK(schiri_game_play(game, "E7") == SCHIRI_SYNTAX && schiri_game_length(game) == 0);
  CHECK(schiri_game_play(game, "E7+D5") == SCHIRI_ILLEGAL && strlen(schiri_error()) > 10);
  CHECK(schiri_game_play(game, "\xff") == SCHIRI_SYNTAX && has(schiri_error(), "'?' is not"));
  CHECK(schiri_game_play(game, "E7+D6") == SCHIRI_OK);
  /* The names of all languages: their table is in `schiri help library`. */
  CHECK(is_text(schiri_game_turns(game, 2), "E1+D2\nE1+F2\n"));
  CHECK(schiri_game_ending(game, NULL) == SCHIRI_OPEN);
  CHECK(schiri_game_side(game) == SCHIRI_BLACK && is_text(schiri_game_played(game), "E7+D6\n"));
  CHECK(is_text(schiri_game_start(game), "1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w"));
  schiri_game* const copy = schiri_game_copy(game);
  CHECK(schiri_game_undo(copy, 1) == SCHIRI_OK && schiri_game_undo(copy, 1) == SCHIRI_WRONG);
  CHECK(schiri_game_length(copy) == 0 && schiri_game_length(game) == 1);
  schiri_game_free(copy);
  CHECK(is_text(schiri_game_parts(game, "e1"),
                "{\"begun\":\"E1\",\"is_turn\":false,\"next\":[\"+D2\",\"+F2\",\"-D1\",\"-E2\"]}"));
  CHECK(schiri_game_parts(game, "Z") == NULL && schiri_error_status() == SCHIRI_ILLEGAL);
  CHECK(schiri_game_perft(game, 1, &count) == SCHIRI_OK && count > 10);
  CHECK(schiri_game_ending(game, &reason) == SCHIRI_OPEN && same(reason, ""));
  for (int i = 0; i < 10000 && schiri_game_ending(game, NULL) == SCHIRI_OPEN; ++i) {
    char* const turn = schiri_game_random_turn(game, &seed);
    CHECK(schiri_game_play(game, turn) == SCHIRI_OK);
    schiri_free(turn);
  }
  CHECK(schiri_game_ending(game, &reason) != SCHIRI_OPEN && strlen(reason) > 4);
  CHECK(schiri_game_random_turn(game, &seed) == NULL);
  CHECK(schiri_game_play(game, "E7+D6") == SCHIRI_OVER);
  CHECK(is_text(schiri_game_turns(game, 0), ""));
  schiri_game_free(game);
}

static void test_starts(void) {
  CHECK(schiri_game_new("sperre", NULL, NULL, NULL) == NULL && has(schiri_error(), "roll"));
  schiri_game* const rolled = schiri_game_new("sperre", "both+move-first", NULL, "147");
  CHECK(same(schiri_game_variant(rolled), "move-first+both"));
  CHECK(is_text(schiri_game_turns(rolled, 1), "pass/III2\n"));
  schiri_game_free(rolled);
  schiri_game* const one = schiri_game_drawn("sperre", NULL, 5);
  schiri_game* const other = schiri_game_drawn("sperre", "", 5);
  char* const position = schiri_game_position(one);
  CHECK(is_text(schiri_game_position(other), position));
  schiri_free(position);
  schiri_game_free(one);
  schiri_game_free(other);
  CHECK(schiri_game_new("creeper", "nonsense", NULL, NULL) == NULL);
  CHECK(schiri_game_new("creeper", NULL, "nonsense", NULL) == NULL);
}

static void test_boards(void) {
  schiri_game* const game = schiri_game_new("springerjagd", NULL, NULL, NULL);
  float planes[8 * 36], sum = 0;
  CHECK(told(schiri_game_figures(game), "[[\"springerjagd-"));
  CHECK(schiri_game_planes(game, planes, 8 * 36) == SCHIRI_OK);
  for (size_t i = 0; i < 8 * 36; ++i) sum += planes[i];
  CHECK(sum == 20.0f); /* two knights and eight pawns a side */
  CHECK(planes[1] == 1.0f && planes[4] == 1.0f);
  CHECK(schiri_game_planes(game, planes, 7) == SCHIRI_WRONG && has(schiri_error(), "288"));
  char* const board = schiri_game_board(game, 0);
  CHECK(count_lines(board) > 6);
  schiri_free(board);
  char* const svg = schiri_game_svg(game, "light", 1, 300);
  CHECK(has(svg, "<svg") && has(svg, "300"));
  schiri_free(svg);
  CHECK(schiri_game_svg(game, "pink", 0, 300) == NULL && schiri_game_svg(game, "", 0, 0) == NULL);
  schiri_game_free(game);
}

static int keep_record(schiri_record* record, void* data) {
  schiri_record** const kept = data;
  schiri_record_free(*kept);
  *kept = record;
  return 1;
}

static int free_record(schiri_record* record, void* data) {
  ++*(size_t*)data;
  schiri_record_free(record);
  return 1;
}

static int stop_at_once(schiri_record* record, void* data) {
  free_record(record, data);
  return 0;
}

/* The game of the README. */
static const char wrong_result[] =
    "[White \"Anna\"]\n[Black \"Emil\"]\n[Game \"creeper\"]\n\n"
    "1. E7+D6 G3+F4 2. D6+E5 E1+D2 3. b1+c2 F1+E2 4. F7+E6 B7+C6 5. C2+D3 C6+D7\n"
    "6. D3+C4 D2-D3 7. C1+D2 E2xC2 8. C4+D5 C2-B2 9. D5+E4 0-1\n";

static void test_records(void) {
  schiri_record* record = NULL;
  CHECK(schiri_read_text(wrong_result, strlen(wrong_result), NULL, keep_record, &record) ==
        SCHIRI_OK);
  CHECK(!schiri_record_is_valid(record));
  CHECK(same(schiri_record_tag(record, "White"), "Anna") && !schiri_record_tag(record, "Site"));
  char* const facts = schiri_record_json(record);
  CHECK(has(facts, "{\"index\":1,\"line\":1,\"game\":\"creeper\",\"variant\":\"standard\",\"valid\":false,"
                   "\"result\":\"0-1\",\"outcome\":\"white\",\"ending\":\"chain\","));
  CHECK(has(facts, "[\"Black\",\"Emil\"]") && has(facts, "\"played\":[\"E7+D6\",\"G3+F4\""));
  CHECK(has(facts, "\"movetext\":[[\"turn\",\"E7+D6\"]"));
  CHECK(has(facts, "\"line\":6,\"column\":55,\"turn\":17,\"is_error\":true"));
  CHECK(has(facts, "\"code\":\"result-mismatch\"") && has(facts, "9. D5+E4 0-1"));
  schiri_free(facts);
  CHECK(has(schiri_code_meaning("result-mismatch"), "rules") && !schiri_code_meaning("nonsense"));

  char* const repairs = schiri_record_repair(record);
  CHECK(count_lines(repairs) >= 2 && schiri_record_is_valid(record));
  schiri_free(repairs);
  CHECK(told(schiri_record_json(record), "\"result\":\"1-0\""));
  CHECK(schiri_record_add_comment(record, 1, "Über die Mitte") == SCHIRI_OK);
  CHECK(schiri_record_add_comment(record, 1, "}") == SCHIRI_WRONG);
  CHECK(schiri_record_add_comment(record, 18, "") == SCHIRI_WRONG);
  CHECK(schiri_record_set_tag(record, "Event", "Spring \"cup\"") == SCHIRI_OK);
  CHECK(schiri_record_set_tag(record, "no name", "x") == SCHIRI_WRONG);
  CHECK(schiri_record_set_tag(record, "Event", "\xff") == SCHIRI_WRONG);
  char* const written = schiri_record_write(record, NULL);
  CHECK(has(written, "1. E7+D6 {Über die Mitte} ") && has(written, "[Event \"Spring \\\"cup\\\"\"]"));
  schiri_record* again = NULL;
  CHECK(schiri_read_text(written, strlen(written), NULL, keep_record, &again) == SCHIRI_OK);
  CHECK(schiri_record_is_valid(again));
  CHECK(told(schiri_record_json(again), "\"findings\":[{\"code\":\"missing-tag\""));
  schiri_free(written);
  CHECK(schiri_record_write(record, "nonsense") == NULL);
  CHECK(is_text(schiri_record_losses(record, NULL), "") && !schiri_record_losses(record, "log"));
  CHECK(told(schiri_record_losses(record, "abstractplay"), "comments"));

  schiri_game* const game = schiri_record_replay(again, 16);
  CHECK(schiri_game_length(game) == 16 && schiri_game_play(game, "D5+E4") == SCHIRI_OK);
  schiri_record* const played = schiri_record_of_game(game);
  CHECK(told(schiri_record_json(played), "\"index\":0,\"line\":0,"));
  CHECK(schiri_record_set_tag(played, "White", "A") == SCHIRI_OK);
  CHECK(schiri_record_set_result(played, "2-0") == SCHIRI_WRONG);
  schiri_record* const copied = schiri_record_copy(played);
  char* const json = schiri_record_write(copied, "json");
  CHECK(json && json[0] == '{' && count_lines(json) == 1);
  CHECK(schiri_read_text(json, strlen(json), "{\"form\": \"json\", \"threads\": 2}", keep_record,
                         &again) == SCHIRI_OK);
  CHECK(schiri_record_is_valid(again) && schiri_record_repair(again) == NULL);
  schiri_free(json);
  schiri_record_free(again);
  schiri_record_free(played);
  schiri_record_free(copied);
  schiri_record_free(record);
  schiri_game_free(game);
}

static void test_reading(const char* folder) {
  char path[4096];
  size_t seen = 0;
  snprintf(path, sizeof path, "%s/creeper-sample.pgn", folder);
  CHECK(schiri_read_file(path, NULL, free_record, &seen) == SCHIRI_OK && seen > 1);
  seen = 0;
  CHECK(schiri_read_file(path, NULL, stop_at_once, &seen) == SCHIRI_STOPPED && seen == 1);
  CHECK(schiri_read_file("/nowhere", NULL, free_record, &seen) == SCHIRI_UNUSABLE);
  CHECK(has(schiri_error(), "/nowhere"));
  static const char* const odd[] = {"{\"form\": \"nonsense\"}", "{\"forms\": \"pgn\"}", "[]", "{",
                                    "{\"strict\": 1}", "{\"threads\": -1}", "{\"game\": 1}"};
  for (size_t i = 0; i < sizeof odd / sizeof *odd; ++i) {
    CHECK(schiri_read_text("", 0, odd[i], free_record, &seen) == SCHIRI_WRONG);
  }
}

static void note_thought(const char* thought, void* data) {
  CHECK(has(thought, "{\"turn\":\"") && has(thought, "\"lines\":[{\"turns\":\""));
  *(int*)data = 1;
}

static void stop_thinking(const char* thought, void* data) {
  if (has(thought, "\"depth\":2,\"nodes\"")) schiri_bot_stop(data);
}

static void test_bots(void) {
  schiri_game* const game = schiri_game_new("springerjagd", NULL, NULL, NULL);
  schiri_bot* const bot = schiri_bot_new("alphabeta:nodes=3000,name=x");
  int is_told = 0;
  CHECK(has(schiri_bots(), "random\n"));
  CHECK(schiri_bot_listen(bot, note_thought, &is_told) == SCHIRI_OK);
  char* const first = schiri_bot_think(bot, game, NULL);
  CHECK(is_told && has(first, "\"score\":{\"kind\":\"value\",\"amount\":"));
  CHECK(schiri_bot_new_game(bot, 1) == SCHIRI_OK);
  CHECK(is_text(schiri_bot_think(bot, game, NULL), first));
  schiri_free(first);
  CHECK(told(schiri_bot_think(bot, game, "{\"depth\": 1}"), "\"depth\":1,\"nodes\""));
  /* It would search forever. */
  CHECK(schiri_bot_listen(bot, stop_thinking, bot) == SCHIRI_OK);
  char* const turn = schiri_bot_choose(bot, game, "{\"nodes\": 18446744073709551615}");
  CHECK(schiri_game_play(game, turn) == SCHIRI_OK);
  schiri_free(turn);
  CHECK(!schiri_bot_think(bot, game, "{\"depth\": -1}") && schiri_error_status() == SCHIRI_WRONG);
  schiri_bot_free(bot);
  schiri_game_free(game);
  CHECK(schiri_bot_new("nonsense") == NULL && schiri_bot_new("cmd=/bin/true") == NULL);
  CHECK(schiri_bot_new("greedy:option.random=1000") == NULL);
}

static void test_analysis(void) {
  schiri_record* record = NULL;
  schiri_bot* const bot = schiri_bot_new("greedy");
  CHECK(schiri_read_text(wrong_result, strlen(wrong_result), NULL, keep_record, &record) ==
        SCHIRI_OK);
  CHECK(schiri_record_analyse(record, bot, NULL) == SCHIRI_WRONG);
  schiri_free(schiri_record_repair(record));
  CHECK(schiri_record_analyse(record, bot, NULL) == SCHIRI_OK);
  schiri_bot* const silent = schiri_bot_new("random");
  CHECK(schiri_record_analyse(record, silent, NULL) == SCHIRI_WRONG);
  schiri_bot_free(silent);
  char* const text = schiri_record_write(record, "pgn");
  CHECK(has(text, "{analysis: "));
  schiri_free(text);
  schiri_record_free(record);
  schiri_bot_free(bot);
}

/* Two players of creeper after five games. */
static schiri_ratings* some_ratings(void) {
  static const char* const results[] = {"1-0", "1/2-1/2", "1-0", "0-1", "1-0"};
  schiri_ratings* const ratings = schiri_ratings_new();
  for (size_t i = 0; i < 5; ++i) {
    char result[200];
    snprintf(result, sizeof result,
             "{\"game\": \"Creeper\", \"white\": \"%s\", \"black\": \"%s\", \"result\": \"%s\", "
             "\"date\": \"2026.05.%02d\"}",
             i % 2 ? "Emil" : "Anna", i % 2 ? "Anna" : "Emil", results[i], (int)i + 1);
    CHECK(schiri_ratings_add_result(ratings, result) == SCHIRI_OK);
  }
  return ratings;
}

static void test_ratings(void) {
  static const char* const wrong[] = {"{}", "[]", NULL, "{\"game\": \"chess\"}",
      "{\"game\": \"creeper\", \"white\": \"A\", \"black\": \"B\", \"result\": \"3-0\"}"};
  schiri_ratings* const ratings = some_ratings();
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
    CHECK(schiri_ratings_add_result(ratings, wrong[i]) == SCHIRI_WRONG);
  }
  CHECK(is_text(schiri_ratings_lists(ratings), "[]"));
  for (const char* method = schiri_rating_methods(); *method; method = strchr(method, '\n') + 1) {
    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(method, "\n"), method);
    CHECK(schiri_ratings_rate(ratings, name) == SCHIRI_OK);
    char* const lists = schiri_ratings_lists(ratings);
    CHECK(has(lists, "[{\"game\":\"creeper\",\"variant\":\"standard\",\"pool\":1,\"pools\":1,"));
    CHECK(has(lists, "\"players\":[{\"player\":\"Anna\",\"rating\":1"));
    CHECK(has(lists, "\"wins\":4,\"draws\":1,\"losses\":0,"));
    schiri_free(lists);
  }
  CHECK(schiri_ratings_rate(ratings, "nonsense") == SCHIRI_WRONG);
  CHECK(told(schiri_rating_options(), "\"prior-sd\":\"bt: "));
  CHECK(schiri_ratings_set(ratings, "anchor", "Anna=1800") == SCHIRI_OK);
  CHECK(schiri_ratings_rate(ratings, NULL) == SCHIRI_OK);
  CHECK(told(schiri_ratings_lists(ratings), "\"player\":\"Anna\",\"rating\":1800"));
  CHECK(schiri_ratings_rate(ratings, "elo") == SCHIRI_WRONG);
  CHECK(has(schiri_error(), "anchor: this is an option of bt, not of elo"));
  CHECK(schiri_ratings_reset(ratings) == SCHIRI_OK);
  CHECK(schiri_ratings_rate(ratings, "elo") == SCHIRI_OK);
  static const char* const options[][3] = {
      {"nonsense", "1", "the options are: no-prior, prior-sd"}, {"k", "0", "k: expected a number above 0"},
      {"k", NULL, "above 0"}, {"fide", "x", "expected no value"}, {"no-forfeits", NULL, "before games"},
      {"repeats", "twice", "once or count"}, {"tie-breaks", "XX", "there are DE, WIN"}, {NULL, NULL, "is "}};
  for (size_t i = 0; i < sizeof options / sizeof *options; ++i) {
    CHECK(schiri_ratings_set(ratings, options[i][0], options[i][1]) == SCHIRI_WRONG);
    CHECK(has(schiri_error(), options[i][2]));
  }
  schiri_ratings_free(ratings);
}

static void test_expectations(void) {
  schiri_ratings* const ratings = some_ratings();
  CHECK(schiri_ratings_rate(ratings, "bt") == SCHIRI_OK);
  CHECK(!schiri_ratings_predict(ratings, 0, "Anna", "Emil") && has(schiri_error(), "matrix"));
  CHECK(schiri_ratings_set(ratings, "matrix", NULL) == SCHIRI_OK);
  CHECK(schiri_ratings_rate(ratings, "bt") == SCHIRI_OK);
  CHECK(told(schiri_ratings_predict(ratings, 0, "Anna", "Emil"), "{\"white_wins\":0."));
  CHECK(!schiri_ratings_predict(ratings, 0, "Anna", "Anna"));
  CHECK(!schiri_ratings_predict(ratings, 0, "Anna", "Ann") && has(schiri_error(), "no player 'Ann'"));
  CHECK(!schiri_ratings_predict(ratings, 1, "Anna", "Emil"));
  CHECK(schiri_ratings_rate(ratings, "elo") == SCHIRI_WRONG && has(schiri_error(), "matrix"));
  CHECK(schiri_ratings_reset(ratings) == SCHIRI_OK);
  CHECK(told(schiri_ratings_history(ratings, "elo", "Anna"), "\"date\":\"2026.05.05\",\"rating\":1"));
  CHECK(!schiri_ratings_history(ratings, "bt", "Anna"));
  CHECK(!schiri_ratings_history(ratings, "elo", "Ana") && has(schiri_error(), "'Anna'"));
  schiri_ratings_free(ratings);
}

static void test_tables(void) {
  schiri_ratings* const ratings = some_ratings();
  CHECK(is_text(schiri_ratings_tables(ratings), "[]"));
  CHECK(is_text(schiri_ratings_write_tables(ratings, "json"), ""));
  char* const none = schiri_ratings_write(ratings, "csv");
  CHECK(has(none, "game,player,rating,") && count_lines(none) == 1);
  schiri_free(none);
  CHECK(schiri_ratings_set(ratings, "tie-breaks", "DE,WON") == SCHIRI_OK);
  CHECK(schiri_ratings_rate(ratings, "elo") == SCHIRI_OK);
  CHECK(schiri_ratings_tabulate(ratings) == SCHIRI_OK);
  char* const tables = schiri_ratings_tables(ratings);
  CHECK(has(tables, "\"tie_breaks\":[\"DE\",\"WON\"],\"rows\":[{\"player\":\"Anna\",\"points\":4.5,\"wins\":4,"));
  CHECK(has(tables, "\"WON\":4") && has(tables, "\"against\":{\"Anna\":[0,1,4]}"));
  schiri_free(tables);
  char* const rows = schiri_ratings_write(ratings, "csv");
  CHECK(count_lines(rows) == 3 && has(rows, "\ncreeper,Anna,15"));
  schiri_free(rows);
  char* const table = schiri_ratings_write_tables(ratings, "csv");
  CHECK(count_lines(table) == 3 && has(table, "points,direct_encounter,"));
  schiri_free(table);
  CHECK(!schiri_ratings_write(ratings, "xml") && has(schiri_error(), "csv, json"));
  CHECK(!schiri_ratings_write(ratings, NULL) && !schiri_ratings_write_tables(NULL, "csv"));
  schiri_ratings_free(ratings);
}

/* Null pointers cause no crash. */
static void test_null(void) {
  uint64_t number = 1, seed = 1;
  size_t size = 0;
  CHECK(schiri_game_new(NULL, NULL, NULL, NULL) == NULL && schiri_game_copy(NULL) == NULL);
  CHECK(schiri_game_play(NULL, "x") == SCHIRI_WRONG && has(schiri_error(), "the game is missing"));
  CHECK(schiri_game_side(NULL) == -1 && schiri_game_ending(NULL, NULL) == -1);
  CHECK(schiri_game_position(NULL) == NULL && schiri_game_turns(NULL, 0) == NULL);
  CHECK(schiri_game_count_turns(NULL, &number) == SCHIRI_WRONG);
  CHECK(schiri_game_figures(NULL) == NULL && schiri_game_length(NULL) == 0);
  schiri_game* const game = schiri_game_new("creeper", NULL, NULL, NULL);
  CHECK(schiri_game_play(game, NULL) == SCHIRI_WRONG);
  CHECK(schiri_game_visit_turns(game, 0, NULL, NULL) == SCHIRI_WRONG);
  CHECK(schiri_game_count_turns(game, NULL) == SCHIRI_WRONG);
  CHECK(schiri_game_random_turn(game, NULL) == NULL);
  CHECK(!schiri_bot_think(NULL, game, NULL) && !schiri_bot_choose(NULL, game, NULL));
  schiri_game_free(game);
  CHECK(schiri_read_file(NULL, NULL, free_record, NULL) == SCHIRI_WRONG);
  CHECK(schiri_read_text(NULL, 3, NULL, free_record, NULL) == SCHIRI_WRONG);
  CHECK(schiri_read_text(wrong_result, 100, NULL, NULL, NULL) == SCHIRI_WRONG);
  CHECK(schiri_record_of_game(NULL) == NULL && schiri_record_write(NULL, NULL) == NULL);
  CHECK(schiri_record_json(NULL) == NULL && schiri_record_set_tag(NULL, "a", "b") == SCHIRI_WRONG);
  CHECK(schiri_bot_new(NULL) == NULL && schiri_ratings_add(NULL, NULL) == SCHIRI_WRONG);
  CHECK(schiri_ratings_rate(NULL, NULL) == SCHIRI_WRONG);
  CHECK(schiri_ratings_set(NULL, "k", "1") == SCHIRI_WRONG && schiri_ratings_reset(NULL) == SCHIRI_WRONG);
  CHECK(!schiri_ratings_predict(NULL, 0, "A", "B") && !schiri_ratings_lists(NULL));
  CHECK(!schiri_ratings_history(NULL, "elo", "A") && !schiri_ratings_tables(NULL));
  CHECK(schiri_ratings_tabulate(NULL) == SCHIRI_WRONG);
  schiri_bot_stop(NULL);
  schiri_free(NULL);
  schiri_game_free(NULL);
  schiri_record_free(NULL);
  schiri_bot_free(NULL);
  schiri_ratings_free(NULL);
  schiri_batch_free(NULL);
  schiri_import_free(NULL);
  CHECK(schiri_game_check_turn(NULL, "x") == SCHIRI_WRONG && schiri_error_status() == SCHIRI_WRONG);
  CHECK(schiri_game_quick_turn(NULL, &seed) == NULL && schiri_batch_copy(NULL) == NULL);
  CHECK(schiri_game_side_planes(NULL, 0, NULL, 0) == SCHIRI_WRONG);
  CHECK(schiri_batch_new(NULL, NULL, 1, 1, 0) == NULL && schiri_batch_game(NULL, 0) == NULL);
  CHECK(schiri_batch_play(NULL, NULL, NULL, 0) == SCHIRI_WRONG);
  CHECK(schiri_batch_count_turns(NULL, NULL, 0) == SCHIRI_WRONG);
  CHECK(schiri_batch_planes(NULL, 0, NULL, 0) == SCHIRI_WRONG);
  CHECK(schiri_record_save(NULL, &size) == NULL && schiri_record_load(NULL, 0) == NULL);
  CHECK(schiri_database_query(NULL, "games", NULL, "json") == NULL);
  CHECK(schiri_database_visit(NULL, NULL, NULL, NULL) == SCHIRI_WRONG);
  CHECK(schiri_database_index(NULL) == SCHIRI_WRONG && schiri_import_new(NULL, NULL, NULL) == NULL);
  CHECK(schiri_import_add(NULL, NULL) == SCHIRI_WRONG);
  CHECK(schiri_import_finish(NULL) == NULL);
  CHECK(schiri_choice_game(NULL) == NULL && schiri_choice_limits(NULL) == NULL);
  CHECK(schiri_choice_seed(NULL) == 0 && schiri_choice_is_first(NULL) == 0);
  CHECK(schiri_choice_is_stopped(NULL) == 0 && schiri_choice_answer(NULL, "x") == SCHIRI_WRONG);
  CHECK(schiri_choice_fail(NULL, "x") == SCHIRI_WRONG);
  CHECK(schiri_tournament_run(NULL, NULL, NULL, NULL) == SCHIRI_WRONG);
}

static void test_checks(void) {
  uint64_t seed = 1;
  schiri_game* game = schiri_game_new("creeper", NULL, NULL, NULL);
  char* turn = schiri_game_quick_turn(game, &seed);
  CHECK(turn && seed != 1 && schiri_game_check_turn(game, turn) == SCHIRI_OK);
  CHECK(schiri_game_check_turn(game, "e7+d6") == SCHIRI_OK && schiri_game_length(game) == 0);
  CHECK(schiri_game_check_turn(game, "E7+D5") == SCHIRI_ILLEGAL && has(schiri_error(), "D5"));
  CHECK(schiri_game_check_turn(game, "nonsense") == SCHIRI_SYNTAX);
  CHECK(schiri_error_status() == SCHIRI_SYNTAX);
  while (schiri_game_ending(game, NULL) == SCHIRI_OPEN) {
    schiri_free(turn);
    turn = schiri_game_quick_turn(game, &seed);
    if (!turn || schiri_game_play(game, turn) != SCHIRI_OK) break;
  }
  CHECK(schiri_game_ending(game, NULL) != SCHIRI_OPEN);
  CHECK(schiri_game_check_turn(game, "E7+D6") == SCHIRI_OVER);
  CHECK(schiri_game_quick_turn(game, &seed) == NULL && has(schiri_error(), "over"));
  schiri_free(turn);
  schiri_game_free(game);
}

static void test_side_planes(void) {
  float white[245], black[245], fixed[245];
  schiri_game* game = schiri_game_new("creeper", NULL, NULL, NULL);
  CHECK(schiri_game_planes(game, fixed, 245) == SCHIRI_OK);
  CHECK(schiri_game_side_planes(game, SCHIRI_WHITE, white, 245) == SCHIRI_OK);
  CHECK(schiri_game_side_planes(game, SCHIRI_BLACK, black, 245) == SCHIRI_OK);
  CHECK(memcmp(white, fixed, sizeof fixed) == 0);
  CHECK(memcmp(white, black, sizeof fixed) == 0); /* both sides see the start alike */
  CHECK(schiri_game_play(game, "E7+D6") == SCHIRI_OK);
  CHECK(schiri_game_side_planes(game, SCHIRI_WHITE, white, 245) == SCHIRI_OK);
  CHECK(schiri_game_side_planes(game, SCHIRI_BLACK, black, 245) == SCHIRI_OK);
  CHECK(memcmp(white, black, sizeof fixed) != 0);
  CHECK(schiri_game_side_planes(game, 2, white, 245) == SCHIRI_WRONG);
  CHECK(schiri_game_side_planes(game, SCHIRI_WHITE, white, 244) == SCHIRI_WRONG);
  schiri_game_free(game);
}

static void test_batches(void) {
  enum { games = 3 };
  schiri_step steps[games];
  uint64_t counts[games];
  int64_t turns[games] = {0, -1, 1000};
  float planes[games * 245];
  size_t ended = 0;
  schiri_game* game;
  schiri_batch* copy;
  schiri_batch* batch = schiri_batch_new("creeper", NULL, games, 5, 40);
  CHECK(schiri_batch_count_turns(batch, counts, games) == SCHIRI_OK && counts[2] == 24);
  CHECK(schiri_batch_play(batch, turns, steps, games) == SCHIRI_ILLEGAL);
  CHECK(has(schiri_error(), "game 2 has no turn of the number 1000"));
  turns[2] = 23;
  CHECK(schiri_batch_play(batch, turns, steps, games) == SCHIRI_OK);
  CHECK(steps[0].black_moves == 1 && steps[0].ended == 0 && steps[0].white == 0);
  game = schiri_batch_game(batch, 0);
  CHECK(is_text(schiri_game_turns(game, 1), "E1+D2\n") && schiri_game_length(game) == 1);
  schiri_game_free(game);
  copy = schiri_batch_copy(batch);
  for (int i = 0; i < 200; ++i) {
    CHECK(schiri_batch_play(batch, NULL, steps, games) == SCHIRI_OK);
    for (size_t j = 0; j < games; ++j) {
      ended += steps[j].ended;
      CHECK(steps[j].white == -steps[j].black && (!steps[j].is_cut || steps[j].white == 0));
    }
  }
  CHECK(ended >= 15);
  CHECK(schiri_batch_planes(batch, 1, planes, games * 245) == SCHIRI_OK);
  CHECK(schiri_batch_planes(batch, 0, planes, 245) == SCHIRI_WRONG);
  CHECK(schiri_batch_play(batch, NULL, steps, games + 1) == SCHIRI_WRONG);
  CHECK(schiri_batch_play(copy, NULL, NULL, games) == SCHIRI_OK);
  CHECK(schiri_batch_game(copy, games) == NULL && has(schiri_error(), "3 games"));
  schiri_batch_free(batch);
  schiri_batch_free(copy);
  CHECK(schiri_batch_new("creeper", NULL, 0, 1, 0) == NULL);
  CHECK(schiri_batch_new("chess", NULL, 1, 1, 0) == NULL);
}

static void test_learning(void) {
  enum { games = 3, width = 64 };
  int64_t actions[games * width], turns[games] = {0, -1, 23};
  uint8_t places[games] = {0, 1, 0};
  float after[games * 245], planes[games * 245];
  schiri_step steps[games];
  schiri_game* game;
  char* saved;
  char* again;
  schiri_batch* copy;
  schiri_batch* batch = schiri_batch_new("creeper", NULL, games, 5, 2);
  char* const all = schiri_games();
  CHECK(has(all, "\"actions\":[\"B1-C1\"") && has(all, "\"parts\":[\"B1\""));
  schiri_free(all);
  CHECK(schiri_batch_actions(batch, actions, games * width) == SCHIRI_OK);
  CHECK(actions[0] >= 0 && actions[23] >= 0 && actions[24] == -1 && actions[width] == actions[0]);
  CHECK(schiri_batch_actions(batch, actions, games * 23) == SCHIRI_WRONG);
  CHECK(schiri_batch_actions(batch, actions, 1) == SCHIRI_WRONG);
  CHECK(schiri_batch_afterstates(batch, turns, 1, 1, after, games * 245) == SCHIRI_OK);
  CHECK(schiri_batch_play(batch, turns, NULL, games) == SCHIRI_OK);
  CHECK(schiri_batch_planes(batch, 1, planes, games * 245) == SCHIRI_OK);
  CHECK(memcmp(after, planes, 245 * sizeof *after) == 0 && after[245] == 0);
  CHECK(memcmp(after + 490, planes + 490, 245 * sizeof *after) == 0);
  turns[1] = 1000;
  CHECK(schiri_batch_afterstates(batch, turns, 1, 1, after, games * 245) == SCHIRI_ILLEGAL);
  CHECK(schiri_batch_afterstates(batch, turns, 2, 1, after, games * 245) == SCHIRI_WRONG);
  CHECK(!schiri_batch_ended(batch, 0) && has(schiri_error(), "no game has ended"));
  CHECK(schiri_batch_reset(batch, places, games) == SCHIRI_OK);
  CHECK(schiri_batch_play(batch, NULL, steps, games) == SCHIRI_OK);
  CHECK(steps[0].is_cut && !steps[1].ended && steps[2].ended);
  game = schiri_batch_ended(batch, 0);
  CHECK(schiri_game_length(game) == 2 && !schiri_batch_ended(batch, 1));
  schiri_game_free(game);
  saved = schiri_batch_save(batch);
  copy = schiri_batch_load(saved);
  CHECK(schiri_batch_play(batch, NULL, NULL, games) == SCHIRI_OK);
  CHECK(schiri_batch_play(copy, NULL, NULL, games) == SCHIRI_OK);
  again = schiri_batch_save(copy);
  CHECK(is_text(schiri_batch_save(batch), again) && strcmp(saved, again) != 0);
  schiri_free(again);
  schiri_free(saved);
  CHECK(schiri_batch_reset(copy, NULL, games) == SCHIRI_OK);
  CHECK(schiri_batch_reset(copy, NULL, 2) == SCHIRI_WRONG);
  CHECK(!schiri_batch_load("{}") && has(schiri_error(), "not a saved batch"));
  CHECK(!schiri_batch_load("[") && !schiri_batch_load(NULL) && !schiri_batch_save(NULL));
  schiri_batch_free(batch);
  schiri_batch_free(copy);
  batch = schiri_batch_new("sperre", NULL, games, 5, 0);
  CHECK(schiri_batch_actions(batch, actions, games) == SCHIRI_WRONG);
  schiri_batch_free(batch);
}

static int see_tags(const char* facts, void* data) {
  CHECK(has(facts, "\"tags\":[[\"Event\","));
  return ++*(int*)data < 3;
}

static void test_tags(const char* folder) {
  char file[1000];
  int seen = 0;
  schiri_game* const game = schiri_game_new("creeper", NULL, NULL, NULL);
  schiri_record* const record = schiri_record_of_game(game);
  snprintf(file, sizeof file, "%s/creeper-sample.pgn", folder);
  CHECK(schiri_read_tags(file, NULL, see_tags, &seen) == SCHIRI_STOPPED && seen == 3);
  CHECK(schiri_read_tags("/nowhere", NULL, see_tags, &seen) == SCHIRI_UNUSABLE);
  CHECK(schiri_read_tags(file, "{\"form\": \"x\"}", see_tags, &seen) == SCHIRI_WRONG);
  CHECK(schiri_record_set_movetext(record,
                                   "[[\"turn\",\"E7+D6\"],[\"comment\",\"[%clk 0:00:09] [%eval #3]\"],"
                                   "[\"turn\",\"G3+F4\"]]") == SCHIRI_OK);
  CHECK(is_text(schiri_record_turn_data(record),
                "[{\"score\":{\"kind\":\"win\",\"amount\":3},\"time\":null,\"clock\":9.0},"
                "{\"score\":null,\"time\":null,\"clock\":null}]"));
  CHECK(!schiri_record_turn_data(NULL));
  schiri_record_free(record);
  schiri_game_free(game);
}

static void test_saved_records(void) {
  size_t size = 0;
  char* bytes;
  schiri_record* again;
  schiri_game* game = schiri_game_new("creeper", NULL, NULL, NULL);
  schiri_record* record;
  CHECK(schiri_game_play(game, "E7+D6") == SCHIRI_OK);
  record = schiri_record_of_game(game);
  CHECK(schiri_record_set_tag(record, "White", "Anna") == SCHIRI_OK);
  bytes = schiri_record_save(record, &size);
  CHECK(bytes && size > 20);
  again = schiri_record_load(bytes, size);
  CHECK(again && same(schiri_record_tag(again, "White"), "Anna"));
  CHECK(told(schiri_record_json(again), "\"played\":[\"E7+D6\"]"));
  CHECK(schiri_record_load(bytes, size - 1) == NULL && has(schiri_error(), "not a record"));
  CHECK(schiri_record_load("", 0) == NULL);
  schiri_free(bytes);
  schiri_record_free(again);
  schiri_record_free(record);
  schiri_game_free(game);
}

static int take_one(schiri_record* record, void* data) {
  ++*(int*)data;
  schiri_record_free(record);
  return 0;
}

/* Writes a record into the output of the test. */
static int write_on(schiri_record* record, void* data) {
  const int status = schiri_output_add(data, record);
  schiri_record_free(record);
  return status == SCHIRI_OK;
}

static int count_one(schiri_record* record, void* data) {
  schiri_record_free(record);
  return ++*(int*)data;
}

static int records_in(const char* file, const char* options) {
  int count = 0;
  return schiri_read_file(file, options, count_one, &count) == SCHIRI_OK ? count : -1;
}

static void test_output(void) {
  const char* const files[] = {"interface_test.pgn", "interface_test.csv", "interface_test.json.gz"};
  const char* const forms[] = {NULL, "csv", "json"};
  schiri_game* game = schiri_game_new("creeper", NULL, NULL, NULL);
  schiri_record* record;
  CHECK(schiri_game_play(game, "E7+D6") == SCHIRI_OK);
  record = schiri_record_of_game(game);
  for (int i = 0; i < 3; ++i) {
    char options[40];
    schiri_output* output;
    snprintf(options, sizeof options, "{\"form\": \"%s\"}", forms[i] ? forms[i] : "pgn");
    remove(files[i]);
    schiri_output_free(schiri_output_new(files[i], forms[i]));
    CHECK(records_in(files[i], options) == -1); /* nothing is left of it */
    output = schiri_output_new(files[i], forms[i]);
    CHECK(schiri_output_add(output, record) == SCHIRI_OK);
    CHECK(schiri_output_add(output, record) == SCHIRI_OK && records_in(files[i], options) == -1);
    CHECK(schiri_output_add(output, NULL) == SCHIRI_WRONG);
    CHECK(schiri_output_finish(output) == SCHIRI_OK && records_in(files[i], options) == 2);
    CHECK(schiri_output_finish(output) == SCHIRI_WRONG && has(schiri_error(), "finished"));
    CHECK(schiri_output_add(output, record) == SCHIRI_WRONG);
    schiri_output_free(output);
    /* From the file itself, and given up in the middle of it. */
    for (int is_kept = 0; is_kept < 2; ++is_kept) {
      output = schiri_output_new(files[i], forms[i]);
      CHECK(schiri_read_file(files[i], options, write_on, output) == SCHIRI_OK);
      if (is_kept) CHECK(schiri_output_finish(output) == SCHIRI_OK);
      schiri_output_free(output);
      CHECK(records_in(files[i], options) == 2);
    }
    remove(files[i]);
  }
  CHECK(!schiri_output_new("x", "nonsense") && has(schiri_error(), "nonsense"));
  CHECK(!schiri_output_new("x.zip", NULL) && schiri_error_status() == SCHIRI_WRONG);
  CHECK(!schiri_output_new("/nowhere/x", NULL) && schiri_error_status() == SCHIRI_UNUSABLE);
  CHECK(!schiri_output_new(NULL, NULL) && schiri_output_add(NULL, record) == SCHIRI_WRONG);
  CHECK(schiri_output_finish(NULL) == SCHIRI_WRONG);
  schiri_output_free(NULL);
  schiri_record_free(record);
  schiri_game_free(game);
}

static void test_edits(void) {
  schiri_game* game = schiri_game_new("creeper", NULL, NULL, NULL);
  schiri_record* record = schiri_record_of_game(game);
  CHECK(schiri_record_set_movetext(record, "[[\"turn\",\"e7+d6\"],[\"nag\",\"1\"]]") == SCHIRI_OK);
  CHECK(told(schiri_record_json(record), "\"movetext\":[[\"turn\",\"E7+D6\"],[\"nag\",\"1\"]]"));
  CHECK(schiri_record_set_movetext(record, "[[\"turn\",\"E1+E2\"]]") == SCHIRI_OK);
  CHECK(!schiri_record_is_valid(record) && told(schiri_record_json(record), "\"code\":\"illegal\""));
  CHECK(schiri_record_set_movetext(record, "[]") == SCHIRI_OK && schiri_record_is_valid(record));
  CHECK(schiri_record_set_movetext(record, "[[\"turn\"]]") == SCHIRI_WRONG);
  CHECK(schiri_record_set_movetext(record, "[") == SCHIRI_WRONG && schiri_record_is_valid(record));
  CHECK(schiri_record_set_movetext(record, NULL) == SCHIRI_WRONG);
  CHECK(schiri_record_set_movetext(NULL, "[]") == SCHIRI_WRONG);
  CHECK(schiri_record_set_tag(record, "Game", "chess") == SCHIRI_OK);
  CHECK(!schiri_record_is_valid(record));
  CHECK(schiri_record_set_tag(record, "Game", "creeper") == SCHIRI_OK);
  CHECK(schiri_record_set_tag(record, "Site", NULL) == SCHIRI_OK && !schiri_record_tag(record, "Site"));
  CHECK(schiri_record_set_tag(record, "Result", "1-0") == SCHIRI_OK);
  CHECK(told(schiri_record_json(record), "\"result\":\"1-0\""));
  CHECK(schiri_record_set_tag(record, "Result", "won") == SCHIRI_WRONG);
  schiri_record_free(record);
  schiri_game_free(game);
}

static void test_databases(void) {
  const char* const file = "interface_test.db";
  int visited = 0;
  char* rows;
  schiri_game* game = schiri_game_new("creeper", NULL, NULL, NULL);
  schiri_record* record = schiri_record_of_game(game);
  schiri_import* import;
  remove(file);
  CHECK(schiri_database_query(file, "games", NULL, "json") == NULL);
  CHECK(schiri_error_status() == SCHIRI_UNUSABLE);
  import = schiri_import_new(file, "test", NULL);
  CHECK(import && schiri_record_set_tag(record, "White", "Anna") == SCHIRI_OK);
  CHECK(schiri_import_add(import, record) == SCHIRI_OK);
  CHECK(told(schiri_import_finish(import), "{\"stored\":1,\"known\":0,"));
  CHECK(schiri_import_add(import, record) == SCHIRI_WRONG && has(schiri_error(), "finished"));
  schiri_import_free(import);
  import = schiri_import_new(file, NULL, "both"); /* nothing of it is stored */
  CHECK(schiri_import_add(import, record) == SCHIRI_OK);
  schiri_import_free(import);
  CHECK(schiri_import_new(file, NULL, "nonsense") == NULL);
  rows = schiri_database_query(file, "players", "{\"player\": \"Anna\"}", "json");
  CHECK(has(rows, "{\"player\":\"Anna\",\"games\":1,") && count_lines(rows) == 2);
  schiri_free(rows);
  CHECK(is_text(schiri_database_query(file, "sql", "{\"statement\": \"SELECT 1 AS one\"}", "csv"),
                "one\n1\n"));
  CHECK(schiri_database_query(file, "games", "{\"limit\": \"x\"}", "json") == NULL);
  CHECK(schiri_error_status() == SCHIRI_WRONG && !has(schiri_error(), "--"));
  CHECK(schiri_database_query(file, "games", "[", "json") == NULL);
  CHECK(schiri_database_query(file, "games", "[]", "json") == NULL);
  CHECK(schiri_database_query(file, "games", NULL, "text") == NULL && has(schiri_error(), "csv"));
  CHECK(schiri_database_query(file, "chess", NULL, "json") == NULL && has(schiri_error(), "games"));
  CHECK(has(schiri_database_queries(), "players\n"));
  CHECK(schiri_database_visit(file, NULL, take_one, &visited) == SCHIRI_STOPPED && visited == 1);
  CHECK(schiri_database_visit(file, "{\"result\": \"1-0\"}", take_one, &visited) == SCHIRI_OK);
  CHECK(visited == 1 && schiri_database_index(file) == SCHIRI_OK);
  schiri_record_free(record);
  schiri_game_free(game);
  remove(file);
}

static int choices;

/* Chooses the first turn, perhaps in a game that is stopped because the tournament ends. */
static void choose_first(schiri_choice* choice, void* data) {
  schiri_game* game = schiri_choice_game(choice);
  char* turns = schiri_game_turns(game, 1);
  CHECK(schiri_choice_is_stopped(choice) >= 0 && schiri_choice_limits(choice) && !data);
  CHECK(schiri_choice_is_first(choice) == (schiri_game_length(game) < 2));
  if (schiri_choice_seed(choice)) ++choices;
  if (turns) turns[strcspn(turns, "\n")] = '\0';
  CHECK(schiri_choice_answer(choice, turns) == SCHIRI_OK);
  schiri_free(turns);
  schiri_game_free(game);
}

static void fail_at_once(schiri_choice* choice, void* data) {
  (void)data;
  CHECK(schiri_choice_fail(choice, "gave up") == SCHIRI_OK);
}

static int stop_after(uint64_t played, uint64_t total, void* data) {
  (void)total;
  return played >= *(uint64_t*)data;
}

static void test_tournaments(void) {
  const char* const file = "interface_tournament.db";
  const char* const settings =
      "{\"db\": \"interface_tournament.db\", \"game\": \"creeper\", \"rounds\": 2, \"threads\": 1,"
      " \"opening-turns\": 0, \"max-turns\": 20, \"bots\":"
      " [{\"function\": \"first\"}, {\"function\": \"none\", \"name\": \"none\"}]}";
  uint64_t most = 0;
  const schiri_function functions[] = {{"first", choose_first, NULL}, {"none", fail_at_once, NULL}};
  schiri_tournament_options options = {sizeof options, NULL, 0, NULL, NULL, NULL, 0, 0};
  char *event = NULL, *results = NULL, *rows;
  remove(file);
  CHECK(schiri_tournament_run(settings, &options, &event, &results) == SCHIRI_WRONG);
  CHECK(has(schiri_error(), "there is no function 'first'") && !event && !results);
  options.functions = functions;
  options.function_count = 2;
  options.is_stopped = stop_after;
  options.data = &most;
  CHECK(schiri_tournament_run(settings, &options, &event, &results) == SCHIRI_STOPPED);
  CHECK(same(event, "creeper match") || has(event, "creeper"));
  schiri_free(event);
  schiri_free(results);
  most = 100;
  CHECK(schiri_tournament_run(settings, &options, &event, &results) == SCHIRI_WRONG);
  options.resume = 1;
  CHECK(schiri_tournament_run(settings, &options, &event, &results) == SCHIRI_OK);
  CHECK(has(results, "\"player\":\"function=first\"") && choices > 0);
  rows = schiri_database_query(file, "games", NULL, "json");
  CHECK(count_lines(rows) == 4 && has(rows, "crash"));
  schiri_free(rows);
  schiri_free(event);
  schiri_free(results);
  CHECK(schiri_tournament_run("{}", NULL, &event, &results) == SCHIRI_WRONG);
  CHECK(schiri_tournament_run("[", NULL, &event, &results) == SCHIRI_WRONG);
  remove(file);
}

struct cancelled_reading {
  pthread_t thread;
  int status;
  size_t games;
};

static int cancel_itself(schiri_record* record, void* data) {
  struct cancelled_reading* reading = data;
  schiri_record_free(record);
  if (++reading->games == 1) pthread_cancel(pthread_self());
  return 1;
}

/* A cancelled thread of a program in C ends at its own next cancellation point, not within the
   library, which reads on. */
static void* read_and_be_cancelled(void* data) {
  struct cancelled_reading* reading = data;
  reading->status = schiri_read_file("interface_cancelled.pgn", NULL, cancel_itself, reading);
  for (;;) pthread_testcancel();
  return NULL;
}

static void test_cancellation(void) {
  struct cancelled_reading reading = {0};
  void* result = NULL;
  FILE* const file = fopen("interface_cancelled.pgn", "w");
  CHECK(file != NULL);
  if (!file) return;
  reading.status = -1;
  for (int i = 0; i < 2000; ++i) fputs("[Game \"creeper\"]\n\n1. A2+B3 *\n\n", file);
  fclose(file);
  CHECK(pthread_create(&reading.thread, NULL, read_and_be_cancelled, &reading) == 0);
  CHECK(pthread_join(reading.thread, &result) == 0);
  CHECK(result == PTHREAD_CANCELED && reading.status == SCHIRI_OK && reading.games == 2000);
  remove("interface_cancelled.pgn");
}

static int print_sizes(void) {
#define PRINT(type) printf("struct " #type " %zu\n", sizeof(type))
  PRINT(schiri_step);
  PRINT(schiri_function);
  PRINT(schiri_tournament_options);
#undef PRINT
  return 0;
}

int main(int count, char** arguments) {
  if (count == 2 && same(arguments[1], "--sizes")) return print_sizes();
  if (count != 2) return 2;
  test_games();
  test_game();
  test_starts();
  test_boards();
  test_records();
  test_reading(arguments[1]);
  test_bots();
  test_analysis();
  test_ratings();
  test_expectations();
  test_tables();
  test_checks();
  test_side_planes();
  test_batches();
  test_learning();
  test_tags(arguments[1]);
  test_saved_records();
  test_output();
  test_edits();
  test_databases();
  test_tournaments();
  test_cancellation();
  test_null();
  if (failures) fprintf(stderr, "%d failures\n", failures);
  return failures != 0;
}
