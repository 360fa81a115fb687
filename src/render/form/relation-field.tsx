import type { EntityType } from "#kit/entity.ts";
import { RelationSelect } from "#client/relation-select.tsx";
import type { DialogField } from "./form-dialog.tsx";

type RelationFieldProps = Pick<DialogField, "name" | "label" | "hint" | "isOptional"> & { entity: EntityType };

/** A field of a dialog that selects a row of an entity. Its value is the id, empty without one. */
export const relationField = ({ entity, ...props }: RelationFieldProps): DialogField => ({
  ...props,
  type: "other",
  render: ({ id, value, isInvalid, describedBy, onChange }) => (
    <RelationSelect
      id={id}
      entity={entity}
      value={value === "" ? null : value}
      invalid={isInvalid}
      disabled={false}
      describedBy={describedBy}
      onChange={(next) => onChange(next ?? "")}
      onBlur={() => undefined}
    />
  ),
});
