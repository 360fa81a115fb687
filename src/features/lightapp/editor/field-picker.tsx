import { type KeyboardEvent, useRef, useState } from "react";
import { type FieldGroup, fieldGroups } from "#kit/field.ts";
import type { Text } from "#kit/text.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Input } from "#ui/input.tsx";
import { useText } from "#ui/locale.ts";
import type { FieldTypeInfo } from "../draft/draft.ts";
import { fieldHints } from "./field-hints.ts";
import { fieldIcon } from "./field-icons.ts";
import { usualFirst } from "../draft/type-order.ts";

const texts = {
  title: { zh: "添加字段", en: "Add a field" },
  search: { zh: "搜索字段类型", en: "Search field types" },
  results: { zh: "匹配的字段类型", en: "Matching field types" },
  none: { zh: "没有匹配的字段类型", en: "No field type matches" },
};

const groupNames: Record<FieldGroup, Text> = {
  text: { zh: "文本", en: "Text" },
  number: { zh: "数字", en: "Number" },
  choice: { zh: "选择", en: "Choice" },
  time: { zh: "日期和时间", en: "Date and time" },
  file: { zh: "文件", en: "Files" },
  relation: { zh: "关联", en: "Relation" },
  place: { zh: "地点", en: "Place" },
  parts: { zh: "子表和字段组", en: "Rows and groups" },
};

/** How well a type fits the typed text: 3 when a title begins with it, 2 when a title or the name contains it, 1 when the hint does, else 0. */
function fit(words: string, { type, title }: FieldTypeInfo): number {
  const text = words.trim().toLowerCase();
  const [titles, hints] = [title, fieldHints[type]].map((one) =>
    [one?.zh, one?.en].map((word = "") => word.toLowerCase()),
  );
  if (titles!.some((one) => one.startsWith(text))) return 3;
  if ([type, ...titles!].some((one) => one.includes(text))) return 2;
  return hints!.some((one) => one.includes(text)) ? 1 : 0;
}

type PickerProps = { types: readonly FieldTypeInfo[]; onPick: (type: FieldTypeInfo) => void; onClose: () => void };

/** All field types by group, with a search; Enter there takes the first one, and the arrow keys go through all. */
export function FieldPicker({ types, onPick, onClose }: PickerProps) {
  const t = useText();
  const [words, setWords] = useState("");
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const found = types
    .filter((type) => fit(words, type) > 0)
    .toSorted((a, b) => fit(words, b) - fit(words, a) || usualFirst(a, b));
  const isSearch = words.trim() !== "";
  const groups = isSearch
    ? [{ name: t(texts.results), items: found }]
    : fieldGroups.map((group) => ({ name: t(groupNames[group]), items: found.filter((type) => type.group === group) }));

  function moveFocus(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const isTyping = event.target === search.current;
    if (step === undefined || (isTyping && event.key !== "ArrowDown")) return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    const next = buttons.indexOf(document.activeElement as HTMLButtonElement) + step;
    if (next < 0) search.current?.focus();
    else buttons[next]?.focus();
  }

  return (
    <Dialog isOpen size="wide" title={t(texts.title)} initialFocus={search} hasClose actions={null} onClose={onClose}>
      {/* The search and the list are one composite: arrow keys lead from one to the other. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className="grid gap-5 pt-3 pb-6" onKeyDown={moveFocus}>
        <Input
          ref={search}
          type="search"
          aria-label={t(texts.search)}
          placeholder={t(texts.search)}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing || !isSearch || found[0] === undefined) return;
            event.preventDefault();
            onPick(found[0]);
          }}
        />
        <div ref={list} className="grid gap-5">
          {found.length === 0 && <p className="py-6 text-center text-ink-3">{t(texts.none)}</p>}
          {groups.map(({ name, items }) => (
            <section key={name} aria-label={name} className="grid gap-2" hidden={items.length === 0}>
              <h3 className="text-xs font-medium text-ink-3">{name}</h3>
              <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
                {items.map((type) => {
                  const Icon = fieldIcon(type);
                  const hint = fieldHints[type.type];
                  return (
                    <li key={type.type}>
                      <button
                        type="button"
                        className="flex h-full min-h-11 w-full items-start gap-2.5 rounded-sm border border-line bg-sheet px-3 py-2 text-left text-sm text-ink hover:border-brand hover:bg-brand-tint"
                        onClick={() => onPick(type)}
                      >
                        <Icon size={18} strokeWidth={1.5} aria-hidden="true" className="mt-px shrink-0 text-ink-3" />
                        <span className="min-w-0 break-words">
                          {t(type.title)}
                          {hint !== undefined && <span className="block text-xs text-ink-3">{t(hint)}</span>}
                        </span>
                      </button>
                    </li>
                  );
                })}
              </ul>
            </section>
          ))}
        </div>
      </div>
    </Dialog>
  );
}
