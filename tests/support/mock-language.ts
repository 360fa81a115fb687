import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

export type LanguageMode = "ok" | "refuse" | "500" | "reset" | "badJson" | "long";
export type LanguageRequest = { path: string; fields: Record<string, unknown>; isSigned: boolean };

const key = { id: "app-of-tests", secret: "secret-of-tests" };

/** A mock of the providers of translation and AI, for one test file: checks who asks, and has the faults of real ones. */
export async function startMockLanguage() {
  const requests: LanguageRequest[] = [];
  const mock = { mode: "ok" as LanguageMode, requests, url: "", key, answer: "An answer" };

  function answerOf(path: string, { q, text }: Record<string, unknown>): { status: number; body: object } {
    const isRefused = mock.mode === "refuse";
    if (path === "/api/trans/vip/translate")
      return isRefused
        ? { status: 200, body: { error_code: "54004", error_msg: "Please recharge" } }
        : {
            status: 200,
            body: {
              from: "zh",
              to: "en",
              trans_result: String(q)
                .split("\n")
                .map((line) => ({ src: line, dst: `<${line}>` })),
            },
          };
    if (isRefused) return { status: path === "/v2/translate" ? 456 : 429, body: { message: "Quota exceeded" } };
    if (path === "/v2/translate")
      return { status: 200, body: { translations: [{ text: `<${String((text as string[])[0])}>` }] } };
    return { status: 200, body: { choices: [{ message: { role: "assistant", content: mock.answer } }] } };
  }

  const server = createServer((message, response) => {
    let body = "";
    message.setEncoding("utf8");
    message.on("data", (chunk: string) => (body += chunk));
    message.on("end", () => {
      const path = message.url ?? "";
      const isForm = path === "/api/trans/vip/translate";
      const fields: Record<string, unknown> = isForm
        ? Object.fromEntries(new URLSearchParams(body))
        : (JSON.parse(body) as Record<string, unknown>);
      const signed = `${String(fields.appid)}${String(fields.q)}${String(fields.salt)}${key.secret}`;
      const isSigned = isForm
        ? fields.appid === key.id && fields.sign === createHash("md5").update(signed).digest("hex")
        : [`DeepL-Auth-Key ${key.secret}`, `Bearer ${key.secret}`].includes(message.headers.authorization ?? "");
      requests.push({ path, fields, isSigned });
      if (mock.mode === "reset") return void response.socket?.resetAndDestroy();
      if (mock.mode === "500") return void response.writeHead(500).end("<html>secret-of-tests</html>");
      if (mock.mode === "badJson") return void response.writeHead(200).end('{"choices":');
      if (mock.mode === "long") return void response.writeHead(200).end(`"${"x".repeat(100_000)}"`);
      const { status, body: answer } = answerOf(path, fields);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  mock.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return mock;
}
