import { useQuery } from "@tanstack/react-query";
import { call } from "#client/call.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { Select } from "#ui/select.tsx";

const texts = { label: { zh: "数据类型", en: "Type of records" } };

type EntitySelectProps = {
  id: string;
  value: string | null;
  placeholder: string | undefined;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (value: string | null) => void;
  onBlur: () => void;
};

/** Selects an entity of the space by its name. A type that the space does not have any more stays until another is selected. */
export function EntitySelect({ id, value, placeholder, ...control }: EntitySelectProps) {
  const t = useText();
  const locale = useLocale();
  const query = useQuery({
    queryKey: ["entities of views", locale],
    queryFn: ({ signal }) => call("GET paas/collectData/bases", {}, { signal }),
  });
  return (
    <div id={id}>
      <QueryContent query={query} height="h-10">
        {(entities) => {
          const options = entities.map(({ type, name }) => ({ key: type, name }));
          const isKnown = value === null || options.some(({ key }) => key === value);
          return (
            <Select
              {...control}
              label={t(texts.label)}
              value={value}
              options={isKnown ? options : [...options, { key: value, name: value }]}
              placeholder={placeholder}
              className="max-w-80"
            />
          );
        }}
      </QueryContent>
    </div>
  );
}
