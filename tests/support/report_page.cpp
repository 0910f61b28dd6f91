#include "tests/support/report_page.h"

#include <zlib.h>

#include "tests/catch.h"

namespace {

std::string from_base64(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned group = 0;
  int bits = 0;
  for (const char c : text) {
    if (c == '=') break;
    group = group << 6 | static_cast<unsigned>(digits.find(c));
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(group >> bits & 255);
  }
  return bytes;
}

std::string inflated(std::string packed) {
  z_stream stream{};
  REQUIRE(inflateInit2(&stream, -MAX_WBITS) == Z_OK);
  std::string text(std::size_t{1} << 22, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  REQUIRE(inflate(&stream, Z_FINISH) == Z_STREAM_END);
  text.resize(stream.total_out);
  inflateEnd(&stream);
  return text;
}

}  // namespace

std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin);
  REQUIRE(from != text.npos);
  const std::size_t at = from + begin.size();
  return text.substr(at, text.find(end, at) - at);
}

std::string unpacked(const std::string& text) { return inflated(from_base64(text)); }

Json report_data(const std::string& page) {
  const std::string text = between(page, "<script type=\"text/plain\" id=\"data\">", "</script>");
  Json data = Json::parse(unpacked(text));
  data["blocks"] =
      Json::parse(between(page, "<script type=\"application/json\" id=\"blocks\">", "</script>"));
  return data;
}
