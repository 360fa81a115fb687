import { ChevronRight } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { aggregateNames, viewLimits, type ViewValue, viewValueKey, viewValueOf } from "#kit/joined-view.ts";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { LabelledCheckbox } from "#ui/labelled-checkbox.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { QueryContent } from "#ui/query-content.tsx";

const texts = {
  fields: { zh: "可用字段", en: "Available fields" },
  count: { zh: "数据条数", en: "Number of records" },
  chosen: { zh: "已选 {n} 个字段", en: "{n} {n|field|fields} chosen" },
};

type TreeProps = {
  /** The keys of the values that are chosen. */
  chosen: ReadonlySet<string>;
  disabled: boolean;
  /** No further value can be chosen. */
  isFull: boolean;
  onToggle: (value: ViewValue, isChosen: boolean) => void;
};

type LevelProps = TreeProps & {
  type: string;
  /** The path of the relations that lead here, with a dot behind each. */
  prefix: string;
  isOfMany: boolean;
  depth: number;
};

function ValueCheckbox({
  value,
  label,
  children,
  ...tree
}: TreeProps & { value: ViewValue; label?: string; children: string }) {
  const isChosen = tree.chosen.has(viewValueKey(value));
  return (
    <LabelledCheckbox
      checked={isChosen}
      disabled={tree.disabled || (tree.isFull && !isChosen)}
      {...(label === undefined ? {} : { label })}
      onChange={(next) => tree.onToggle(value, next)}
    >
      {children}
    </LabelledCheckbox>
  );
}

/** The fields of records that several others lead to: each can be summarized in the ways that its type has. */
function SummaryFields({ fields, prefix, ...tree }: TreeProps & { fields: PathFields; prefix: string }) {
  const t = useText();
  return (
    <>
      <li>
        <ValueCheckbox {...tree} value={{ path: prefix.slice(0, -1), aggregate: "count" }}>
          {t(texts.count)}
        </ValueCheckbox>
      </li>
      {fields
        .filter(({ aggregates }) => aggregates.length > 0)
        .map(({ field, name, aggregates }) => (
          <li key={field} className="py-1">
            <span className="text-sm text-ink-3">{name}</span>
            <span className="flex flex-wrap gap-x-4 pl-1">
              {aggregates.map((aggregate) => (
                <ValueCheckbox
                  key={aggregate}
                  {...tree}
                  value={{ path: `${prefix}${field}`, aggregate }}
                  label={`${name} · ${t(aggregateNames[aggregate])}`}
                >
                  {t(aggregateNames[aggregate])}
                </ValueCheckbox>
              ))}
            </span>
          </li>
        ))}
    </>
  );
}

type Paths = Awaited<ReturnType<typeof call<"GET paas/collectData/paths">>>;
type PathFields = Paths["fields"];

function RelationNode({
  relation,
  prefix,
  depth,
  ...tree
}: TreeProps & { relation: Paths["relations"][number]; prefix: string; depth: number }) {
  const t = useText();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { part, name, type, isMany } = relation;
  const path = `${prefix}${part}`;
  const count = [...tree.chosen].filter((key) => {
    const value = viewValueOf(key);
    return value.path === path ? isMany : value.path.startsWith(`${path}.`);
  }).length;
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        className="flex min-h-8 w-full items-center gap-2 text-left text-sm hover:text-brand pointer-coarse:min-h-11"
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight
          size={16}
          strokeWidth={1.5}
          aria-hidden="true"
          className={`shrink-0 text-ink-3 transition-transform ${isOpen ? "rotate-90" : ""}`}
        />
        <span className="min-w-0 flex-1 truncate">{name}</span>
        {count > 0 && <span className="shrink-0 text-xs text-ink-3">{t(formatText(texts.chosen, { n: count }))}</span>}
      </button>
      <div id={id} hidden={!isOpen} className="ml-2 border-l border-line pl-3">
        {isOpen && <TreeLevel {...tree} type={type} prefix={`${path}.`} isOfMany={isMany} depth={depth + 1} />}
      </div>
    </li>
  );
}

/** The fields of one type, and the relations that lead further. */
function TreeLevel({ type, prefix, isOfMany, depth, ...tree }: LevelProps) {
  const locale = useLocale();
  const query = useQuery({
    queryKey: ["paths of a view", type, locale],
    queryFn: ({ signal }) => call("GET paas/collectData/paths", { type }, { signal }),
  });
  return (
    <QueryContent query={query}>
      {({ fields, relations }) => (
        <ul className="grid grid-cols-[minmax(0,1fr)]">
          {isOfMany ? (
            <SummaryFields {...tree} fields={fields} prefix={prefix} />
          ) : (
            fields.map(({ field, name }) => (
              <li key={field}>
                <ValueCheckbox {...tree} value={{ path: `${prefix}${field}` }}>
                  {name}
                </ValueCheckbox>
              </li>
            ))
          )}
          {!isOfMany &&
            depth < viewLimits.steps &&
            relations.map((relation) => (
              <RelationNode key={relation.part} {...tree} relation={relation} prefix={prefix} depth={depth} />
            ))}
        </ul>
      )}
    </QueryContent>
  );
}

/** The fields that a view can show, as a tree: behind each relation are the fields of the records that it leads to. */
export function FieldTree({ base, ...tree }: TreeProps & { base: string }) {
  const t = useText();
  return (
    <div role="group" aria-label={t(texts.fields)}>
      <TreeLevel {...tree} type={base} prefix="" isOfMany={false} depth={0} />
    </div>
  );
}
