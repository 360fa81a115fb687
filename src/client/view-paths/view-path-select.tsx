import { useQuery } from "@tanstack/react-query";
import { call } from "#client/call.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { Select } from "#ui/select.tsx";

const texts = {
  chooseBase: { zh: "请先选择主数据", en: "Choose the base first" },
  field: { zh: "字段", en: "Field" },
  related: { zh: "关联数据的字段", en: "Field of the related record" },
  choose: { zh: "选择字段", en: "Choose a field" },
  count: { zh: "数据条数", en: "Number of records" },
};

type ControlProps = {
  id: string;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onBlur: () => void;
};

type LevelProps = ControlProps & {
  type: string;
  depth: number;
  /** The path from a row of `type`. After several records it may be empty, which means their number. */
  path: string;
  isOfMany: boolean;
  onChange: (path: string) => void;
};

/** The selects of a path: that of its first part and, behind a relation, those of the rest. */
function PathLevel({ type, depth, path, isOfMany, onChange, ...control }: LevelProps) {
  const t = useText();
  const locale = useLocale();
  const query = useQuery({
    queryKey: ["paths of a view", type, locale],
    queryFn: ({ signal }) => call("GET paas/collectData/paths", { type }, { signal }),
  });
  const dot = path.indexOf(".");
  const first = dot === -1 ? path : path.slice(0, dot);
  const rest = dot === -1 ? "" : path.slice(dot + 1);
  // The dot distinguishes what a relation leads to from the relation itself, which is a value, too.
  const selected = dot !== -1 || first.includes(":") ? `${first}.` : first;
  return (
    <QueryContent query={query} height="h-10">
      {({ fields, relations }) => {
        const chosen = relations.find(({ part }) => `${part}.` === selected);
        const options = [
          ...fields.map(({ field, name }) => ({ key: field, name })),
          ...(isOfMany ? [] : relations.map(({ part, name }) => ({ key: `${part}.`, name: `${name} ›` }))),
        ];
        const isKnown = selected === "" || options.some(({ key }) => key === selected);
        return (
          <>
            <Select
              {...control}
              label={t(depth === 0 ? texts.field : texts.related)}
              className="max-w-72 min-w-40 flex-1"
              value={selected === "" ? null : selected}
              options={isKnown ? options : [...options, { key: selected, name: first }]}
              placeholder={t(isOfMany ? texts.count : texts.choose)}
              isClearable={isOfMany}
              onChange={(next) => {
                const relation = relations.find(({ part }) => `${part}.` === next);
                onChange(relation?.isMany === true ? relation.part : (next ?? ""));
              }}
            />
            {chosen !== undefined && (
              <PathLevel
                {...control}
                id={`${control.id}-0`}
                type={chosen.type}
                depth={depth + 1}
                path={rest}
                isOfMany={chosen.isMany}
                onChange={(next) => onChange(chosen.isMany && next === "" ? first : `${first}.${next}`)}
              />
            )}
          </>
        );
      }}
    </QueryContent>
  );
}

type ViewPathSelectProps = ControlProps & {
  /** The type in which the path begins; empty until it is chosen. */
  base: string;
  value: string | null;
  onChange: (value: string | null) => void;
};

/** Selects a path of a view (kit/joined-view.ts). */
export function ViewPathSelect({ id, base, value, onChange, ...control }: ViewPathSelectProps) {
  const t = useText();
  if (base === "")
    return (
      <p id={id} className="text-sm text-ink-3">
        {t(texts.chooseBase)}
      </p>
    );
  return (
    <span id={id} className="flex flex-wrap gap-2">
      <PathLevel
        {...control}
        id={`${id}-0`}
        type={base}
        depth={0}
        path={value ?? ""}
        isOfMany={false}
        onChange={(path) => onChange(path === "" ? null : path)}
      />
    </span>
  );
}
