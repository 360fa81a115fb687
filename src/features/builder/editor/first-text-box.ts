import type { Locale } from "#kit/text.ts";

/** The first text box of the inspector in the previewed language, else its first text box; never an input for position or size. */
function firstTextBox(locale: Locale): HTMLElement | undefined {
  const boxes = [
    ...document.querySelectorAll<HTMLElement>(
      ".inspector :is(textarea, input:not([inputmode], [type=file], [type=checkbox]))",
    ),
  ];
  return boxes.find((box) => box.closest<HTMLElement>("[lang]")?.lang === locale) ?? boxes[0];
}

/** Focuses the first text box of the inspector, as soon as its fields are there. */
export function focusFirstTextBox(locale: Locale): void {
  const box = firstTextBox(locale);
  if (box !== undefined) box.focus();
  else if (document.querySelector(".inspector [aria-busy]") !== null)
    requestAnimationFrame(() => focusFirstTextBox(locale));
}
