import { firstCharacters } from "#kit/text-length.ts";
import { TextArea } from "./input.tsx";

type CodeAreaProps = {
  id: string;
  value: string | null;
  rows: number;
  placeholder: string | undefined;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (text: string) => void;
  onBlur: () => void;
};

/** A text area for code: monospaced, no spell checking, and long lines scroll instead of wrapping. */
export function CodeArea({
  id,
  value,
  rows,
  placeholder,
  invalid,
  disabled,
  describedBy,
  onChange,
  onBlur,
}: CodeAreaProps) {
  return (
    <TextArea
      id={id}
      rows={rows}
      wrap="off"
      className="font-mono text-sm"
      value={value ?? ""}
      placeholder={placeholder}
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      aria-invalid={invalid}
      aria-describedby={describedBy}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  );
}

/** Code to read: all of it, or its beginning on one line. */
export function CodeShown({ text, isWhole }: { text: string; isWhole: boolean }) {
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
