import type { Page } from "playwright-core";

/** Runs in the page. All it needs stands inside. */
function lookAtTexts(): string[] {
  type Box = { left: number; right: number; top: number; bottom: number };
  type Piece = { element: Element; layer: Element | null; words: string; box: Box };
  const slack = 1.5;
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
  const pieces: Piece[] = [];

  /** How an element may hold a text that is larger than itself. */
  function holding(element: Element) {
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
    const isAcross = middle > frame.bottom + slack || middle < frame.top - slack;
    return isAcross || box.right > frame.right + slack || box.left < frame.left - slack;
  }
  const isOutside = ({ left, right }: Box) => right > document.documentElement.clientWidth + slack || left < -slack;
  function inspect(element: Element, words: string, rect: DOMRect): void {
    // A line is less high than its font in headings: what counts is where its letters are.
    const trim = Math.max(0, rect.height - parseFloat(styleOf(element).fontSize)) / 2;
    let box: Box = { left: rect.left, right: rect.right, top: rect.top + trim, bottom: rect.bottom - trim };
    const report = (what: string) => problems.push(`“${words.slice(0, 40)}” ${what}`);
    let layer: Element | null = null;
    let [isBlock, isFree] = [false, false];
    for (const up of ancestors(element)) {
      const { frame, clips, scrolls, isMeant, isInline, isLoose, isLayer, isPlate } = holding(up);
      isFree ||= scrolls || isMeant;
      if (!isFree && !isInline && isBeyond(box, frame) && (clips || isPlate || !isBlock))
        report(`${clips ? "is cut off by" : "runs out of"} ${up.tagName} ${up.className}`);
      isBlock ||= !isInline;
      if (clips || scrolls) box = cutTo(box, frame);
      isFree ||= isLoose;
      layer = isLayer ? up : null;
      if (isLayer) break;
    }
    if (box.right - box.left < 1 || box.bottom - box.top < 1) return;
    if (isOutside(box)) report("is outside the screen");
    pieces.push({ element, layer, words, box });
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement!;
    const words = node.nodeValue!.trim();
    if (words === "" || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (element.closest("[aria-hidden=true], svg, script, style, noscript, option") !== null) continue;
    // Words for screen readers alone are a pixel large.
    if (ancestors(element).some((up) => styleOf(up).clipPath !== "none" || up.getBoundingClientRect().width === 1))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) if (rect.width > 1) inspect(element, words, rect);
  }
  for (const [index, one] of pieces.entries())
    for (const other of pieces.slice(index + 1)) {
      if (one.layer !== other.layer || one.element === other.element) continue;
      const { left, right, top, bottom } = cutTo(one.box, other.box);
      const height = Math.min(one.box.bottom - one.box.top, other.box.bottom - other.box.top);
      if (right - left > 2 && bottom - top > height / 4)
        problems.push(`“${one.words.slice(0, 40)}” lies over “${other.words.slice(0, 40)}”`);
    }

  const pen = document.createElement("canvas").getContext("2d")!;
  for (const input of document.querySelectorAll<HTMLInputElement>("input[placeholder]")) {
    const style = styleOf(input);
    pen.font = style.font;
    const room = input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (input.clientWidth > 0 && input.value === "" && pen.measureText(input.placeholder).width > room + slack)
      problems.push(`“${input.placeholder}” is longer than its field`);
  }
  return [...new Set(problems)];
}

/**
 * Every visible text of the page that is not where it should be: outside the screen, out of its box or of the plate it stands on, cut off
 * without an ellipsis, over another text, or longer than the field it stands in.
 */
export const misplacedTexts = (page: Page): Promise<string[]> => page.evaluate(lookAtTexts);
