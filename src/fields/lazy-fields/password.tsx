import { maxLength, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { SecretInput } from "#ui/secret-input.tsx";

const maxCharacters = 64;

export default defineField({
  type: "password",
  title: { zh: "密码", en: "Password" },
  storage: "none",
  check: () => string().check(maxLength(maxCharacters)),
  message: () => ({ zh: `最多 ${maxCharacters} 个字符`, en: `Up to ${maxCharacters} characters` }),
  operators: [],
  Show: ({ value }) => (value === null ? null : "••••••"),
  Edit: ({ id, value, field, invalid, disabled, describedBy, onChange, onBlur }) => (
    <div className="max-w-80">
      <SecretInput
        id={id}
        autoComplete="new-password"
        maxLength={maxCharacters}
        value={value ?? ""}
        placeholder={field.placeholder}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
    </div>
  ),
  examples: { field: {}, valid: ["secret 1", "密码1234"], invalid: ["a".repeat(65), 7], sample: () => undefined },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** A secret that a form sends with its call and never shows. No table stores it. */
    password: { value: string; options: object };
  }
}
