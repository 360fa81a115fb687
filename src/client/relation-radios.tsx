import { LoadFailure } from "#ui/load-failure.tsx";
import { useText } from "#ui/locale.ts";
import { RadioList } from "#ui/radio-list.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useRelationOptions } from "./relation-options.ts";
import { RelationSelect, type RelationSelectProps } from "./relation-select.tsx";

const noneText = { zh: "暂无可选项", en: "No options yet" };

/** Up to this many rows are shown as radio buttons; more need a searchable list. */
const maxRadios = 12;

/** Shows the rows of another entity as radio buttons, or as a searchable list if there are many. */
export function RelationRadios(props: RelationSelectProps) {
  const { entity, value } = props;
  const t = useText();
  const { options, retry } = useRelationOptions(entity, "", value === null ? [] : [value]);
  if (options === "failed") return <LoadFailure onRetry={retry} />;
  if (options === undefined)
    return (
      <div id={props.id} aria-busy="true" className="py-2">
        <Skeleton className="h-6 w-60" />
      </div>
    );
  if (options.length > maxRadios) return <RelationSelect {...props} />;
  if (options.length === 0)
    return (
      <p id={props.id} className="py-1.5 text-sm text-ink-3">
        {t(noneText)}
      </p>
    );
  return <RadioList {...props} options={options} isColumn={false} />;
}
