import { Check } from "lucide-react";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { placeBelow } from "./place-below.ts";
import { ColorDot } from "./status-tag.tsx";

/** `color`: a colour token. */
export type Option = { value: string | null; name: string; color?: string | undefined };

type OptionListProps = {
  id: string;
  labelledBy: string;
  /** The control that opens the list; it keeps the focus. */
  anchor: RefObject<HTMLElement | null>;
  items: readonly Option[];
  /** Index of the selected item, -1 for none; `activeIndex` is that of the highlighted item. */
  selectedIndex: number;
  activeIndex: number;
  onActive: (index: number) => void;
  onChoose: (index: number) => void;
};

/** The list of a `Select`: a popover above all other content, which does not take the focus from the control. */
export function OptionList({
  id,
  labelledBy,
  anchor,
  items,
  selectedIndex,
  activeIndex,
  onActive,
  onChoose,
}: OptionListProps) {
  const list = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const [popup, control] = [list.current, anchor.current];
    if (popup === null || control === null) return;
    if (!popup.matches(":popover-open")) popup.showPopover();
    popup.style.minWidth = `${control.getBoundingClientRect().width}px`;
    return placeBelow(popup, control);
  }, [anchor, items.length]);

  useLayoutEffect(() => {
    void list.current?.children[activeIndex]?.scrollIntoView({ block: "nearest" });
  }, [activeIndex]);

  return (
    <div
      ref={list}
      id={id}
      popover="manual"
      role="listbox"
      aria-labelledby={labelledBy}
      tabIndex={-1}
      className="fixed inset-auto m-0 max-h-72 max-w-[calc(100vw-8px)] overflow-auto rounded-md border border-line bg-sheet p-1 text-ink shadow-lg"
      // Keeps the focus on the control.
      onMouseDown={(event) => event.preventDefault()}
    >
      {items.map(({ value, name, color }, index) => (
        // The control handles the keys, because it keeps the focus.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={value ?? ""}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === selectedIndex}
          className={`flex min-h-9 cursor-default items-center justify-between gap-4 rounded-sm px-3 pointer-coarse:min-h-11 ${index === activeIndex ? "bg-paper-3 text-ink" : "text-ink-2"}`}
          onPointerMove={() => index !== activeIndex && onActive(index)}
          onClick={() => onChoose(index)}
        >
          <span className="flex items-center gap-2">
            <ColorDot color={color} />
            {name}
          </span>
          {index === selectedIndex && <Check size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />}
        </div>
      ))}
    </div>
  );
}
