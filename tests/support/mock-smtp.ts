import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import path from "node:path";
import { TLSSocket } from "node:tls";
import { afterAll } from "vitest";

const fixture = (name: string) => path.resolve(`tests/fixtures/smtp/${name}.pem`);
/** The certificate of the mock, for 0.0.0.0 only: a program trusts it as NODE_EXTRA_CA_CERTS. */
export const certificateFile = fixture("certificate");
const tlsOptions = { cert: readFileSync(certificateFile), key: readFileSync(fixture("key")) };

export const smtpUser = "user-of-tests";
export const smtpPassword = "p@ss:word of tests/%";

/** A message as the server got it. `isEncrypted` and `isSignedIn`: the state of its connection. */
export type ReceivedEmail = {
  from: string;
  to: string[];
  headers: Record<string, string>;
  text: string;
  html: string;
  isEncrypted: boolean;
  isSignedIn: boolean;
};

/**
 * `plain`: offers no encryption; `noAuth`: offers no sign-in; `refuse`, `busy`: answer recipients with 550 or 451; `noRelay`: takes mail for nobody; `stall`:
 * never greets.
 */
export type SmtpMode = "ok" | "plain" | "noAuth" | "refuse" | "busy" | "noRelay" | "stall";

const decodeQuoted = (text: string) =>
  Buffer.from(
    text
      .replaceAll(/=\r?\n/g, "")
      .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString("utf8");

/** Decodes the words of a header (RFC 2047). */
const decodeWords = (value: string) =>
  value
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, kind: string, word: string) =>
      kind.toLowerCase() === "b" ? Buffer.from(word, "base64").toString() : decodeQuoted(word.replaceAll("_", " ")),
    );

function readPart(source: string): { headers: Record<string, string>; body: string } {
  const end = source.indexOf("\r\n\r\n");
  const lines = source
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      decodeWords(line.slice(line.indexOf(":") + 2)),
    ]),
  );
  const content = source.slice(end + 4);
  const encoding = headers["content-transfer-encoding"];
  if (encoding === "base64") return { headers, body: Buffer.from(content, "base64").toString() };
  return { headers, body: encoding === "quoted-printable" ? decodeQuoted(content) : content };
}

function readMessage(source: string): Pick<ReceivedEmail, "headers" | "text" | "html"> {
  const { headers, body } = readPart(source);
  const boundary = /boundary="([^"]+)"/.exec(headers["content-type"] ?? "")![1]!;
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => readPart(part.replace(/^\r\n/, "")));
  const bodyOf = (type: string) =>
    parts
      .find((part) => part.headers["content-type"]!.startsWith(type))!
      .body.replaceAll("\r\n", "\n")
      .trim();
  return { headers, text: bodyOf("text/plain"), html: bodyOf("text/html") };
}

const addressIn = (line: string) => /<([^>]*)>/.exec(line)![1]!;
const isPassword = (line: string) =>
  Buffer.from(line.split(" ")[2] ?? "", "base64").toString() === `\0${smtpUser}\0${smtpPassword}`;

/** A mail server for one test file. It takes messages over encrypted connections, from who signed in; in the mode `plain`, from everybody. */
export async function startMockSmtp() {
  const received: ReceivedEmail[] = [];
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const mock = { mode: "ok" as SmtpMode, received, commands, port: 0 };

  function serve(raw: Socket): void {
    sockets.add(raw);
    raw.on("close", () => sockets.delete(raw));
    raw.on("error", () => raw.destroy());
    let socket: Socket = raw;
    const session = { isEncrypted: false, isSignedIn: false, from: "", to: [] as string[] };
    let data: string | undefined;
    let buffer = "";
    const say = (...lines: string[]) => socket.write(lines.map((line) => `${line}\r\n`).join(""));

    function listen(stream: Socket): void {
      stream.setEncoding("latin1");
      stream.on("data", (chunk) => {
        buffer += String(chunk);
        for (let end = buffer.indexOf("\r\n"); end >= 0; end = buffer.indexOf("\r\n")) {
          const line = buffer.slice(0, end);
          buffer = buffer.slice(end + 2);
          if (data === undefined) answer(line);
          else readData(line);
        }
      });
    }
    function readData(line: string): void {
      if (line !== ".") return void (data += `${line.replace(/^\./, "")}\r\n`);
      const { from, to, isEncrypted, isSignedIn } = session;
      received.push({ from, to, isEncrypted, isSignedIn, ...readMessage(data!) });
      data = undefined;
      session.to = [];
      say("250 2.0.0 taken");
    }
    function greet(): void {
      const offers = [
        ...(mock.mode === "plain" || session.isEncrypted ? [] : ["STARTTLS"]),
        ...(session.isEncrypted && mock.mode !== "noAuth" ? ["AUTH PLAIN"] : []),
      ];
      say("250-mock", ...offers.map((offer) => `250-${offer}`), "250 8BITMIME");
    }
    function encrypt(): void {
      say("220 go ahead");
      raw.removeAllListeners("data");
      const secure = new TLSSocket(raw, { isServer: true, ...tlsOptions });
      secure.on("error", () => raw.destroy());
      session.isEncrypted = true;
      socket = secure;
      listen(secure);
    }
    function signIn(line: string): void {
      session.isSignedIn = session.isEncrypted && isPassword(line);
      say(session.isSignedIn ? "235 welcome" : "535 5.7.8 wrong");
    }
    function takeSender(line: string): void {
      if (mock.mode !== "plain" && !session.isSignedIn) return void say("530 5.7.0 sign in first");
      session.from = addressIn(line);
      say("250 ok");
    }
    function takeRecipient(line: string): void {
      if (mock.mode === "refuse") return void say("550 5.1.1 no such mailbox someone@example.org");
      if (mock.mode === "noRelay") return void say("550 5.7.1 relaying denied");
      if (mock.mode === "busy") return void say("451 4.3.0 come back later");
      session.to.push(addressIn(line));
      say("250 ok");
    }
    function takeData(): void {
      data = "";
      say("354 go on");
    }
    const answers: Record<string, (line: string) => void> = {
      EHLO: greet,
      STARTTLS: encrypt,
      AUTH: signIn,
      MAIL: takeSender,
      RCPT: takeRecipient,
      DATA: takeData,
    };
    function answer(line: string): void {
      commands.push(line.startsWith("AUTH") ? "AUTH" : line);
      const reply = answers[line.split(/[ :]/)[0]!.toUpperCase()];
      if (reply === undefined) say("221 bye");
      else reply(line);
    }
    listen(raw);
    if (mock.mode !== "stall") say("220 mock ESMTP");
  }

  const server = createServer(serve);
  server.listen(0, "0.0.0.0");
  await once(server, "listening");
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  mock.port = (server.address() as AddressInfo).port;
  return {
    ...mock,
    /** Settings of a program that sends through the mock. 0.0.0.0 leads here, and is not the address of the machine itself to a program. */
    settings: (scheme = "smtp", host = "0.0.0.0") => ({
      SMTP_URL: `${scheme}://${smtpUser}:${encodeURIComponent(smtpPassword)}@${host}:${mock.port}`,
      EMAIL_FROM: "Meridian 经纬 <Notices@Example.org>",
    }),
    /** Changes how the mock answers from now on. */
    setMode: (mode: SmtpMode) => void (mock.mode = mode),
    /** The messages to an address, oldest first. */
    to: (address: string) => received.filter((email) => email.to.includes(address)),
  };
}
