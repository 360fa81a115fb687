import { Undeliverable } from "#server/outbox/outbox.server.ts";
import { parseObject, providerFetch } from "#server/process/provider-fetch.server.ts";
import { e164, type SmsAdapter } from "./adapter.server.ts";
import type { ReadySmsSettings } from "./settings.server.ts";

/** Twilio Programmable Messaging: https://www.twilio.com/docs/messaging/api/message-resource */
const defaultEndpoint = "https://api.twilio.com";

/**
 * Sends the text of a message; the API has no field for our id. `keyId` is the account's SID (AC...), `from` a number in E.164 or a messaging service
 * (MG...).
 */
export function createTwilioSms({ keyId, keySecret, from, endpoint }: ReadySmsSettings): SmsAdapter {
  const messages = new URL(`/2010-04-01/Accounts/${keyId}/Messages`, endpoint ?? defaultEndpoint);
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;
  const sender = from.startsWith("MG") ? "MessagingServiceSid" : "From";

  return {
    async send({ to, text }, signal) {
      const body = new URLSearchParams({ To: e164(to), [sender]: from, Body: text }).toString();
      const { status, text: responseText } = await providerFetch(new URL(`${messages.href}.json`), {
        headers: { authorization, "content-type": "application/x-www-form-urlencoded" },
        body,
        signal,
      });
      const { sid, code, status: state, error_code: failure } = parseObject(responseText);
      // A refusal with a documented code means that no message was created.
      if (status >= 400 && status < 500 && typeof code === "number") throw new Undeliverable(String(code));
      if (status !== 201 || typeof sid !== "string") throw new Error(`Twilio answered ${status}`);
      if (state === "failed" || state === "undelivered") throw new Undeliverable(String(failure ?? state));
      return { providerId: sid };
    },
    async statusOf({ providerId }, signal) {
      const url = new URL(`${messages.href}/${encodeURIComponent(providerId)}.json`);
      const { status, text } = await providerFetch(url, { method: "GET", headers: { authorization }, signal });
      if (status !== 200) throw new Error(`Twilio answered ${status}`);
      const { status: state, error_code: failure } = parseObject(text);
      if (state === "delivered" || state === "read") return { state: "delivered" };
      return state === "failed" || state === "undelivered" || state === "canceled"
        ? { state: "undelivered", reason: String(failure ?? state) }
        : { state: "pending" };
    },
  };
}
