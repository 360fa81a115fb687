/**
 * Types a text over the whole text of an input or a text area, or at its end, so that the browser's undo takes it back as one step. Returns false, and
 * may have changed nothing, if the element is something else, is not shown, or does not take the text.
 */
export function typeText(element: HTMLElement | null, text: string, isAtEnd: boolean): boolean {
  if (!(element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement)) return false;
  const expected = isAtEnd ? element.value + text : text;
  if (element.maxLength >= 0 && expected.length > element.maxLength) return false;
  element.focus();
  if (document.activeElement !== element) return false;
  element.setSelectionRange(isAtEnd ? element.value.length : 0, element.value.length);
  // Only `execCommand` changes a text and keeps the browser's undo.
  document.execCommand("insertText", false, text);
  return element.value === expected;
}
