import type { Page } from "playwright-core";

/** Runs in the page and can therefore not use anything outside of this function. */
function inspectTexts(): string[] {
  type Box = { left: number; right: number; top: number; bottom: number };
  type TextBox = { element: Element; layer: Element | null; text: string; box: Box };
  const tolerance = 1.5;
  const styleOf = (element: Element) => getComputedStyle(element);
  const ancestors = (element: Element): Element[] => {
    const list: Element[] = [];
    for (
      let next: Element | null = element;
      next !== null && next !== document.documentElement;
      next = next.parentElement
    )
      list.push(next);
    return list;
  };
  const intersectionOf = (box: Box, frame: Box): Box => ({
    left: Math.max(box.left, frame.left),
    right: Math.min(box.right, frame.right),
    top: Math.max(box.top, frame.top),
    bottom: Math.min(box.bottom, frame.bottom),
  });
  const hasPaint = ({ borderTopWidth, backgroundColor }: CSSStyleDeclaration) =>
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
      isEllipsis: textOverflow === "ellipsis" || webkitLineClamp !== "none",
      isInline: display === "inline" || display === "contents",
      isAbsolute: position === "absolute",
      isLayer: position === "fixed" || position === "sticky",
      isPainted: hasPaint(style),
    };
  }
  function isBeyond(box: Box, frame: Box): boolean {
    const middle = (box.top + box.bottom) / 2;
    const isAboveOrBelow = middle > frame.bottom + tolerance || middle < frame.top - tolerance;
    return isAboveOrBelow || box.right > frame.right + tolerance || box.left < frame.left - tolerance;
  }
  const isOutside = ({ left, right }: Box) =>
    right > document.documentElement.clientWidth + tolerance || left < -tolerance;
  function inspect(element: Element, text: string, rect: DOMRect): void {
    // In headings the line height is smaller than the font size: the box of the letters is compared.
    const trim = Math.max(0, rect.height - parseFloat(styleOf(element).fontSize)) / 2;
    let box: Box = { left: rect.left, right: rect.right, top: rect.top + trim, bottom: rect.bottom - trim };
    const report = (problem: string) => problems.push(`“${text.slice(0, 40)}” ${problem}`);
    let layer: Element | null = null;
    let [isPastBlock, mayOverflow] = [false, false];
    for (const ancestor of ancestors(element)) {
      const { frame, clips, scrolls, isEllipsis, isInline, isAbsolute, isLayer, isPainted } = layoutOf(ancestor);
      mayOverflow ||= scrolls || isEllipsis;
      if (!mayOverflow && !isInline && isBeyond(box, frame) && (clips || isPainted || !isPastBlock))
        report(`${clips ? "is cut off by" : "overflows"} ${ancestor.tagName} ${ancestor.className}`);
      isPastBlock ||= !isInline;
      if (clips || scrolls) box = intersectionOf(box, frame);
      mayOverflow ||= isAbsolute;
      layer = isLayer ? ancestor : null;
      if (isLayer) break;
    }
    if (box.right - box.left < 1 || box.bottom - box.top < 1) return;
    if (isOutside(box)) report("is outside the screen");
    textBoxes.push({ element, layer, text, box });
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement!;
    const text = node.nodeValue!.trim();
    if (text === "" || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (element.closest("[aria-hidden=true], svg, script, style, noscript, option") !== null) continue;
    // Texts for screen readers only are one pixel large.
    if (
      ancestors(element).some(
        (ancestor) => styleOf(ancestor).clipPath !== "none" || ancestor.getBoundingClientRect().width === 1,
      )
    )
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) if (rect.width > 1) inspect(element, text, rect);
  }
  for (const [index, first] of textBoxes.entries())
    for (const second of textBoxes.slice(index + 1)) {
      if (first.layer !== second.layer || first.element === second.element) continue;
      const { left, right, top, bottom } = intersectionOf(first.box, second.box);
      const height = Math.min(first.box.bottom - first.box.top, second.box.bottom - second.box.top);
      if (right - left > 2 && bottom - top > height / 4)
        problems.push(`“${first.text.slice(0, 40)}” overlaps “${second.text.slice(0, 40)}”`);
    }

  const context = document.createElement("canvas").getContext("2d")!;
  for (const input of document.querySelectorAll<HTMLInputElement>("input[placeholder]")) {
    const style = styleOf(input);
    context.font = style.font;
    const availableWidth = input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (
      input.clientWidth > 0 &&
      input.value === "" &&
      context.measureText(input.placeholder).width > availableWidth + tolerance
    )
      problems.push(`“${input.placeholder}” is longer than its field`);
  }
  return [...new Set(problems)];
}

/**
 * The problems of the page's visible texts: outside the screen, overflowing their box, cut off without an ellipsis, overlapping another text, or
 * longer than their field.
 */
export const misplacedTexts = (page: Page): Promise<string[]> => page.evaluate(inspectTexts);
