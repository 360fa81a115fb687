import { useEffect } from "react";

type TextBox = {
  id: string;
  /** Its accessible name, when there is no label. */
  name: string;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
};

/** The label of a text box. Looked up here, because browsers connect labels with form elements only. */
const labelOf = (id: string) => document.querySelector<HTMLLabelElement>(`label[for="${CSS.escape(id)}"]`);

/** Attributes that make an editable element a text box for assistive technology, with the name of its label. */
export function textBoxAttributes({ id, name, invalid, disabled, describedBy }: TextBox): Record<string, string> {
  const label = labelOf(id);
  if (label !== null) label.id ||= `${id}-label`;
  return {
    id,
    role: "textbox",
    "aria-multiline": "true",
    ...(label === null ? { "aria-label": name } : { "aria-labelledby": label.id }),
    ...(describedBy === undefined ? {} : { "aria-describedby": describedBy }),
    "aria-invalid": String(invalid),
    ...(disabled ? { "aria-disabled": "true" } : {}),
  };
}

/** Gives the focus to a text box when its label is clicked, as browsers do for inputs. */
export function useLabelClick(id: string, focus: (() => void) | undefined): void {
  useEffect(() => {
    const label = labelOf(id);
    if (label === null || focus === undefined) return;
    label.addEventListener("click", focus);
    return () => label.removeEventListener("click", focus);
  }, [id, focus]);
}
