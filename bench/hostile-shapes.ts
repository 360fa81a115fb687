/** Generates requests that no real client sends, with bodies of up to 1 MB, for any call. */
import type { Random } from "./random.ts";

/** A call of the API description. `names`: the properties of its input. */
export type Target = { method: string; path: string; names: string[] };
export type Shape = { kind: string; method: string; path: string; headers: Record<string, string>; body?: Buffer };

const maxBytes = 1024 * 1024 - 200;
/** Fragments of long texts, with characters that regular expressions and parsers often handle badly. */
const fragments = [
  "中", "中文 / ", "a", " ", "\t", "\n", "/", "//", "a@", "a.", "@a.b", "-", "0", "9", "1,", "{", "}", "[", "<", "<b>", "&amp;", "%", "%25", "\\", '"', "'",
  "x ", " x", "![](", "[a](", "](b)", "# a\n", "- ", "> ", "|a", "`", "**", "_a", "🙂", "é", "e\u0301", "ﷺ", "\u202e", "\u0000", "\ud800", "\udc00", "zh|en", ",", ";", "a=", "&a=1",
  "2026-", "T00:00:00", "0x", "1e", "true", "null", "__proto__", "constructor", "/files/", "javascript:", "+86", "138", "..", "../",
]; // prettier-ignore

/** A text as JSON, in which lone surrogates and NUL are escaped. */
const quote = (text: string) => JSON.stringify(text);

/** Repeats a fragment up to this number of bytes as JSON, but at least once. */
const repeatTo = (fragment: string, bytes: number) =>
  fragment.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(quote(fragment).slice(1, -1)))));

/** Makes a body of about `bytes` bytes; `names`: the properties of the call's input. */
type MakeBody = (random: Random, bytes: number, names: readonly string[]) => string;

const objectWithField = (random: Random, names: readonly string[], json: string) =>
  `{${quote(names.length === 0 ? "a" : random.pick(names))}:${json}}`;

const jsonBodies: Record<string, MakeBody> = {
  "long key": (random, bytes) => `{${quote(repeatTo(random.pick(fragments), bytes))}:1}`,
  "many long keys": (random, bytes) =>
    `{${Array.from({ length: 100 }, (_, n) => `${quote(n + repeatTo(random.pick(fragments), bytes / 110))}:1`).join()}}`,
  "long text": (random, bytes, names) => objectWithField(random, names, quote(repeatTo(random.pick(fragments), bytes))),
  "long text with an end": (random, bytes, names) =>
    objectWithField(random, names, quote(`${repeatTo(random.pick(fragments), bytes - 10)}!`)),
  "long text everywhere": (random, bytes, names) =>
    `{${names.map((name) => `${quote(name)}:${quote(repeatTo(random.pick(fragments), bytes / (names.length + 1)))}`).join()}}`,
  "deep arrays": (random, bytes, names) => objectWithField(random, names, "[".repeat(bytes / 2) + "]".repeat(bytes / 2)),
  "deep objects": (random, bytes, names) =>
    objectWithField(random, names, `${'{"a":'.repeat(bytes / 6)}1${"}".repeat(bytes / 6)}`),
  "deep field": (_random, bytes, names) =>
    `${`{${quote(names[0] ?? "and")}:`.repeat(bytes / 20)}1${"}".repeat(bytes / 20)}`,
  "wide array": (random, bytes, names) =>
    objectWithField(random, names, `[${repeatTo(random.pick(["0,", '"",', "null,", "{},", "[],", '"中",']), bytes - 20)}0]`),
  "wide array as the whole": (_random, bytes) => `[${"{},".repeat(bytes / 3)}0]`,
  "wide object": (_random, bytes) => `{${Array.from({ length: bytes / 12 }, (_, n) => `"k${n}":1`).join()}}`,
  "objects in an array": (random, bytes, names) => {
    const object = `{${names.map((name) => `${quote(name)}:${quote(random.pick(fragments))}`).join()}}`;
    return objectWithField(random, names, `[${Array.from({ length: bytes / (object.length + 1) }, () => object).join()}]`);
  },
  "duplicate keys": (random, bytes, names) =>
    `{${Array.from({ length: bytes / 40 }, () => `${quote(names.length === 0 ? "a" : random.pick(names))}:1`).join()}}`,
  "keys of prototypes": (random, _bytes, names) =>
    objectWithField(random, names, '{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}},"toString":1,"hasOwnProperty":0}'),
  "prototype as the whole": (random) =>
    random.pick(['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{}}}', '{"toString":null,"valueOf":1}']),
  "long number": (random, bytes, names) =>
    objectWithField(random, names, random.pick(["9".repeat(bytes), `0.${"1".repeat(bytes)}`, `1e${"9".repeat(100)}`, "-0", "1e400"])),
  "broken JSON": (random, bytes) =>
    random.pick(["[".repeat(bytes), '{"a":'.repeat(bytes / 5), `"${"a".repeat(bytes)}`, "{'a':1}", "\ufeff{}", "{}}", "", "nul", `{"a":"\\u12`]),
  "no object": (random) => random.pick(["null", "1", '"a"', "true", "[1]", "[[]]"]),
}; // prettier-ignore

const textBodies: Record<string, [type: string, make: MakeBody]> = {
  "wide form": ["application/x-www-form-urlencoded", (_random, bytes) => "a=1&".repeat(bytes / 4)],
  "long form": [
    "application/x-www-form-urlencoded",
    (_random, bytes, names) => `${names[0] ?? "message"}=${"%E4%B8%AD".repeat(bytes / 9)}`,
  ],
  "files in parts": [
    "multipart/form-data; boundary=b",
    (_random, bytes) => `--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n`.repeat(bytes / 60),
  ],
  "headers in a part": [
    "multipart/form-data; boundary=b",
    (_random, bytes) => `--b\r\n${"x: y\r\n".repeat(bytes / 6)}\r\n1\r\n--b--`,
  ],
  "a part without an end": ["multipart/form-data; boundary=b", (_random, bytes) => "-".repeat(bytes)],
  "plain text": ["text/plain", (_random, bytes) => "a".repeat(bytes)],
  "no type": ["", (_random, bytes) => "{".repeat(bytes)],
};

/** The path of a call in which existing values or hostile texts replace the parameters. */
function pathOf(random: Random, path: string): string {
  const values = ["news", "page", "member", "wiki", "%E4%B8%AD", "x".repeat(150), "__proto__", "1"];
  return path.replaceAll(/\{\w+\}/g, () => random.pick(values));
}

function queryShape(random: Random, { method, path, names }: Target): Shape {
  const text = encodeURIComponent(repeatTo(random.pick(fragments.filter((fragment) => fragment.isWellFormed())), 1500));
  const name = names.length === 0 ? "a" : random.pick(names);
  const [kind, query] = random.pick([
    ["long query", `${name}=${text.slice(0, 14_000).replace(/%[^%]{0,1}$/, "")}`],
    ["many parts of a query", `${name}=1&`.repeat(1000)],
    ["nested query", `${name}[a][b]=1&${name}[]=1&${name}.a=1&__proto__[a]=1`],
    ["parts of a query without names", "=&&&&".repeat(2000)],
  ]);
  return { kind, method, path: `${pathOf(random, path)}?${query}`, headers: {} };
}

function headerShape(random: Random, { method, path }: Target): Shape {
  const [name, value] = random.pick([
    ["accept-language", "a;q=0.1,".repeat(1500)],
    ["accept", "image/avif,".repeat(1200)],
    ["cookie", "a=b; ".repeat(2500)],
    ["user-agent", "(".repeat(14_000)],
    ["x-forwarded-for", "1.1.1.1,".repeat(1500)],
    ["idempotency-key", "a".repeat(14_000)],
    ["authorization", `Bearer ${"a".repeat(13_000)}`],
    ["if-none-match", 'W/"a",'.repeat(2000)],
    ["x-huge", "x".repeat(20_000)],
  ]) as [string, string];
  const hasBody = method === "POST" || method === "PUT";
  const type: Record<string, string> = hasBody ? { "content-type": "application/json" } : {};
  const headers = { ...type, [name]: value };
  return {
    kind: `long ${name}`,
    method,
    path: pathOf(random, path),
    headers,
    ...(hasBody ? { body: Buffer.from("{}") } : {}),
  };
}

/** A request to `target`; consecutive numbers result in all kinds of requests. */
export function shapeFor(random: Random, target: Target, number: number): Shape {
  const { method, names } = target;
  if (method === "GET" || method === "DELETE")
    return number % 4 === 0 ? headerShape(random, target) : queryShape(random, target);
  const path = pathOf(random, target.path);
  const bytes = random.pick([maxBytes, maxBytes, 200_000, 20_000]);
  const kinds = [...Object.keys(jsonBodies), ...Object.keys(textBodies), "header", "query"];
  const kind = kinds[number % kinds.length]!;
  if (kind === "header") return headerShape(random, target);
  if (kind === "query")
    return { ...queryShape(random, target), headers: { "content-type": "application/json" }, body: Buffer.from("{}") };
  const [type, make] = textBodies[kind] ?? ["application/json", jsonBodies[kind]!];
  const body = Buffer.from(make(random, Math.floor(bytes * 0.97), names)).subarray(0, maxBytes);
  return { kind, method, path, headers: type === "" ? {} : { "content-type": type }, body };
}
