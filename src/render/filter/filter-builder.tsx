import { ListPlus, Plus, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { AdvancedItem } from "#kit/auto.ts";
import type { Locale, Text } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { Select } from "#ui/select.tsx";
import { ConditionEditor } from "./condition-editor.tsx";
import { type FilterNode, type GroupNode, maxDepth, newCondition, newGroup, replaceNode } from "./filter-tree.ts";

const texts = {
  conjunction: { zh: "条件关系", en: "How the conditions combine" },
  and: { zh: "满足以下全部条件", en: "Match all of these" },
  or: { zh: "满足以下任一条件", en: "Match any of these" },
  addCondition: { zh: "添加条件", en: "Add condition" },
  addGroup: { zh: "添加条件组", en: "Add group" },
  removeGroup: { zh: "移除条件组", en: "Remove the group" },
};

type EditorContext = {
  items: readonly AdvancedItem[];
  problems: ReadonlyMap<number, Text>;
  locale: Locale;
  /** Replaces the node with this key, or removes it if `next` is undefined. `focusKey`: the node to focus afterwards. */
  replace: (key: number, next: FilterNode | undefined, focusKey?: number) => void;
};

type GroupProps = { group: GroupNode; depth: number; parentKey?: number; context: EditorContext };

function Group({ group, depth, parentKey, context }: GroupProps) {
  const { items, problems, locale, replace } = context;
  const add = (node: FilterNode, focusKey: number) =>
    replace(group.key, { ...group, children: [...group.children, node] }, focusKey);
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
          label={texts.conjunction[locale]}
          value={group.conjunction}
          options={[
            { key: "and", name: texts.and[locale] },
            { key: "or", name: texts.or[locale] },
          ]}
          onChange={(key) => replace(group.key, { ...group, conjunction: key === "or" ? "or" : "and" })}
        />
        {parentKey !== undefined && (
          <Button
            kind="quiet"
            size="icon"
            className="text-ink-3"
            aria-label={texts.removeGroup[locale]}
            onClick={() => replace(group.key, undefined, parentKey)}
          >
            <X size={16} strokeWidth={1.5} aria-hidden="true" />
          </Button>
        )}
      </div>
      {group.children.map((child) =>
        "children" in child ? (
          <Group key={child.key} group={child} depth={depth + 1} parentKey={group.key} context={context} />
        ) : (
          <ConditionEditor
            key={child.key}
            condition={child}
            items={items}
            locale={locale}
            problem={problems.get(child.key)}
            onChange={(next) => replace(child.key, next)}
            onRemove={() => replace(child.key, undefined, group.key)}
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
  /** Problems by the key of a condition, or of the tree as a whole. */
  problems: ReadonlyMap<number, Text>;
  locale: Locale;
  onChange: (tree: GroupNode) => void;
};

/** An editor of nested groups of conditions, all or any of which must hold. */
export function FilterBuilder({ tree, items, problems, locale, onChange }: BuilderProps) {
  const box = useRef<HTMLDivElement>(null);
  // An object, so that focusing the same node twice runs the effect again.
  const [focusTarget, setFocusTarget] = useState<{ key: number }>();
  // Focuses the field select of an added condition, or the first one in the group of a removed condition.
  useEffect(() => {
    if (focusTarget !== undefined)
      box.current?.querySelector<HTMLElement>(`[data-node="${focusTarget.key}"] [role=combobox]`)?.focus();
  }, [focusTarget]);
  function replace(key: number, next: FilterNode | undefined, focusKey?: number): void {
    onChange(key === tree.key ? (next as GroupNode) : replaceNode(tree, key, next));
    if (focusKey !== undefined) setFocusTarget({ key: focusKey });
  }
  return (
    <div ref={box}>
      <Group group={tree} depth={0} context={{ items, problems, locale, replace }} />
    </div>
  );
}
