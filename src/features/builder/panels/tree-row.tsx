import { ChevronRight, Eye, EyeOff, Lock, LockOpen, MonitorSmartphone, Unplug } from "lucide-react";
import { type DragEvent, type KeyboardEvent, memo, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { outdatedLocales } from "#kit/outdated.ts";
import { parentOf, rootId } from "#kit/page-tree.ts";
import { formatText, type Locale, type Text } from "#kit/text.ts";
import { shownLocales } from "#kit/visit.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { renameRecord, setMark } from "#features/builder/document/arrange.ts";
import { excerptOf, nameOf } from "#features/builder/document/names.ts";
import { personStyle, selectorsOf } from "#features/builder/document/person.ts";
import {
  canMoveInto,
  draggedRecords,
  moveInTree,
  type TreePlace,
  type TreeRowData,
} from "#features/builder/document/tree-rows.ts";
import { missingLocales } from "#features/builder/document/text-place.ts";
import { useAspect } from "#features/builder/document/value.ts";
import { contentOnlyText, type Editor, useEditor, useRecord, useShownRecord } from "#features/builder/editor/editor.ts";
import { toolIcon } from "#features/builder/editor/tool.tsx";
import { holdsNodes } from "#render/registry.ts";
import { recordIcon } from "./record-icon.tsx";

const texts = {
  name: { zh: "名称", en: "Name" },
  lock: { zh: "锁定", en: "Lock" },
  unlock: { zh: "解锁", en: "Unlock" },
  hide: { zh: "隐藏", en: "Hide" },
  show: { zh: "显示", en: "Show" },
  limited: { zh: "有显示条件", en: "Has display conditions" },
  differs: { zh: "部分客户端或宽度不同", en: "Differs in some clients or at some widths" },
  unbound: { zh: "绑定的数据访客不能查看", en: "Bound to records that visitors may not read" },
  selectedBy: { zh: "{name}已选择", en: "Selected by {name}" },
  missing: {
    zh: { zh: "缺少中文", en: "Chinese is missing" },
    en: { zh: "缺少英文", en: "English is missing" },
  },
  outdated: {
    zh: { zh: "中文已过期", en: "Chinese is out of date" },
    en: { zh: "英文已过期", en: "English is out of date" },
  },
};
const languageMarks: Record<Locale, string> = { zh: "中", en: "EN" };

/** The MIME type of a dragged row. */
const rowType = "application/x-meridian-row";
/** The records of the dragged row; events before the drop cannot read the drag data. */
let draggedIds: readonly string[] = [];

type DropSide = "before" | "after" | "inside";

/** Where a row would be dropped at a height of another row, as a fraction of it. The middle of a canvas or group is its inside. */
function dropSideAt(editor: Editor, id: string, fraction: number): DropSide | undefined {
  const record = editor.store.record(id);
  if (record === undefined || draggedIds.includes(id)) return undefined;
  const isInside = fraction > 0.25 && fraction < 0.75 && holdsNodes(record);
  if (isInside && canMoveInto(editor.store, draggedIds, id)) return "inside";
  if (!canMoveInto(editor.store, draggedIds, parentOf(record))) return undefined;
  return fraction < 0.5 ? "before" : "after";
}

function placeAt({ store }: Editor, id: string, side: DropSide): TreePlace {
  if (side === "inside") return { parent: id, index: store.children(id).length };
  const record = store.record(id);
  const parent = record === undefined ? rootId : parentOf(record);
  return { parent, index: store.children(parent).indexOf(id) + (side === "after" ? 1 : 0) };
}

/** The box in which a row is renamed. Enter and leaving the box keep the name, Escape discards it. */
function NameBox({ id, name, onEnd }: { id: string; name: string; onEnd: () => void }) {
  const t = useText();
  const { store } = useEditor();
  const box = useRef<HTMLInputElement>(null);
  const isDiscarded = useRef(false);
  useEffect(() => box.current?.select(), []);
  return (
    <input
      ref={box}
      aria-label={t(texts.name)}
      className="name-box"
      defaultValue={name}
      maxLength={60}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
        isDiscarded.current = event.key === "Escape";
        event.currentTarget.closest<HTMLElement>("[role=treeitem]")?.focus();
      }}
      onBlur={(event) => {
        if (!isDiscarded.current) renameRecord(store, id, event.target.value);
        onEnd();
      }}
    />
  );
}

type MarkButtonProps = { id: string; mark: "isHidden" | "isLocked"; isOn: boolean };

/** Locks or hides the record of a row. The keyboard uses the commands. */
function MarkButton({ id, mark, isOn }: MarkButtonProps) {
  const t = useText();
  const { store } = useEditor();
  const [name, Icon]: [Text, typeof Eye] =
    mark === "isLocked"
      ? isOn
        ? [texts.unlock, Lock]
        : [texts.lock, LockOpen]
      : isOn
        ? [texts.show, EyeOff]
        : [texts.hide, Eye];
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-pressed={isOn}
      aria-label={t(name)}
      title={t(store.isContentOnly ? contentOnlyText : name)}
      disabled={store.isContentOnly}
      className="mark-button"
      onClick={(event) => {
        event.stopPropagation();
        setMark(store, [id], mark, !isOn);
      }}
    >
      <Icon {...toolIcon} size={14} />
    </button>
  );
}

/** What is wrong with the binding of a record, as the last save said. */
function useUnboundTexts(id: string): string[] {
  const t = useText();
  const isUnbound = useAspect(useEditor().session.unbound, (ids) => ids.includes(id));
  return isUnbound ? [t(texts.unbound)] : [];
}

type TreeRowProps = {
  row: TreeRowData;
  isOpen: boolean;
  /** Whether Tab leads to this row. */
  isActive: boolean;
  top: number | undefined;
  onKeyDown: (event: KeyboardEvent<HTMLElement>, id: string) => void;
  onFocus: (id: string) => void;
  onToggle: (id: string) => void;
  onSelect: (id: string, isAdding: boolean) => void;
};

/** A row of the page tree: selects, drags, renames, locks and hides its record. */
export const TreeRow = memo(function TreeRow({
  row: { id, level, hasChildren, place, count },
  isOpen,
  isActive,
  top,
  ...on
}: TreeRowProps) {
  const editor = useEditor();
  const { store, hovered, renaming, multiSelect, people } = editor;
  const locale = useLocale();
  const t = useText();
  const record = useRecord(id);
  const isSelected = useAspect(store.selected, (selected) => selected.includes(id));
  // The ids stand for the people.
  const selectorIds = useAspect(people, (others) =>
    selectorsOf(others, id)
      .map((person) => person.id)
      .join(),
  );
  const unboundTexts = useUnboundTexts(id);
  const isRenamed = useAspect(renaming, (renamedId) => renamedId === id);
  const [dropSide, setDropSide] = useState<DropSide>();
  const isShown = useShownRecord(id) !== undefined;
  // What it stands on may be limited too.
  const shownIn = useSyncExternalStore(store.onChange, () => shownLocales(store.record, id).join());
  if (record === undefined) return null;
  const { clients, languages, period } = record;
  const clientMarks = [
    ...((clients ?? languages ?? period) === undefined ? [] : [t(texts.limited)]),
    ...(store.stored.record(id)?.overrides === undefined ? [] : [t(texts.differs)]),
  ];
  const [name, excerpt] = [nameOf(record, locale), excerptOf(record, locale)];
  const missing = missingLocales(record).filter((language) => shownIn.includes(language));
  const outdated = outdatedLocales(record).filter(
    (language) => !missing.includes(language) && shownIn.includes(language),
  );
  const missingTexts = missing.map((language) => t(texts.missing[language]));
  const outdatedTexts = outdated.map((language) => t(texts.outdated[language]));
  const selectors = selectorIds === "" ? [] : selectorsOf(people.get(), id);
  const selectorTexts = selectors.map(({ name: personName }) => t(formatText(texts.selectedBy, { name: personName })));
  const [isLocked, isHidden] = [record.isLocked === true, record.isHidden === true];

  function dragOver(event: DragEvent<HTMLElement>): void {
    if (!event.dataTransfer.types.includes(rowType)) return;
    const { top: rowTop, height } = event.currentTarget.getBoundingClientRect();
    const side = dropSideAt(editor, id, (event.clientY - rowTop) / height);
    if (side !== undefined) event.preventDefault();
    setDropSide(side);
  }
  function drop(event: DragEvent): void {
    event.preventDefault();
    if (dropSide !== undefined) moveInTree(store, draggedIds, placeAt(editor, id, dropSide));
    setDropSide(undefined);
  }

  return (
    <div
      role="treeitem"
      aria-label={[name, excerpt, ...clientMarks, ...unboundTexts, ...missingTexts, ...outdatedTexts, ...selectorTexts]
        .filter((part) => part !== "")
        .join(" ")}
      aria-level={level}
      aria-posinset={place}
      aria-setsize={count}
      aria-selected={isSelected}
      {...(hasChildren ? { "aria-expanded": isOpen } : {})}
      data-row={id}
      className={`row ${dropSide === undefined ? "" : `drop-${dropSide}`} ${isShown ? "" : "is-hidden"}`}
      style={{
        paddingLeft: 8 + (level - 1) * 18,
        ...(top === undefined ? {} : { position: "absolute", insetInline: 0, top }),
      }}
      tabIndex={isActive ? 0 : -1}
      draggable={!isRenamed && !store.isContentOnly}
      onKeyDown={(event) => on.onKeyDown(event, id)}
      onFocus={() => on.onFocus(id)}
      onDragStart={(event) => {
        draggedIds = draggedRecords(store, id);
        if (draggedIds.length === 0) event.preventDefault();
        event.dataTransfer.setData(rowType, id);
        event.dataTransfer.effectAllowed = "move";
      }}
      onDragEnd={() => (draggedIds = [])}
      onDragOver={dragOver}
      onDragLeave={() => setDropSide(undefined)}
      onDrop={drop}
      onPointerEnter={() => hovered.set(id)}
      onPointerLeave={() => hovered.set(undefined)}
      onClick={(event) => on.onSelect(id, event.shiftKey)}
      onDoubleClick={() => !multiSelect.get() && !store.isContentOnly && renaming.set(id)}
      onContextMenu={(event) => {
        event.preventDefault();
        if (!isSelected) on.onSelect(id, false);
        editor.menu.set({ x: event.clientX, y: event.clientY });
      }}
    >
      {hasChildren ? (
        <span
          role="presentation"
          className={`transition-transform ${isOpen ? "rotate-90" : ""}`}
          onClick={(event) => {
            event.stopPropagation();
            on.onToggle(id);
          }}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          <ChevronRight {...toolIcon} size={14} />
        </span>
      ) : (
        <span className="w-3.5 shrink-0" />
      )}
      <span className="shrink-0 text-ink-3">{recordIcon(record)}</span>
      {isRenamed ? (
        <NameBox
          id={id}
          name={record.kind === "group" ? excerpt : (record.label ?? "")}
          onEnd={() => renaming.set(undefined)}
        />
      ) : (
        <>
          <span className="name">{name}</span> <span className="excerpt">{excerpt}</span>
        </>
      )}
      {clientMarks.length > 0 && (
        <span className="client-mark" title={clientMarks.join("\n")}>
          <MonitorSmartphone {...toolIcon} size={14} />
        </span>
      )}
      {unboundTexts.map((text) => (
        <span key={text} className="shrink-0 text-danger" title={text}>
          <Unplug {...toolIcon} size={14} />
        </span>
      ))}
      {missing.map((language, index) => (
        <span key={language} className="missing" title={missingTexts[index]} data-mark={languageMarks[language]} />
      ))}
      {outdated.map((language, index) => (
        <span
          key={language}
          className="missing outdated"
          title={outdatedTexts[index]}
          data-mark={languageMarks[language]}
        />
      ))}
      {selectors.map((person, index) => (
        <span key={person.id} className="person-dot" style={personStyle(person)} title={selectorTexts[index]} />
      ))}
      <MarkButton id={id} mark="isLocked" isOn={isLocked} />
      <MarkButton id={id} mark="isHidden" isOn={isHidden} />
    </div>
  );
});
