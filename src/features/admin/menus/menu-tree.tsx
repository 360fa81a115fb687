import { Ellipsis, Eye, EyeOff, GripVertical, Plus } from "lucide-react";
import { type DragEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { menuEntryKey } from "#kit/menu.ts";
import type { MenuName } from "#kit/menus.ts";
import { listSeparator } from "#kit/list-text.ts";
import { formatText, textIn } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { Menu } from "#ui/menu.tsx";
import { MenuEntryIcon } from "#ui/menu-entry-icon.tsx";
import { randomId } from "#ui/random-id.ts";
import {
  type Arrangement,
  type Direction,
  type Draft,
  type DraftEntry,
  entryName,
  groupName,
  moveEntry,
  moveGroup,
  type Place,
  placeOf,
  stepFrom,
  type TargetChoice,
  withEntries,
} from "./menu-draft.ts";

const texts = {
  moveEntry: {
    zh: "移动{name}：可拖动，或按方向键；左右键换到相邻分组",
    en: "Move {name}: drag, or press the arrow keys; left and right change the group",
  },
  moveGroup: { zh: "移动分组{name}：可拖动，或按上下方向键", en: "Move the group {name}: drag, or press up and down" },
  place: { zh: "{name}：{group}，第 {n} 项，共 {count} 项", en: "{name}: {group}, {n} of {count}" },
  groupPlace: { zh: "{name}：第 {n} 组，共 {count} 组", en: "{name}: group {n} of {count}" },
  hide: { zh: "隐藏{name}", en: "Hide {name}" },
  show: { zh: "显示{name}", en: "Show {name}" },
  more: { zh: "{name}的更多操作", en: "More actions for {name}" },
  edit: { zh: "编辑", en: "Edit" },
  rename: { zh: "重命名", en: "Rename" },
  up: { zh: "上移", en: "Move up" },
  down: { zh: "下移", en: "Move down" },
  previousGroup: { zh: "移到上一组", en: "Move to the group above" },
  nextGroup: { zh: "移到下一组", en: "Move to the group below" },
  remove: { zh: "移除", en: "Remove" },
  removeGroup: { zh: "移除分组", en: "Remove group" },
  notEmpty: { zh: "请先移走其中的菜单项", en: "Move its entries first" },
  add: { zh: "添加菜单项", en: "Add entry" },
  addTo: { zh: "在{name}中添加菜单项", en: "Add an entry to {name}" },
  hidden: { zh: "已隐藏", en: "Hidden" },
  onlyFor: { zh: "仅 {names}", en: "Only {names}" },
  deletedRole: { zh: "已删除的角色", en: "deleted role" },
  empty: { zh: "没有菜单项，此分组不会显示。", en: "No entries. The group is not shown." },
  unnamed: { zh: "未命名", en: "Untitled" },
};

const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;
const directions: Record<string, Direction> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "previousGroup",
  ArrowRight: "nextGroup",
};

type TreeProps = {
  menu: MenuName;
  draft: Draft;
  roles: Arrangement["roles"];
  /** What the entries open, by their keys. */
  choices: ReadonlyMap<string, TargetChoice>;
  /** `gesture`: the same for all changes while something is dragged. */
  onChange: (draft: Draft, gesture?: string) => void;
  onEdit: (place: Place) => void;
  onAdd: (group: number) => void;
  onRename: (group: number) => void;
};

/** What is dragged: the key of an entry or the id of a group. `gesture`: identifies the drag. */
type Dragged = ({ entry: string } | { group: string }) & { gesture: string };

/** Focuses the grip of a moved entry or group after the next render, because a move to another group renders it anew. */
function useGripFocus(): [focusOn: (id: string) => void, tree: RefObject<HTMLDivElement | null>] {
  const tree = useRef<HTMLDivElement>(null);
  const next = useRef<string>(undefined);
  useEffect(() => {
    if (next.current === undefined) return;
    tree.current?.querySelector<HTMLElement>(`[data-grip="${CSS.escape(next.current)}"]`)?.focus();
    next.current = undefined;
  });
  return [(id) => void (next.current = id), tree];
}

/** Calls `onEnd` when a drag ends. An entry that came into another group is rendered anew, so the element that was dragged may be gone by then. */
function useDragEnd(isDragging: boolean, onEnd: () => void): void {
  const latestOnEnd = useRef(onEnd);
  useEffect(() => {
    latestOnEnd.current = onEnd;
  });
  useEffect(() => {
    if (!isDragging) return;
    const end = (event: Event) => {
      // The last movement before the drag may still arrive.
      if (event instanceof PointerEvent && event.buttons !== 0) return;
      // Otherwise a browser may open what was dropped.
      if (event.type === "drop") event.preventDefault();
      latestOnEnd.current();
    };
    // Browsers send no pointer events during a drag, so a movement shows that it has ended.
    const types = ["drop", "dragend", "pointermove"];
    for (const type of types) addEventListener(type, end);
    return () => {
      for (const type of types) removeEventListener(type, end);
    };
  }, [isDragging]);
}

type GripProps = { id: string; label: string; onKey: (direction: Direction) => void };

/** The handle of an entry or group, which arrow keys move. The pointer drags the whole entry, or the head of the group. */
function Grip({ id, label, onKey }: GripProps) {
  function handleKey(event: KeyboardEvent): void {
    const direction = directions[event.key];
    if (direction === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onKey(direction);
  }
  return (
    <button
      type="button"
      data-grip={id}
      className="row-action shrink-0 cursor-grab"
      aria-label={label}
      onKeyDown={handleKey}
    >
      <GripVertical {...icon} />
    </button>
  );
}

/** The groups of a menu with their entries: ordered by dragging or arrow keys, hidden, edited and removed. */
export function MenuTree({ menu, draft, roles, choices, onChange, onEdit, onAdd, onRename }: TreeProps) {
  const t = useText();
  const locale = useLocale();
  const [dragged, setDragged] = useState<Dragged>();
  const [announcement, setAnnouncement] = useState("");
  const [focusOn, tree] = useGripFocus();
  useDragEnd(dragged !== undefined, () => setDragged(undefined));
  const nameOfEntry = (entry: DraftEntry) => t(entryName(entry, choices.get(menuEntryKey(entry)))) || entry.target;
  const nameOfGroup = (index: number) => t(groupName(menu, draft[index]!)) || t(texts.unnamed);

  function placeEntry(from: Place, to: Place, gesture?: string): void {
    const next = moveEntry(draft, from, to);
    const entry = draft[from.group]!.entries[from.entry]!;
    onChange(next, gesture);
    const place = { group: nameOfGroup(to.group), n: to.entry + 1, count: next[to.group]!.entries.length };
    setAnnouncement(t(formatText(texts.place, { name: nameOfEntry(entry), ...place })));
  }
  function stepEntry(from: Place, direction: Direction): void {
    const to = stepFrom(draft, from, direction);
    if (to === undefined) return;
    placeEntry(from, to);
    focusOn(menuEntryKey(draft[from.group]!.entries[from.entry]!));
  }
  function placeGroup(from: number, to: number): void {
    const next = moveGroup(draft, from, to);
    if (next === draft) return;
    onChange(next);
    setAnnouncement(t(formatText(texts.groupPlace, { name: nameOfGroup(from), n: to + 1, count: draft.length })));
    focusOn(draft[from]!.id);
  }

  const startDrag = (start: Dragged) => (event: DragEvent) => {
    event.dataTransfer.effectAllowed = "move";
    // Firefox drags nothing without data.
    event.dataTransfer.setData("text/plain", "");
    setDragged(start);
  };
  /** Moves what is dragged to the place that the pointer is over. `entry`: undefined over the head of a group, or its end. */
  const dragOver = (group: number, entry?: number) => (event: DragEvent) => {
    if (dragged === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if ("group" in dragged) {
      const from = draft.findIndex(({ id }) => id === dragged.group);
      if (from !== group) onChange(moveGroup(draft, from, group), dragged.gesture);
      return;
    }
    const from = placeOf(draft, dragged.entry);
    if (from === undefined || (from.group === group && (entry === undefined || from.entry === entry))) return;
    placeEntry(from, { group, entry: entry ?? draft[group]!.entries.length }, dragged.gesture);
  };

  const visibilityOf = ({ isHidden, roles: ids }: DraftEntry): string | undefined => {
    if (isHidden) return t(texts.hidden);
    if (ids.length === 0) return undefined;
    const names = ids.map((id) => {
      const role = roles.find((item) => item.id === id);
      return role === undefined ? t(texts.deletedRole) : textIn(role.name, locale);
    });
    return t(formatText(texts.onlyFor, { names: names.join(t(listSeparator)) }));
  };

  function renderEntry(entry: DraftEntry, place: Place) {
    const { group, entry: index } = place;
    const key = menuEntryKey(entry);
    const choice = choices.get(key);
    const name = nameOfEntry(entry);
    const visibility = visibilityOf(entry);
    const { entries } = draft[group]!;
    const step = (direction: Direction) =>
      stepFrom(draft, place, direction) === undefined
        ? []
        : [{ name: t(texts[direction]), run: () => stepEntry(place, direction) }];
    const isTargetShown = entry.opens === "page" || entry.opens === "link";
    return (
      <li
        key={key}
        draggable
        onDragStart={startDrag({ entry: key, gesture: randomId() })}
        onDragOver={dragOver(group, index)}
        className={`flex items-center gap-2 border-t border-line py-1 pr-1 pl-2 ${dragged !== undefined && "entry" in dragged && dragged.entry === key ? "bg-brand-tint" : ""}`}
      >
        <Grip
          id={key}
          label={t(formatText(texts.moveEntry, { name }))}
          onKey={(direction) => stepEntry(place, direction)}
        />
        <MenuEntryIcon
          entry={{ icon: choice?.icon ?? "globe", ...(entry.icon === null ? {} : { chosenIcon: entry.icon }) }}
          isCurrent={false}
        />
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
          <span className={`min-w-0 break-words ${entry.isHidden ? "text-ink-3" : ""}`}>{name}</span>
          {isTargetShown && <span className="min-w-0 truncate font-mono text-xs text-ink-3">{entry.target}</span>}
          {visibility !== undefined && <span className="text-xs text-ink-3">{visibility}</span>}
        </span>
        <Button
          kind="quiet"
          size="icon"
          aria-label={t(formatText(entry.isHidden ? texts.show : texts.hide, { name }))}
          onClick={() =>
            onChange(withEntries(draft, group, entries.with(index, { ...entry, isHidden: !entry.isHidden })))
          }
        >
          {entry.isHidden ? <EyeOff {...icon} /> : <Eye {...icon} />}
        </Button>
        <Menu
          label={t(formatText(texts.more, { name }))}
          className="row-action shrink-0"
          trigger={<Ellipsis {...icon} />}
          items={[
            { name: t(texts.edit), run: () => onEdit(place) },
            "separator",
            ...(["up", "down", "previousGroup", "nextGroup"] as const).flatMap(step),
            ...(choice?.isDefault === true
              ? []
              : [
                  "separator" as const,
                  {
                    name: t(texts.remove),
                    run: () => onChange(withEntries(draft, group, entries.toSpliced(index, 1))),
                  },
                ]),
          ]}
        />
      </li>
    );
  }

  return (
    // The id is the target of the skip link.
    <div ref={tree} id="list" tabIndex={-1} className="grid gap-4 outline-none">
      {draft.map((group, index) => {
        const name = nameOfGroup(index);
        const { id, entries } = group;
        return (
          <section
            key={id}
            aria-label={name}
            onDragOver={dragOver(index)}
            className={`rounded-sm border border-line bg-sheet ${dragged !== undefined && "group" in dragged && dragged.group === id ? "bg-brand-tint" : ""}`}
          >
            <div
              draggable
              onDragStart={startDrag({ group: id, gesture: randomId() })}
              className="flex items-center gap-2 py-1 pr-1 pl-2"
            >
              <Grip
                id={id}
                label={t(formatText(texts.moveGroup, { name }))}
                onKey={(direction) => {
                  if (direction === "up") placeGroup(index, index - 1);
                  if (direction === "down") placeGroup(index, index + 1);
                }}
              />
              <h2 className="min-w-0 flex-1 text-sm font-semibold break-words">{name}</h2>
              <Button
                kind="quiet"
                size="icon"
                aria-label={t(formatText(texts.addTo, { name }))}
                title={t(texts.add)}
                onClick={() => onAdd(index)}
              >
                <Plus {...icon} />
              </Button>
              <Menu
                label={t(formatText(texts.more, { name }))}
                className="row-action shrink-0"
                trigger={<Ellipsis {...icon} />}
                items={[
                  { name: t(texts.rename), run: () => onRename(index) },
                  ...(index === 0 ? [] : [{ name: t(texts.up), run: () => placeGroup(index, index - 1) }]),
                  ...(index === draft.length - 1
                    ? []
                    : [{ name: t(texts.down), run: () => placeGroup(index, index + 1) }]),
                  "separator",
                  {
                    name: t(texts.removeGroup),
                    ...(entries.length === 0 ? {} : { reason: t(texts.notEmpty) }),
                    run: () => onChange(draft.toSpliced(index, 1)),
                  },
                ]}
              />
            </div>
            {entries.length === 0 ? (
              <p className="border-t border-line px-4 py-3 text-sm text-ink-3">{t(texts.empty)}</p>
            ) : (
              <ul>{entries.map((entry, entryIndex) => renderEntry(entry, { group: index, entry: entryIndex }))}</ul>
            )}
          </section>
        );
      })}
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </div>
  );
}
