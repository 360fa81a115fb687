import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

export type LanguageMode = "ok" | "refuse" | "500" | "reset" | "badJson" | "long";
/** How a streamed answer goes: to its end, to the limit of its length, waiting before its second piece, or with an error or the end of the connection there. */
export type StreamMode = "whole" | "cut" | "wait" | "error" | "break" | "unstreamed";
export type LanguageRequest = { path: string; fields: Record<string, unknown>; isSigned: boolean };

const key = { id: "app-of-tests", secret: "secret-of-tests" };

/** A mock of the providers of translation and AI, for one test file: checks who asks, and has the faults of real ones. */
export async function startMockLanguage() {
  const requests: LanguageRequest[] = [];
  const mock = {
    mode: "ok" as LanguageMode,
    streamMode: "whole" as StreamMode,
    requests,
    url: "",
    key,
    answer: "An answer",
    /** Sends the rest of the streamed answers that wait. */
    goOn: () => {
      for (const end of waiting.splice(0)) end();
    },
    /** The streamed answers whose reader left before their end. */
    left: 0,
  };
  const waiting: (() => void)[] = [];

  /** Streams the words of the answer, as OpenAI does. */
  function streamAnswer(response: ServerResponse): void {
    const send = (data: object) => response.write(`data: ${JSON.stringify(data)}\n\n`);
    const piece = (content: string) => send({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
    const [first, ...rest] = mock.answer.split(/(?<= )/);
    response.writeHead(200, { "content-type": "text/event-stream" });
    let isOver = false;
    response.on("close", () => void (isOver || (mock.left += 1)));
    send({ choices: [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }] });
    piece(first!);
    function end(): void {
      isOver = true;
      for (const word of rest) piece(word);
      send({ choices: [{ index: 0, delta: {}, finish_reason: mock.streamMode === "cut" ? "length" : "stop" }] });
      response.end("data: [DONE]\n\n");
    }
    if (mock.streamMode === "wait") return void waiting.push(end);
    if (mock.streamMode === "error") {
      isOver = true;
      send({ error: { message: "secret-of-tests" } });
      return void response.end();
    }
    if (mock.streamMode === "break") {
      isOver = true;
      return void setTimeout(() => response.socket?.resetAndDestroy(), 20);
    }
    end();
  }

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
      if (fields.stream === true && mock.mode === "ok" && mock.streamMode !== "unstreamed")
        return streamAnswer(response);
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
