import type { Page } from "playwright-core";

/** Runs in the page, so that it cannot use anything outside of itself. */
function inspectTexts(): string[] {
  type Box = { left: number; right: number; top: number; bottom: number };
  type TextBox = { element: Element; layer: Element | null; words: string; box: Box };
  const tolerance = 1.5;
  const styleOf = (element: Element) => getComputedStyle(element);
  const ancestors = (element: Element): Element[] => {
    const list: Element[] = [];
    for (let up: Element | null = element; up !== null && up !== document.documentElement; up = up.parentElement)
      list.push(up);
    return list;
  };
  const cutTo = (box: Box, frame: Box): Box => ({
    left: Math.max(box.left, frame.left),
    right: Math.min(box.right, frame.right),
    top: Math.max(box.top, frame.top),
    bottom: Math.min(box.bottom, frame.bottom),
  });
  const isPainted = ({ borderTopWidth, backgroundColor }: CSSStyleDeclaration) =>
    borderTopWidth !== "0px" || !/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor);
  const problems: string[] = [];
  const textBoxes: TextBox[] = [];

  /** How an element handles a text that is larger than itself. */
  function layoutOf(element: Element) {
    const style = styleOf(element);
    const { overflowX, overflowY, textOverflow, webkitLineClamp, display, position } = style;
    const has = (...values: string[]) => values.includes(overflowX) || values.includes(overflowY);
    return {
      frame: element.getBoundingClientRect(),
      clips: has("hidden", "clip"),
      scrolls: has("auto", "scroll"),
      isMeant: textOverflow === "ellipsis" || webkitLineClamp !== "none",
      isInline: display === "inline" || display === "contents",
      isLoose: position === "absolute",
      isLayer: position === "fixed" || position === "sticky",
      isPlate: isPainted(style),
    };
  }
  function isBeyond(box: Box, frame: Box): boolean {
    const middle = (box.top + box.bottom) / 2;
    const isAcross = middle > frame.bottom + tolerance || middle < frame.top - tolerance;
    return isAcross || box.right > frame.right + tolerance || box.left < frame.left - tolerance;
  }
  const isOutside = ({ left, right }: Box) =>
    right > document.documentElement.clientWidth + tolerance || left < -tolerance;
  function inspect(element: Element, words: string, rect: DOMRect): void {
    // In headings a line is less high than its font: the box of the letters counts.
    const trim = Math.max(0, rect.height - parseFloat(styleOf(element).fontSize)) / 2;
    let box: Box = { left: rect.left, right: rect.right, top: rect.top + trim, bottom: rect.bottom - trim };
    const report = (what: string) => problems.push(`“${words.slice(0, 40)}” ${what}`);
    let layer: Element | null = null;
    let [isBlock, isFree] = [false, false];
    for (const up of ancestors(element)) {
      const {
        frame,
        clips,
        scrolls,
        isMeant: isEllipsis,
        isInline,
        isLoose: isAbsolute,
        isLayer,
        isPlate: isBox,
      } = layoutOf(up);
      isFree ||= scrolls || isEllipsis;
      if (!isFree && !isInline && isBeyond(box, frame) && (clips || isBox || !isBlock))
        report(`${clips ? "is cut off by" : "overflows"} ${up.tagName} ${up.className}`);
      isBlock ||= !isInline;
      if (clips || scrolls) box = cutTo(box, frame);
      isFree ||= isAbsolute;
      layer = isLayer ? up : null;
      if (isLayer) break;
    }
    if (box.right - box.left < 1 || box.bottom - box.top < 1) return;
    if (isOutside(box)) report("is outside the screen");
    textBoxes.push({ element, layer, words, box });
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement!;
    const words = node.nodeValue!.trim();
    if (words === "" || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (element.closest("[aria-hidden=true], svg, script, style, noscript, option") !== null) continue;
    // Texts for screen readers only are one pixel large.
    if (ancestors(element).some((up) => styleOf(up).clipPath !== "none" || up.getBoundingClientRect().width === 1))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) if (rect.width > 1) inspect(element, words, rect);
  }
  for (const [index, one] of textBoxes.entries())
    for (const other of textBoxes.slice(index + 1)) {
      if (one.layer !== other.layer || one.element === other.element) continue;
      const { left, right, top, bottom } = cutTo(one.box, other.box);
      const height = Math.min(one.box.bottom - one.box.top, other.box.bottom - other.box.top);
      if (right - left > 2 && bottom - top > height / 4)
        problems.push(`“${one.words.slice(0, 40)}” overlaps “${other.words.slice(0, 40)}”`);
    }

  const context = document.createElement("canvas").getContext("2d")!;
  for (const input of document.querySelectorAll<HTMLInputElement>("input[placeholder]")) {
    const style = styleOf(input);
    context.font = style.font;
    const room = input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (input.clientWidth > 0 && input.value === "" && context.measureText(input.placeholder).width > room + tolerance)
      problems.push(`“${input.placeholder}” is longer than its field`);
  }
  return [...new Set(problems)];
}

/**
 * Misplaced visible texts of the page: outside the screen, overflowing their box, cut off without an ellipsis, overlapping another text, or
 * longer than their field.
 */
export const misplacedTexts = (page: Page): Promise<string[]> => page.evaluate(inspectTexts);
