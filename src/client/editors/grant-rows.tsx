import { verbNames } from "#kit/verb-names.ts";
import { ChevronRight, ListFilter } from "lucide-react";
import { use, useEffect, useId, useState } from "react";
import { type Grant, type Verb, verbs } from "#kit/access.ts";
import type { CallOutput } from "#kit/call.ts";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { GrantParts } from "#client/editors/grant-parts.tsx";
import { countText, useRuleCount } from "#client/editors/rule-count.ts";
import { LoadFailure } from "#ui/load-failure.tsx";
import { useText } from "#ui/locale.ts";
import { RowRuleDialog } from "#ui/row-rule-dialog.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { LabelledCheckbox } from "#ui/labelled-checkbox.tsx";

/** An entity to whose rows a role can give access. */
type GrantableEntity = CallOutput<"GET paas/role/subjects">[number];

const texts = {
  allFields: { zh: "全部字段", en: "All fields" },
  someFields: { zh: "{n} / {of} 个字段", en: "{n} of {of} {of|field|fields}" },
  withExport: { zh: "{fields}，可导出 {n} 个", en: "{fields}, {n} can be exported" },
  allRows: { zh: "全部数据", en: "All records" },
  someRows: { zh: "{n} / {of} 条数据", en: "{n} of {of} {of|record|records}" },
  uncountedRows: { zh: "部分数据", en: "Some records" },
  field: { zh: "字段", en: "Field" },
  label: { zh: "{entity}：{name}", en: "{entity}: {name}" },
};

const allowsWriting = (grant: Grant) => grant.verbs.includes("add") || grant.verbs.includes("update");
/** The names of `all` that are in `names`, in the order of `all`; null when these are all. */
const nullIfAll = (names: readonly string[], all: readonly string[]) =>
  all.every((name) => names.includes(name)) ? null : all.filter((name) => names.includes(name));

/** The verbs with a checkbox per field. */
type FieldVerb = "read" | "update" | "export";

/** The fields that a role may export: those that it may read, narrowed by the grant's `export`. */
const exportFieldsOf = ({ fields }: GrantableEntity, { read, export: names }: Grant): string[] =>
  fields
    .filter(({ field, isExportable }) => isExportable && (read?.includes(field) ?? true))
    .map(({ field }) => field)
    .filter((field) => names?.includes(field) ?? true);

type FieldCheckboxesProps = {
  id: string;
  entity: GrantableEntity;
  grant: Grant;
  disabled: boolean;
  onChange: (grant: Grant) => void;
};

/** Chooses the fields of a grant that may be read, written and exported. Writing and exporting include reading. */
function FieldCheckboxes({ id, entity, grant, disabled, onChange }: FieldCheckboxesProps) {
  const t = useText();
  const { fields } = entity;
  const allFields = fields.map(({ field }) => field);
  const formFields = fields.filter(({ isWritable }) => isWritable).map(({ field }) => field);
  const readFields = grant.read ?? allFields;
  const writeFields = grant.write ?? formFields;
  const exportFields = exportFieldsOf(entity, grant);
  const changeFields = (nextRead: readonly string[], nextWrite: readonly string[], nextExport = grant.export) => {
    // Null, when all readable fields are chosen, also includes fields that become readable later.
    const exportOrNull =
      nextExport && nullIfAll(nextExport, exportFieldsOf(entity, { ...grant, read: nextRead, export: null }));
    const { export: _export, ...rest } = grant;
    const next = { ...rest, read: nullIfAll(nextRead, allFields), write: nullIfAll(nextWrite, formFields) };
    onChange(exportOrNull ? { ...next, export: exportOrNull } : next);
  };
  const toggleField = (verb: FieldVerb, field: string, isOn: boolean) => {
    const withoutField = (names: readonly string[]) => names.filter((name) => name !== field);
    const nextRead = isOn ? [...withoutField(readFields), field] : readFields;
    if (verb === "update") return changeFields(nextRead, isOn ? [...writeFields, field] : withoutField(writeFields));
    if (verb === "export")
      return changeFields(nextRead, writeFields, isOn ? [...exportFields, field] : withoutField(exportFields));
    return isOn
      ? changeFields(nextRead, writeFields)
      : changeFields(withoutField(readFields), withoutField(writeFields), grant.export && withoutField(grant.export));
  };
  return (
    <ul id={id} className="grid gap-x-8 gap-y-2 pt-3 lg:grid-cols-2">
      {fields.map(({ field, name, isWritable, isExportable }) => {
        const checkboxes: [verb: FieldVerb, isShown: boolean, names: readonly string[]][] = [
          ["read", true, readFields],
          ["update", allowsWriting(grant) && isWritable, writeFields],
          ["export", grant.verbs.includes("export") && isExportable, exportFields],
        ];
        return (
          <li
            key={field}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-1"
          >
            <span className="min-w-24 flex-1 truncate text-sm text-ink-2">{name}</span>
            <span className="flex shrink-0 gap-4">
              {checkboxes
                .filter(([, isShown]) => isShown)
                .map(([verb, , names]) => (
                  <LabelledCheckbox
                    key={verb}
                    label={`${t(formatText(texts.label, { entity: entity.name, name }))} · ${t(verbNames[verb])}`}
                    checked={names.includes(field)}
                    disabled={disabled}
                    onChange={(isOn) => toggleField(verb, field, isOn)}
                  >
                    {t(verbNames[verb])}
                  </LabelledCheckbox>
                ))}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const quietButton = "flex min-h-8 items-center gap-1.5 text-sm text-ink-2 hover:text-brand pointer-coarse:min-h-11";

type RuleButtonProps = { entity: GrantableEntity; grant: Grant; disabled: boolean; onChange: (grant: Grant) => void };

/** A button that shows which rows a grant includes (all, or the number that match its rule) and opens the dialog for the rule. */
function RuleButton({ entity, grant, disabled, onChange }: RuleButtonProps) {
  const t = useText();
  const ruleDialog = use(RowRuleDialog);
  const [isOpen, setIsOpen] = useState(false);
  const { rows } = grant;
  const { data } = useRuleCount(entity.type, rows);
  const text =
    rows === undefined
      ? texts.allRows
      : data === undefined
        ? texts.uncountedRows
        : formatText(texts.someRows, { n: countText(data.count), of: countText(data.of) });
  const { rows: _rows, ...grantOfAllRows } = grant;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        disabled={disabled || ruleDialog === undefined}
        className={quietButton}
        onClick={() => setIsOpen(true)}
      >
        <span className="sr-only">{entity.name}: </span>
        <ListFilter size={14} strokeWidth={1.5} aria-hidden="true" className={rows === undefined ? "" : "text-brand"} />
        {t(text)}
      </button>
      {isOpen && ruleDialog !== undefined && (
        <ruleDialog.Dialog
          type={entity.type}
          name={entity.name}
          isReadableByMembers={entity.isReadableByMembers}
          rule={rows}
          onRule={(next) => onChange(next === undefined ? grantOfAllRows : { ...grantOfAllRows, rows: next })}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

type RowProps = {
  entity: GrantableEntity;
  grant: Grant | undefined;
  disabled: boolean;
  onChange: (grant?: Grant) => void;
};

function GrantRow({ entity, grant, disabled, onChange }: RowProps) {
  const t = useText();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { type, name, fields } = entity;
  function toggleVerb(verb: Verb, isOn: boolean): void {
    const current: Grant = grant ?? { entity: type, verbs: [], read: null, write: null };
    // Every other verb needs "read": granting a verb also grants "read", and removing "read" removes all verbs.
    const nextVerbs = isOn
      ? [...current.verbs, "read" as const, verb]
      : current.verbs.filter((candidate) => candidate !== verb);
    const orderedVerbs = verb === "read" && !isOn ? [] : verbs.filter((candidate) => nextVerbs.includes(candidate));
    const { export: exportFields, ...rest } = current;
    const exportLimit = exportFields && orderedVerbs.includes("export") ? { export: exportFields } : {};
    onChange(orderedVerbs.length === 0 ? undefined : { ...rest, ...exportLimit, verbs: orderedVerbs });
  }
  const hasFieldLimits = grant !== undefined && (grant.read !== null || grant.write !== null);
  const fieldsText = hasFieldLimits
    ? formatText(texts.someFields, { n: grant.read?.length ?? fields.length, of: fields.length })
    : texts.allFields;
  const summary = grant?.export
    ? formatText(texts.withExport, { fields: t(fieldsText), n: exportFieldsOf(entity, grant).length })
    : fieldsText;
  return (
    <li className="border-b border-line px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <span className="w-32 shrink-0 font-medium max-sm:w-full">{name}</span>
        {/* An action has the same column in all rows, also in those without one of the others. */}
        <span className="flex flex-wrap gap-x-6 gap-y-2 sm:grid sm:grid-cols-[repeat(5,4.5rem)] sm:gap-x-2">
          {entity.verbs.map((verb) => (
            <span key={verb} style={{ gridColumn: verbs.indexOf(verb) + 1 }}>
              <LabelledCheckbox
                label={t(formatText(texts.label, { entity: name, name: t(verbNames[verb]) }))}
                checked={grant?.verbs.includes(verb) === true}
                disabled={disabled}
                onChange={(isOn) => toggleVerb(verb, isOn)}
              >
                {t(verbNames[verb])}
              </LabelledCheckbox>
            </span>
          ))}
        </span>
        {grant !== undefined && (
          <span className="ml-auto flex flex-wrap items-center gap-x-6 max-sm:ml-0 max-sm:w-full max-sm:justify-between">
            <RuleButton entity={entity} grant={grant} disabled={disabled} onChange={onChange} />
            {fields.length > 0 && (
              <button
                type="button"
                aria-expanded={isOpen}
                aria-controls={id}
                className={quietButton}
                onClick={() => setIsOpen(!isOpen)}
              >
                <span className="sr-only">{name}: </span>
                {t(summary)}
                <ChevronRight
                  size={14}
                  strokeWidth={1.5}
                  aria-hidden="true"
                  className={`transition-transform ${isOpen ? "rotate-90" : ""}`}
                />
              </button>
            )}
          </span>
        )}
        {grant !== undefined && <GrantParts entity={entity} grant={grant} disabled={disabled} onChange={onChange} />}
      </div>
      {grant !== undefined && isOpen && (
        <FieldCheckboxes id={id} entity={entity} grant={grant} disabled={disabled} onChange={onChange} />
      )}
    </li>
  );
}

type GrantRowsProps = {
  id: string;
  value: readonly Grant[];
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (grants: Grant[]) => void;
};

/** Edits the grants of a role: for every entity the allowed actions and fields. */
export function GrantRows({ id, value, disabled, describedBy, onChange }: GrantRowsProps) {
  const [entities, setEntities] = useState<GrantableEntity[] | "failed">();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    call("GET paas/role/subjects", {}, { signal: controller.signal })
      .then(setEntities)
      .catch(() => controller.signal.aborted || setEntities("failed"));
    return () => controller.abort();
  }, [attempt]);
  const otherGrants = (type: string) => value.filter((grant) => grant.entity !== type);
  return (
    <div id={id} aria-describedby={describedBy}>
      {entities === undefined ? (
        <Skeleton className="h-screen w-full" />
      ) : entities === "failed" ? (
        <LoadFailure onRetry={() => setAttempt(attempt + 1)} />
      ) : (
        <ul className="rounded-sm border border-line bg-sheet">
          {entities.map((entity) => (
            <GrantRow
              key={entity.type}
              entity={entity}
              grant={value.find((grant) => grant.entity === entity.type)}
              disabled={disabled}
              onChange={(grant) => onChange([...otherGrants(entity.type), ...(grant === undefined ? [] : [grant])])}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
