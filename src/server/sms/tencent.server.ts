import { createHmac } from "node:crypto";
import { Undeliverable } from "#server/outbox/outbox.server.ts";
import { parseObject, providerFetch } from "#server/process/provider-fetch.server.ts";
import { sha256 } from "#server/process/secrets.server.ts";
import { e164, type SmsAdapter, templateFor } from "./adapter.server.ts";
import type { ReadySmsSettings } from "./settings.server.ts";
import { smsTemplates } from "./templates.server.ts";

/** Tencent Cloud SMS: https://cloud.tencent.com/document/product/382/55981 */
const apiVersion = "2021-01-11";
const defaultEndpoint = "https://sms.tencentcloudapi.com";
const defaultRegion = "ap-guangzhou";
const contentType = "application/json; charset=utf-8";

type Credentials = Pick<ReadySmsSettings, "keyId" | "keySecret">;
/** `timestamp`: seconds since 1970. */
type SignableRequest = { host: string; service: string; timestamp: number; body: string };

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** The Authorization header of signature version 3 (TC3-HMAC-SHA256) over content type, host and body. */
export function signTencent(
  { keyId, keySecret }: Credentials,
  { host, service, timestamp, body }: SignableRequest,
): string {
  const names = "content-type;host";
  const request = ["POST", "/", "", `content-type:${contentType}\nhost:${host}\n`, names, sha256(body)].join("\n");
  const day = new Date(timestamp * 1000).toISOString().slice(0, 10);
  const scope = `${day}/${service}/tc3_request`;
  const key = hmac(hmac(hmac(`TC3${keySecret}`, day), service), "tc3_request");
  const signature = hmac(key, ["TC3-HMAC-SHA256", timestamp, scope, sha256(request)].join("\n")).toString("hex");
  return `TC3-HMAC-SHA256 Credential=${keyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
}

/** Documented codes which mean that nothing was sent. After `InternalError`, `ServiceUnavailable` and others, the message may have been sent. */
const refusalCodes =
  /^(AuthFailure|FailedOperation|InvalidParameter|InvalidParameterValue|LimitExceeded|MissingParameter|UnauthorizedOperation|UnsupportedOperation)\.|^(InvalidParameter|InvalidParameterValue|LimitExceeded|MissingParameter|RequestLimitExceeded|UnauthorizedOperation)$/;

type SendStatus = { SerialNo?: string; Code?: string };
type PulledStatus = { SerialNo?: string; ReportStatus?: string; Description?: string };
type Answer = {
  Error?: { Code?: string };
  SendStatusSet?: SendStatus[];
  PullSmsSendStatusSet?: PulledStatus[];
};

export function createTencentSms(settings: ReadySmsSettings): SmsAdapter {
  const { signName, appId, templates } = settings;
  const url = new URL(settings.endpoint ?? defaultEndpoint);

  async function sendRequest(action: string, input: object, signal: AbortSignal) {
    const timestamp = Math.floor(Date.now() / 1000);
    const body = JSON.stringify(input);
    const headers = {
      "content-type": contentType,
      "x-tc-action": action,
      "x-tc-version": apiVersion,
      "x-tc-region": settings.region ?? defaultRegion,
      "x-tc-timestamp": String(timestamp),
      authorization: signTencent(settings, { host: url.host, service: "sms", timestamp, body }),
    };
    const { status, text } = await providerFetch(url, { headers, body, signal });
    const answer = parseObject(text).Response as Answer | undefined;
    if (status !== 200 || answer === undefined) throw new Error(`Tencent answered ${status}`);
    return answer;
  }

  return {
    async send({ id, to, templateKey, values }, signal) {
      const answer = await sendRequest(
        "SendSms",
        {
          PhoneNumberSet: [e164(to)],
          SmsSdkAppId: appId,
          SignName: signName,
          TemplateId: templateFor(templates, templateKey),
          TemplateParamSet: smsTemplates[templateKey].map((name) => values[name] ?? ""),
          SessionContext: id,
        },
        signal,
      );
      const sent = answer.SendStatusSet?.[0];
      if (sent?.Code === "Ok" && sent.SerialNo !== undefined) return { providerId: sent.SerialNo };
      const code = answer.Error?.Code ?? sent?.Code ?? "nothing";
      if (refusalCodes.test(code)) throw new Undeliverable(code);
      throw new Error(`Tencent answered ${code}`);
    },
    async statusOf({ to, providerId, sentAt }, signal) {
      const from = Math.floor(Date.parse(sentAt) / 1000);
      const answer = await sendRequest(
        "PullSmsSendStatusByPhoneNumber",
        // A minute of tolerance, because clocks differ.
        { BeginTime: from - 60, Offset: 0, Limit: 100, PhoneNumber: e164(to), SmsSdkAppId: appId },
        signal,
      );
      if (answer.Error !== undefined) throw new Error(`Tencent answered ${answer.Error.Code ?? "nothing"}`);
      const status = answer.PullSmsSendStatusSet?.find(({ SerialNo }) => SerialNo === providerId);
      if (status?.ReportStatus === "SUCCESS") return { state: "delivered" };
      return status?.ReportStatus === "FAIL"
        ? { state: "undelivered", reason: status.Description ?? "failed" }
        : { state: "pending" };
    },
  };
}
