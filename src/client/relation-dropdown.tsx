import { useContext } from "react";
import { LoadFailure } from "#ui/load-failure.tsx";
import { RelationDialogs } from "#ui/relation-dialogs.ts";
import { Select } from "#ui/select.tsx";
import { useRelationOptions } from "./relation-options.ts";
import { RelationSelect, type RelationSelectProps } from "./relation-select.tsx";
import { RelationTitle } from "./relation-title.tsx";

/** Up to this many rows are a plain drop-down list; more need a search. */
const maxOptions = 50;

/** Shows the rows of another entity as a drop-down list; as a searchable list if there are many, or if missing rows can be added. */
export function RelationDropdown(props: RelationSelectProps & { isClearable: boolean }) {
  const { isClearable, ...select } = props;
  const { id, entity, value, placeholder = "—" } = select;
  const isAddable = useContext(RelationDialogs)?.addable.includes(entity) === true;
  const { options, retry } = useRelationOptions(entity, "", value === null ? [] : [value]);
  if (isAddable || (Array.isArray(options) && options.length > maxOptions)) return <RelationSelect {...select} />;
  if (options === "failed") return <LoadFailure onRetry={retry} />;
  if (options === undefined)
    return (
      <div id={id} aria-busy="true" className="control flex max-w-80 items-center">
        {value === null ? placeholder : <RelationTitle entity={entity} id={value} />}
      </div>
    );
  return <Select {...select} options={options} isClearable={isClearable} className="max-w-80" />;
}
