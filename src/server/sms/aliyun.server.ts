import { createHmac, randomUUID } from "node:crypto";
import { Undeliverable } from "#server/outbox/outbox.server.ts";
import { parseObject, providerFetch } from "#server/process/provider-fetch.server.ts";
import { sha256 } from "#server/process/secrets.server.ts";
import { e164, type SmsAdapter, type SmsStatus, templateFor } from "./adapter.server.ts";
import type { ReadySmsSettings } from "./settings.server.ts";

/** Aliyun Short Message Service: https://help.aliyun.com/zh/sms/developer-reference/api-dysmsapi-2017-05-25-sendsms */
const apiVersion = "2017-05-25";
const defaultEndpoint = "https://dysmsapi.aliyuncs.com";

type Credentials = Pick<ReadySmsSettings, "keyId" | "keySecret">;
type SignableRequest = { method: string; url: URL; headers: Record<string, string>; body: string };

/** Percent-encodes a text by RFC 3986, including the reserved characters that `encodeURIComponent` leaves unchanged. */
const percentEncode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** The query in the form that is signed: sorted, each name and value encoded. */
function canonicalQuery(url: URL): string {
  return [...url.searchParams]
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .toSorted()
    .join("&");
}

/** The Authorization header of signature version 3 (ACS3-HMAC-SHA256) over the host and all `x-acs-*` headers. */
export function signAliyun({ keyId, keySecret }: Credentials, { method, url, headers, body }: SignableRequest): string {
  const signedHeaders = Object.entries({ host: url.host, ...headers })
    .filter(([name]) => name === "host" || name === "content-type" || name.startsWith("x-acs-"))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const names = signedHeaders.map(([name]) => name).join(";");
  const lines = signedHeaders.map(([name, value]) => `${name}:${value.trim()}\n`).join("");
  const request = [method, url.pathname, canonicalQuery(url), lines, names, sha256(body)].join("\n");
  const signature = createHmac("sha256", keySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256(request)}`)
    .digest("hex");
  return `ACS3-HMAC-SHA256 Credential=${keyId},SignedHeaders=${names},Signature=${signature}`;
}

/**
 * Whether an answer means that the message was definitely not sent. `isv.` codes are faults of the caller (number, template, signature name, flow
 * control, balance), `isp.` codes of the provider; a request with another 4xx status did not reach the service. A reused nonce means that the service
 * got the same request before, with an unknown result.
 */
function isRefusal(status: number, code: string): boolean {
  if (code.startsWith("isv.") || code === "isp.RAM_PERMISSION_DENY") return true;
  return status >= 400 && status < 500 && status !== 408 && code !== "SignatureNonceUsed";
}

/** The day in China of an ISO time, as the provider expects it: yyyyMMdd. */
const chineseDay = (iso: string) =>
  new Date(Date.parse(iso) + 8 * 3600 * 1000).toISOString().slice(0, 10).replaceAll("-", "");

const pending: SmsStatus = { state: "pending" };

export function createAliyunSms({ signName, templates, endpoint, ...credentials }: ReadySmsSettings): SmsAdapter {
  async function sendRequest(action: string, input: Record<string, string>, signal: AbortSignal) {
    const url = new URL(endpoint ?? defaultEndpoint);
    // In the form that is signed: `URLSearchParams` would encode a blank as "+".
    url.search = Object.entries(input)
      .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
      .toSorted()
      .join("&");
    const headers = {
      "x-acs-action": action,
      "x-acs-version": apiVersion,
      "x-acs-date": new Date().toISOString().replace(/\.\d+Z$/, "Z"),
      "x-acs-signature-nonce": randomUUID(),
      "x-acs-content-sha256": sha256(""),
    };
    const authorization = signAliyun(credentials, { method: "POST", url, headers, body: "" });
    const { status, text } = await providerFetch(url, { headers: { ...headers, authorization }, signal });
    return { status, answer: parseObject(text) };
  }

  return {
    async send({ id, to, templateKey, values }, signal) {
      const input = {
        PhoneNumbers: e164(to),
        SignName: signName,
        TemplateCode: templateFor(templates, templateKey),
        TemplateParam: JSON.stringify(values),
        OutId: id,
      };
      const { status, answer } = await sendRequest("SendSms", input, signal);
      const code = String(answer.Code);
      if (status === 200 && code === "OK" && typeof answer.BizId === "string") return { providerId: answer.BizId };
      if (isRefusal(status, code)) throw new Undeliverable(code);
      throw new Error(`Aliyun answered ${status} ${code}`);
    },
    async statusOf({ to, providerId, sentAt }, signal) {
      const input = {
        PhoneNumber: to,
        BizId: providerId,
        SendDate: chineseDay(sentAt),
        PageSize: "1",
        CurrentPage: "1",
      };
      const { status, answer } = await sendRequest("QuerySendDetails", input, signal);
      if (status !== 200 || answer.Code !== "OK") throw new Error(`Aliyun answered ${status} ${String(answer.Code)}`);
      const list = answer.SmsSendDetailDTOs as
        | { SmsSendDetailDTO?: { SendStatus?: number; ErrCode?: string }[] }
        | undefined;
      const detail = list?.SmsSendDetailDTO?.[0];
      // Status 1: the operator has not reported yet.
      if (detail?.SendStatus === 3) return { state: "delivered" };
      return detail?.SendStatus === 2 ? { state: "undelivered", reason: detail.ErrCode ?? "failed" } : pending;
    },
  };
}
