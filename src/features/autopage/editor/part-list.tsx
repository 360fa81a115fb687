import { GripVertical } from "lucide-react";
import { type DragEvent, type KeyboardEvent, useState } from "react";
import { type AutoPagePart, isGroup } from "#kit/auto-page.ts";
import { formatText } from "#kit/text.ts";
import { lazyControl } from "#ui/lazy-control.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { flatParts, movePart, type PlacedPart, stepPart } from "./edit-parts.ts";
import { iconOfPart, kindOfPart, nameOfPart } from "./part-names.ts";

const texts = {
  parts: { zh: "组件", en: "Components" },
  none: { zh: "还没有组件", en: "No components yet" },
  move: { zh: "移动{name}：可拖动，或按上下方向键", en: "Move {name}: drag, or press the up and down arrows" },
  position: { zh: "{name}：第 {n} 个，共 {count} 个", en: "{name}: {n} of {count}" },
};

// The set of icons is larger than the editor.
export const PartIcon = lazyControl(async () => (await import("#client/answers/space-icons.tsx")).NamedIcon, {
  renderFallback: () => null,
});

type ItemProps = {
  placed: PlacedPart;
  isSelected: boolean;
  isDragged: boolean;
  onSelect: () => void;
  onStep: (direction: -1 | 1) => void;
  onDrag: (isDragged: boolean) => void;
  onDragOver: (event: DragEvent) => void;
};

function PartItem({ placed, isSelected, isDragged, onSelect, onStep, onDrag, onDragOver }: ItemProps) {
  const locale = useLocale();
  const t = useText();
  const { part, depth } = placed;
  const name = nameOfPart(part, locale);
  const kind = kindOfPart(part, locale);
  function stepByKey(event: KeyboardEvent): void {
    const direction = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
    if (direction === undefined) return;
    event.preventDefault();
    onStep(direction);
  }
  return (
    <li
      className={`flex items-center ${isDragged ? "opacity-50" : ""}`}
      style={{ paddingLeft: depth * 20 }}
      onDragOver={onDragOver}
    >
      <button
        type="button"
        draggable
        data-move={part.id}
        className="part-handle"
        aria-label={t(formatText(texts.move, { name }))}
        onKeyDown={stepByKey}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = "move";
          event.dataTransfer.setData("text/plain", part.id!);
          onDrag(true);
        }}
        onDragEnd={() => onDrag(false)}
      >
        <GripVertical size={14} strokeWidth={1.5} aria-hidden="true" />
      </button>
      <button type="button" aria-current={isSelected} className="part-item" onClick={onSelect}>
        <span aria-hidden="true" className="shrink-0 text-ink-3">
          <PartIcon name={iconOfPart(part)} />
        </span>
        <span className="min-w-0 truncate">{name}</span>
        {kind !== name && <span className="ml-auto shrink-0 text-xs text-ink-3">{kind}</span>}
      </button>
    </li>
  );
}

type ListProps = {
  parts: readonly AutoPagePart[];
  selectedId: string | undefined;
  onSelect: (id: string) => void;
  onEdit: (parts: readonly AutoPagePart[], merge?: string) => void;
};

/** The parts in the order of the page: choose, drag, or move with the arrow keys, into groups and out of them. */
export function PartList({ parts, selectedId, onSelect, onEdit }: ListProps) {
  const locale = useLocale();
  const t = useText();
  const [draggedId, setDraggedId] = useState<string>();
  const [announcement, setAnnouncement] = useState("");
  const flat = flatParts(parts);

  function step(part: AutoPagePart, direction: -1 | 1): void {
    const next = stepPart(parts, part.id!, direction);
    if (next === parts) return;
    onEdit(next);
    const moved = flatParts(next);
    const n = moved.findIndex((other) => other.part.id === part.id) + 1;
    setAnnouncement(t(formatText(texts.position, { name: nameOfPart(part, locale), n, count: moved.length })));
    // The item moves within the list, which may take the focus from its handle.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-move="${part.id}"]`)?.focus());
  }

  const dragOver =
    ({ part }: PlacedPart) =>
    (event: DragEvent) => {
      if (draggedId === undefined || draggedId === part.id) return;
      event.preventDefault();
      const from = flat.findIndex((other) => other.part.id === draggedId);
      const to = flat.findIndex((other) => other.part.id === part.id);
      const { top, height } = event.currentTarget.getBoundingClientRect();
      const isAbove = event.clientY < top + height / 2;
      // Only beyond the middle of the other item, so that the two do not change places with every movement.
      if (isAbove === from < to) return;
      const isInside = isGroup(part) && !isAbove;
      const next = movePart(
        parts,
        draggedId,
        isInside ? { lastIn: part.id! } : isAbove ? { before: part.id! } : { after: part.id! },
      );
      if (next !== parts) onEdit(next, `drag ${draggedId}`);
    };

  if (flat.length === 0) return <p className="py-2 text-sm text-ink-3">{t(texts.none)}</p>;
  return (
    <>
      <ul aria-label={t(texts.parts)}>
        {flat.map((placed) => (
          <PartItem
            key={placed.part.id}
            placed={placed}
            isSelected={placed.part.id === selectedId}
            isDragged={placed.part.id === draggedId}
            onSelect={() => onSelect(placed.part.id!)}
            onStep={(direction) => step(placed.part, direction)}
            onDrag={(isDragged) => setDraggedId(isDragged ? placed.part.id : undefined)}
            onDragOver={dragOver(placed)}
          />
        ))}
      </ul>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </>
  );
}
