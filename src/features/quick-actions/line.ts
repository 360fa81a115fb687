/** The styles of an entry in the list of quick actions, and of the link or button in it. */
export const entry = "border-b border-line last:border-b-0";
export const line = "flex w-full items-center justify-between gap-4 px-5 py-3 text-left hover:bg-paper-2";
