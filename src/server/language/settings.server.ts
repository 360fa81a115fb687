export const translationProviders = ["baidu", "deepl"] as const;
export type TranslationProvider = (typeof translationProviders)[number];

export type LanguageSettings = {
  NODE_ENV: string;
  TRANSLATION_PROVIDER: TranslationProvider | "off";
  TRANSLATION_KEY_ID?: string | undefined;
  TRANSLATION_KEY_SECRET?: string | undefined;
  TRANSLATION_ENDPOINT?: string | undefined;
  AI_ENDPOINT?: string | undefined;
  AI_KEY?: string | undefined;
  AI_MODEL?: string | undefined;
};
type SettingName = keyof LanguageSettings & string;

const requiredSettings: Record<TranslationProvider | "off", readonly SettingName[]> = {
  off: [],
  baidu: ["TRANSLATION_KEY_ID", "TRANSLATION_KEY_SECRET"],
  deepl: ["TRANSLATION_KEY_SECRET"],
};

/** Hosts of this machine, where a model of one's own may run without https. */
const ownHosts = ["127.0.0.1", "localhost", "[::1]"];

function isSecure(address: string | undefined, hosts: readonly string[]): boolean {
  if (address === undefined) return true;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || hosts.includes(hostname);
}

/** The problems of the settings for translation and AI, each with an explanation. */
export function languageSettingProblems(env: LanguageSettings): { name: SettingName; message: string }[] {
  const missing = requiredSettings[env.TRANSLATION_PROVIDER]
    .filter((name) => env[name] === undefined)
    .map((name) => ({ name, message: `TRANSLATION_PROVIDER=${env.TRANSLATION_PROVIDER} needs it` }));
  const testHosts = env.NODE_ENV === "test" ? ownHosts : [];
  return [
    ...missing,
    ...(isSecure(env.TRANSLATION_ENDPOINT, testHosts)
      ? []
      : [{ name: "TRANSLATION_ENDPOINT" as const, message: "it has to be https" }]),
    ...(isSecure(env.AI_ENDPOINT, ownHosts)
      ? []
      : [{ name: "AI_ENDPOINT" as const, message: "it has to be https, or on this machine" }]),
    ...(env.AI_ENDPOINT !== undefined && env.AI_MODEL === undefined
      ? [{ name: "AI_MODEL" as const, message: "AI_ENDPOINT needs it" }]
      : []),
  ];
}
