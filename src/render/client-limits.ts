import type { ClientLimit } from "#kit/client-limit.ts";
import type { FieldConfig, Fields } from "#kit/field.ts";
import type { PageRecord } from "#kit/page.ts";
import { definitionOf } from "./registry.ts";

/** The part of a field type that tells which addresses a value leads to. */
type LinkingType = {
  addressesIn?: (value: never) => readonly string[];
  subFields?: (field: never) => Fields;
};
/** Finds the type of a field: the browser's types or the server's. */
export type TypeOf = (field: FieldConfig) => LinkingType;

const otherSite: ClientLimit = {
  client: "WeChatLite",
  level: "none",
  reason: {
    zh: "小程序不能打开其他网站的链接",
    en: "Mini programs cannot open links to other sites.",
  },
};
const mail = (["WeChat", "WeChatLite"] as const).map((client): ClientLimit => ({
  client,
  level: "limited",
  reason: { zh: "微信中不能直接写邮件", en: "WeChat does not open email links." },
}));

const isRow = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** The addresses in one value; none in a value of another shape than its field has. */
function addressesIn(type: LinkingType, value: unknown): string[] {
  try {
    return (type.addressesIn?.(value as never) ?? []).filter((address) => typeof address === "string");
  } catch {
    return [];
  }
}

/** The addresses of all links in a value. */
function addressesOf(fields: Fields, value: Readonly<Record<string, unknown>>, typeOf: TypeOf): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const type = typeOf(field);
    const parts = field.localized === true ? Object.values(value[name] ?? {}) : [value[name]];
    const presentParts = parts.filter((part) => part !== null && part !== undefined && part !== "");
    const direct = presentParts.flatMap((part) => addressesIn(type, part));
    const subFields = type.subFields?.(field as never);
    if (subFields === undefined) return direct;
    const rows = presentParts.flatMap((part) => (Array.isArray(part) ? part : [part])).filter(isRow);
    return [...direct, ...rows.flatMap((row) => addressesOf(subFields, row, typeOf))];
  });
}

const isSame = (a: ClientLimit, b: ClientLimit) => a.client === b.client && a.reason === b.reason;

/** What a component of a page cannot do in clients, each limit once. Links count by their addresses, whatever component has them. */
export function clientLimitsOf(record: PageRecord, typeOf: TypeOf): ClientLimit[] {
  const definition = definitionOf(record);
  if (definition === undefined || record.kind === "group") return [];
  const addresses = addressesOf(definition.settings, record.value, typeOf);
  const limits = [
    ...("clientLimits" in definition ? (definition.clientLimits?.(record.value as never) ?? []) : []),
    ...(addresses.some((address) => /^https?:/i.test(address)) ? [otherSite] : []),
    ...(addresses.some((address) => /^mailto:/i.test(address)) ? mail : []),
  ];
  return limits.filter((limit, index) => limits.findIndex((other) => isSame(limit, other)) === index);
}
