import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { idColumn } from "#kit/import.ts";
import { columnOfKey } from "#kit/language-column.ts";
import { listSeparator } from "#kit/list-text.ts";
import { formatText } from "#kit/text.ts";
import { localTimeZone } from "#kit/time-zone.ts";
import { call, CallProblem } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";
import { Select } from "#ui/select.tsx";
import type { Import } from "./import-screen.tsx";
import { texts } from "./texts.ts";

type Choice = Pick<Import, "mapping" | "keyField">;

/** The key field for a mapping: the chosen one if a column is mapped to it, else the first key with a column. Null stays null: rows have no key. */
function keyFor({ keys }: Import, mapping: Import["mapping"], chosenKey: string | null): string | null {
  if (chosenKey === null || mapping.includes(chosenKey)) return chosenKey;
  return keys.find((key) => mapping.includes(key)) ?? null;
}

/** The names of the fields without a column that a new row needs; of those with a text per language, one language is enough. */
function missingNamesIn({ fields }: Import, { mapping }: Choice): string[] {
  const present = new Set(mapping.filter((key) => key !== null).map((key) => columnOfKey(key).field));
  return fields.flatMap(({ field: key, isRequired, name }) => {
    const { field } = columnOfKey(key);
    if (!isRequired || present.has(field)) return [];
    present.add(field);
    return [name];
  });
}

type ColumnsStepProps = { data: Import; onNext: () => Promise<void>; onFile: () => void };

/** Maps columns to fields, and chooses the field that identifies rows. */
export function ColumnsStep({ data, onNext, onFile }: ColumnsStepProps) {
  const t = useText();
  const { id, type, columns, fields, keys } = data;
  const [choice, setChoice] = useState<Choice>({ mapping: data.mapping, keyField: data.keyField });
  const idPrefix = useId();
  const check = useMutation({
    mutationFn: () => call("POST paas/import/check", { type, id, ...choice, timeZone: localTimeZone() }),
    onSuccess: onNext,
  });
  const problems = check.error instanceof CallProblem ? check.error.fields : {};
  const nameOf = (field: string) => fields.find((candidate) => candidate.field === field)?.name ?? field;
  const missingNames = missingNamesIn(data, choice);
  const offeredKeys = keys.filter((key) => choice.mapping.includes(key));

  function assign(index: number, field: string | null): void {
    check.reset();
    // A field belongs to one column: its previous column becomes unmapped.
    const mapping = choice.mapping.map((target, position) =>
      position === index ? field : target === field ? null : target,
    );
    // The id column becomes the key as soon as it is mapped, if rows had no key.
    const isIdTheKey = field === idColumn && choice.keyField === null;
    setChoice({ mapping, keyField: isIdTheKey ? idColumn : keyFor(data, mapping, choice.keyField) });
  }

  return (
    <div className="grid gap-6">
      <div className="overflow-hidden rounded-sm border border-line bg-sheet">
        <div
          aria-hidden="true"
          className="grid grid-cols-2 gap-4 border-b border-line px-4 py-2 text-sm text-ink-3 max-sm:hidden"
        >
          <span>{t(texts.column)}</span>
          <span>{t(texts.field)}</span>
        </div>
        <ul className="divide-y divide-line">
          {columns.map(({ title, samples }, index) => {
            const label = title === "" ? t(formatText(texts.untitled, { n: index + 1 })) : title;
            const problem = problems[`columns.${index}`];
            return (
              // Columns have no other identity than their position.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index} className="grid items-center gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-2">
                <div className="min-w-0">
                  <p className="truncate font-medium">{label}</p>
                  <p className="truncate text-sm text-ink-3">{samples.filter((sample) => sample !== "").join(" · ")}</p>
                </div>
                <div className="grid min-w-0 gap-1">
                  <Select
                    label={t(formatText(texts.fieldFor, { title: label }))}
                    value={choice.mapping[index] ?? null}
                    options={fields.map(({ field, name }) => ({ key: field, name }))}
                    placeholder={t(texts.leaveOut)}
                    isClearable
                    invalid={problem !== undefined}
                    {...(problem === undefined ? {} : { describedBy: `${idPrefix}-${index}` })}
                    onChange={(field) => assign(index, field)}
                  />
                  {problem !== undefined && (
                    <p id={`${idPrefix}-${index}`} className="text-sm text-danger">
                      {problem}
                    </p>
                  )}
                </div>
              </li>
            );
          })}
        </ul>
      </div>
      {keys.length > 0 && (
        <div className="grid max-w-md gap-1.5">
          <label htmlFor={`${idPrefix}-key`} className="text-sm font-medium text-ink-2">
            {t(texts.key)}
          </label>
          <Select
            id={`${idPrefix}-key`}
            value={choice.keyField}
            options={offeredKeys.map((key) => ({ key, name: t(formatText(texts.by, { name: nameOf(key) })) }))}
            placeholder={t(texts.noKey)}
            isClearable={data.mayAdd}
            invalid={problems.keyField !== undefined}
            describedBy={`${idPrefix}-help`}
            onChange={(keyField) => {
              check.reset();
              setChoice({ ...choice, keyField });
            }}
          />
          <p id={`${idPrefix}-help`} className="text-sm text-ink-3">
            {problems.keyField ?? t(texts.keyHelp)}
          </p>
        </div>
      )}
      {missingNames.length > 0 && (
        <p className="text-sm text-ink-2">
          {t(formatText(texts.missing, { names: missingNames.join(t(listSeparator)) }))}
        </p>
      )}
      {check.error !== null && (
        <p role="alert" className="text-danger">
          {check.error.message}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" disabled={check.isPending} onClick={() => check.mutate()}>
          {t(check.isPending ? texts.checking : texts.check)}
        </Button>
        <Button disabled={check.isPending} onClick={onFile}>
          {t(texts.another)}
        </Button>
      </div>
    </div>
  );
}
