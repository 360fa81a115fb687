import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { classNames } from "./class-names.ts";
import { OptionList, type Option } from "./option-list.tsx";
import { ColorDot } from "./status-tag.tsx";

/** `color`: a colour token. */
export type SelectOption = { key: string; name: string; color?: string };

type SelectProps = {
  id?: string;
  label?: string;
  value: string | null;
  options: readonly SelectOption[];
  placeholder?: string | undefined;
  isClearable?: boolean;
  invalid?: boolean;
  disabled?: boolean;
  describedBy?: string | undefined;
  className?: string;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
};

const emptyMark = "—";
/** Pause after which typed letters start a new word, ms. */
const typingPause = 600;
/** The index of the highlighted option after each key. */
const activeAfterKey: Record<string, (active: number, last: number) => number> = {
  ArrowDown: (active, last) => Math.min(last, active + 1),
  ArrowUp: (active) => Math.max(0, active - 1),
  Home: () => 0,
  End: (_active, last) => last,
};

/** Type-ahead: finds the option whose name begins with the typed letters. */
function useTypeAhead(items: readonly Option[]) {
  const lastTyped = useRef({ text: "", at: 0 });
  return {
    isTyping: () => lastTyped.current.text !== "" && Date.now() - lastTyped.current.at < typingPause,
    find(letter: string, from: number): number | undefined {
      const now = Date.now();
      const typedText = now - lastTyped.current.at < typingPause ? lastTyped.current.text : "";
      const text = typedText + letter.toLowerCase();
      lastTyped.current = { text, at: now };
      // Repeating one letter moves to the next option that begins with it.
      const isRepeated = [...text].every((character) => character === text[0]);
      const start = isRepeated ? from + 1 : from;
      const searchOrder = [...items.keys()].map((index) => (start + index) % items.length);
      const prefix = isRepeated ? text[0]! : text;
      return searchOrder.find((index) => items[index]!.name.trimStart().toLowerCase().startsWith(prefix));
    },
  };
}

/** A select with type-ahead and arrow keys. `isClearable` adds an empty option. */
export function Select(props: SelectProps) {
  const {
    label,
    value,
    options,
    placeholder = emptyMark,
    isClearable = false,
    invalid = false,
    disabled = false,
  } = props;
  const { describedBy, className, onChange, onBlur } = props;
  const generatedId = useId();
  const id = props.id ?? generatedId;
  const listId = `${generatedId}-list`;
  const button = useRef<HTMLButtonElement>(null);
  /** Index of the highlighted option; undefined while the list is closed. */
  const [active, setActive] = useState<number>();
  const items: Option[] = [
    ...(isClearable ? [{ value: null, name: placeholder }] : []),
    ...options.map(({ key, name, color }) => ({ value: key, name, color })),
  ];
  const selectedIndex = items.findIndex((item) => item.value === value);
  const typeAhead = useTypeAhead(items);
  const isOpen = active !== undefined;

  const open = () => setActive(Math.max(0, selectedIndex));
  function close(): void {
    setActive(undefined);
    onBlur?.();
  }
  function choose(index: number): void {
    const item = items[index];
    close();
    if (item !== undefined && item.value !== value) onChange(item.value);
  }

  /** Handles a key on the button; returns whether it was handled. */
  function handleKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    const step = activeAfterKey[key];
    if (step !== undefined) {
      if (active === undefined) open();
      else setActive(step(active, items.length - 1));
      return true;
    }
    if (active !== undefined && key === "Escape") {
      close();
      return true;
    }
    if (active === undefined && key === " " && !typeAhead.isTyping()) {
      open();
      return true;
    }
    if (active !== undefined && (key === "Enter" || (key === " " && !typeAhead.isTyping()))) {
      choose(active);
      return true;
    }
    if (key.length !== 1 || ctrlKey || metaKey || altKey || (key === " " && !typeAhead.isTyping())) return false;
    setActive(typeAhead.find(key, active ?? Math.max(0, selectedIndex)) ?? active);
    return true;
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        role="combobox"
        id={id}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${active}` : undefined}
        {...(label === undefined ? {} : { "aria-label": label })}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        disabled={disabled}
        className={classNames("control flex items-center justify-between gap-2 text-left", className)}
        onClick={() => {
          // Not all browsers focus a button on click.
          button.current?.focus();
          if (isOpen) close();
          else open();
        }}
        // Some browsers also click on keyup although keydown was prevented.
        onKeyUp={(event) => event.key === " " && event.preventDefault()}
        onBlur={() => isOpen && close()}
        onKeyDown={(event) => {
          if (!handleKey(event)) return;
          // Neither the page nor a surrounding dialog may handle the key again.
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <span className="flex min-w-0 items-center gap-2">
          <ColorDot color={items[selectedIndex]?.color} />
          <span className="truncate">{items[selectedIndex]?.name ?? placeholder}</span>
        </span>
        <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0 text-ink-3" />
      </button>
      {isOpen && (
        <OptionList
          id={listId}
          labelledBy={id}
          anchor={button}
          items={items}
          selectedIndex={selectedIndex}
          activeIndex={active}
          onActive={setActive}
          onChoose={choose}
        />
      )}
    </>
  );
}
