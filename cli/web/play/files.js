// Texts in files of the user, which may be compressed or archives.
import { decodedText, piped } from "../shared/dom.js";

const magics = [["1f8b", "gzip"], ["504b0304", "zip"], ["28b52ffd", "zstd"], ["425a68", "bzip2"], ["fd377a585a", "xz"],
  ["89504e47", "picture"], ["ffd8ff", "picture"], ["47494638", "picture"]];
const inflated = async (bytes, form) => new Uint8Array(await piped(bytes, new DecompressionStream(form)).arrayBuffer());
// gzip, also of several members (`cat a.gz b.gz`, `bgzip`), of which a browser takes one at a time. Their checksums tell
// which of the places that look like a beginning are one; few that are none may be in a file by chance.
async function gunzipped(bytes) {
  const parts = [], ends = [];
  for (let at = bytes.indexOf(0x1f, 1); at > 0; at = bytes.indexOf(0x1f, at + 1)) if (bytes[at + 1] === 0x8b && bytes[at + 2] === 8) ends.push(at);
  let from = 0, wrong = 0;
  for (const end of [...ends, bytes.length]) {
    try {
      parts.push(await inflated(bytes.subarray(from, end), "gzip"));
      from = end;
    } catch (error) {
      if (end === bytes.length || ++wrong > 10) throw error;
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
const kindOf = (bytes) => {
  const front = [...bytes.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return (magics.find(([magic]) => front.startsWith(magic)) || [])[1];
};
function decoded(t, name, bytes) {
  if (kindOf(bytes) === "picture") throw new Error(t("{0} is no text but {1}.", name, t("a picture")));
  const its = decodedText(bytes);
  if (!its) throw new Error(t("{0} is no text but {1}.", name, t("binary data")));
  return its;
}
// The texts of a zip archive, from its list at the end: of the files that are called like records, or of all that
// are texts.
async function unzipped(t, name, bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), entries = [];
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) --end;
  if (end < 0) throw new Error(t("{0} is no text but {1}.", name, t("binary data")));
  let at = view.getUint32(end + 16, true);
  for (let i = 0, count = view.getUint16(end + 10, true); i < count && view.getUint32(at, true) === 0x02014b50; ++i) {
    const method = view.getUint16(at + 10, true), size = view.getUint32(at + 20, true), length = view.getUint16(at + 28, true), start = view.getUint32(at + 42, true);
    const inner = new TextDecoder().decode(bytes.slice(at + 46, at + 46 + length));
    const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true), content = bytes.slice(from, from + size);
    if (!inner.endsWith("/") && !inner.startsWith("__MACOSX/")) entries.push({ inner, method, content });
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  const called = entries.filter(({ inner }) => /\.(pgn|jsonl?|csv|tsv)$/i.test(inner)), files = [];
  let failure = null;
  for (const { inner, method, content } of called.length ? called : entries) {
    try {
      if (method !== 0 && method !== 8) throw new Error(t("{0} is compressed in a way that browsers cannot read.", inner));
      files.push([inner, ...decoded(t, inner, method === 8 ? await inflated(content, "deflate-raw") : content)]);
    } catch (error) {
      failure = failure || error;
    }
  }
  if (failure && (called.length || !files.length)) throw failure;
  return files;
}
// The texts of a file: [[name, text, is it taken for Latin-1?], ...].
export async function textsOf(t, file) {
  const bytes = new Uint8Array(await file.arrayBuffer()), its = kindOf(bytes);
  if (["zstd", "bzip2", "xz"].includes(its)) throw new Error(t("{0} is compressed with {1}, which browsers cannot decompress. Decompress it first.", file.name, its));
  if (its === "zip") return unzipped(t, file.name, bytes);
  return [[file.name, ...decoded(t, file.name, its === "gzip" ? await gunzipped(bytes) : bytes)]];
}
