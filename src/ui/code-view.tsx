import { firstCharacters } from "#kit/text-length.ts";

/** Read-only code: all of it, or its beginning on one line. */
export function CodeView({ text, isWhole }: { text: string; isWhole: boolean }) {
  if (!isWhole) return <code className="font-mono text-sm">{firstCharacters(text.replaceAll(/\s+/g, " "), 80)}</code>;
  return (
    // Focusable, so that the keyboard can scroll long lines.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre
      tabIndex={0}
      className="max-w-full overflow-x-auto rounded-sm border border-line bg-paper-2 px-3 py-2 font-mono text-sm"
    >
      {text}
    </pre>
  );
}
