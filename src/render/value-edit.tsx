import type { LocalizedField } from "#kit/field.ts";
import { noProblems } from "#kit/problem-path.ts";
import type { Locale } from "#kit/text.ts";
import { fieldTypeOf, noDependencies } from "./field-types.ts";

type ValueEditProps = {
  id: string;
  config: LocalizedField;
  value: unknown;
  locale: Locale;
  isInvalid?: boolean;
  describedBy?: string | undefined;
  onChange: (value: unknown) => void;
};

/** The control of a value outside forms, in a search or a condition. Renders nothing for a read-only type. */
export function ValueEdit({ id, config, value, locale, isInvalid = false, describedBy, onChange }: ValueEditProps) {
  const { Edit } = fieldTypeOf(config);
  if (Edit === undefined) return null;
  return (
    <Edit
      id={id}
      field={config}
      value={value}
      locale={locale}
      invalid={isInvalid}
      disabled={false}
      describedBy={describedBy}
      onChange={onChange}
      dependencies={noDependencies}
      problems={noProblems}
      onBlur={() => undefined}
      onLeave={() => undefined}
    />
  );
}
