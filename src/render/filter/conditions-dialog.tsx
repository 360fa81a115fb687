import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import type { AdvancedItem } from "#kit/auto.ts";
import type { Filter } from "#kit/filter.ts";
import type { Text } from "#kit/text.ts";
import { FieldTypesBoundary } from "#render/field-types-boundary.tsx";
import { FilterBuilder } from "./filter-builder.tsx";
import { FilterSentence } from "./filter-sentence.tsx";
import { valueFieldsOf, type GroupNode, problemsOf, toFilter, toTree, withoutEmptyGroups } from "./filter-tree.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { useLocale, useText } from "#ui/locale.ts";

const cancel = { zh: "取消", en: "Cancel" };

type FormProps = {
  formId: string;
  items: readonly AdvancedItem[];
  filter: Filter | undefined;
  onFilter: (filter: Filter | undefined) => void;
  /** Called after each edit: with the conditions if they are valid, else with undefined. */
  onEdit?: (filter: Filter | undefined) => void;
  /** Shown below the sentence of the conditions. */
  outcome?: ReactNode;
};

const noProblems: ReadonlyMap<number, Text> = new Map();

/** The form for the conditions, and the conditions as a sentence. */
function ConditionsForm({ formId, items, filter, onFilter, onEdit, outcome }: FormProps) {
  const locale = useLocale();
  const form = useRef<HTMLFormElement>(null);
  const [tree, setTree] = useState(() => toTree(filter, items));
  const [problems, setProblems] = useState(noProblems);
  const editedFilter = toFilter(tree);

  function change(next: GroupNode): void {
    setTree(next);
    onEdit?.(problemsOf(next, items).size === 0 ? toFilter(next) : undefined);
    if (problems.size > 0) setProblems(problemsOf(next, items));
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    // React events bubble from the dialog to a form that opened it, which must not be submitted.
    event.stopPropagation();
    const pruned = withoutEmptyGroups(tree);
    const newProblems = problemsOf(pruned, items);
    setProblems(newProblems);
    const [firstNodeId] = newProblems.keys();
    if (firstNodeId === undefined) onFilter(toFilter(pruned));
    else
      form.current
        ?.querySelector<HTMLElement>(`[data-node="${firstNodeId}"] :is([aria-invalid=true], input, [role=combobox])`)
        ?.focus();
  }

  return (
    <form id={formId} ref={form} noValidate className="mt-3 grid gap-5 pb-1" onSubmit={submit}>
      <FilterBuilder tree={tree} items={items} problems={problems} locale={locale} onChange={change} />
      {editedFilter !== undefined && (
        <FieldTypesBoundary fields={valueFieldsOf(tree, items)} fallback={null}>
          <div className="grid gap-1 rounded-sm bg-paper-2 px-3 py-2 text-sm text-ink-2">
            <p>
              <FilterSentence filter={editedFilter} items={items} locale={locale} />
            </p>
            {outcome}
          </div>
        </FieldTypesBoundary>
      )}
    </form>
  );
}

/** The dialog's title, the texts of its two buttons, and the message for an entity without fields to compare (`none`). */
export type ConditionsTexts = Record<"title" | "submit" | "clear" | "none", Text>;

type DialogProps = Omit<FormProps, "formId" | "items"> & {
  texts: ConditionsTexts;
  query: { data: AdvancedItem[] | undefined; error: Error | null; refetch: () => unknown };
  /** Explains the effect of the conditions, above them. */
  help?: ReactNode;
  onClose: () => void;
};

/** A dialog for building conditions over the fields of an entity. */
export function ConditionsDialog({ texts, query, help, onFilter, onClose, ...formProps }: DialogProps) {
  const t = useText();
  const formId = useId();
  const isUsable = (query.data?.length ?? 0) > 0;
  function submit(newFilter: Filter | undefined): void {
    onFilter(newFilter);
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
          {formProps.filter !== undefined && (
            <Button kind="quiet" className="mr-auto" onClick={() => submit(undefined)}>
              {t(texts.clear)}
            </Button>
          )}
          <Button onClick={onClose}>{t(cancel)}</Button>
          <Button kind="primary" type="submit" form={formId} disabled={!isUsable}>
            {t(texts.submit)}
          </Button>
        </>
      }
    >
      {help}
      <QueryContent query={query} height="h-24">
        {(items) =>
          items.length === 0 ? (
            <p className="mt-3 text-ink-2">{t(texts.none)}</p>
          ) : (
            <ConditionsForm formId={formId} items={items} onFilter={submit} {...formProps} />
          )
        }
      </QueryContent>
    </Dialog>
  );
}
