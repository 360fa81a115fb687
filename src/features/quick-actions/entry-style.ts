/** The classes of an entry in the list of quick actions. */
export const entryClass = "border-b border-line last:border-b-0";
/** The classes of the link or button in an entry; at least 44 px high on touch screens. */
export const entryControlClass =
  "flex w-full items-center justify-between gap-4 px-5 py-3 text-start hover:bg-paper-2 pointer-coarse:min-h-11";
/** The props of the icon at the end of an entry. */
export const entryIcon = { size: 16, strokeWidth: 1.5, "aria-hidden": true, className: "shrink-0 text-ink-3" } as const;
/** The classes of the link beside the heading of a list on the home screen; at least 44 px high on touch screens. */
export const headingLinkClass =
  "inline-flex items-center text-sm text-brand underline-offset-3 hover:underline pointer-coarse:min-h-11";
