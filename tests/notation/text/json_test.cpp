#include "notation/text/json.h"

#include <nlohmann/json.hpp>

#include "core/base/random.h"
#include "tests/catch.h"

namespace json_test {

using Library = nlohmann::ordered_json;

std::string written(const Library& json, int indent = -1) {
  return json.dump(indent, ' ', false, Library::error_handler_t::replace);
}

const char* const texts[] = {
    "null",
    "true",
    "-0",
    "0",
    "18446744073709551615",
    "-9223372036854775808",
    "18446744073709551616",
    "0.1",
    "1.0",
    "1e300",
    "-1.5e-7",
    "123456789012345680.0",
    "100000000000000000000.0",
    R"("")",
    R"("a\"\\\/\b\f\n\r\t\u0001\u00e9\ud83d\ude00")",
    "\"\x7f\"",
    "[]",
    "{}",
    "[[],{},[[]]]",
    R"({"b":1,"a":{"z":[1,-2,3.5,"x",null,false]},"":""})",
    R"({"a":1,"b":2,"a":3})",
    " [ 1 , 2 ] ",
};

const char* const broken[] = {"",        "{",          "[1,]",     "nul",        "{\"a\"}", "[1] 2",
                              "'a'",     "{\"a\":1,}", "\"\x01\"", "\"\xff\"",   "1e999",   "+1",
                              "\"\\x\"", "[1",         "01",       "\"\\ud800\""};

Json random_json(Rng& rng, int depth) {
  const std::uint64_t kind = rng.below(depth > 0 ? 8 : 6);
  if (kind == 0) return nullptr;
  if (kind == 1) return rng.below(2) == 1;
  if (kind == 2) return rng();
  if (kind == 3) return -static_cast<long long>(rng.below(1000)) - 1;
  if (kind == 4) return static_cast<double>(rng()) / 1e15;
  if (kind == 5) return "text \x01\xff\xc3\xa9 " + std::to_string(rng.below(10));
  Json json = kind == 6 ? Json::array() : Json::object();
  for (std::uint64_t i = rng.below(5); i > 0; --i) {
    if (kind == 6) {
      json.push_back(random_json(rng, depth - 1));
    } else {
      json["key " + std::to_string(rng.below(8))] = random_json(rng, depth - 1);
    }
  }
  return json;
}

TEST_CASE("json: texts are read and written as by the reference library") {
  for (const std::string text : texts) {
    INFO(text);
    const Json json = Json::parse(text);
    CHECK(json.dump() == written(Library::parse(text)));
    CHECK(json.dump(2) == written(Library::parse(text), 2));
    CHECK(Json::parse(json.dump(1)) == json);
  }
  for (const std::string text : broken) {
    INFO(text);
    CHECK(Library::parse(text, nullptr, false).is_discarded());
    CHECK_THROWS_AS(Json::parse(text), JsonSyntaxError);
    CHECK(!Json::parse_if_valid(text));
  }
}

TEST_CASE("json: written values are valid for the reference library") {
  Rng rng(7);
  for (int i = 0; i < 2000; ++i) {
    const Json json = random_json(rng, 4);
    const std::string text = json.dump();
    REQUIRE(written(Library::parse(text)) == text);
    REQUIRE(Json::parse(text).dump() == text);
    REQUIRE(Json::parse(text).sorted().dump() == nlohmann::json::parse(text).dump());
  }
}

TEST_CASE("json: deep nesting and repeated keys are rejected") {
  const auto nested = [](std::size_t levels) {
    return std::string(levels, '[') + std::string(levels, ']');
  };
  CHECK(Json::parse(nested(64)).size() == 1);
  CHECK_THROWS_WITH(Json::parse(nested(65)), "it is nested more than 64 levels deep");
  CHECK_THROWS_AS(Json::parse(nested(1'000'000)), JsonError);
  CHECK(!Json::parse_if_valid(nested(65)));
  CHECK_THROWS_WITH(Json::parse(R"({"a":{"b":1,"b":2}})", Json::Twice::is_error),
                    "'b' appears twice");
  CHECK(Json::parse(R"([{"b":1},{"b":2}])", Json::Twice::is_error).size() == 2);
}

TEST_CASE("json: no number is a negative zero") {
  CHECK(Json(-0.0).dump() == Json(0.0).dump());
  CHECK(Json::parse("[-0.0]").dump() == Json::parse("[0.0]").dump());
}

TEST_CASE("json: braces make an object if every element is a pair with a text as key") {
  const Json object = {{"a", 1}, {"b", {1, "x"}}, {"c", nullptr}};
  CHECK(object.dump() == R"({"a":1,"b":[1,"x"],"c":null})");
  CHECK(Json{"a", 1}.dump() == R"(["a",1])");
  CHECK(Json({{1, 2}, {3, 4}}).dump() == "[[1,2],[3,4]]");
  CHECK(Json::array({{"a", 1}}).dump() == R"([["a",1]])");
  CHECK(Json(std::vector<std::string>{"a", "b"}).dump() == R"(["a","b"])");
  CHECK(Json().dump() == "null");
}

TEST_CASE("json: values of the wrong kind and missing keys are errors") {
  const Json json = Json::parse(R"({"n":7,"m":-7,"r":2.5,"t":"x","b":true,"l":[1,2],"z":null})");
  CHECK(json.at("n").get<int>() == 7);
  CHECK(json.at("m").get<long>() == -7);
  CHECK(json.at("r").get<double>() == 2.5);
  CHECK(json.at("n").get<double>() == 7);
  CHECK(json.at("t").text() == "x");
  CHECK(json.at("b").get<bool>());
  CHECK(json.at("n").is_number_unsigned());
  CHECK(!json.at("m").is_number_unsigned());
  CHECK(json.at("n") == 7.0);
  CHECK(json.at("l")[1] == 2);
  CHECK(json.at("z").empty());
  CHECK(json.find("no") == nullptr);
  CHECK(json.at("t").find("x") == nullptr);
  CHECK_THROWS_WITH(json.at("no"), "the key 'no' is missing");
  CHECK_THROWS_AS(json.at("t").get<int>(), JsonError);
  CHECK_THROWS_AS(json.at("n").text(), JsonError);
  CHECK_THROWS_AS(json.at("l")[2], JsonError);
  CHECK_THROWS_AS(json.at("n").members(), JsonError);
  CHECK_THROWS_AS(json.begin(), JsonError);
}

TEST_CASE("json: a number outside the range of a type is an error") {
  const auto number = [](const char* text) { return Json::parse(text); };
  CHECK(number("2.0").get<int>() == 2);
  CHECK(number("18446744073709551615").get<unsigned long>() == UINT64_MAX);
  CHECK(number("-9223372036854775808").get<long>() == INT64_MIN);
  CHECK(number("18446744073709551615").get<double>() > 1e19);
  CHECK_THROWS_WITH(number("2147483648").get<int>(),
                    "expected a whole number from -2147483648 to 2147483647");
  CHECK_THROWS_AS(number("-1").get<unsigned>(), JsonError);
  CHECK_THROWS_AS(number("-1").get<unsigned long>(), JsonError);
  CHECK_THROWS_AS(number("9223372036854775808").get<long>(), JsonError);
  CHECK_THROWS_AS(number("18446744073709551616").get<unsigned long>(), JsonError);
  CHECK_THROWS_AS(number("9223372036854775808.0").get<long>(), JsonError);
  CHECK_THROWS_AS(number("1e308").get<unsigned long>(), JsonError);
  CHECK_THROWS_AS(number("-1e308").get<int>(), JsonError);
  CHECK_THROWS_AS(number("2.5").get<int>(), JsonError);
}

TEST_CASE("json: objects are extended and reduced and updated") {
  Json json;
  json["a"]["b"] = 1;
  json["list"].push_back("x");
  json.update({{"a", 2}, {"c", 3}});
  json.erase("list");
  CHECK(json.dump() == R"({"a":2,"c":3})");
  CHECK_THROWS_AS(json["c"].push_back(1), JsonError);
  CHECK(Json::parse(R"({"b":1,"a":2})") != Json::parse(R"({"a":2,"b":1})"));
  CHECK(Json::parse(R"({"b":1,"a":2})").sorted() == Json::parse(R"({"a":2,"b":1})").sorted());
}

TEST_CASE("json: syntax errors report place and cause") {
  const auto [text, expected] = GENERATE(table<std::string, std::string>({
      {"{ nope", "line 1, column 4: invalid literal; last read: '{ no'; expected string literal"},
      {"[1\n", "line 2, column 1: unexpected end of input; expected ']'"},
      {"{} {}", "line 1, column 4: unexpected '{'; expected end of input"},
      {"[1e999]", "number overflow parsing '1e999'"},
  }));
  CAPTURE(text);
  try {
    Json::parse(text);
    FAIL("the text was read");
  } catch (const JsonSyntaxError& error) {
    CHECK(error.what() == std::string(expected));
  }
}

}  // namespace json_test
