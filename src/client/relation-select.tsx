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

/**
 * Offers the rows of another entity by their titles: the newest, the chosen one, and any other by searching. A list that can be searched
 * weighs more than most forms need.
 */
export const RelationSelect = lazyControl<RelationSelectProps>(
  async () => (await import("./relation-picker.tsx")).RelationPicker,
  {
    renderWaiting: ({ id, entity, value, placeholder = "—" }) => (
      <div id={id} aria-busy="true" className="control flex max-w-80 items-center">
        {value === null ? placeholder : <RelationTitle entity={entity} id={value} />}
      </div>
    ),
  },
);
