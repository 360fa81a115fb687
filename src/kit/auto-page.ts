import {
  array,
  boolean,
  enum as oneOf,
  exactOptional,
  maximum,
  maxLength,
  minimum,
  number,
  record,
  refine,
  regex,
  strictObject,
  string,
  unknown,
  type ZodMiniType,
} from "zod/mini";
import { type PeriodLength, periodLengths } from "./day.ts";
import { formatText, type LocalizedValue, type Text } from "./text.ts";

/** The kinds of auto pages: the last segment of their address. */
export const autoPageKinds = ["index", "report"] as const;
export type AutoPageKind = (typeof autoPageKinds)[number];
/** What a page shows: a stored kind, or the records of an entity over time, which is always made from the entity. */
export const autoPageViews = [...autoPageKinds, "time"] as const;
export type AutoPageView = (typeof autoPageViews)[number];

/** How the parts of a page, or of a group on it, are laid out. */
export const autoLayouts = ["stack", "grid", "tab", "fullscreen"] as const;
export type AutoLayout = (typeof autoLayouts)[number];

/** The layouts as the wire spells them (B-070). */
export const wireLayouts: Record<AutoLayout, string> = {
  stack: "",
  grid: "grid-layer",
  tab: "tab-layer",
  fullscreen: "fullsreen-layer",
};

/** The layout that a word of the wire means: `fullscreen-layer` is read too, and an unknown word means stacked. */
export function layoutOfWire(word: string): AutoLayout {
  if (word === "fullscreen-layer") return "fullscreen";
  return autoLayouts.find((layout) => wireLayouts[layout] === word) ?? "stack";
}

/** The columns of the grid of a page. */
export const gridColumns = 24;
export const autoPageLimits = { characters: 60_000, parts: 40, depth: 3, gutter: 48 } as const;

/** The colours of borders, icons and titles of parts, as colour tokens. */
export const autoPageColors = ["ink", "brand", "malachite", "azurite", "cinnabar", "orpiment", "amethyst"] as const;
/** The backgrounds of pages and parts, as colour tokens. */
export const autoPageBackgrounds = ["sheet", "paper-2", "paper-3", "brand-tint"] as const;

/** The periods of pages and widgets, as options of a field. */
export const periodOptions: { key: PeriodLength; name: Text }[] = periodLengths.map((key) => ({
  key,
  name: formatText({ zh: "近 {n} 天", en: "{n} {n|day|days}" }, { n: key }),
}));

/** The frame around a part. */
export type PartBorder = {
  show?: boolean;
  class?: (typeof borderClasses)[number];
  intro?: LocalizedValue<string>;
  icon?: string;
  fontColor?: (typeof autoPageColors)[number];
};
export const borderClasses = ["plain", "accent", "dashed"] as const;

type PartBase = {
  /** Unique on the page; assigned when the page is saved. */
  id?: string;
  title?: LocalizedValue<string>;
  /** Columns of the grid, 1 to 24. */
  span?: number;
  /** Compact; `small: true` says the same (B-349). */
  status?: "" | "small";
  small?: boolean;
  border?: PartBorder;
  background?: (typeof autoPageBackgrounds)[number];
};

/** A widget on an auto page. `name`: its type; `value`: its settings. */
export type PlacedAutoWidget = PartBase & { name: string; value?: Record<string, unknown> };
/** A group of parts with a layout of its own. */
export type AutoPageGroup = PartBase & { layout: AutoLayout; gutter?: number; widgets: AutoPagePart[] };
export type AutoPagePart = PlacedAutoWidget | AutoPageGroup;

export const isGroup = (part: AutoPagePart): part is AutoPageGroup => "layout" in part;

const localizedText = (max: number) => {
  const text = () => exactOptional(string().check(maxLength(max)));
  return strictObject({ zh: text(), en: text() });
};
const wholeNumber = (min: number, max: number) => number().check(minimum(min), maximum(max), refine(Number.isInteger));

const partShape = {
  id: exactOptional(string().check(regex(/^[A-Za-z0-9]{1,40}$/))),
  title: exactOptional(localizedText(80)),
  span: exactOptional(wholeNumber(1, gridColumns)),
  status: exactOptional(oneOf(["", "small"])),
  small: exactOptional(boolean()),
  border: exactOptional(
    strictObject({
      show: exactOptional(boolean()),
      class: exactOptional(oneOf(borderClasses)),
      intro: exactOptional(localizedText(300)),
      icon: exactOptional(string().check(regex(/^[a-z0-9-]{1,40}$/))),
      fontColor: exactOptional(oneOf(autoPageColors)),
    }),
  ),
  background: exactOptional(oneOf(autoPageBackgrounds)),
};
const widgetShape = strictObject({
  ...partShape,
  name: string().check(maxLength(40)),
  value: exactOptional(record(string(), unknown())),
});
const groupShape = strictObject({
  ...partShape,
  layout: oneOf(autoLayouts),
  gutter: exactOptional(wholeNumber(0, autoPageLimits.gutter)),
  widgets: array(unknown()),
});

const texts = {
  list: { zh: "请输入组件的 JSON 数组", en: "Enter a JSON list of components" },
  long: {
    zh: `最多 ${autoPageLimits.characters} 个字符`,
    en: `Up to ${autoPageLimits.characters} characters`,
  },
  nested: { zh: "内容嵌套过深", en: "The content is nested too deeply" },
  depth: {
    zh: `{path}：分组最多嵌套 ${autoPageLimits.depth} 层`,
    en: `{path}: groups can be nested ${autoPageLimits.depth} levels deep`,
  },
  parts: {
    zh: `一个页面最多 ${autoPageLimits.parts} 个组件`,
    en: `A page can have up to ${autoPageLimits.parts} components`,
  },
  sameId: { zh: "{path}：编号重复", en: "{path}: this id is used twice" },
  invalid: { zh: "{path}：值无效", en: "{path}: invalid value" },
} satisfies Record<string, Text>;

/** The levels of objects and lists in the JSON of a page, settings included. */
const maxJsonDepth = 20;

/** Whether a value has at most `depth` levels of objects and lists. */
const isWithinDepth = (value: unknown, depth: number): boolean =>
  typeof value !== "object" ||
  value === null ||
  (depth > 0 && Object.values(value).every((item) => isWithinDepth(item, depth - 1)));

type Reading = { parts: AutoPagePart[] } | { problem: Text };
/** What the check has met so far: the number of parts, and their ids. */
type State = { count: number; ids: Set<string>; isDraft: boolean };

/** What can be wrong with a value that an editor still shows: a number out of its range, a text that is too long. */
const sizeIssues: ReadonlySet<string> = new Set(["too_big", "too_small", "custom"]);

function problemOfPart(part: unknown, path: string, depth: number, state: State): Text | undefined {
  state.count += 1;
  if (state.count > autoPageLimits.parts) return texts.parts;
  const isGroupLike = typeof part === "object" && part !== null && "layout" in part;
  const schema: ZodMiniType = isGroupLike ? groupShape : widgetShape;
  const parsed = schema.safeParse(part);
  const issue = parsed.error?.issues.find(({ code }) => !state.isDraft || !sizeIssues.has(code ?? ""));
  if (issue !== undefined) {
    return formatText(texts.invalid, { path: [path, ...issue.path].map(String).join(".") });
  }
  const { id, widgets = [] } = part as PartBase & { widgets?: unknown[] };
  if (id !== undefined) {
    if (state.ids.has(id)) return formatText(texts.sameId, { path: `${path}.id` });
    state.ids.add(id);
  }
  if (isGroupLike && depth >= autoPageLimits.depth) return formatText(texts.depth, { path });
  return problemOfParts(widgets, `${path}.widgets.`, depth + 1, state);
}

function problemOfParts(parts: readonly unknown[], prefix: string, depth: number, state: State): Text | undefined {
  for (const [index, part] of parts.entries()) {
    const problem = problemOfPart(part, `${prefix}${index}`, depth, state);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/**
 * Reads the parts of a page from JSON: their shape, number, sizes and depth. Which widgets there are, and their settings, is not checked. `isDraft`: a
 * value that an editor shows; its sizes may be wrong.
 */
export function readAutoPageParts(text: string, { isDraft = false } = {}): Reading {
  if (text.length > autoPageLimits.characters) return { problem: texts.long };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: texts.list };
  }
  if (!Array.isArray(value)) return { problem: texts.list };
  if (!isWithinDepth(value, maxJsonDepth)) return { problem: texts.nested };
  const problem = problemOfParts(value, "", 0, { count: 0, ids: new Set(), isDraft });
  return problem === undefined ? { parts: value as AutoPagePart[] } : { problem };
}

/** All widgets of a page with their paths, groups included. */
export function widgetsIn(parts: readonly AutoPagePart[], prefix = ""): { path: string; widget: PlacedAutoWidget }[] {
  return parts.flatMap((part, index) =>
    isGroup(part)
      ? widgetsIn(part.widgets, `${prefix}${index}.widgets.`)
      : [{ path: `${prefix}${index}`, widget: part }],
  );
}

/** The parts with an id for each that has none. */
export function withPartIds(parts: readonly AutoPagePart[], newId: () => string): AutoPagePart[] {
  return parts.map((part): AutoPagePart => {
    const id = part.id ?? newId();
    return isGroup(part) ? { ...part, id, widgets: withPartIds(part.widgets, newId) } : { ...part, id };
  });
}

/** The text of parts, as it is stored. */
export const partsText = (parts: readonly AutoPagePart[]): string => JSON.stringify(parts, null, 2);
