import { X } from "lucide-react";
import { useRef, useState } from "react";
import { formatText, type Locale } from "#kit/text.ts";
import { firstCharacters } from "#kit/text-length.ts";

const texts = {
  add: { zh: "输入后按回车添加", en: "Type and press Enter" },
  remove: { zh: "移除标签“{tag}”", en: "Remove tag {tag}" },
};

type TagInputProps = {
  id: string;
  value: readonly string[];
  max: number;
  /** Maximum length of a tag, in characters. */
  maxCharacters: number;
  locale: Locale;
  placeholder?: string | undefined;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (tags: string[]) => void;
  onBlur: () => void;
};

/** An input for tags. Enter or a comma adds the typed tag; Backspace in the empty input removes the last tag. */
export function TagInput(props: TagInputProps) {
  const { id, value, max, maxCharacters, locale, placeholder, invalid, disabled, describedBy, onChange, onBlur } =
    props;
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);

  function add(text: string): void {
    const tags = text
      .split(/[,，、;；\n]/)
      .map((tag) => firstCharacters(tag.trim(), maxCharacters))
      .filter((tag) => tag !== "");
    const next = [...new Set([...value, ...tags])].slice(0, Math.max(max, value.length));
    setTyped("");
    if (next.length > value.length) onChange(next);
  }

  return (
    <div
      className="control flex flex-wrap items-center gap-1.5 has-[input:focus-visible]:outline-2"
      data-invalid={invalid}
    >
      {value.map((tag, index) => (
        <span key={tag} className="flex items-center gap-0.5 rounded-sm border border-line bg-paper-2 pl-2 text-sm">
          {tag}
          <button
            type="button"
            aria-label={formatText(texts.remove, { tag })[locale]}
            disabled={disabled}
            className="grid size-6 place-items-center rounded-sm text-ink-3 hover:text-ink disabled:opacity-55 pointer-coarse:size-9"
            onClick={() => {
              onChange(value.toSpliced(index, 1));
              input.current?.focus();
            }}
          >
            <X size={14} strokeWidth={1.5} aria-hidden="true" />
          </button>
        </span>
      ))}
      <input
        ref={input}
        id={id}
        className="min-w-32 flex-1 bg-transparent outline-none placeholder:text-ink-3"
        value={typed}
        placeholder={value.length >= max ? undefined : (placeholder ?? texts.add[locale])}
        autoComplete="off"
        aria-invalid={invalid}
        aria-describedby={describedBy}
        disabled={disabled || value.length >= max}
        onChange={(event) => {
          const text = event.target.value;
          if (/[,，、;；]/.test(text)) add(text);
          else setTyped(text);
        }}
        onPaste={(event) => {
          const text = event.clipboardData.getData("text");
          if (!/[,，、;；\n]/.test(text)) return;
          event.preventDefault();
          add(typed + text);
        }}
        onKeyDown={(event) => {
          // During IME composition, Enter confirms the composed word.
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter" && typed.trim() !== "") {
            event.preventDefault();
            add(typed);
          }
          if (event.key === "Backspace" && typed === "" && value.length > 0) onChange(value.slice(0, -1));
        }}
        onBlur={() => {
          add(typed);
          onBlur();
        }}
      />
    </div>
  );
}
