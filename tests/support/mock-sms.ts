import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

export type Provider = "aliyun" | "tencent" | "twilio";

/** `reset`: accepts the message and closes the connection; `drip`: responds with one byte every 200 ms; `refuse`: refuses the number. */
export type Mode = "ok" | "500" | "stall" | "reset" | "badJson" | "drip" | "refuse" | "delivered" | "undelivered";

export type ProviderRequest = {
  provider: Provider;
  action: "send" | "status";
  /** Our id of the message; empty for providers without a field for it. */
  id: string;
  to: string;
  fields: Record<string, unknown>;
  /** Whether the signature is valid; verified independently of the tested code. */
  isSigned: boolean;
};

const keyId = "key-id-of-tests";
const keySecret = "key-secret-of-tests";
const templateNames = [
  "code",
  "passwordChanged",
  "payPasswordChanged",
  "mobileChanged",
  "accountCancelled",
  "payeeChanged",
  "newDevice",
  "twoStepOn",
  "twoStepOff",
  "invited",
];

const hash = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text, "utf8");

type Request = { message: IncomingMessage; path: string; query: string; body: string };

/** The value of one parameter of an authorization header. */
function parameterOf(header: string | undefined, name: string): string {
  return new RegExp(`${name}=([^, ]+)`).exec(header ?? "")?.[1] ?? "";
}
const headerLines = ({ message }: Request, names: string[]) =>
  names.map((name) => `${name}:${String(message.headers[name])}\n`).join("");

const nonces = new Set<string>();

function isAliyunSigned(request: Request): boolean {
  const { message, path, query, body } = request;
  const { authorization, "x-acs-signature-nonce": nonce, "x-acs-date": date } = message.headers;
  const names = parameterOf(authorization, "SignedHeaders").split(";");
  const sortedQuery = query.split("&").toSorted().join("&");
  const canonical = `POST\n${path}\n${sortedQuery}\n${headerLines(request, names)}\n${names.join(";")}\n${hash(body)}`;
  const isFresh = !nonces.has(String(nonce)) && Math.abs(Date.parse(String(date)) - Date.now()) < 60_000;
  nonces.add(String(nonce));
  return (
    isFresh &&
    ["host", "x-acs-action", "x-acs-content-sha256", "x-acs-date", "x-acs-signature-nonce", "x-acs-version"].every(
      (name) => names.includes(name),
    ) &&
    message.headers["x-acs-content-sha256"] === hash(body) &&
    parameterOf(authorization, "Credential") === keyId &&
    parameterOf(authorization, "Signature") === hmac(keySecret, `ACS3-HMAC-SHA256\n${hash(canonical)}`).digest("hex")
  );
}

function isTencentSigned(request: Request): boolean {
  const { authorization, "x-tc-timestamp": stamp } = request.message.headers;
  const names = parameterOf(authorization, "SignedHeaders").split(";");
  const day = new Date(Number(stamp) * 1000).toISOString().slice(0, 10);
  const canonical = `POST\n/\n\n${headerLines(request, names)}\n${names.join(";")}\n${hash(request.body)}`;
  const text = `TC3-HMAC-SHA256\n${String(stamp)}\n${day}/sms/tc3_request\n${hash(canonical)}`;
  let key: string | Buffer = `TC3${keySecret}`;
  for (const step of [day, "sms", "tc3_request"]) key = hmac(key, step).digest();
  return (
    names.includes("content-type") &&
    names.includes("host") &&
    parameterOf(authorization, "Credential") === `${keyId}/${day}/sms/tc3_request` &&
    parameterOf(authorization, "Signature") === hmac(key, text).digest("hex")
  );
}

const isTwilioSigned = ({ message }: Request) =>
  message.headers.authorization === `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;

/** Reads a request as the provider whose headers or address it has. */
function readRequest(request: Request): ProviderRequest {
  const { message, path, query, body } = request;
  if (message.headers["x-acs-action"] !== undefined) {
    const fields = Object.fromEntries(new URLSearchParams(query.replaceAll("+", "%2B")));
    const isSend = message.headers["x-acs-action"] === "SendSms";
    const to = (isSend ? fields.PhoneNumbers : fields.PhoneNumber) ?? "";
    const action = isSend ? "send" : "status";
    return { provider: "aliyun", action, id: fields.OutId ?? "", to, fields, isSigned: isAliyunSigned(request) };
  }
  if (message.headers["x-tc-action"] !== undefined) {
    const fields = JSON.parse(body) as Record<string, unknown>;
    const isSend = message.headers["x-tc-action"] === "SendSms";
    const to = isSend ? String((fields.PhoneNumberSet as string[])[0]) : String(fields.PhoneNumber);
    const id = String(fields.SessionContext ?? "");
    return {
      provider: "tencent",
      action: isSend ? "send" : "status",
      id,
      to,
      fields,
      isSigned: isTencentSigned(request),
    };
  }
  const fields = { path, ...Object.fromEntries(new URLSearchParams(body)) } as Record<string, string>;
  const action = message.method === "POST" ? "send" : "status";
  return { provider: "twilio", action, id: "", to: fields.To ?? "", fields, isSigned: isTwilioSigned(request) };
}

type MockResponse = { status: number; body: object };
type Delivery = "delivered" | "undelivered" | undefined;
type ResponseContext = { isSend: boolean; isRefused: boolean; delivery: Delivery; n: number };

/** Responses as in each provider's documentation. */
const responses: Record<Provider, (context: ResponseContext) => MockResponse> = {
  aliyun({ isSend, isRefused, delivery, n }) {
    if (isRefused) return { status: 200, body: { Code: "isv.MOBILE_NUMBER_ILLEGAL" } };
    if (isSend) return { status: 200, body: { Code: "OK", BizId: `${n}^0` } };
    const detail = {
      SendStatus: delivery === undefined ? 1 : delivery === "delivered" ? 3 : 2,
      ErrCode: delivery === "undelivered" ? "MOBILE_NOT_ON_SERVICE" : "DELIVERED",
    };
    return { status: 200, body: { Code: "OK", SmsSendDetailDTOs: { SmsSendDetailDTO: [detail] } } };
  },
  tencent({ isSend, isRefused, delivery, n }) {
    const code = isRefused ? "FailedOperation.PhoneNumberInBlacklist" : "Ok";
    const sent = { SerialNo: isRefused ? "" : `2640:${n}`, Code: code };
    const status = delivery === undefined ? "WAITING" : delivery === "delivered" ? "SUCCESS" : "FAIL";
    const reports = Array.from({ length: n + 1 }, (_, at) => ({
      SerialNo: `2640:${at}`,
      ReportStatus: status,
      Description: "UNDELIV",
    }));
    return { status: 200, body: { Response: isSend ? { SendStatusSet: [sent] } : { PullSmsSendStatusSet: reports } } };
  },
  twilio({ isSend, isRefused, delivery, n }) {
    if (isRefused) return { status: 400, body: { code: 21211, message: "not a number", status: 400 } };
    if (isSend) return { status: 201, body: { sid: `SM${n}`, status: "queued", error_code: null } };
    return { status: 200, body: { status: delivery ?? "sent", error_code: delivery === "undelivered" ? 30003 : null } };
  },
};

function settingsFor(provider: Provider, url: string): Record<string, string> {
  return {
    NODE_ENV: "test",
    SMS_PROVIDER: provider,
    SMS_ENDPOINT: url,
    SMS_KEY_ID: keyId,
    SMS_KEY_SECRET: keySecret,
    SMS_SIGN_NAME: "经纬",
    SMS_APP_ID: "1400006666",
    SMS_FROM: "MG0123456789",
    SMS_TEMPLATES: templateNames.map((name) => `${name}=T_${name}`).join(","),
  };
}

export type MockSms = {
  url: string;
  /** All requests, in order, including those lost by a fault. */
  requests: ProviderRequest[];
  /** The requests that send a message to a number, or to any number. */
  sends: (to?: string) => ProviderRequest[];
  /** The number of requests in progress. */
  openRequests: () => number;
  mode: Mode;
  /** Called for each received message, before the response. */
  onSend: (request: ProviderRequest) => void;
  /** Settings of a program that sends through the mock. */
  settings: (provider: Provider) => Record<string, string>;
};

/** A mock of the three providers, with their possible faults, for one test file. */
export async function startMockSms(): Promise<MockSms> {
  const requests: ProviderRequest[] = [];

  function respond(response: ServerResponse, request: ProviderRequest): void {
    const { mode } = mock;
    const { status, body } = responses[request.provider]({
      isSend: request.action === "send",
      isRefused: mode === "refuse" && request.action === "send",
      delivery: mode === "delivered" || mode === "undelivered" ? mode : undefined,
      n: requests.length,
    });
    if (mode === "stall") return;
    if (mode === "reset") return void response.socket?.resetAndDestroy();
    if (mode === "500") return void response.writeHead(500).end("<html>oops</html>");
    if (mode === "badJson") return void response.writeHead(200).end('{"Code":');
    if (mode === "drip") {
      response.writeHead(200, { "content-type": "application/json" });
      const timer = setInterval(() => response.write(" "), 200);
      response.on("close", () => clearInterval(timer));
      return;
    }
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  }
  let openRequests = 0;
  const server = createServer((message, response) => {
    openRequests += 1;
    response.on("close", () => (openRequests -= 1));
    let body = "";
    message.setEncoding("utf8");
    message.on("data", (chunk: string) => (body += chunk));
    message.on("end", () => {
      const [path = "", query = ""] = (message.url ?? "").split("?");
      const request = readRequest({ message, path, query, body });
      requests.push(request);
      if (request.action === "send") mock.onSend(request);
      respond(response, request);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const mock: MockSms = {
    url,
    requests,
    mode: "ok",
    sends: (to) =>
      requests.filter(({ action, to: number }) => action === "send" && (to === undefined || number.endsWith(to))),
    openRequests: () => openRequests,
    onSend: () => {},
    settings: (provider) => settingsFor(provider, url),
  };
  return mock;
}

/** The code in a message as received by the provider. */
export function codeIn({ provider, fields }: ProviderRequest): string {
  if (provider === "aliyun") return (JSON.parse(String(fields.TemplateParam)) as { code: string }).code;
  if (provider === "tencent") return (fields.TemplateParamSet as string[])[0]!;
  return /\d{6}/.exec(String(fields.Body))![0];
}
