/* Tests the C interface in C: interface_test DATA_FOLDER. With --sizes it prints the sizes of
   structs for interface.txt. */

#include "cli/library/schiri.h"

#include <math.h>
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

static size_t count_lines(const char* text) {
  size_t lines = 0;
  for (; text && *text; ++text) lines += *text == '\n';
  return lines;
}

static void test_kinds(void) {
  size_t count = 0;
  CHECK(same(schiri_version(), SCHIRI_WANTED_VERSION));
  CHECK(schiri_interface() == SCHIRI_INTERFACE);
  for (const schiri_kind* kind; (kind = schiri_kind_at(count)) != NULL; ++count) {
    schiri_board board;
    schiri_planes planes;
    CHECK(schiri_kind_find(schiri_kind_title(kind)) == kind);
    CHECK(strlen(schiri_kind_rules(kind)) > 500);
    CHECK(count_lines(schiri_kind_variants(kind)) >= 1);
    CHECK(count_lines(schiri_kind_endings(kind)) >= 1);
    CHECK(schiri_kind_board(kind, NULL, &board) == SCHIRI_OK);
    CHECK(board.width > 0 && has(board.symbols, "<g id=\""));
    CHECK(schiri_kind_planes(kind, &planes) == SCHIRI_OK);
    CHECK(planes.planes > 2 && count_lines(planes.names) == planes.planes);
  }
  CHECK(count == 4);
  CHECK(schiri_kind_find("chess") == NULL && has(schiri_error(), "creeper"));
  CHECK(schiri_load_game("/nowhere.so") == SCHIRI_UNUSABLE && has(schiri_error(), "/nowhere.so"));
  CHECK(schiri_load_game(NULL) == SCHIRI_WRONG);
  CHECK(schiri_kind_starts_with_roll(schiri_kind_find("sperre")) == 1);
  CHECK(schiri_kind_streams_turns(schiri_kind_find("creeper")) == 0);
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
  int is_turn = 1;
  char* begun = NULL;
  CHECK(schiri_game_side(game) == SCHIRI_WHITE);
  CHECK(same(schiri_game_variant(game), "standard"));
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
  CHECK(schiri_game_side(game) == SCHIRI_BLACK && same(schiri_game_turn(game, 0), "E7+D6"));
  CHECK(schiri_game_turn(game, 1) == NULL);
  CHECK(is_text(schiri_game_start(game), "1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w"));
  schiri_game* const copy = schiri_game_copy(game);
  CHECK(schiri_game_undo(copy, 1) == SCHIRI_OK && schiri_game_undo(copy, 1) == SCHIRI_WRONG);
  CHECK(schiri_game_length(copy) == 0 && schiri_game_length(game) == 1);
  schiri_game_free(copy);
  CHECK(is_text(schiri_game_parts(game, "e1", &is_turn, &begun), "+D2\n+F2\n-D1\n-E2\n"));
  CHECK(is_turn == 0);
  CHECK(is_text(begun, "E1"));
  CHECK(schiri_game_parts(game, "Z", NULL, NULL) == NULL);
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
  schiri_figure figures[100];
  float planes[8 * 36], sum = 0;
  const size_t count = schiri_game_figures(game, figures, 100);
  CHECK(count == 20 && has(figures[0].symbol, "springerjagd-"));
  CHECK(schiri_game_figures(game, NULL, 0) == count);
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
  schiri_finding finding;
  const char *name, *value, *text, *reason;
  CHECK(schiri_read_text(wrong_result, strlen(wrong_result), NULL, keep_record, &record) ==
        SCHIRI_OK);
  CHECK(!schiri_record_is_valid(record) && schiri_record_length(record) == 17);
  CHECK(schiri_record_index(record) == 1 && schiri_record_line(record) == 1);
  CHECK(same(schiri_record_tag(record, "White"), "Anna") && !schiri_record_tag(record, "Site"));
  CHECK(schiri_record_tag_at(record, 1, &name, &value) == 1 && same(name, "Black"));
  CHECK(schiri_record_tag_at(record, 99, &name, &value) == 0);
  CHECK(same(schiri_record_turn(record, 4), "B1+C2") && !schiri_record_turn(record, 17));
  CHECK(schiri_record_ending(record, &reason) == SCHIRI_WHITE_WINS && same(reason, "chain"));
  const size_t found = schiri_record_findings(record);
  CHECK(schiri_record_finding(record, found - 1, &finding) == SCHIRI_OK);
  CHECK(finding.is_error && same(finding.code, "result-mismatch") && finding.line == 6);
  CHECK(finding.column == 55 && has(finding.message, "chain") && has(finding.excerpt, "0-1"));
  CHECK(schiri_record_finding(record, found, &finding) == SCHIRI_WRONG);
  CHECK(has(schiri_code_meaning("result-mismatch"), "rules") && !schiri_code_meaning("nonsense"));
  CHECK(schiri_record_element(record, 0, &text) == SCHIRI_TURN && same(text, "E7+D6"));
  CHECK(schiri_record_element(record, 17, &text) == -1);
  CHECK(same(schiri_record_text(record), "") == 0);

  char* const repairs = schiri_record_repair(record);
  CHECK(count_lines(repairs) >= 2 && schiri_record_is_valid(record));
  schiri_free(repairs);
  CHECK(same(schiri_record_result(record), "1-0"));
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
  CHECK(schiri_record_is_valid(again) && schiri_record_findings(again) == 1);
  CHECK(schiri_record_finding(again, 0, &finding) == SCHIRI_OK && same(finding.code, "missing-tag"));
  schiri_free(written);
  CHECK(schiri_record_write(record, "nonsense") == NULL);

  schiri_game* const game = schiri_record_replay(again, 16);
  CHECK(schiri_game_length(game) == 16 && schiri_game_play(game, "D5+E4") == SCHIRI_OK);
  schiri_record* const played = schiri_record_of_game(game);
  CHECK(same(schiri_record_result(played), "1-0") && schiri_record_length(played) == 17);
  CHECK(schiri_record_set_tag(played, "White", "A") == SCHIRI_OK);
  CHECK(schiri_record_set_result(played, "2-0") == SCHIRI_WRONG);
  schiri_record* const copied = schiri_record_copy(played);
  char* const json = schiri_record_write(copied, "json");
  CHECK(json && json[0] == '{' && count_lines(json) == 1);
  const schiri_read_options as_json = {sizeof as_json, "json", NULL, NULL, NULL, 0, 2, 0};
  CHECK(schiri_read_text(json, strlen(json), &as_json, keep_record, &again) == SCHIRI_OK);
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
  const schiri_read_options odd = {sizeof odd, "nonsense", NULL, NULL, NULL, 0, 0, 0};
  CHECK(schiri_read_text("", 0, &odd, free_record, &seen) == SCHIRI_WRONG);
  const schiri_read_options small = {1, NULL, NULL, NULL, NULL, 0, 0, 0};
  CHECK(schiri_read_text("", 0, &small, free_record, &seen) == SCHIRI_WRONG);
  /* A program that was compiled with an older header has fewer options. */
  const schiri_read_options old = {sizeof(size_t), "nonsense", NULL, NULL, NULL, 0, 0, 0};
  seen = 0;
  CHECK(schiri_read_text("", 0, &old, free_record, &seen) == SCHIRI_OK && seen == 0);
}

static void note_thought(const schiri_thought* thought, void* data) {
  *(int32_t*)data = thought->depth;
  CHECK(strlen(thought->turn) > 1 && thought->line_count > 0);
}

static void stop_thinking(const schiri_thought* thought, void* data) {
  if (thought->depth >= 2) schiri_bot_stop(data);
}

static void test_bots(void) {
  schiri_game* const game = schiri_game_new("springerjagd", NULL, NULL, NULL);
  schiri_bot* const bot = schiri_bot_new("alphabeta:nodes=3000,name=x");
  schiri_thought thought;
  int32_t depth = 0;
  char first[64];
  CHECK(has(schiri_bots(), "random\n"));
  CHECK(schiri_bot_listen(bot, note_thought, &depth) == SCHIRI_OK);
  CHECK(schiri_bot_think(bot, game, NULL, &thought) == SCHIRI_OK);
  CHECK(thought.nodes > 1000 && thought.nodes <= 3000 && depth >= 1);
  CHECK(thought.line_count == 1 && has(thought.lines[0].turns, thought.turn));
  CHECK(thought.score_kind == SCHIRI_VALUE);
  snprintf(first, sizeof first, "%s", thought.turn);
  CHECK(schiri_bot_new_game(bot, 1) == SCHIRI_OK);
  CHECK(schiri_bot_think(bot, game, NULL, &thought) == SCHIRI_OK && same(thought.turn, first));
  const schiri_limits shallow = {sizeof shallow, 0, 0, 1};
  CHECK(schiri_bot_think(bot, game, &shallow, &thought) == SCHIRI_OK && thought.depth == 1);
  /* It would search forever. */
  const schiri_limits endless = {sizeof endless, UINT64_MAX, 0, 0};
  CHECK(schiri_bot_listen(bot, stop_thinking, bot) == SCHIRI_OK);
  CHECK(schiri_bot_think(bot, game, &endless, &thought) == SCHIRI_OK);
  CHECK(schiri_game_play(game, thought.turn) == SCHIRI_OK);
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

static void test_ratings(void) {
  schiri_ratings* const ratings = schiri_ratings_new();
  schiri_rating_list list;
  schiri_rated_player player;
  CHECK(has(schiri_rating_methods(), "glicko2\n"));
  for (int i = 0; i < 6; ++i) {
    CHECK(schiri_ratings_add_result(ratings, "Creeper", NULL, i % 2 ? "A" : "B", i % 2 ? "B" : "A",
                                    i == 0 ? "1/2-1/2" : i % 2 ? "1-0" : "0-1", NULL, NULL,
                                    NULL) == SCHIRI_OK);
  }
  CHECK(schiri_ratings_add_result(ratings, "creeper", NULL, "A", "B", "3-0", NULL, NULL, NULL) ==
        SCHIRI_WRONG);
  CHECK(schiri_ratings_list(ratings, 0, &list) == SCHIRI_WRONG);
  for (const char* method = schiri_rating_methods(); *method; method = strchr(method, '\n') + 1) {
    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(method, "\n"), method);
    CHECK(schiri_ratings_rate(ratings, name) == SCHIRI_OK);
    CHECK(schiri_ratings_list(ratings, 0, &list) == SCHIRI_OK && list.players == 2);
    CHECK(same(list.game, "creeper") && same(list.variant, "standard") && list.pools == 1);
    CHECK(schiri_ratings_player(ratings, 0, 0, &player) == SCHIRI_OK);
    CHECK(same(player.name, "A") && player.wins == 5 && player.draws == 1 && player.rating > 1500);
    CHECK(schiri_ratings_player(ratings, 0, 2, &player) == SCHIRI_WRONG);
    CHECK(schiri_ratings_list(ratings, 1, &list) == SCHIRI_WRONG);
  }
  CHECK(isnan(player.error) == 0);
  CHECK(schiri_ratings_rate(ratings, "nonsense") == SCHIRI_WRONG);
  schiri_ratings_free(ratings);
}

/* Two players of creeper after five games. */
static schiri_ratings* some_ratings(void) {
  static const char* const results[] = {"1-0", "1/2-1/2", "1-0", "0-1", "1-0"};
  schiri_ratings* const ratings = schiri_ratings_new();
  for (size_t i = 0; i < 5; ++i) {
    char date[16];
    snprintf(date, sizeof date, "2026.05.%02d", (int)i + 1);
    CHECK(schiri_ratings_add_result(ratings, "creeper", NULL, i % 2 ? "Emil" : "Anna",
                                    i % 2 ? "Anna" : "Emil", results[i], NULL, NULL,
                                    date) == SCHIRI_OK);
  }
  return ratings;
}

/* The rating of the first player of a list. */
static double best_rating(schiri_ratings* ratings, const char* method) {
  schiri_rated_player player;
  CHECK(schiri_ratings_rate(ratings, method) == SCHIRI_OK);
  CHECK(schiri_ratings_player(ratings, 0, 0, &player) == SCHIRI_OK);
  CHECK(same(player.name, "Anna"));
  return player.rating;
}

static void test_rating_options(void) {
  static const struct {
    const char *method, *option, *value;
  } changing[] = {{"bt", "prior-sd", "100"}, {"bt", "no-prior", NULL},
                  {"bt", "anchor", "anna"},  {"elo", "k", "+10"},        {"elo", "fide", ""},
                  {"glicko2", "tau", "2"},   {"elo", "start", "Anna=1700"},
                  {"glicko2", "start", "Anna=1500,50,0.1"}, {"glicko2", "period", "day"},
                  {"bt", "anchor", "Anna=1800"}, {"bt", "anchor", "Anna=1800+-10"}};
  static const char* const wrong[][3] = {
      {"nonsense", "1", "the options are: no-prior, prior-sd"}, {"scale", "elo", "the options are: no-prior, prior-sd"},
      {"k", "0", "k: expected a number above 0"},
      {"k", "1e999", "above 0"},                         {"k", "4x", "above 0"},
      {"k", NULL, "above 0"},                            {"anchor", "A", "NAME=RATING"},
      {"fide", "x", "expected no value"},                {"matrix", "x", "expected no value"},
      {"no-forfeits", NULL, "before games"},             {"tie-breaks", "XX", "there are DE, WIN"},
      {"repeats", "count", "before games"},              {"repeats", "twice", "once or count"},
      {"tie-breaks", "PS", "rounds"},                    {"tie-breaks", "DE,DE", "twice"},
      {NULL, NULL, "is "}};
  schiri_ratings* const ratings = some_ratings();
  for (size_t i = 0; i < sizeof changing / sizeof *changing; ++i) {
    const double usual = best_rating(ratings, changing[i].method);
    const char* const value = changing[i].value;
    const int is_name = value && strcmp(value, "anna") == 0;
    CHECK(schiri_ratings_set(ratings, changing[i].option, is_name ? "Nobody=1" : value) == SCHIRI_OK);
    CHECK(schiri_rating_option_meaning(changing[i].option) != NULL);
    if (is_name) {
      CHECK(schiri_ratings_rate(ratings, "bt") == SCHIRI_WRONG && has(schiri_error(), "there are 'Anna' and 'Emil'"));
    } else {
      CHECK(best_rating(ratings, changing[i].method) != usual);
    }
    CHECK(schiri_ratings_reset(ratings) == SCHIRI_OK);
    CHECK(best_rating(ratings, changing[i].method) == usual);
  }
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
    CHECK(schiri_ratings_set(ratings, wrong[i][0], wrong[i][1]) == SCHIRI_WRONG);
    CHECK(has(schiri_error(), wrong[i][2]));
  }
  CHECK(best_rating(ratings, NULL) == best_rating(ratings, "bt"));
  CHECK(schiri_ratings_set(ratings, "anchor", "Anna=1800") == SCHIRI_OK);
  CHECK(schiri_ratings_set(ratings, "anchor", "Anna=1") == SCHIRI_WRONG);
  CHECK(schiri_ratings_set(ratings, "anchor", "Emil=1+-5") == SCHIRI_WRONG);
  CHECK(schiri_ratings_rate(ratings, "elo") == SCHIRI_WRONG);
  CHECK(has(schiri_error(), "anchor: this is an option of bt, not of elo"));
  /* The earlier list is still valid. */
  schiri_rating_list list;
  CHECK(schiri_ratings_list(ratings, 0, &list) == SCHIRI_OK && list.players == 2);
  CHECK(count_lines(schiri_rating_options()) == 13 && !schiri_rating_option_meaning("nonsense"));
  schiri_ratings_free(ratings);
}

/* Forfeited games can be excluded from the ratings. */
static void test_forfeits(void) {
  static const char forfeit[] =
      "[White \"Emil\"]\n[Black \"Anna\"]\n[Game \"creeper\"]\n[Termination \"time forfeit\"]\n"
      "\n1. E7+D6 1-0\n";
  double rating[2];
  for (int i = 0; i < 2; ++i) {
    schiri_ratings* const ratings = schiri_ratings_new();
    schiri_record* record = NULL;
    CHECK(!i || schiri_ratings_set(ratings, "no-forfeits", NULL) == SCHIRI_OK);
    CHECK(schiri_read_text(forfeit, strlen(forfeit), NULL, keep_record, &record) == SCHIRI_OK);
    CHECK(schiri_ratings_add_result(ratings, "creeper", NULL, "Anna", "Emil", "1-0", NULL, NULL,
                                    NULL) == SCHIRI_OK);
    CHECK(schiri_ratings_add(ratings, record) == SCHIRI_OK);
    schiri_record_free(record);
    rating[i] = best_rating(ratings, "bt");
    schiri_ratings_free(ratings);
  }
  CHECK(rating[1] > rating[0] + 10);
}

static void test_predictions(void) {
  schiri_ratings* const ratings = some_ratings();
  schiri_prediction one, other;
  best_rating(ratings, "bt");
  CHECK(schiri_ratings_predict(ratings, 0, 0, 1, &one) == SCHIRI_WRONG && has(schiri_error(), "matrix"));
  CHECK(schiri_ratings_set(ratings, "matrix", NULL) == SCHIRI_OK);
  best_rating(ratings, "bt");
  CHECK(schiri_ratings_predict(ratings, 0, 0, 1, &one) == SCHIRI_OK);
  CHECK(schiri_ratings_predict(ratings, 0, 1, 0, &other) == SCHIRI_OK);
  CHECK(one.difference > 0 && fabs(one.difference + other.difference) < 1e-9 && one.error > 0);
  CHECK(fabs(one.white_wins + one.draw + one.black_wins - 1) < 1e-9 && one.white_wins > one.black_wins);
  CHECK(fabs(one.superiority + other.superiority - 1) < 1e-9 && one.superiority > 0.5);
  CHECK(schiri_ratings_predict(ratings, 0, 0, 0, &one) == SCHIRI_WRONG);
  CHECK(schiri_ratings_predict(ratings, 0, 0, 2, &one) == SCHIRI_WRONG);
  CHECK(schiri_ratings_predict(ratings, 1, 0, 1, &one) == SCHIRI_WRONG);
  CHECK(schiri_ratings_rate(ratings, "elo") == SCHIRI_WRONG && has(schiri_error(), "matrix"));
  schiri_ratings_free(ratings);
}

static int note_point(const schiri_rating_point* point, void* data) {
  double* const last = data;
  CHECK(same(point->game, "creeper") && same(point->variant, "standard") && point->games > 0);
  CHECK(has(point->date, "2026.05.0"));
  *last = point->rating;
  return 1;
}

static int refuse_point(const schiri_rating_point* point, void* data) {
  (void)point, (void)data;
  return 0;
}

static void test_histories(void) {
  static const char* const methods[] = {"elo", "glicko2"};
  schiri_ratings* const ratings = some_ratings();
  for (size_t i = 0; i < 2; ++i) {
    double last = 0;
    CHECK(schiri_ratings_history(ratings, methods[i], "Anna", note_point, &last) == SCHIRI_OK);
    CHECK(fabs(last - best_rating(ratings, methods[i])) < 1e-6);
  }
  CHECK(schiri_ratings_history(ratings, "elo", "Anna", refuse_point, NULL) == SCHIRI_STOPPED);
  CHECK(schiri_ratings_history(ratings, "bt", "Anna", refuse_point, NULL) == SCHIRI_WRONG);
  CHECK(schiri_ratings_history(ratings, "elo", "Ana", refuse_point, NULL) == SCHIRI_WRONG);
  CHECK(has(schiri_error(), "'Anna'"));
  CHECK(schiri_ratings_history(ratings, "elo", "Anna", NULL, NULL) == SCHIRI_WRONG);
  schiri_ratings_free(ratings);
}

static void test_tables(void) {
  schiri_ratings* const ratings = some_ratings();
  schiri_cross_table table;
  schiri_table_row row;
  uint64_t wins, draws, losses;
  CHECK(schiri_ratings_table(ratings, 0, &table) == SCHIRI_WRONG);
  CHECK(schiri_ratings_tabulate(ratings) == SCHIRI_OK);
  CHECK(schiri_ratings_table(ratings, 0, &table) == SCHIRI_OK && table.rows == 2);
  CHECK(same(table.tie_breaks, "DE\nSB\nBH\n") && table.tie_break_count == 3 && table.pools == 1);
  CHECK(schiri_ratings_row(ratings, 0, 0, &row) == SCHIRI_OK && same(row.name, "Anna"));
  CHECK(row.points == 4.5 && row.wins == 4 && row.draws == 1 && row.losses == 0);
  CHECK(row.performance > 1500 && isnan(row.tie_breaks[0]) == 0);
  CHECK(schiri_ratings_against(ratings, 0, 1, 0, &wins, &draws, &losses) == SCHIRI_OK);
  CHECK(wins == 0 && draws == 1 && losses == 4);
  CHECK(schiri_ratings_against(ratings, 0, 0, 2, &wins, &draws, &losses) == SCHIRI_WRONG);
  CHECK(schiri_ratings_row(ratings, 0, 2, &row) == SCHIRI_WRONG);
  CHECK(schiri_ratings_set(ratings, "tie-breaks", "WON") == SCHIRI_OK);
  CHECK(schiri_ratings_tabulate(ratings) == SCHIRI_OK);
  CHECK(schiri_ratings_row(ratings, 0, 0, &row) == SCHIRI_OK && row.tie_breaks[0] == 4);
  schiri_ratings_free(ratings);
}

static void test_rating_texts(void) {
  schiri_ratings* const ratings = some_ratings();
  CHECK(is_text(schiri_ratings_write_tables(ratings, "json"), ""));
  char* const none = schiri_ratings_write(ratings, "csv");
  CHECK(has(none, "game,player,rating,") && count_lines(none) == 1);
  schiri_free(none);
  best_rating(ratings, "elo");
  CHECK(schiri_ratings_tabulate(ratings) == SCHIRI_OK);
  char* const rows = schiri_ratings_write(ratings, "csv");
  CHECK(count_lines(rows) == 3 && has(rows, "\ncreeper,Anna,15"));
  schiri_free(rows);
  char* const json = schiri_ratings_write_tables(ratings, "json");
  CHECK(count_lines(json) == 2 && has(json, "\"against\":{\"Anna\":[0,1,4]}"));
  schiri_free(json);
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
  schiri_limits limits = {sizeof limits, 0, 0, 0};
  schiri_thought thought;
  CHECK(schiri_kind_find(NULL) == NULL && schiri_kind_name(NULL) == NULL);
  CHECK(schiri_kind_board(NULL, NULL, NULL) == SCHIRI_WRONG);
  CHECK(schiri_kind_board(schiri_kind_at(0), NULL, NULL) == SCHIRI_WRONG);
  CHECK(schiri_game_new(NULL, NULL, NULL, NULL) == NULL && schiri_game_copy(NULL) == NULL);
  CHECK(schiri_game_play(NULL, "x") == SCHIRI_WRONG && has(schiri_error(), "the game is missing"));
  CHECK(schiri_game_side(NULL) == -1 && schiri_game_ending(NULL, NULL) == -1);
  CHECK(schiri_game_position(NULL) == NULL && schiri_game_turns(NULL, 0) == NULL);
  CHECK(schiri_game_count_turns(NULL, &number) == SCHIRI_WRONG);
  CHECK(schiri_game_figures(NULL, NULL, 1) == 0 && schiri_game_length(NULL) == 0);
  schiri_game* const game = schiri_game_new("creeper", NULL, NULL, NULL);
  CHECK(schiri_game_play(game, NULL) == SCHIRI_WRONG);
  CHECK(schiri_game_visit_turns(game, 0, NULL, NULL) == SCHIRI_WRONG);
  CHECK(schiri_game_count_turns(game, NULL) == SCHIRI_WRONG);
  CHECK(schiri_game_random_turn(game, NULL) == NULL);
  CHECK(schiri_game_figures(game, NULL, 1) == 0);
  CHECK(schiri_bot_think(NULL, game, &limits, &thought) == SCHIRI_WRONG);
  schiri_game_free(game);
  CHECK(schiri_read_file(NULL, NULL, free_record, NULL) == SCHIRI_WRONG);
  CHECK(schiri_read_text(NULL, 3, NULL, free_record, NULL) == SCHIRI_WRONG);
  CHECK(schiri_read_text(wrong_result, 100, NULL, NULL, NULL) == SCHIRI_WRONG);
  CHECK(schiri_record_of_game(NULL) == NULL && schiri_record_write(NULL, NULL) == NULL);
  CHECK(schiri_record_findings(NULL) == 0 && schiri_record_set_tag(NULL, "a", "b") == SCHIRI_WRONG);
  CHECK(schiri_bot_new(NULL) == NULL && schiri_ratings_add(NULL, NULL) == SCHIRI_WRONG);
  CHECK(schiri_ratings_rate(NULL, NULL) == SCHIRI_WRONG);
  CHECK(schiri_ratings_set(NULL, "k", "1") == SCHIRI_WRONG && schiri_ratings_reset(NULL) == SCHIRI_WRONG);
  CHECK(schiri_ratings_predict(NULL, 0, 0, 1, NULL) == SCHIRI_WRONG);
  CHECK(schiri_ratings_history(NULL, "elo", "A", NULL, NULL) == SCHIRI_WRONG);
  CHECK(schiri_ratings_tabulate(NULL) == SCHIRI_WRONG);
  CHECK(schiri_ratings_table(NULL, 0, NULL) == SCHIRI_WRONG);
  CHECK(schiri_rating_option_meaning(NULL) == NULL);
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
  CHECK(schiri_import_finish(NULL, NULL) == SCHIRI_WRONG);
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
  CHECK(schiri_record_length(again) == 1 && same(schiri_record_turn(again, 0), "E7+D6"));
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

static void test_databases(void) {
  const char* const file = "interface_test.db";
  int visited = 0;
  char* rows;
  schiri_import_result result;
  schiri_game* game = schiri_game_new("creeper", NULL, NULL, NULL);
  schiri_record* record = schiri_record_of_game(game);
  schiri_import* import;
  remove(file);
  CHECK(schiri_database_query(file, "games", NULL, "json") == NULL);
  CHECK(schiri_error_status() == SCHIRI_UNUSABLE);
  import = schiri_import_new(file, "test", NULL);
  CHECK(import && schiri_record_set_tag(record, "White", "Anna") == SCHIRI_OK);
  CHECK(schiri_import_add(import, record) == SCHIRI_OK);
  CHECK(schiri_import_finish(import, &result) == SCHIRI_OK && result.stored == 1);
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

/* Chooses the first turn. */
static void choose_first(schiri_choice* choice, void* data) {
  schiri_game* game = schiri_choice_game(choice);
  char* turns = schiri_game_turns(game, 1);
  CHECK(schiri_choice_is_stopped(choice) == 0 && schiri_choice_limits(choice) && !data);
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
  PRINT(schiri_board);
  PRINT(schiri_planes);
  PRINT(schiri_figure);
  PRINT(schiri_read_options);
  PRINT(schiri_finding);
  PRINT(schiri_limits);
  PRINT(schiri_line);
  PRINT(schiri_thought);
  PRINT(schiri_rating_list);
  PRINT(schiri_rated_player);
  PRINT(schiri_prediction);
  PRINT(schiri_rating_point);
  PRINT(schiri_cross_table);
  PRINT(schiri_table_row);
  PRINT(schiri_step);
  PRINT(schiri_import_result);
  PRINT(schiri_function);
  PRINT(schiri_tournament_options);
#undef PRINT
  return 0;
}

int main(int count, char** arguments) {
  if (count == 2 && same(arguments[1], "--sizes")) return print_sizes();
  if (count != 2) return 2;
  test_kinds();
  test_game();
  test_starts();
  test_boards();
  test_records();
  test_reading(arguments[1]);
  test_bots();
  test_analysis();
  test_ratings();
  test_rating_options();
  test_forfeits();
  test_predictions();
  test_histories();
  test_tables();
  test_rating_texts();
  test_checks();
  test_side_planes();
  test_batches();
  test_saved_records();
  test_databases();
  test_tournaments();
  test_cancellation();
  test_null();
  if (failures) fprintf(stderr, "%d failures\n", failures);
  return failures != 0;
}
