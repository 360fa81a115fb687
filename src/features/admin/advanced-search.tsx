import { type FormEvent, useId, useRef, useState } from "react";
import type { AdvancedItem } from "#kit/auto.ts";
import type { Filter } from "#kit/filter.ts";
import type { Text } from "#kit/text.ts";
import { FilterBuilder } from "#render/filter/filter-builder.tsx";
import { FilterSentence } from "#render/filter/filter-sentence.tsx";
import {
  controlsOf,
  type GroupNode,
  problemsOf,
  toFilter,
  toTree,
  withoutEmptyGroups,
} from "#render/filter/filter-tree.ts";
import { FieldTypesBoundary } from "#render/field-types-boundary.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { useAdvancedItems } from "./advanced-items.ts";

const texts = {
  title: { zh: "高级搜索", en: "Advanced search" },
  closed: { zh: "高级搜索暂时无法使用", en: "Advanced search is not available here" },
  cancel: { zh: "取消", en: "Cancel" },
  clear: { zh: "清空条件", en: "Clear" },
  search: { zh: "搜索", en: "Search" },
};

type BuildProps = {
  formId: string;
  items: readonly AdvancedItem[];
  filter: Filter | undefined;
  onFilter: (filter: Filter | undefined) => void;
};

const noProblem: ReadonlyMap<number, Text> = new Map();

/** The editor of conditions, with the filter as a sentence. */
function Build({ formId, items, filter, onFilter }: BuildProps) {
  const locale = useLocale();
  const form = useRef<HTMLFormElement>(null);
  const [tree, setTree] = useState(() => toTree(filter, items));
  const [problems, setProblems] = useState(noProblem);
  const edited = toFilter(tree);

  function change(next: GroupNode): void {
    setTree(next);
    if (problems.size > 0) setProblems(problemsOf(next, items));
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    event.stopPropagation();
    const whole = withoutEmptyGroups(tree);
    const found = problemsOf(whole, items);
    setProblems(found);
    const [first] = found.keys();
    if (first === undefined) onFilter(toFilter(whole));
    else
      form.current
        ?.querySelector<HTMLElement>(`[data-node="${first}"] :is([aria-invalid=true], input, [role=combobox])`)
        ?.focus();
  }

  return (
    <form id={formId} ref={form} noValidate className="mt-3 grid gap-5 pb-1" onSubmit={submit}>
      <FilterBuilder tree={tree} items={items} problems={problems} locale={locale} onChange={change} />
      {edited !== undefined && (
        <FieldTypesBoundary fields={controlsOf(tree, items)} waiting={null}>
          <p className="rounded-sm bg-paper-2 px-3 py-2 text-sm text-ink-2">
            <FilterSentence filter={edited} items={items} locale={locale} />
          </p>
        </FieldTypesBoundary>
      )}
    </form>
  );
}

type SearchProps = {
  type: string;
  filter: Filter | undefined;
  onFilter: (filter: Filter | undefined) => void;
  onClose: () => void;
};

/** The advanced search of a list: conditions over all fields that its reader may compare. */
export function AdvancedSearch({ type, filter, onFilter, onClose }: SearchProps) {
  const t = useText();
  const formId = useId();
  const query = useAdvancedItems(type);
  const isUsable = (query.data?.length ?? 0) > 0;
  function take(next: Filter | undefined): void {
    onFilter(next);
    onClose();
  }
  return (
    <Dialog
      isOpen
      size="wide"
      title={t(texts.title)}
      onClose={onClose}
      actions={
        <>
          {filter !== undefined && (
            <Button kind="quiet" className="mr-auto" onClick={() => take(undefined)}>
              {t(texts.clear)}
            </Button>
          )}
          <Button onClick={onClose}>{t(texts.cancel)}</Button>
          <Button kind="primary" type="submit" form={formId} disabled={!isUsable}>
            {t(texts.search)}
          </Button>
        </>
      }
    >
      <Loaded query={query} room="h-24">
        {(items) =>
          items.length === 0 ? (
            <p className="mt-3 text-ink-2">{t(texts.closed)}</p>
          ) : (
            <Build formId={formId} items={items} filter={filter} onFilter={take} />
          )
        }
      </Loaded>
    </Dialog>
  );
}
