/* Tests the C interface in C: interface_test DATA_FOLDER. With --sizes it prints the sizes of
   structs for interface.txt. */

#define _POSIX_C_SOURCE 200809L

#include "cli/library/schiri.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int failures;

static void fail(const char* file, int line, const char* what) {
  fprintf(stderr, "%s:%d: failed: %s (last error: %s)\n", file, line, what, schiri_error(NULL));
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

static int last_status(void) {
  int status = -1;
  schiri_error(&status);
  return status;
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
  char* const facts = schiri_facts();
  CHECK(has(facts, "{\"games\":[{\"name\":\"creeper\",\"title\":\"Creeper\","));
  CHECK(has(facts, "\"variants\":[\"51\",\"31\"]") && has(facts, "\"starts_with_roll\":true"));
  CHECK(has(facts, "\"repetition\":[\"3\"") && has(facts, "\"planes\":{\"names\":["));
  CHECK(has(facts, "\"actions\":[\"B1-C1\"") && has(facts, "\"parts\":[\"B1\""));
  CHECK(has(facts, "\"boards\":{\"standard\":{") && has(facts, "\"symbols\":\"<g id="));
  CHECK(has(facts, "\"forms\":[\"pgn\"") && has(facts, "\"bots\":[\"random\""));
  CHECK(has(facts, "\"result-mismatch\":{\"meaning\":") && has(facts, "\"styles\":{\"light\":\""));
  schiri_free(facts);
}

/* The number of turns played. */
static size_t length_of(const schiri_game* game) {
  size_t length = 0;
  char* const facts = schiri_game_json(game);
  const char* at = strstr(facts, "\"played\":[") + 10;
  for (; *at != ']'; ++at) length += *at == '"';
  schiri_free(facts);
  return length / 2;
}

static int stop_at_third(const char* turn, void* data) {
  size_t* const seen = data;
  CHECK(strlen(turn) >= 4);
  return ++*seen < 3;
}

static void test_game(void) {
  schiri_game* const game = schiri_game_new("creeper", NULL, NULL, NULL, NULL);
  const char* reason = NULL;
  uint64_t count = 0, seed = 7;
  size_t seen = 0;
  CHECK(schiri_game_side(game) == SCHIRI_WHITE);
  CHECK(told(schiri_game_json(game), "{\"name\":\"creeper\",\"variant\":\"standard\",\"start\":\"1BB"));
  CHECK(schiri_game_count_turns(game, &count) == SCHIRI_OK && count > 10);
  char* const turns = schiri_game_turns(game, 0);
  CHECK(count_lines(turns) == count);
  schiri_free(turns);
  char* const some = schiri_game_turns(game, 5);
  CHECK(count_lines(some) == 5);
  schiri_free(some);
  CHECK(schiri_game_visit_turns(game, 0, stop_at_third, &seen) == SCHIRI_STOPPED && seen == 3);
  CHECK(schiri_game_play(game, "E7") == SCHIRI_SYNTAX && length_of(game) == 0);
  CHECK(schiri_game_play(game, "E7+D5") == SCHIRI_ILLEGAL && strlen(schiri_error(NULL)) > 10);
  CHECK(schiri_game_play(game, "\xff") == SCHIRI_SYNTAX && has(schiri_error(NULL), "'?' is not"));
  CHECK(schiri_game_play(game, "E7+D6") == SCHIRI_OK);
  /* The names of all languages: their table is in `schiri help library`. */
  CHECK(is_text(schiri_game_turns(game, 2), "E1+D2\nE1+F2\n"));
  CHECK(schiri_game_ending(game, NULL) == SCHIRI_OPEN);
  CHECK(schiri_game_side(game) == SCHIRI_BLACK);
  CHECK(told(schiri_game_json(game),
             "\"start\":\"1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w\",\"played\":[\"E7+D6\"]"));
  schiri_game* const copy = schiri_game_copy(game);
  CHECK(schiri_game_undo(copy, 1) == SCHIRI_OK && schiri_game_undo(copy, 1) == SCHIRI_WRONG);
  CHECK(length_of(copy) == 0 && length_of(game) == 1);
  schiri_game_free(copy);
  CHECK(is_text(schiri_game_parts(game, "e1"),
                "{\"begun\":\"E1\",\"is_turn\":false,\"next\":[\"+D2\",\"+F2\",\"-D1\",\"-E2\"]}"));
  CHECK(schiri_game_parts(game, "Z") == NULL && last_status() == SCHIRI_ILLEGAL);
  CHECK(schiri_game_ending(game, &reason) == SCHIRI_OPEN && same(reason, ""));
  for (int i = 0; i < 10000 && schiri_game_ending(game, NULL) == SCHIRI_OPEN; ++i) {
    char* const turn = schiri_game_random_turn(game, &seed, 0);
    CHECK(schiri_game_play(game, turn) == SCHIRI_OK);
    schiri_free(turn);
  }
  CHECK(schiri_game_ending(game, &reason) != SCHIRI_OPEN && strlen(reason) > 4);
  CHECK(schiri_game_random_turn(game, &seed, 0) == NULL);
  CHECK(schiri_game_play(game, "E7+D6") == SCHIRI_OVER);
  CHECK(is_text(schiri_game_turns(game, 0), ""));
  schiri_game_free(game);
}

static void test_starts(void) {
  CHECK(schiri_game_new("sperre", NULL, NULL, NULL, NULL) == NULL && has(schiri_error(NULL), "roll"));
  schiri_game* const rolled = schiri_game_new("sperre", "both+move-first", NULL, "147", NULL);
  CHECK(told(schiri_game_json(rolled), "\"variant\":\"move-first+both\""));
  CHECK(is_text(schiri_game_turns(rolled, 1), "pass/III2\n"));
  schiri_game_free(rolled);
  const uint64_t seed = 5;
  schiri_game* const one = schiri_game_new("sperre", NULL, NULL, NULL, &seed);
  schiri_game* const other = schiri_game_new("sperre", "", "", NULL, &seed);
  CHECK(!schiri_game_new("sperre", NULL, NULL, "147", &seed) && has(schiri_error(NULL), "seed"));
  char* const position = schiri_game_position(one);
  CHECK(is_text(schiri_game_position(other), position));
  schiri_free(position);
  schiri_game_free(one);
  schiri_game_free(other);
  CHECK(schiri_game_new("creeper", "nonsense", NULL, NULL, NULL) == NULL);
  CHECK(schiri_game_new("creeper", NULL, "nonsense", NULL, NULL) == NULL);
}

static void test_boards(void) {
  schiri_game* const game = schiri_game_new("springerjagd", NULL, NULL, NULL, NULL);
  float planes[8 * 36], sum = 0;
  CHECK(told(schiri_game_json(game), "\"figures\":[[\"springerjagd-"));
  CHECK(schiri_game_planes(game, SCHIRI_WHITE, planes, 8 * 36) == SCHIRI_OK);
  for (size_t i = 0; i < 8 * 36; ++i) sum += planes[i];
  CHECK(sum == 20.0f); /* two knights and eight pawns a side */
  CHECK(planes[1] == 1.0f && planes[4] == 1.0f);
  CHECK(schiri_game_planes(game, SCHIRI_WHITE, planes, 7) == SCHIRI_WRONG && has(schiri_error(NULL), "288"));
  char* const board = schiri_game_draw(game, "text", 0, 0);
  CHECK(count_lines(board) > 6);
  schiri_free(board);
  char* const svg = schiri_game_draw(game, "light", 1, 300);
  CHECK(has(svg, "<svg") && has(svg, "300"));
  schiri_free(svg);
  CHECK(told(schiri_game_draw(game, "colour", 0, 0), "\033["));
  CHECK(!schiri_game_draw(game, "pink", 0, 300) && has(schiri_error(NULL), "light, dark, system"));
  CHECK(!schiri_game_draw(game, "light", 0, 0) && !schiri_game_draw(game, NULL, 0, 300));
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

  char* const repairs = schiri_record_repair(record);
  CHECK(count_lines(repairs) >= 2 && schiri_record_is_valid(record));
  schiri_free(repairs);
  CHECK(told(schiri_record_json(record), "\"result\":\"1-0\""));
  CHECK(schiri_record_set_tag(record, "Event", "Spring \"cup\"") == SCHIRI_OK);
  CHECK(schiri_record_set_tag(record, "no name", "x") == SCHIRI_WRONG);
  CHECK(schiri_record_set_tag(record, "Event", "\xff") == SCHIRI_WRONG);
  char* const written = schiri_record_write(record, NULL, NULL);
  CHECK(has(written, "[Event \"Spring \\\"cup\\\"\"]"));
  schiri_record* again = NULL;
  CHECK(schiri_read_text(written, strlen(written), NULL, keep_record, &again) == SCHIRI_OK);
  CHECK(schiri_record_is_valid(again));
  CHECK(told(schiri_record_json(again), "\"findings\":[{\"code\":\"missing-tag\""));
  schiri_free(written);
  char* losses = NULL;
  CHECK(schiri_record_write(record, "nonsense", NULL) == NULL);
  CHECK(schiri_record_write(record, "log", &losses) == NULL && !losses);
  CHECK(told(schiri_record_write(record, NULL, &losses), "E7+D6") && is_text(losses, ""));
  CHECK(schiri_record_set_movetext(record, "[[\"turn\",\"E7+D6\"],[\"comment\",\"oh\"]]") == SCHIRI_OK);
  schiri_free(schiri_record_write(record, "abstractplay", &losses));
  CHECK(told(losses, "comments"));

  schiri_game* const game = schiri_record_replay(again, 16);
  CHECK(length_of(game) == 16 && schiri_game_play(game, "D5+E4") == SCHIRI_OK);
  schiri_record* const played = schiri_record_of_game(game);
  CHECK(told(schiri_record_json(played), "\"index\":0,\"line\":0,"));
  CHECK(schiri_record_set_tag(played, "White", "A") == SCHIRI_OK);
  CHECK(schiri_record_set_tag(played, "Result", "2-0") == SCHIRI_WRONG);
  schiri_record* const copied = schiri_record_copy(played);
  char* const json = schiri_record_write(copied, "json", NULL);
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
  CHECK(has(schiri_error(NULL), "/nowhere"));
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
  schiri_game* const game = schiri_game_new("springerjagd", NULL, NULL, NULL, NULL);
  schiri_bot* const bot = schiri_bot_new("alphabeta:nodes=3000,name=x");
  int is_told = 0;
  char* const first = schiri_bot_think(bot, game, NULL, note_thought, &is_told);
  CHECK(is_told && has(first, "\"score\":{\"kind\":\"value\",\"amount\":"));
  CHECK(schiri_bot_new_game(bot, 1) == SCHIRI_OK);
  CHECK(is_text(schiri_bot_think(bot, game, NULL, NULL, NULL), first));
  schiri_free(first);
  CHECK(told(schiri_bot_think(bot, game, "{\"depth\": 1}", NULL, NULL), "\"depth\":1,\"nodes\""));
  /* It would search forever. */
  CHECK(told(schiri_bot_think(bot, game, "{\"nodes\": 18446744073709551615}", stop_thinking, bot), "{\"turn\":"));
  CHECK(!schiri_bot_think(bot, game, "{\"depth\": -1}", NULL, NULL) && last_status() == SCHIRI_WRONG);
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
  char* const text = schiri_record_write(record, "pgn", NULL);
  CHECK(has(text, "{analysis: "));
  schiri_free(text);
  schiri_record_free(record);
  schiri_bot_free(bot);
}

/* Null pointers cause no crash. */
static void test_null(void) {
  uint64_t number = 1, seed = 1;
  size_t size = 0;
  CHECK(schiri_game_new(NULL, NULL, NULL, NULL, NULL) == NULL && schiri_game_copy(NULL) == NULL);
  CHECK(schiri_game_play(NULL, "x") == SCHIRI_WRONG && has(schiri_error(NULL), "the game is missing"));
  CHECK(schiri_game_side(NULL) == -1 && schiri_game_ending(NULL, NULL) == -1);
  CHECK(schiri_game_position(NULL) == NULL && schiri_game_turns(NULL, 0) == NULL);
  CHECK(schiri_game_count_turns(NULL, &number) == SCHIRI_WRONG);
  CHECK(schiri_game_json(NULL) == NULL && schiri_game_draw(NULL, "text", 0, 0) == NULL);
  schiri_game* const game = schiri_game_new("creeper", NULL, NULL, NULL, NULL);
  CHECK(schiri_game_play(game, NULL) == SCHIRI_WRONG);
  CHECK(schiri_game_visit_turns(game, 0, NULL, NULL) == SCHIRI_WRONG);
  CHECK(schiri_game_count_turns(game, NULL) == SCHIRI_WRONG);
  CHECK(schiri_game_random_turn(game, NULL, 0) == NULL);
  CHECK(!schiri_bot_think(NULL, game, NULL, NULL, NULL));
  schiri_game_free(game);
  CHECK(schiri_read_file(NULL, NULL, free_record, NULL) == SCHIRI_WRONG);
  CHECK(schiri_read_text(NULL, 3, NULL, free_record, NULL) == SCHIRI_WRONG);
  CHECK(schiri_read_text(wrong_result, 100, NULL, NULL, NULL) == SCHIRI_WRONG);
  CHECK(schiri_record_of_game(NULL) == NULL && schiri_record_write(NULL, NULL, NULL) == NULL);
  CHECK(schiri_record_json(NULL) == NULL && schiri_record_set_tag(NULL, "a", "b") == SCHIRI_WRONG);
  CHECK(schiri_bot_new(NULL) == NULL);
  schiri_bot_stop(NULL);
  schiri_free(NULL);
  schiri_game_free(NULL);
  schiri_record_free(NULL);
  schiri_bot_free(NULL);
  schiri_batch_free(NULL);
  CHECK(schiri_game_check_turn(NULL, "x") == SCHIRI_WRONG && last_status() == SCHIRI_WRONG);
  CHECK(schiri_game_random_turn(NULL, &seed, 1) == NULL);
  CHECK(schiri_game_planes(NULL, 0, NULL, 0) == SCHIRI_WRONG);
  CHECK(schiri_batch_new(NULL, NULL, 1, 1, 0) == NULL && schiri_batch_game(NULL, 0, 0) == NULL);
  CHECK(schiri_batch_play(NULL, NULL, NULL, 0) == SCHIRI_WRONG);
  CHECK(schiri_batch_count_turns(NULL, NULL, 0) == SCHIRI_WRONG);
  CHECK(schiri_batch_planes(NULL, 0, NULL, 0) == SCHIRI_WRONG);
  CHECK(schiri_record_save(NULL, &size) == NULL && schiri_record_load(NULL, 0) == NULL);
  CHECK(schiri_choice_is_stopped(NULL) == 0 && schiri_choice_answer(NULL, "x", NULL) == SCHIRI_WRONG);
  CHECK(schiri_bot_function(NULL, NULL, NULL) == SCHIRI_WRONG);
  CHECK(schiri_run(NULL, 1, NULL, NULL, NULL) == -1 && last_status() == SCHIRI_WRONG);
  CHECK(schiri_write_file(NULL, NULL, NULL, NULL) == SCHIRI_WRONG);
}

static void test_checks(void) {
  uint64_t seed = 1;
  schiri_game* game = schiri_game_new("creeper", NULL, NULL, NULL, NULL);
  char* turn = schiri_game_random_turn(game, &seed, 1);
  CHECK(turn && seed != 1 && schiri_game_check_turn(game, turn) == SCHIRI_OK);
  CHECK(schiri_game_check_turn(game, "e7+d6") == SCHIRI_OK && length_of(game) == 0);
  CHECK(schiri_game_check_turn(game, "E7+D5") == SCHIRI_ILLEGAL && has(schiri_error(NULL), "D5"));
  CHECK(schiri_game_check_turn(game, "nonsense") == SCHIRI_SYNTAX);
  CHECK(last_status() == SCHIRI_SYNTAX);
  while (schiri_game_ending(game, NULL) == SCHIRI_OPEN) {
    schiri_free(turn);
    turn = schiri_game_random_turn(game, &seed, 1);
    if (!turn || schiri_game_play(game, turn) != SCHIRI_OK) break;
  }
  CHECK(schiri_game_ending(game, NULL) != SCHIRI_OPEN);
  CHECK(schiri_game_check_turn(game, "E7+D6") == SCHIRI_OVER);
  CHECK(schiri_game_random_turn(game, &seed, 1) == NULL && has(schiri_error(NULL), "over"));
  schiri_free(turn);
  schiri_game_free(game);
}

static void test_side_planes(void) {
  float white[245], black[245], fixed[245];
  schiri_game* game = schiri_game_new("creeper", NULL, NULL, NULL, NULL);
  CHECK(schiri_game_planes(game, SCHIRI_WHITE, fixed, 245) == SCHIRI_OK);
  CHECK(schiri_game_planes(game, SCHIRI_WHITE, white, 245) == SCHIRI_OK);
  CHECK(schiri_game_planes(game, SCHIRI_BLACK, black, 245) == SCHIRI_OK);
  CHECK(memcmp(white, fixed, sizeof fixed) == 0);
  CHECK(memcmp(white, black, sizeof fixed) == 0); /* both sides see the start alike */
  CHECK(schiri_game_play(game, "E7+D6") == SCHIRI_OK);
  CHECK(schiri_game_planes(game, SCHIRI_WHITE, white, 245) == SCHIRI_OK);
  CHECK(schiri_game_planes(game, SCHIRI_BLACK, black, 245) == SCHIRI_OK);
  CHECK(memcmp(white, black, sizeof fixed) != 0);
  CHECK(schiri_game_planes(game, 2, white, 245) == SCHIRI_WRONG);
  CHECK(schiri_game_planes(game, SCHIRI_WHITE, white, 244) == SCHIRI_WRONG);
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
  char* saved;
  schiri_batch* copy;
  schiri_batch* batch = schiri_batch_new("creeper", NULL, games, 5, 40);
  CHECK(schiri_batch_count_turns(batch, counts, games) == SCHIRI_OK && counts[2] == 24);
  CHECK(schiri_batch_play(batch, turns, steps, games) == SCHIRI_ILLEGAL);
  CHECK(has(schiri_error(NULL), "game 2 has no turn of the number 1000"));
  turns[2] = 23;
  CHECK(schiri_batch_play(batch, turns, steps, games) == SCHIRI_OK);
  CHECK(steps[0].black_moves == 1 && steps[0].ended == 0 && steps[0].white == 0);
  game = schiri_batch_game(batch, 0, 0);
  CHECK(is_text(schiri_game_turns(game, 1), "E1+D2\n") && length_of(game) == 1);
  schiri_game_free(game);
  saved = schiri_batch_save(batch);
  copy = schiri_batch_load(saved);
  schiri_free(saved);
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
  CHECK(schiri_batch_game(copy, games, 0) == NULL && has(schiri_error(NULL), "3 games"));
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
  char* word;
  schiri_batch* copy;
  schiri_batch* batch = schiri_batch_new("creeper", NULL, games, 5, 2);
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
  CHECK(!schiri_batch_game(batch, 0, 1) && has(schiri_error(NULL), "no game has ended"));
  CHECK(schiri_batch_reset(batch, places, games) == SCHIRI_OK);
  CHECK(schiri_batch_play(batch, NULL, steps, games) == SCHIRI_OK);
  CHECK(steps[0].is_cut && !steps[1].ended && steps[2].ended);
  game = schiri_batch_game(batch, 0, 1);
  CHECK(length_of(game) == 2 && !schiri_batch_game(batch, 1, 1));
  schiri_game_free(game);
  saved = schiri_batch_save(batch);
  copy = schiri_batch_load(saved);
  CHECK(schiri_batch_play(batch, NULL, NULL, games) == SCHIRI_OK);
  CHECK(schiri_batch_play(copy, NULL, NULL, games) == SCHIRI_OK);
  again = schiri_batch_save(copy);
  CHECK(is_text(schiri_batch_save(batch), again) && strcmp(saved, again) != 0);
  schiri_free(again);
  /* A generator of zeros would draw zeros alone. */
  for (word = strstr(saved, "\"rng\":[") + 7; *word != ']'; ++word) *word = ' ';
  memcpy(strstr(saved, "\"rng\":[") + 7, "0,0,0,0", 7);
  CHECK(!schiri_batch_load(saved) && has(schiri_error(NULL), "not a saved batch"));
  schiri_free(saved);
  CHECK(schiri_batch_reset(copy, NULL, games) == SCHIRI_OK);
  CHECK(schiri_batch_reset(copy, NULL, 2) == SCHIRI_WRONG);
  CHECK(!schiri_batch_load("{}") && has(schiri_error(NULL), "not a saved batch"));
  CHECK(!schiri_batch_load("[") && !schiri_batch_load(NULL) && !schiri_batch_save(NULL));
  schiri_batch_free(batch);
  schiri_batch_free(copy);
  batch = schiri_batch_new("sperre", NULL, games, 5, 0);
  CHECK(schiri_batch_actions(batch, actions, games) == SCHIRI_WRONG);
  schiri_batch_free(batch);
}

static int see_tags(schiri_record* record, void* data) {
  CHECK(schiri_record_tag(record, "Event") && told(schiri_record_json(record), "\"played\":[]"));
  schiri_record_free(record);
  return ++*(int*)data < 3;
}

static void test_tags(const char* folder) {
  char file[1000];
  int seen = 0;
  schiri_game* const game = schiri_game_new("creeper", NULL, NULL, NULL, NULL);
  schiri_record* const record = schiri_record_of_game(game);
  snprintf(file, sizeof file, "%s/creeper-sample.pgn", folder);
  CHECK(schiri_read_file(file, "{\"only_tags\": true}", see_tags, &seen) == SCHIRI_STOPPED && seen == 3);
  CHECK(schiri_record_set_movetext(record,
                                   "[[\"turn\",\"E7+D6\"],[\"comment\",\"[%clk 0:00:09] [%eval #3]\"],"
                                   "[\"turn\",\"G3+F4\"]]") == SCHIRI_OK);
  CHECK(told(schiri_record_json(record),
             "\"turn_data\":[{\"side\":\"white\",\"score\":{\"kind\":\"win\",\"amount\":3},\"time\":null,"
             "\"clock\":9.0},{\"side\":\"black\",\"score\":null,\"time\":null,\"clock\":null}]"));
  schiri_record_free(record);
  schiri_game_free(game);
}

static void test_saved_records(void) {
  size_t size = 0;
  char* bytes;
  schiri_record* again;
  schiri_game* game = schiri_game_new("creeper", NULL, NULL, NULL, NULL);
  schiri_record* record;
  CHECK(schiri_game_play(game, "E7+D6") == SCHIRI_OK);
  record = schiri_record_of_game(game);
  CHECK(schiri_record_set_tag(record, "White", "Anna") == SCHIRI_OK);
  bytes = schiri_record_save(record, &size);
  CHECK(bytes && size > 20);
  again = schiri_record_load(bytes, size);
  CHECK(again && same(schiri_record_tag(again, "White"), "Anna"));
  CHECK(told(schiri_record_json(again), "\"played\":[\"E7+D6\"]"));
  CHECK(schiri_record_load(bytes, size - 1) == NULL && has(schiri_error(NULL), "not a record"));
  CHECK(schiri_record_load("", 0) == NULL);
  schiri_free(bytes);
  schiri_record_free(again);
  schiri_record_free(record);
  schiri_game_free(game);
}

static int count_one(schiri_record* record, void* data) {
  schiri_record_free(record);
  return ++*(int*)data;
}

static int records_in(const char* file, const char* options) {
  int count = 0;
  return schiri_read_file(file, options, count_one, &count) == SCHIRI_OK ? count : -1;
}

/* Records to be written: `left` times the same, then a stop if it `stops`. */
struct writing {
  const schiri_record* record;
  int left;
  int stops;
};

static int next_record(const schiri_record** record, void* data) {
  struct writing* const writing = data;
  *record = writing->record;
  return writing->left-- > 0 ? 1 : writing->stops ? -1 : 0;
}

static void test_written_files(void) {
  const char* const files[] = {"interface_test.pgn", "interface_test.csv", "interface_test.json.gz"};
  const char* const forms[] = {NULL, "csv", "json"};
  schiri_game* game = schiri_game_new("creeper", NULL, NULL, NULL, NULL);
  CHECK(schiri_game_play(game, "E7+D6") == SCHIRI_OK);
  schiri_record* record = schiri_record_of_game(game);
  for (int i = 0; i < 3; ++i) {
    char options[40];
    struct writing none = {record, 1, 1}, two = {record, 2, 0}, wrong = {NULL, 1, 0}, stopped = {record, 1, 1};
    snprintf(options, sizeof options, "{\"form\": \"%s\"}", forms[i] ? forms[i] : "pgn");
    remove(files[i]);
    CHECK(schiri_write_file(files[i], forms[i], next_record, &none) == SCHIRI_STOPPED);
    CHECK(records_in(files[i], options) == -1); /* nothing is left of it */
    CHECK(schiri_write_file(files[i], forms[i], next_record, &two) == SCHIRI_OK);
    CHECK(schiri_write_file(files[i], forms[i], next_record, &wrong) == SCHIRI_WRONG);
    CHECK(schiri_write_file(files[i], forms[i], next_record, &stopped) == SCHIRI_STOPPED);
    CHECK(records_in(files[i], options) == 2); /* as it was */
    remove(files[i]);
  }
  struct writing one = {record, 1, 0};
  CHECK(schiri_write_file("x", "nonsense", next_record, &one) == SCHIRI_WRONG);
  CHECK(schiri_write_file("x.zip", NULL, next_record, &one) == SCHIRI_WRONG);
  CHECK(schiri_write_file("/nowhere/x", NULL, next_record, &one) == SCHIRI_UNUSABLE);
  CHECK(one.left == 1);
  schiri_record_free(record);
  schiri_game_free(game);
}

static void test_edits(void) {
  schiri_game* game = schiri_game_new("creeper", NULL, NULL, NULL, NULL);
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

/* The streams of a command. */
struct streams {
  const char* input;
  char out[20000], err[20000];
  int calls;
  int stops_after; /* calls; 0: never */
  pthread_t thread;
};

static int64_t give_input(char* bytes, size_t size, void* data) {
  struct streams* const streams = data;
  const size_t left = strlen(streams->input), count = left < size ? left : size;
  memcpy(bytes, streams->input, count);
  streams->input += count;
  return (int64_t)count;
}

static int64_t fail_to_read(char* bytes, size_t size, void* data) {
  (void)bytes, (void)size, (void)data;
  return -1;
}

static int64_t pieces_left; /* of an endless input */

static int64_t give_endlessly(char* bytes, size_t size, void* data) {
  static const char game[] = "[White \"Anna\"]\n[Game \"creeper\"]\n[Result \"*\"]\n\n*\n\n";
  (void)data;
  if (size < sizeof game || --pieces_left <= 0) return 0;
  memcpy(bytes, game, sizeof game - 1);
  return (int64_t)(sizeof game - 1);
}

static int take_output(int stream, const char* bytes, size_t size, void* data) {
  struct streams* const streams = data;
  char* const text = stream == SCHIRI_OUT ? streams->out : streams->err;
  const size_t length = strlen(text);
  CHECK(pthread_equal(streams->thread, pthread_self()));
  CHECK(stream == SCHIRI_OUT || stream == SCHIRI_ERR);
  if (size && length + size < sizeof streams->out) {
    memcpy(text + length, bytes, size);
    text[length + size] = '\0';
  }
  return ++streams->calls == streams->stops_after;
}

/* Runs a command line of words that spaces separate. */
static int run(struct streams* streams, const char* line) {
  char words[1000];
  const char* all[50];
  size_t count = 0;
  snprintf(words, sizeof words, "%s", line);
  for (char* word = strtok(words, " "); word; word = strtok(NULL, " ")) all[count++] = word;
  streams->out[0] = streams->err[0] = '\0';
  streams->calls = 0;
  streams->thread = pthread_self();
  return schiri_run(all, count, streams->input ? give_input : NULL, take_output, streams);
}

static const char two_games[] =
      "[White \"Anna\"]\n[Black \"Emil\"]\n[Game \"creeper\"]\n[Result \"1-0\"]\n\n1-0\n\n"
      "[White \"Emil\"]\n[Black \"Anna\"]\n[Game \"creeper\"]\n[Result \"1/2-1/2\"]\n\n1/2-1/2\n";

static void test_commands(void) {
  const char* const file = "interface_test.db";
  static struct streams streams;
  remove(file);
  /* Streams, statuses, and JSON where a command has it. */
  CHECK(run(&streams, "perft creeper --depth 1") == 0 && has(streams.out, "{\"game\":\"creeper\",\"depth\":1,\"turns\":24,"));
  CHECK(run(&streams, "perft creeper --depth 1 --format text") == 0 && has(streams.out, "24") && !has(streams.out, "{"));
  CHECK(has(streams.err, " s\n"));
  CHECK(run(&streams, "ratings --nonsense") == 2 && has(streams.err, "'--nonsense'") && !streams.out[0]);
  CHECK(run(&streams, "") == 2 && run(&streams, "nonsense") == 2);
  CHECK(run(&streams, "db query games --db /nowhere.db") == 3 && has(streams.err, "/nowhere.db"));
  CHECK(run(&streams, "games") == 0 && has(streams.out, "{\"game\":\"creeper\","));
  CHECK(run(&streams, "games --help") == 0 && has(streams.out, "Usage: schiri games"));
  /* Standard input. */
  streams.input = two_games;
  CHECK(run(&streams, "ratings -") == 0 && count_lines(streams.out) == 2);
  CHECK(has(streams.out, "{\"game\":\"creeper\",\"player\":\"Anna\",\"rating\":1"));
  streams.input = NULL;
  CHECK(run(&streams, "ratings -") == 0 && streams.out[0] == '\0' && has(streams.err, "nothing to rate"));
  /* All or nothing. */
  const char* const words[] = {"db", "import", "--db", file, "-"};
  CHECK(schiri_run(words, 5, fail_to_read, take_output, &streams) == 3);
  CHECK(run(&streams, "db query games --db interface_test.db") == 3);
  streams.input = two_games;
  CHECK(run(&streams, "db import --db interface_test.db -") == 0);
  CHECK(has(streams.out, "{\"stored\":2,\"known\":0,\"quarantined\":0,"));
  streams.input = NULL;
  CHECK(run(&streams, "db query players --db interface_test.db --player Anna") == 0 && count_lines(streams.out) == 2);
  /* Nothing is left of a command: language, notes. */
  CHECK(run(&streams, "validate --nonsense --language de") == 2 && has(streams.err, "unbekannte Option"));
  CHECK(run(&streams, "validate --nonsense") == 2 && has(streams.err, "there is no option"));
  /* Without a process of its own. */
  CHECK(run(&streams, "play creeper") == 2 && has(streams.err, "'play' needs a process of its own"));
  CHECK(run(&streams, "ugi --bot random") == 2 && run(&streams, "lsp") == 2);
  CHECK(schiri_run(words, 1, NULL, NULL, NULL) == 2); /* without a sink */
  remove(file);
}

static void* stop_soon(void* data) {
  struct timespec moment = {0, 200000000};
  nanosleep(&moment, NULL);
  schiri_run_stop(data);
  return NULL;
}

static const char endless[] =
    "tournament run --game creeper --bot mcts:movetime=100000 --bot random --db interface_test.db --threads 1";

static void test_stops(void) {
  static struct streams streams;
  pthread_t thread;
  remove("interface_test.db");
  CHECK(pthread_create(&thread, NULL, stop_soon, &streams) == 0);
  CHECK(run(&streams, endless) == 130 && has(streams.err, "interrupted: 0 of 2 games are stored"));
  CHECK(pthread_join(thread, NULL) == 0);
  /* By the sink, without any output. */
  remove("interface_test.db");
  streams.stops_after = 4;
  CHECK(run(&streams, endless) == 130 && streams.calls == 4);
  /* While it reads all the time; two million records at most. */
  const char* const reading[] = {"db", "import", "--db", "interface_test.db", "-"};
  pieces_left = 2000000;
  streams.calls = 0;
  streams.stops_after = 2;
  CHECK(schiri_run(reading, 5, give_endlessly, take_output, &streams) == 130);
  CHECK(streams.calls == 2 && pieces_left > 0);
  /* A command that does not wait for its end stops where it writes: three million turns. */
  const char* const turns[] = {"turns", "sperre", "--position", "BB5BB/3B2B2/1B7/9/4W4/W5B2/2B2W3/4W1W2/1WW1WW3 b 798 5"};
  streams.calls = 0;
  streams.stops_after = 1;
  CHECK(schiri_run(turns, 4, NULL, take_output, &streams) == 130 && streams.calls == 1);
  streams.stops_after = 0;
  CHECK(run(&streams, "perft creeper --depth 1") == 0);
  remove("interface_test.db");
}

static void* run_ratings(void* data) {
  struct streams* const streams = data;
  for (int i = 0; i < 20; ++i) {
    const int status = run(streams, "perft springerjagd --depth 1");
    CHECK(status == 0 && count_lines(streams->out) == 1);
  }
  return NULL;
}

static void test_several_threads(void) {
  static struct streams streams[4];
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) CHECK(pthread_create(&threads[i], NULL, run_ratings, &streams[i]) == 0);
  for (int i = 0; i < 4; ++i) CHECK(pthread_join(threads[i], NULL) == 0);
}

/* What a command must leave alone. */
static void test_the_process(void) {
  static struct streams streams;
  char before[4096], after[4096];
  struct sigaction interrupt, pipe_signal;
  sigset_t mask;
  CHECK(getcwd(before, sizeof before) != NULL);
  FILE* const settings = fopen("schiri.toml", "w");
  CHECK(settings && fputs("nonsense = 1\n", settings) >= 0 && fclose(settings) == 0);
  CHECK(setenv("SCHIRI_DB", "/nowhere.db", 1) == 0 && setenv("LANG", "de_DE.UTF-8", 1) == 0);
  CHECK(run(&streams, "ratings") == 2 && has(streams.err, "specify either a database"));
  CHECK(unsetenv("SCHIRI_DB") == 0 && remove("schiri.toml") == 0);
  streams.stops_after = 2;
  CHECK(run(&streams, endless) == 130);
  remove("interface_test.db");
  CHECK(sigaction(SIGINT, NULL, &interrupt) == 0 && interrupt.sa_handler == SIG_DFL);
  CHECK(sigaction(SIGPIPE, NULL, &pipe_signal) == 0 && pipe_signal.sa_handler == SIG_DFL);
  CHECK(pthread_sigmask(SIG_BLOCK, NULL, &mask) == 0 && !sigismember(&mask, SIGINT) && !sigismember(&mask, SIGPIPE));
  CHECK(getcwd(after, sizeof after) && same(before, after));
  /* A pipe without a reader is an error of writing. */
  int ends[2];
  char line[100];
  CHECK(pipe(ends) == 0 && close(ends[0]) == 0);
  snprintf(line, sizeof line, "convert - -o /dev/fd/%d", ends[1]);
  streams.stops_after = 0;
  streams.input = two_games;
  CHECK(run(&streams, line) == 3 && has(streams.err, "cannot be written"));
  CHECK(close(ends[1]) == 0);
}

static int choices;

/* Chooses the first turn. */
static void choose_first(schiri_choice* choice, void* data) {
  char* turns = schiri_game_turns(choice->game, 1);
  CHECK(schiri_choice_is_stopped(choice) >= 0 && choice->limits && data == &choices);
  CHECK(choice->is_first == (length_of(choice->game) < 2));
  if (choice->seed) ++choices;
  if (turns) turns[strcspn(turns, "\n")] = '\0';
  CHECK(schiri_choice_answer(choice, turns, NULL) == SCHIRI_OK);
  schiri_free(turns);
  const char* const words[] = {"games"};
  CHECK(schiri_run(words, 1, NULL, NULL, NULL) == -1 && has(schiri_error(NULL), "is a part of"));
}

static void fail_at_once(schiri_choice* choice, void* data) {
  (void)data;
  CHECK(schiri_choice_answer(choice, NULL, NULL) == SCHIRI_WRONG);
  CHECK(schiri_choice_answer(choice, NULL, "gave up") == SCHIRI_OK);
}

static void test_functions(void) {
  static struct streams streams;
  const char* const line =
      "tournament run --game creeper --rounds 2 --threads 1 --opening-turns 0 --max-turns 20 --format json"
      " --bot function=first --bot function=none --db interface_test.db";
  remove("interface_test.db");
  CHECK(run(&streams, line) == 3 && has(streams.err, "is a function"));
  CHECK(schiri_bot_function("first", choose_first, &choices) == SCHIRI_OK);
  CHECK(schiri_bot_function("none", fail_at_once, NULL) == SCHIRI_OK);
  CHECK(run(&streams, line) == 0 && has(streams.out, "\"player\":\"function=first\"") && choices > 0);
  CHECK(run(&streams, "db query games --db interface_test.db") == 0);
  CHECK(count_lines(streams.out) == 4 && has(streams.out, "crash"));
  CHECK(schiri_bot_function("first", NULL, NULL) == SCHIRI_OK);
  CHECK(run(&streams, "tournament resume --db interface_test.db") != 130);
  remove("interface_test.db");
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
  PRINT(schiri_choice);
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
  test_checks();
  test_side_planes();
  test_batches();
  test_learning();
  test_tags(arguments[1]);
  test_saved_records();
  test_written_files();
  test_edits();
  test_commands();
  test_stops();
  test_several_threads();
  test_functions();
  test_the_process();
  test_cancellation();
  test_null();
  if (failures) fprintf(stderr, "%d failures\n", failures);
  return failures != 0;
}
