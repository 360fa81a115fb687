import { overriddenWidths, overrideIn, placedAt, recordAtWidth } from "#kit/client-override.ts";
import type { PageRecord } from "#kit/page.ts";
import type { PlacedNode } from "#kit/page-tree.ts";
import { narrowerThan, pageWidths, type PageWidth, stackedWidths, widthsFrom } from "#kit/page-width.ts";
import type { PlacedWidget } from "#kit/widget.ts";
import { nodeStyle } from "./canvas.tsx";
import { widgetStyle } from "./widget.tsx";

type Style = Record<string, string>;
type StyledRecord = PlacedWidget | PlacedNode;

const styleOf = (record: StyledRecord): Style => (record.kind === "node" ? nodeStyle(record) : widgetStyle(record));

/** Whether a record has a setting of its own at a stacked width that counts at `width`. */
const setsWhereStacked = (record: PageRecord, width: PageWidth, setting: string): boolean =>
  widthsFrom(width).some(
    (wider) => stackedWidths[wider] !== undefined && Object.hasOwn(overrideIn(record, wider)?.value ?? {}, setting),
  );

/**
 * What takes a node out of the stack: its place, in px of a screen of `stageWidth`, and the keywords that the styles of nodes ask for where they differ
 * in a stack (`widgets/canvas.tsx`).
 */
const placedStyle = (stageWidth: number): Style => ({
  "--u": `calc(100cqw / ${stageWidth})`,
  "--placed-position": "absolute",
  "--placed-width": "calc(var(--w) * var(--u))",
  "--placed-height": "calc(var(--h) * var(--u))",
  "--placed-rotation": "var(--rotation, none)",
  "--placed-full": "100%",
  "--placed-auto": "auto",
  "--placed-none": "none",
  "--placed-display": "block",
});

/** The declarations of a record at a width. In a stack, a size of a text and the height of a canvas that are its own are taken as they are. */
export function styleAt(record: StyledRecord, width: PageWidth | undefined): Style {
  if (width === undefined || overriddenWidths(record).length === 0) return styleOf(record);
  const style = styleOf(recordAtWidth(record, width));
  if (record.kind === "widget") {
    const stageWidth = stackedWidths[width];
    const height = style["--height"];
    if (height === undefined || stageWidth === undefined || !setsWhereStacked(record, width, "height")) return style;
    return { ...style, "--stage-height": `calc(${height} * 100cqw / ${stageWidth})` };
  }
  const placed = placedAt(record, width);
  const size = style["--size"];
  const hasOwnSize = size !== undefined && setsWhereStacked(record, width, "size");
  return {
    ...style,
    ...(placed === undefined ? {} : placedStyle(stackedWidths[placed]!)),
    ...(hasOwnSize
      ? { "--font-size": placed === undefined ? `calc(${size} / 16 * 1rem)` : `calc(${size} * var(--u))` }
      : {}),
  };
}

/** The declarations of `style` that differ from those of `before`; what is missing becomes what it is without a declaration. */
function changedDeclarations(before: Style, style: Style): Style {
  const missing = Object.keys(before).filter((name) => !Object.hasOwn(style, name));
  const changed = Object.entries(style).filter(([name, value]) => before[name] !== value);
  return Object.fromEntries([...missing.map((name) => [name, "initial"]), ...changed]);
}

/** What a record has at one width: declarations in place of those of wider pages, for this width and narrower ones. */
export function widthDeclarations(record: StyledRecord, width: PageWidth): Style {
  if (overrideIn(record, width) === undefined) return {};
  return changedDeclarations(styleAt(record, widthsFrom(width).at(-2)), styleAt(record, width));
}

/** The widths at which a record is hidden that is not hidden everywhere, each with the next narrower one, at which the range ends. */
export const hiddenRanges = (record: PageRecord): { upTo: PageWidth; above: number }[] =>
  overriddenWidths(record).length === 0
    ? []
    : pageWidths
        .filter((width) => recordAtWidth(record, width).isHidden === true)
        .map((upTo) => ({ upTo, above: narrowerThan(upTo) }));
