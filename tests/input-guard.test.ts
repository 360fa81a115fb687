/** Input that every call refuses before it is processed. */
import { connect } from "node:net";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { CallDefinition } from "#kit/call.ts";
import { type Client, client } from "./support/client.ts";
import { superAdministrator } from "./support/people.ts";
import { startServer } from "./support/server.ts";

const files = import.meta.glob<CallDefinition>("../src/features/**/calls/*.server.ts", {
  eager: true,
  import: "default",
});
const names = Object.values(files).map(({ method, path }) => `${method} ${path}`);
const withQuery = names.filter((name) => /^(?:GET|DELETE) /.test(name));
const withBody = names.filter((name) => /^(?:POST|PUT) /.test(name));

const server = await startServer();
let administrator: Client;
beforeAll(async () => {
  administrator = client(server, await superAdministrator(server));
});

/** Checks that no request has caused a server error. */
const expectNoServerError = () => expect(server.output()).not.toMatch(/"level":50|request failed/);
afterEach(expectNoServerError);

// bench/hostile.ts measures the delay of other requests; tests/expressions.test.ts checks that no regular expression is slow.
it("T-69, R-21: refuses a key of one megabyte on every call, with a shortened message", async () => {
  const { send } = client(server);
  for (const name of ["POST Api/Sms/SendVerifiyCode", ...withBody]) {
    for (const letter of ["中", "x", " ", "-"]) {
      const key = letter.repeat(letter === "中" ? 320_000 : 960_000);
      const { status, text } = await send(name, { type: "news", [key]: 1 });
      expect([name, status >= 400 && status < 500, text.length < 2000]).toEqual([name, true, true]);
    }
  }
});

it("a request whose body is too large is answered while its body is read to the end, and the next one is answered too", async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const answers = socket.setEncoding("utf8").iterator();
  const body = "x".repeat(900_000);
  socket.write(
    `POST /api/Sms/SendVerifiyCode HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nX-Meridian: 1\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  expect((await answers.next()).value).toMatch(/^HTTP\/1.1 413/);
  socket.write(body);
  socket.write("GET /api/basic/none HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  expect((await answers.next()).value).toMatch(/^HTTP\/1.1 404/);
  socket.destroy();
});

it("gives a message in the reader's language", async () => {
  const problemsOf = async (name: string, input: object, language: string) => {
    const { body } = await administrator.send(name, input, { "accept-language": language });
    return body.fields as Record<string, string>;
  };
  const withoutIds = { type: "news" };
  expect(await problemsOf("DELETE Api/{type}/QueryDelete", withoutIds, "en")).toEqual({ _: "Give either id or ids" });
  expect(await problemsOf("DELETE Api/{type}/QueryDelete", withoutIds, "zh")).toEqual({
    _: "请提供 id 或 ids，二者选一",
  });
  const contact = { name: "a", contact: "nowhere", message: "b" };
  const contactMessage = "Enter an email address or a mobile number";
  expect(await problemsOf("POST basic/contact/submit", contact, "en")).toEqual({ contact: contactMessage });
  expect(await problemsOf("POST basic/contact/submit", contact, "zh")).toEqual({ contact: "请填写邮箱或手机号" });
  expect(await problemsOf("GET Api/Type/GetKeyValue", {}, "zh")).toEqual({ type: "类型不能为空" });
  expect(await problemsOf("GET Api/Type/GetKeyValue", {}, "en")).toEqual({ type: "The type cannot be empty" });
  expect(
    await problemsOf("POST basic/contact/submit", { ...contact, contact: "a@b.cn", name: undefined }, "en"),
  ).toEqual({
    name: "This cannot be empty",
  });
});

describe("text that the database cannot store", () => {
  const invalidTexts = { "a NUL": "a\0b", "half of a surrogate pair": "a\ud800b" };

  it.each(Object.entries(invalidTexts))(
    "R-23: %s is refused in the body of every call, at its field",
    async (_name, text) => {
      for (const name of withBody) {
        const { status, body } = await administrator.send(name, { type: "news", deep: { list: [1, text] } });
        expect([name, status, body.fields]).toEqual([
          name,
          422,
          { "deep.list.1": "The content has characters that cannot be saved" },
        ]);
        expect([name, (await administrator.send(name, { type: "news", [text]: 1 })).status]).toEqual([name, 422]);
      }
    },
  );

  it("R-23: a NUL is refused in queries, path parameters, forms and cookies", async () => {
    for (const name of withQuery) {
      const { status } = await administrator.send(name, { type: "news", id: "a\0", code: "\0", path: "/\0" });
      expect([name, status]).toEqual([name, 422]);
    }
    const get = async (path: string, headers: Record<string, string> = {}) =>
      (await fetch(server.url + path, { headers, redirect: "manual" })).status;
    expect(await get("/api/merchant/merchants/simpleMerchants?code=%00")).toBe(422);
    expect(await get("/api/ne%00ws/QueryList")).toBe(404);
    expect(await get("/wiki?q=%00")).toBe(404);
    expect(await get("/share.png?page=%2Fwiki%00")).toBe(422);
    expect(await get("/api/user/View", { cookie: "sid=a%00b" })).toBe(422);
    const form = (body: string, type = "application/x-www-form-urlencoded") =>
      fetch(`${server.url}/contactus`, { method: "POST", body, headers: { "content-type": type } });
    expect((await form("name=a&contact=a%40b.cn&message=%00")).status).toBe(422);
  });

  it("the contact form accepts only forms of a limited size", async () => {
    const post = async (body: string, type: string) =>
      (await fetch(`${server.url}/contactus`, { method: "POST", body, headers: { "content-type": type } })).status;
    for (const body of ["null", "[1]", '{"name":"a"}'])
      expect([body, await post(body, "application/json")]).toEqual([body, 415]);
    expect(await post("--x--", "multipart/form-data; boundary=x")).toBe(415);
    expect(await post(`name=${"a".repeat(70_000)}`, "application/x-www-form-urlencoded")).toBe(413);
  });
});

describe("JSON that is too deep or too wide", () => {
  const nested = (depth: number) => `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
  const shapes = {
    "5,000 lists in one another": nested(5000),
    "100,000 lists in one another": nested(100_000),
    "lists that are never closed": `{"a":${"[".repeat(100_000)}`,
    "1,000 objects in one another": `${'{"and":[{"or":['.repeat(500)}${"]}]}".repeat(500)}`,
    "5,000 keys": JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, 1]))),
    "120,000 values": JSON.stringify({ a: Array(120_000).fill(1) }),
  };

  it.each(Object.entries(shapes))("T-69, R-21: %s are refused by every call", async (_name, body) => {
    for (const name of withBody) {
      const path = name
        .split(" ")[1]!
        .replace(/^api\//i, "")
        .replace("{type}", "news");
      const [method] = name.split(" ");
      const headers = { "content-type": "application/json", "idempotency-key": "12345678" };
      const answer = await fetch(`${server.url}/api/${path}`, { method: method!, body, headers });
      expect([name, answer.status]).toEqual([name, 400]);
    }
  });

  it("brackets, commas and quotes in text do not count", async () => {
    const message = '[{,:"\\'.repeat(300);
    const { status } = await client(server).send("POST basic/contact/submit", {
      name: "a",
      contact: "a@b.cn",
      message,
    });
    expect(status).toBe(200);
  });
});
