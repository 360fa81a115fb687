import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { CallOutput } from "#kit/call.ts";
import { formatText } from "#kit/text.ts";
import { transferStates } from "#kit/transfer.ts";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { ask } from "#ui/confirm.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useText } from "#ui/locale.ts";
import { randomId } from "#ui/random-id.ts";
import { type ComparedRow, ComparedRowItem } from "./compared-row.tsx";
import type { Comparison } from "./file-step.tsx";
import { texts } from "./texts.ts";

export type Applied = CallOutput<"POST paas/transfer/apply">;

/** The paths of the chosen rows, and of those that are also brought into the state that their file has. */
type Choice = { selected: ReadonlySet<string>; entering: ReadonlySet<string> };

const withItem = (items: ReadonlySet<string>, item: string, has: boolean): ReadonlySet<string> =>
  has ? new Set([...items, item]) : new Set([...items].filter((other) => other !== item));

const isSelectable = ({ state, problem }: ComparedRow) => state !== "unchanged" && problem === null;

type GroupProps = {
  rows: readonly ComparedRow[];
  choice: Choice;
  disabled: boolean;
  onChange: (choice: Choice) => void;
};

/** The rows of one type that differ. */
function RowGroup({ rows, choice, disabled, onChange }: GroupProps) {
  const t = useText();
  const { selected, entering } = choice;
  const selectable = rows.filter(isSelectable);
  const count = selectable.filter(({ path }) => selected.has(path)).length;
  const typeName = rows[0]!.typeName;
  const selectAll = (isSelected: boolean) =>
    onChange({
      ...choice,
      selected: selectable.reduce((items, { path }) => withItem(items, path, isSelected), selected),
    });
  return (
    <section className="grid gap-2">
      <div className="flex items-center gap-3 px-4">
        <Checkbox
          label={t(formatText(texts.selectAll, { name: typeName }))}
          checked={count > 0 && count === selectable.length}
          indeterminate={count > 0 && count < selectable.length}
          disabled={disabled || selectable.length === 0}
          onCheckedChange={selectAll}
        />
        <h4 className="font-medium">{typeName}</h4>
      </div>
      <ul className="min-w-0 rounded-sm border border-line bg-sheet">
        {rows.map((row) => (
          <ComparedRowItem
            key={row.path}
            row={row}
            isSelected={selected.has(row.path)}
            entersState={entering.has(row.path) && selected.has(row.path)}
            disabled={disabled}
            onSelect={(isSelected) => onChange({ ...choice, selected: withItem(selected, row.path, isSelected) })}
            onEnterState={(enters) => onChange({ ...choice, entering: withItem(entering, row.path, enters) })}
          />
        ))}
      </ul>
      {rows.some(({ state }) => state === "missing") && (
        <p className="px-4 text-sm text-ink-3">{t(texts.missingHelp)}</p>
      )}
    </section>
  );
}

type ReviewStepProps = { comparison: Comparison; onBack: () => void; onApplied: (applied: Applied) => void };

/** The differences between the folder and the space, and the choice of what to import. */
export function ReviewStep({ comparison, onBack, onApplied }: ReviewStepProps) {
  const t = useText();
  const client = useQueryClient();
  const { file, space, faults, rows } = comparison;
  const differing = rows.filter(({ state }) => state !== "unchanged");
  const [choice, setChoice] = useState<Choice>(() => ({
    selected: new Set(differing.filter((row) => row.state !== "missing" && isSelectable(row)).map(({ path }) => path)),
    entering: new Set(),
  }));
  // The same key for each attempt at the same choice: when an answer was lost, the next attempt gets it instead of importing twice.
  const idempotencyKey = useRef(randomId());
  const chosen = differing.filter(({ path }) => choice.selected.has(path));
  const apply = useMutation({
    mutationFn: () =>
      call(
        "POST paas/transfer/apply",
        {
          file,
          rows: chosen.map(({ path, version }) => ({ path, version, entersState: choice.entering.has(path) })),
        },
        { idempotencyKey: idempotencyKey.current },
      ),
    async onSuccess(applied) {
      onApplied(applied);
      await client.invalidateQueries();
    },
  });

  function change(next: Choice): void {
    idempotencyKey.current = randomId();
    apply.reset();
    setChoice(next);
  }

  async function run(): Promise<void> {
    const deleted = chosen.filter(({ state }) => state === "missing").length;
    const isSure =
      deleted === 0 ||
      (await ask({
        title: t(formatText(texts.sure, { n: deleted, count: deleted.toLocaleString("en") })),
        text: t(texts.sureText),
        yes: t(texts.yes),
        no: t(texts.no),
        isDangerous: true,
      }));
    if (isSure) apply.mutate();
  }

  const counts = Object.fromEntries(
    transferStates.map((state) => [state, rows.filter((row) => row.state === state).length.toLocaleString("en")]),
  );
  const groups = [...Map.groupBy(differing, ({ type }) => type)];
  return (
    <div className="grid min-w-0 gap-6">
      <div className="grid gap-1" role="status">
        <h3 className="text-lg font-medium">{t(texts.review)}</h3>
        <p className="text-ink-2">
          {space !== "" && <span>{t(formatText(texts.from, { space }))} · </span>}
          {t(formatText(texts.summary, counts))}
        </p>
      </div>
      {faults.length > 0 && (
        <div role="alert" className="grid gap-1 rounded-sm border border-danger px-4 py-3 text-sm">
          <p className="font-medium text-danger">{t(texts.faults)}</p>
          <ul className="grid gap-1">
            {faults.map(({ path, text }) => (
              <li key={path} className="wrap-anywhere">
                <span className="font-mono text-[13px]">{path}</span> {text}
              </li>
            ))}
          </ul>
        </div>
      )}
      {differing.length === 0 ? (
        <EmptyState title={t(texts.same)} text={t(texts.sameText)} />
      ) : (
        groups.map(([type, groupRows]) => (
          <RowGroup key={type} rows={groupRows} choice={choice} disabled={apply.isPending} onChange={change} />
        ))
      )}
      {apply.error !== null && (
        <p role="alert" className="wrap-anywhere text-danger">
          {apply.error.message}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {differing.length > 0 && (
          <Button kind="primary" disabled={apply.isPending || chosen.length === 0} onClick={() => void run()}>
            {t(
              apply.isPending
                ? texts.running
                : formatText(texts.run, { n: chosen.length, count: chosen.length.toLocaleString("en") }),
            )}
          </Button>
        )}
        <Button disabled={apply.isPending} onClick={onBack}>
          {t(texts.back)}
        </Button>
        {differing.length > 0 && chosen.length === 0 && <p className="text-sm text-ink-3">{t(texts.nothing)}</p>}
      </div>
    </div>
  );
}
