/** Each provider's adapter against a local provider that checks its requests. */
import { describe, expect, it } from "vitest";
import { readEnv } from "#server/env.server.ts";
import { Undeliverable } from "#server/outbox/outbox.server.ts";
import type { SmsAdapter, SmsMessage } from "#server/sms/adapter.server.ts";
import { createAliyunSms, signAliyun } from "#server/sms/aliyun.server.ts";
import { readySmsSettings } from "#server/sms/settings.server.ts";
import { createTencentSms, signTencent } from "#server/sms/tencent.server.ts";
import { createTwilioSms } from "#server/sms/twilio.server.ts";
import { codeIn, type Provider, startMockSms } from "./support/mock-sms.ts";

const provider = await startMockSms();
const create = { aliyun: createAliyunSms, tencent: createTencentSms, twilio: createTwilioSms };
const adapterOf = (name: Provider): SmsAdapter =>
  create[name](readySmsSettings(name, readEnv(provider.settings(name))));

let messageCount = 0;
function message(values: Partial<SmsMessage> = {}): SmsMessage {
  messageCount += 1;
  const code = String(messageCount).padStart(6, "0");
  const to = `138${String(messageCount).padStart(8, "0")}`;
  return {
    id: `id-${messageCount}`,
    to,
    text: `Code ${code}, ok? 100% (*)!`,
    templateKey: "code",
    values: { code },
    ...values,
  };
}
const timeout = () => AbortSignal.timeout(1000);
const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );
const providers = ["aliyun", "tencent", "twilio"] as const;

describe.each(providers)("%s", (name) => {
  const adapter = adapterOf(name);

  it("sends the number in E.164, the code and our id, signed", async () => {
    provider.mode = "ok";
    const sms = message();
    const { providerId } = await adapter.send(sms, timeout());
    expect(providerId).not.toBe("");
    const requests = provider.sends(sms.to);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ provider: name, to: `+86${sms.to}`, isSigned: true });
    expect(codeIn(requests[0]!)).toBe(sms.values.code);
    if (name !== "twilio") expect(requests[0]!.id).toBe(sms.id);
    const { fields } = requests[0]!;
    expect(fields).toMatchObject(
      {
        aliyun: { SignName: "经纬", TemplateCode: "T_code" },
        tencent: { SignName: "经纬", TemplateId: "T_code", SmsSdkAppId: "1400006666" },
        twilio: {
          path: "/2010-04-01/Accounts/key-id-of-tests/Messages.json",
          MessagingServiceSid: "MG0123456789",
          Body: sms.text,
        },
      }[name],
    );
  });

  it("sends exactly the values of the template of a notice", async () => {
    provider.mode = "ok";
    const notice = message({ templateKey: "mobileChanged", values: { mobile: "138****5678" } });
    await adapter.send(notice, timeout());
    await adapter.send(message({ to: notice.to, templateKey: "passwordChanged", values: {} }), timeout());
    const fields = provider.sends(notice.to).map((request) => request.fields);
    expect(
      fields.map(({ TemplateParam, TemplateParamSet, Body }) => TemplateParam ?? TemplateParamSet ?? Body),
    ).toEqual(
      {
        aliyun: ['{"mobile":"138****5678"}', "{}"],
        tencent: [["138****5678"], []],
        twilio: [notice.text, expect.any(String)],
      }[name],
    );
  });

  it("recognises a definite refusal with the provider's code", async () => {
    provider.mode = "refuse";
    const refused = await errorOf(adapter.send(message(), timeout()));
    expect(refused).toBeInstanceOf(Undeliverable);
    const codes = {
      aliyun: "isv.MOBILE_NUMBER_ILLEGAL",
      tencent: "FailedOperation.PhoneNumberInBlacklist",
      twilio: "21211",
    };
    expect((refused as Error).message).toBe(codes[name]);
  });

  it.each(["500", "stall", "reset", "badJson", "drip"] as const)(
    "reports an unknown outcome when the response is: %s",
    async (mode) => {
      provider.mode = mode;
      const sms = message();
      const outcome = await errorOf(adapter.send(sms, timeout()));
      expect(outcome).toBeInstanceOf(Error);
      expect(outcome).not.toBeInstanceOf(Undeliverable);
      expect(provider.sends(sms.to)).toHaveLength(1);
      // The logged error contains neither the code nor a key.
      expect(String(outcome)).not.toMatch(new RegExp(`${sms.values.code}|key-secret`));
    },
  );

  it.each([
    ["ok", { state: "pending" }],
    ["delivered", { state: "delivered" }],
    [
      "undelivered",
      { state: "undelivered", reason: { aliyun: "MOBILE_NOT_ON_SERVICE", tencent: "UNDELIV", twilio: "30003" }[name] },
    ],
  ] as const)("returns the delivery status: %s", async (mode, expected) => {
    provider.mode = "ok";
    const sms = message();
    const { providerId } = await adapter.send(sms, timeout());
    provider.mode = mode;
    // 01:30 in China, which is still the day before in UTC.
    const sentAt = "2026-11-20T17:30:00.000Z";
    expect(await adapter.statusOf({ to: sms.to, providerId, sentAt }, timeout())).toEqual(expected);
    const { isSigned, fields } = provider.requests.at(-1)!;
    expect(isSigned).toBe(true);
    expect(fields).toMatchObject(
      {
        aliyun: { PhoneNumber: sms.to, BizId: providerId, SendDate: "20261121" },
        tencent: { PhoneNumber: `+86${sms.to}`, BeginTime: Date.parse(sentAt) / 1000 - 60 },
        twilio: { path: `/2010-04-01/Accounts/key-id-of-tests/Messages/${providerId}.json` },
      }[name],
    );
  });
});

describe("a signature", () => {
  it("of Aliyun equals the one in their documentation", () => {
    const url = new URL("https://ecs.cn-shanghai.aliyuncs.com/");
    url.search = "ImageId=win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd&RegionId=cn-shanghai";
    const headers = {
      "x-acs-action": "RunInstances",
      "x-acs-version": "2014-05-26",
      "x-acs-date": "2023-10-26T10:22:32Z",
      "x-acs-signature-nonce": "3156853299f313e23d1673dc12e1703d",
      "x-acs-content-sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    };
    const credentials = { keyId: "YourAccessKeyId", keySecret: "YourAccessKeySecret" };
    expect(signAliyun(credentials, { method: "POST", url, headers, body: "" })).toBe(
      "ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0",
    );
  });

  it("of Tencent Cloud equals the one in their documentation", () => {
    const credentials = {
      keyId: "AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE",
      keySecret: "Gu5t9xGARNpq86cd98joQYCN3EXAMPLE",
    };
    const body = String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`;
    const request = { host: "cvm.tencentcloudapi.com", service: "cvm", timestamp: 1551113065, body };
    expect(signTencent(credentials, request)).toBe(
      "TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host, Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168",
    );
  });
});

describe("the settings at start", () => {
  const settingsProblem = (settings: Record<string, string>) => {
    try {
      readEnv(settings);
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  };
  it("report every missing setting of a provider, without values", () => {
    const incompleteSettings = {
      SMS_PROVIDER: "tencent",
      SMS_KEY_SECRET: "not-to-be-shown",
      SMS_TEMPLATES: "code=1,notice=2",
    };
    const report = settingsProblem(incompleteSettings);
    for (const name of ["SMS_KEY_ID", "SMS_SIGN_NAME", "SMS_APP_ID", "payeeChanged", "notice"])
      expect(report).toContain(name);
    expect(report).not.toMatch(/SMS_FROM|not-to-be-shown|SMS_KEY_SECRET/);
    expect(settingsProblem({ SMS_PROVIDER: "twilio" })).toMatch(/SMS_KEY_ID[^]*SMS_KEY_SECRET[^]*SMS_FROM/);
    expect(settingsProblem({ SMS_PROVIDER: "aliyun" })).toMatch(/SMS_SIGN_NAME[^]*SMS_TEMPLATES/);
    expect(settingsProblem({ SMS_PROVIDER: "off" })).toBe("");
  });

  it("may lack the template of invitations, but no other", () => {
    const { SMS_TEMPLATES, ...settings } = provider.settings("aliyun");
    const problemWithout = (name: string) =>
      settingsProblem({ ...settings, SMS_TEMPLATES: SMS_TEMPLATES!.replace(new RegExp(`,?${name}=T_${name}`), "") });
    expect(problemWithout("invited")).toBe("");
    expect(problemWithout("payeeChanged")).toContain("payeeChanged is missing");
  });

  it.each([
    ["http://sms.example.org", "test", "SMS_ENDPOINT"],
    ["http://127.0.0.1:1", "production", "SMS_ENDPOINT"],
    ["https://sms.example.org", "production", ""],
    ["http://127.0.0.1:1", "test", ""],
  ])("with a provider at %s in %s give: %s", (SMS_ENDPOINT, NODE_ENV, report) => {
    const settings = { ...provider.settings("aliyun"), SMS_ENDPOINT, NODE_ENV };
    expect(settingsProblem(settings)).toMatch(report === "" ? /^$/ : new RegExp(report));
  });
});
