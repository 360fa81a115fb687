import {
  array,
  custom,
  enum as oneOf,
  boolean,
  exactOptional,
  literal,
  maximum,
  maxLength,
  minimum,
  minLength,
  nullable,
  number,
  record,
  refine,
  regex,
  strictObject,
  string,
  unknown,
  type ZodMiniExactOptional,
  type ZodMiniType,
} from "zod/mini";
import { type ClientType, clientTypes } from "./client-type.ts";
import { isInstant } from "./format.ts";
import { outdatedLimits } from "./outdated.ts";
import { type ClientWidth, clientWidths, type PageWidth } from "./page-width.ts";
import type { RichText } from "./rich-text.ts";
import { isRowBinding, type RowBinding } from "./row-binding.ts";
import { locales } from "./text.ts";
import { isTextFormat } from "./text-format.ts";

/** The maximum number of records of a page. */
export const maxRecords = 5000;
/** Design px: the largest coordinate and size of a node. */
const maxCoordinate = 10_000;

/** Ids are a prefix and 10 random characters; those from earlier versions of the program have 4 to 40. */
const widgetId = string().check(regex(/^wd_[A-Za-z0-9]{4,40}$/));
const nodeId = string().check(regex(/^nd_[A-Za-z0-9]{4,40}$/));
const groupId = string().check(regex(/^gr_[A-Za-z0-9]{4,40}$/));
/** The parent of nodes and groups: a canvas, or a group on one. */
const parentId = string().check(regex(/^(?:wd|gr)_[A-Za-z0-9]{4,40}$/));
const size = () => number().check(minimum(1), maximum(maxCoordinate));
const coordinate = () => number().check(minimum(-maxCoordinate), maximum(maxCoordinate));
const localizedText = (max: number) => {
  const text = () => exactOptional(string().check(maxLength(max)));
  return strictObject({ zh: text(), en: text() });
};

/** The id of a record. */
export const recordId = string().check(regex(/^(?:wd|nd|gr)_[A-Za-z0-9]{4,40}$/));

/** Position and size of a node on its canvas: px of the design width, before rotation. */
export const box = strictObject({ x: coordinate(), y: coordinate(), w: size(), h: size() });

const isDistinct = (chosen: readonly unknown[]): boolean => new Set(chosen).size === chosen.length;
const clients = () => array(oneOf(clientTypes)).check(maxLength(clientTypes.length), refine(isDistinct));

const languages = () => array(oneOf(locales)).check(minLength(1), maxLength(locales.length), refine(isDistinct));
/** An instant, ISO 8601 in UTC, as `Date` writes it. */
const instant = () => string().check(refine((text) => isInstant(text) && new Date(text).toISOString() === text));

/** Maximum number of guides of a canvas in one direction. */
export const maxGuides = 50;

/** The item of the market that a record was copied from, in which edition, and the record in the item's document. */
const recordOrigin = strictObject({
  item: string().check(regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
  edition: number().check(minimum(1), refine(Number.isInteger)),
  record: recordId,
});

const value = () => record(string(), unknown());
/** Degrees, clockwise. */
const rotation = () => number().check(minimum(-180), maximum(180));

/** One override per client, width, and client at a width, that differs. */
const overridesIn = <T extends ZodMiniType, W extends ZodMiniType>(override: T, atWidth: W) =>
  strictObject({
    ...(Object.fromEntries(clientWidths.map((name) => [name, exactOptional(atWidth)])) as Record<
      ClientWidth,
      ZodMiniExactOptional<W>
    >),
    WapH5: exactOptional(override),
    WeChat: exactOptional(override),
    WeChatLite: exactOptional(override),
    AppPlus: exactOptional(override),
    1024: exactOptional(atWidth),
    768: exactOptional(atWidth),
    480: exactOptional(atWidth),
  } satisfies Record<ClientType | PageWidth | ClientWidth, unknown>);
const valueOverride = () => strictObject({ value: exactOptional(value()) });
const valueAtWidth = () => strictObject({ value: exactOptional(value()), isHidden: exactOptional(boolean()) });

const base = {
  /** Sort key among siblings; a fractional index, so that inserting changes one record. It grows by a character per insertion at the same place. */
  order: string().check(regex(/^[A-Za-z0-9]{1,200}$/)),
  /** Version of the definition that the value was written for; 1 by default. */
  version: exactOptional(number().check(minimum(1), refine(Number.isInteger))),
  /** The clients in which the record is shown, with everything on it; absent for all. */
  clients: exactOptional(clients()),
  /** The languages in which the record is shown, with everything on it; absent for all. */
  languages: exactOptional(languages()),
  /** When the record is shown, with everything on it: from an instant on, and until another; absent for always. See `visit.ts`. */
  period: exactOptional(strictObject({ from: exactOptional(instant()), until: exactOptional(instant()) })),
  /** The fields of the page's row that settings show, by setting; see `bound-page.ts`. */
  bindings: exactOptional(
    record(string().check(maxLength(40)), string().check(minLength(1), maxLength(60))).check(
      refine((bindings) => Object.keys(bindings).length > 0 && Object.keys(bindings).length <= 20),
    ),
  ),
  /** What differs in clients and at widths; see `client-override.ts`. */
  overrides: exactOptional(overridesIn(valueOverride(), valueAtWidth())),
  /** Present if the record is left out of the page and of the editor's canvas, with everything in it. */
  isHidden: exactOptional(literal(true)),
  /** Present if the record, with everything in it, cannot be moved, resized or deleted, nor selected by the pointer. */
  isLocked: exactOptional(literal(true)),
  /** Texts whose other language has changed since they were written; see `outdated.ts`. */
  outdated: exactOptional(
    array(
      strictObject({
        field: string().check(maxLength(40)),
        locale: oneOf(locales),
        text: string().check(maxLength(outdatedLimits.units)),
        source: string().check(maxLength(outdatedLimits.units)),
      }),
    ).check(maxLength(outdatedLimits.entries)),
  ),
  /** Present if the record came from the market. */
  origin: exactOptional(recordOrigin),
};
const shortName = () => string().check(maxLength(60));
/** The name that an editor gave the record; it is shown in the editor only. */
const label = () => exactOptional(string().check(minLength(1), maxLength(60)));
/** Positions of guides, in px of the design width. */
const positions = () => array(coordinate()).check(maxLength(maxGuides));

/** A widget. The definition that it names checks its value, as for nodes (`features/builder/server/record-check.server.ts`). */
export const widgetRecord = strictObject({
  kind: literal("widget"),
  id: widgetId,
  ...base,
  name: shortName(),
  label: label(),
  /** The guides of a canvas: `x` vertical lines, `y` horizontal ones. */
  guides: exactOptional(strictObject({ x: positions(), y: positions() })),
  value: value(),
});
const textFormat = () => custom<RichText>(isTextFormat);
const formatsOf = <T extends ZodMiniType>(format: T) =>
  record(string().check(maxLength(40)), strictObject({ zh: exactOptional(format), en: exactOptional(format) })).check(
    refine((formats) => Object.keys(formats).length <= 4),
  );
/** What differs in a client; a format that it does not have is null. */
const nodeOverride = () =>
  strictObject({
    value: exactOptional(value()),
    formats: exactOptional(formatsOf(nullable(textFormat()))),
    box: exactOptional(box),
    rotation: exactOptional(rotation()),
  });
const nodeAtWidth = () =>
  strictObject({
    value: exactOptional(value()),
    box: exactOptional(box),
    rotation: exactOptional(rotation()),
    isHidden: exactOptional(boolean()),
  });

/** A node on a canvas. */
export const nodeRecord = strictObject({
  kind: literal("node"),
  id: nodeId,
  ...base,
  type: shortName(),
  parent: parentId,
  label: label(),
  box,
  /** Degrees, clockwise, about the centre of the box; absent if it is not rotated. */
  rotation: exactOptional(rotation()),
  /** The formats of texts, by setting and language; see `text-format.ts`. */
  formats: exactOptional(formatsOf(textFormat())),
  overrides: exactOptional(overridesIn(nodeOverride(), nodeAtWidth())),
  value: value(),
});
/** Nodes and groups that belong together. Its position follows from them; its name is in its value. */
export const groupRecord = strictObject({
  kind: literal("group"),
  id: groupId,
  ...base,
  parent: parentId,
  value: value(),
});

/** A part of a page on the clipboard. */
export const pageFragment = strictObject({
  schema: literal(1),
  records: array(unknown()).check(maxLength(maxRecords)),
  /** Scheme and host of the site that it was copied from. */
  origin: exactOptional(string().check(maxLength(300))),
});

/** The types of setting values only; `page-fields.ts` says which values are valid. A setting without a value is missing or null. */
const textSetting = (max: number) => exactOptional(nullable(string().check(maxLength(max))));
const localizedSetting = (max: number) => exactOptional(nullable(localizedText(max)));

/** One entry of a tab bar. `clients`: those in which it is shown; all without a choice. */
const tabBarItem = strictObject({
  name: localizedSetting(20),
  icon: textSetting(40),
  url: textSetting(500),
  clients: exactOptional(nullable(array(string().check(maxLength(20))).check(maxLength(8)))),
});

/**
 * The settings of a page (N-015), in the spelling of the wire. `showHead` and `showFoot`: whether it has the top bar and the footer of the site.
 * The others were added later, so pages may be without them.
 */
export const pageSetting = strictObject({
  title: localizedText(80),
  description: localizedText(200),
  showHead: boolean(),
  showFoot: boolean(),
  /** The clients whose pages all get this page's tab bar, background, and what it leaves out of the frame; see `page-layout.ts`. */
  layoutFor: exactOptional(nullable(array(string().check(maxLength(20))).check(maxLength(8)))),
  keywords: localizedSetting(200),
  /** The clients that the page is made for: it is not published with components that cannot work there. Without a choice, nothing is required. */
  clients: exactOptional(nullable(array(string().check(maxLength(20))).check(maxLength(8)))),
  /** The picture of previews of the page when its address is shared. */
  picture: textSetting(300),
  /** The rows of which the page shows one, named by its address. */
  row: exactOptional(nullable(custom<RowBinding>(isRowBinding))),
  /** Only signed-in people get the page. */
  isLogin: exactOptional(nullable(boolean())),
  /** Visitors read the page only: its forms are closed. */
  isRead: exactOptional(nullable(boolean())),
  /** Colours per colour scheme, as `#rrggbb`, and a picture. */
  background: exactOptional(
    nullable(strictObject({ color: textSetting(20), darkColor: textSetting(20), image: textSetting(300) })),
  ),
  /** A picture that every visitor sees once, over the page. */
  popImage: exactOptional(
    nullable(strictObject({ image: textSetting(300), alt: localizedSetting(200), url: textSetting(500) })),
  ),
  tabBarSetting: exactOptional(
    nullable(strictObject({ items: exactOptional(nullable(array(tabBarItem).check(maxLength(20)))) })),
  ),
});
