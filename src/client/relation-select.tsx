import { lazyControl } from "#ui/lazy-control.tsx";
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

/** A select with the rows of another entity: the newest, the selected one, and a search. Loaded on demand, because most forms do not need it. */
export const RelationSelect = lazyControl<RelationSelectProps>(
  async () => (await import("./relation-picker.tsx")).RelationPicker,
  {
    renderFallback: ({ id, entity, value, placeholder = "—" }) => (
      <div id={id} aria-busy="true" className="control flex max-w-80 items-center">
        {value === null ? placeholder : <RelationTitle entity={entity} id={value} />}
      </div>
    ),
  },
);
