import type { Locale } from "#kit/text.ts";
import type { Frame } from "./frame.ts";

/**
 * Why a part of the page does not fit: `box`, what stands in an element of a canvas is larger than the element; `cut`, a text is cut off; `wide`, a
 * component is wider than the page.
 */
export type OverflowKind = "box" | "cut" | "wide";
export type Overflow = { id: string; kind: OverflowKind };
/** A part that does not fit, and where: in which languages and at which widths of the page, in px. */
export type OverflowFinding = Overflow & { places: { locale: Locale; width: number }[] };

/** The most elements of a page that are measured. */
const maxElements = 20_000;
/** Fractions of a px that browsers round differently, in px. */
const tolerance = 1.5;

const isWider = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth + tolerance;
const isHigher = ({ scrollHeight, clientHeight }: Element) => scrollHeight > clientHeight + tolerance;

const hasText = (element: Element): boolean =>
  [...element.childNodes].some((child) => child.nodeType === 3 && (child.textContent ?? "").trim() !== "");

/** Whether a text is cut off at the edge of its element. What is 1 px wide is for screen readers. */
function isCutOff(element: Element): boolean {
  if (element.clientWidth <= 1 || !(isWider(element) || isHigher(element)) || !hasText(element)) return false;
  const style = element.ownerDocument.defaultView?.getComputedStyle(element);
  const cuts = (value: string | undefined) => value === "hidden" || value === "clip";
  return (isWider(element) && cuts(style?.overflowX)) || (isHigher(element) && cuts(style?.overflowY));
}

/** What does not fit in the rendered page, each record once. */
export function overflowIn({ elements }: Pick<Frame, "elements">): Overflow[] {
  const found: Overflow[] = [];
  let measured = 0;
  for (const [id, element] of elements) {
    const { dataset } = element;
    if (dataset.group !== undefined) continue;
    const isNode = dataset.node !== undefined;
    if (isNode && (isWider(element) || isHigher(element))) found.push({ id, kind: "box" });
    else if (!isNode && isWider(element)) found.push({ id, kind: "wide" });
    else {
      // Those of a canvas are measured with their nodes.
      const texts = [...element.querySelectorAll("*")].filter((part) => isNode || part.closest("[data-node]") === null);
      measured += texts.length;
      if (measured <= maxElements && texts.some(isCutOff)) found.push({ id, kind: "cut" });
    }
  }
  return found;
}

/** The findings of several renderings of the page, each part once with all places in which it does not fit. */
export function mergeOverflow(
  results: readonly { locale: Locale; width: number; found: readonly Overflow[] }[],
): OverflowFinding[] {
  const findings = new Map<string, OverflowFinding>();
  for (const { locale, width, found } of results)
    for (const { id, kind } of found) {
      const finding = findings.get(`${id} ${kind}`) ?? { id, kind, places: [] };
      findings.set(`${id} ${kind}`, { ...finding, places: [...finding.places, { locale, width }] });
    }
  return [...findings.values()];
}
