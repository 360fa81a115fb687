import type { Text } from "./text.ts";

/** The clients for which pages are rendered, in the spelling of the wire (B-205). Every browser is `WapH5`. */
export const clientTypes = ["WapH5", "WeChat", "WeChatLite", "AppPlus"] as const;
export type ClientType = (typeof clientTypes)[number];

/** The names of the clients on screens. */
export const clientNames: Record<ClientType, Text> = {
  WapH5: { zh: "浏览器", en: "Browser" },
  WeChat: { zh: "微信", en: "WeChat" },
  WeChatLite: { zh: "微信小程序", en: "WeChat mini program" },
  AppPlus: { zh: "App 端", en: "App" },
};

/** What is said of one client. */
export const inClient = (client: ClientType, text: Text): Text => ({
  zh: `${clientNames[client].zh}：${text.zh}`,
  en: `${clientNames[client].en}: ${text.en}`,
});

/** The options of a field that chooses clients. */
export const clientOptions = clientTypes.map((key) => ({ key, name: clientNames[key] }));

/** Whether something limited to `chosen` is shown in a client. Without a choice, it is shown in all of them. */
export const isForClient = (chosen: readonly string[] | null | undefined, client: ClientType): boolean =>
  (chosen ?? []).length === 0 || chosen!.includes(client);
