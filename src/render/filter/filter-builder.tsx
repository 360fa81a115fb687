import { ListPlus, Plus, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { AdvancedItem } from "#kit/auto.ts";
import type { Locale, Text } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { Select } from "#ui/select.tsx";
import { FilterLine } from "./filter-line.tsx";
import { type FilterNode, type GroupNode, maxDepth, newCondition, newGroup, replaceNode } from "./filter-tree.ts";

const texts = {
  by: { zh: "条件关系", en: "How the conditions combine" },
  and: { zh: "满足以下全部条件", en: "All of these hold" },
  or: { zh: "满足以下任一条件", en: "Any of these holds" },
  addCondition: { zh: "添加条件", en: "Add condition" },
  addGroup: { zh: "添加条件组", en: "Add group" },
  removeGroup: { zh: "移除条件组", en: "Remove the group" },
};

type Place = {
  items: readonly AdvancedItem[];
  problems: ReadonlyMap<number, Text>;
  locale: Locale;
  /** Replaces a node by `next`, or removes it. `focusKey`: the node to focus next. */
  put: (key: number, next: FilterNode | undefined, focusKey?: number) => void;
};

type GroupProps = { group: GroupNode; depth: number; parentKey?: number; place: Place };

function Group({ group, depth, parentKey, place }: GroupProps) {
  const { items, problems, locale, put } = place;
  const add = (node: FilterNode, focusKey: number) =>
    put(group.key, { ...group, parts: [...group.parts, node] }, focusKey);
  function addCondition(): void {
    const node = newCondition(items);
    add(node, node.key);
  }
  function addGroup(): void {
    const node = newCondition(items);
    add(newGroup(group.conjunction === "and" ? "or" : "and", [node]), node.key);
  }
  const problem = problems.get(group.key);
  return (
    <div
      role="group"
      aria-label={texts[group.conjunction][locale]}
      data-node={group.key}
      className={depth === 0 ? "grid gap-3" : "grid gap-3 border-l-2 border-line-2 pl-3"}
    >
      <div className="flex items-center justify-between gap-2">
        <Select
          className="max-w-64"
          label={texts.by[locale]}
          value={group.conjunction}
          options={[
            { key: "and", name: texts.and[locale] },
            { key: "or", name: texts.or[locale] },
          ]}
          onChange={(by) => put(group.key, { ...group, conjunction: by === "or" ? "or" : "and" })}
        />
        {parentKey !== undefined && (
          <Button
            kind="quiet"
            size="icon"
            className="text-ink-3"
            aria-label={texts.removeGroup[locale]}
            onClick={() => put(group.key, undefined, parentKey)}
          >
            <X size={16} strokeWidth={1.5} aria-hidden="true" />
          </Button>
        )}
      </div>
      {group.parts.map((part) =>
        "parts" in part ? (
          <Group key={part.key} group={part} depth={depth + 1} parentKey={group.key} place={place} />
        ) : (
          <FilterLine
            key={part.key}
            condition={part}
            items={items}
            locale={locale}
            problem={problems.get(part.key)}
            onChange={(next) => put(part.key, next)}
            onRemove={() => put(part.key, undefined, group.key)}
          />
        ),
      )}
      <div className="flex flex-wrap gap-2">
        <Button kind="quiet" className="px-2" onClick={addCondition}>
          <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
          {texts.addCondition[locale]}
        </Button>
        {depth < maxDepth && (
          <Button kind="quiet" className="px-2" onClick={addGroup}>
            <ListPlus size={16} strokeWidth={1.5} aria-hidden="true" />
            {texts.addGroup[locale]}
          </Button>
        )}
      </div>
      {problem !== undefined && <p className="form-problem text-sm text-danger">{problem[locale]}</p>}
    </div>
  );
}

type BuilderProps = {
  tree: GroupNode;
  items: readonly AdvancedItem[];
  /** What is wrong, by the key of a condition or of the tree. */
  problems: ReadonlyMap<number, Text>;
  locale: Locale;
  onChange: (tree: GroupNode) => void;
};

/** An editor of nested groups of conditions, all or any of which must hold. */
export function FilterBuilder({ tree, items, problems, locale, onChange }: BuilderProps) {
  const box = useRef<HTMLDivElement>(null);
  const [focus, setFocus] = useState<{ key: number }>();
  // After adding a condition the focus goes to its field, after removing one to its group.
  useEffect(() => {
    if (focus !== undefined)
      box.current?.querySelector<HTMLElement>(`[data-node="${focus.key}"] [role=combobox]`)?.focus();
  }, [focus]);
  function put(key: number, next: FilterNode | undefined, focusKey?: number): void {
    onChange(key === tree.key ? (next as GroupNode) : replaceNode(tree, key, next));
    if (focusKey !== undefined) setFocus({ key: focusKey });
  }
  return (
    <div ref={box}>
      <Group group={tree} depth={0} place={{ items, problems, locale, put }} />
    </div>
  );
}
