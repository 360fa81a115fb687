import { lazy, Suspense } from "react";
import { RelationTitle } from "./relation-title.tsx";

export type RelationSelectProps = {
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

// A list that can be searched weighs more than most forms need.
const RelationPicker = lazy(() => import("./relation-picker.tsx"));

/** Offers the rows of another entity by their titles: the newest, the chosen one, and any other by searching. */
export function RelationSelect(props: RelationSelectProps) {
  const { entity, value, placeholder = "—" } = props;
  return (
    <Suspense
      fallback={
        <div id={props.id} aria-busy="true" className="control flex max-w-80 items-center">
          {value === null ? placeholder : <RelationTitle entity={entity} id={value} />}
        </div>
      }
    >
      <RelationPicker {...props} />
    </Suspense>
  );
}
