import { isOptionalTemplate, isSmsTemplate, type SmsTemplate, smsTemplates } from "./templates.server.ts";

export const smsProviders = ["aliyun", "tencent", "twilio"] as const;
export type SmsProvider = (typeof smsProviders)[number];

/** The settings of all providers; each adapter uses some of them. */
export type SmsSettings = {
  SMS_KEY_ID?: string | undefined;
  SMS_KEY_SECRET?: string | undefined;
  SMS_SIGN_NAME?: string | undefined;
  SMS_APP_ID?: string | undefined;
  SMS_FROM?: string | undefined;
  SMS_REGION?: string | undefined;
  SMS_ENDPOINT?: string | undefined;
  SMS_TEMPLATES?: string | undefined;
};
type SettingName = keyof SmsSettings;

const requiredSettings: Record<SmsProvider, readonly SettingName[]> = {
  aliyun: ["SMS_KEY_ID", "SMS_KEY_SECRET", "SMS_SIGN_NAME", "SMS_TEMPLATES"],
  tencent: ["SMS_KEY_ID", "SMS_KEY_SECRET", "SMS_SIGN_NAME", "SMS_APP_ID", "SMS_TEMPLATES"],
  twilio: ["SMS_KEY_ID", "SMS_KEY_SECRET", "SMS_FROM"],
};

type Templates = Partial<Record<SmsTemplate, string>>;

/** Whether a provider stores the texts itself, and only sends registered templates. */
export const usesTemplates = (provider: SmsProvider): boolean => requiredSettings[provider].includes("SMS_TEMPLATES");

/** Parses `code=SMS_1, passwordChanged=SMS_2`: the provider's template id for each of our templates. */
function readTemplates(text: string): Templates & Record<string, string> {
  const pairs = text.split(",").map((pair) => pair.split("=", 2).map((part) => part.trim()));
  return Object.fromEntries(pairs.filter(([name, id]) => name !== "" && id !== undefined && id !== ""));
}

/** The missing settings of a provider, each with an explanation. */
export function missingSmsSettings(
  provider: SmsProvider,
  settings: SmsSettings,
): { name: SettingName; message: string }[] {
  const missing = requiredSettings[provider]
    .filter((name) => settings[name] === undefined)
    .map((name) => ({ name, message: `SMS_PROVIDER=${provider} needs it` }));
  if (!usesTemplates(provider) || settings.SMS_TEMPLATES === undefined) return missing;
  const templates = readTemplates(settings.SMS_TEMPLATES);
  const missingTemplates = Object.keys(smsTemplates).filter(
    (name) => templates[name] === undefined && !isOptionalTemplate(name),
  );
  const unknown = Object.keys(templates).filter((name) => !isSmsTemplate(name));
  return [
    ...missing,
    ...missingTemplates.map((name) => ({ name: "SMS_TEMPLATES" as const, message: `${name} is missing` })),
    ...unknown.map((name) => ({ name: "SMS_TEMPLATES" as const, message: `there is no message ${name}` })),
  ];
}

/** The complete settings of an adapter; a setting that its provider does not need may be empty. */
export type ReadySmsSettings = {
  keyId: string;
  keySecret: string;
  signName: string;
  appId: string;
  from: string;
  region: string | undefined;
  endpoint: string | undefined;
  templates: Templates;
};

/** The adapter's settings from the environment. @throws {Error} when one is missing, which `readEnv` reports earlier */
export function readySmsSettings(provider: SmsProvider, settings: SmsSettings): ReadySmsSettings {
  const [missing] = missingSmsSettings(provider, settings);
  if (missing !== undefined) throw new Error(`${missing.name}: ${missing.message}`);
  return {
    keyId: settings.SMS_KEY_ID ?? "",
    keySecret: settings.SMS_KEY_SECRET ?? "",
    signName: settings.SMS_SIGN_NAME ?? "",
    appId: settings.SMS_APP_ID ?? "",
    from: settings.SMS_FROM ?? "",
    region: settings.SMS_REGION,
    endpoint: settings.SMS_ENDPOINT,
    templates: readTemplates(settings.SMS_TEMPLATES ?? ""),
  };
}
