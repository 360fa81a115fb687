import { useEffect, useState } from "react";
import { call } from "./call.ts";
import { Select, type SelectOption } from "./select.tsx";

type RelationSelectProps = {
  id: string;
  entity: string;
  value: string | null;
  placeholder?: string | undefined;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (id: string | null) => void;
  onBlur: () => void;
};

/** Offers the rows of another entity by their titles, the newest hundred and the chosen one. */
export function RelationSelect({ entity, ...rest }: RelationSelectProps) {
  const [options, setOptions] = useState<SelectOption[]>([]);
  const chosen = rest.value;
  useEffect(() => {
    const leaving = new AbortController();
    call(
      "GET Api/Relation/GetKeyValues",
      { type: entity, ...(chosen === null ? {} : { id: chosen }) },
      { signal: leaving.signal },
    )
      .then((rows) => setOptions(rows.map(({ key, name }) => ({ key, name }))))
      .catch(() => undefined);
    return () => leaving.abort();
  }, [entity, chosen]);
  return <Select {...rest} className="max-w-80" clearable options={options} />;
}
