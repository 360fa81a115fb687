import { Problem } from "#kit/problem.ts";
import type { Locale } from "#kit/text.ts";
import { createBaidu } from "./baidu.server.ts";
import type { Budget, LanguageUser } from "./budget.server.ts";
import { createDeepl } from "./deepl.server.ts";
import { limitProviderCalls, type ProviderReports } from "./provider-call.server.ts";
import type { LanguageSettings, TranslationProvider } from "./settings.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    translation: Translation;
  }
}

/** Translates a text into a language; the provider finds out the language of the text. */
export type Translate = (text: string, to: Locale, signal: AbortSignal) => Promise<string>;
export type TranslationKeys = { keyId: string; keySecret: string; endpoint: string | undefined };

export type Translation = {
  /**
   * Translates a text for `user`, whose budget it is.
   * @throws {Problem} unavailable, also when the operator has set no provider; tooManyRequests beyond the budget
   */
  translate: (text: string, to: Locale, user: LanguageUser) => Promise<string>;
};

/** The maximum number of characters of a text to translate. */
export const maxTranslatedCharacters = 2000;

const texts = {
  off: {
    zh: "尚未配置翻译服务，请联系平台管理员",
    en: "No translation service is set up. Ask the platform administrator.",
  },
  failed: { zh: "翻译服务暂时不可用", en: "The translation service is not available at the moment" },
};

const create: Record<TranslationProvider, (keys: TranslationKeys) => Translate> = {
  baidu: createBaidu,
  deepl: createDeepl,
};

/** The translation of the chosen provider. Without one every request says so: nothing is made up. */
export function createTranslation(
  settings: LanguageSettings,
  reports: Pick<ProviderReports, "log" | "outcomes">,
  budget: Budget,
): Translation {
  const { TRANSLATION_PROVIDER: provider } = settings;
  if (provider === "off") return { translate: () => Promise.reject(new Problem("unavailable", texts.off)) };
  const send = create[provider]({
    keyId: settings.TRANSLATION_KEY_ID ?? "",
    keySecret: settings.TRANSLATION_KEY_SECRET ?? "",
    endpoint: settings.TRANSLATION_ENDPOINT,
  });
  const { call } = limitProviderCalls({ adapter: "translation", failure: texts.failed, ...reports });
  return {
    async translate(text, to, user) {
      await budget.spend(user, text.length);
      return call((signal) => send(text, to, signal));
    },
  };
}
