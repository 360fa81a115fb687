import type { InputHTMLAttributes } from "react";
import { Input } from "./input.tsx";

/** The edit props of a field type that a single-line text input needs. */
type TextEditProps = {
  id: string;
  value: string | null;
  field: { placeholder?: string };
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (text: string) => void;
  onBlur: () => void;
};

/** The input of field types with single-line text. */
export function TextControl({ edit, ...input }: { edit: TextEditProps } & InputHTMLAttributes<HTMLInputElement>) {
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
