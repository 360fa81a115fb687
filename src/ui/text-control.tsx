import type { InputHTMLAttributes } from "react";
import { Input } from "./input.tsx";

/** What a line of text needs of what a field type is given to edit with. */
type TextEdit = {
  id: string;
  value: string | null;
  field: { placeholder?: string };
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (text: string) => void;
  onBlur: () => void;
};

/** The box of a field type whose values are lines of text. */
export function TextControl({ edit, ...input }: { edit: TextEdit } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Input
      placeholder={edit.field.placeholder}
      {...input}
      id={edit.id}
      value={edit.value ?? ""}
      aria-invalid={edit.invalid}
      aria-describedby={edit.describedBy}
      disabled={edit.disabled}
      onChange={(event) => edit.onChange(event.target.value)}
      onBlur={edit.onBlur}
    />
  );
}
