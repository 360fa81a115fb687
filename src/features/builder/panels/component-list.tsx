import { Sparkles, Store } from "lucide-react";
import { type DragEvent, type ReactNode, useState } from "react";
import type { NodeDefinition } from "#kit/node.ts";
import { usePerson } from "#client/person.ts";
import { nodes, widgets } from "#render/registry.ts";
import { Input } from "#ui/input.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { market } from "#features/builder/commands/market.ts";
import { outline } from "#features/builder/commands/outline.ts";
import { addNode, addWidget } from "#features/builder/document/edit-page.ts";
import { componentDragType } from "#features/builder/editor/drop.ts";
import type { EditorCommand } from "#features/builder/editor/command.tsx";
import { contentOnlyText, useEditor } from "#features/builder/editor/editor.ts";
import { toolIcon } from "#features/builder/editor/tool.tsx";
import { nodeIcon, widgetIcon } from "./record-icon.tsx";

/** The definitions in the order of their names; they were loaded in any order. */
const sorted = <D,>(definitions: ReadonlyMap<string, D>): D[] =>
  [...definitions].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, definition]) => definition);

const texts = {
  search: { zh: "搜索组件", en: "Search components" },
  widgets: { zh: "组件", en: "Components" },
  nodes: { zh: "画布元素", en: "Canvas elements" },
  market: { zh: "从市场添加", en: "Add from the market" },
  none: { zh: "没有匹配的组件", en: "No matching components" },
};

const itemClass =
  "flex min-h-9 w-full items-center gap-2.5 rounded-sm px-2 text-left text-ink-2 hover:bg-paper-3 hover:text-ink pointer-coarse:min-h-11";

type ComponentItem = { key: string; title: string; icon: ReactNode; add: () => void };

function ComponentItems({
  title,
  items,
  onAdded,
}: {
  title: string;
  items: readonly ComponentItem[];
  onAdded: () => void;
}) {
  if (items.length === 0) return null;
  return (
    <section className="grid gap-1">
      <h2 className="px-2 text-xs text-ink-3">{title}</h2>
      <ul>
        {items.map(({ key, title: name, icon, add }) => (
          <li key={key}>
            <button
              type="button"
              draggable
              className={`cursor-grab ${itemClass}`}
              onDragStart={(event: DragEvent) => {
                event.dataTransfer.setData(componentDragType, key);
                event.dataTransfer.effectAllowed = "copy";
              }}
              onClick={() => {
                add();
                onAdded();
              }}
            >
              {icon}
              {name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The components for the page. A click adds a component below the selection, a drag adds it where it is dropped. */
export function ComponentList({ onAdded }: { onAdded: () => void }) {
  const locale = useLocale();
  const t = useText();
  const editor = useEditor();
  const { store } = editor;
  const { data: person } = usePerson();
  function openDialog(command: EditorCommand): void {
    command.run(editor);
    // On a phone the list would cover what is inserted.
    onAdded();
  }
  const [searchText, setSearchText] = useState("");
  if (store.isContentOnly) return <p className="px-2 text-ink-3">{t(contentOnlyText)}</p>;
  const matches = ({ title }: ComponentItem) => title.toLowerCase().includes(searchText.trim().toLowerCase());
  const widgetItems = sorted(widgets).map(({ name, title }) => ({
    key: `widget ${name}`,
    title: title[locale],
    icon: widgetIcon,
    add: () => addWidget(store, name),
  }));
  const nodeItems = sorted<NodeDefinition>(nodes).map(({ type, title }) => ({
    key: `node ${type}`,
    title: title[locale],
    icon: nodeIcon(type),
    add: () => addNode(store, type),
  }));
  const [matchingWidgets, matchingNodes] = [widgetItems.filter(matches), nodeItems.filter(matches)];
  return (
    <div className="grid gap-4">
      <Input
        type="search"
        className="min-h-8 text-[13px]"
        aria-label={t(texts.search)}
        placeholder={t(texts.search)}
        value={searchText}
        onChange={(event) => setSearchText(event.target.value)}
      />
      <button type="button" aria-haspopup="dialog" className={itemClass} onClick={() => openDialog(market)}>
        <Store {...toolIcon} />
        {t(texts.market)}
      </button>
      {person?.mayAskAi === true && (
        <button type="button" aria-haspopup="dialog" className={itemClass} onClick={() => openDialog(outline)}>
          <Sparkles {...toolIcon} />
          {t(outline.name)}
        </button>
      )}
      {matchingWidgets.length + matchingNodes.length === 0 && <p className="px-2 text-ink-3">{t(texts.none)}</p>}
      <ComponentItems title={t(texts.widgets)} items={matchingWidgets} onAdded={onAdded} />
      <ComponentItems title={t(texts.nodes)} items={matchingNodes} onAdded={onAdded} />
    </div>
  );
}
