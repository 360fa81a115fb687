import { maxLength, minLength, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { lazyControl } from "#ui/lazy-control.tsx";

const SecurityCheck = lazyControl(async () => (await import("#client/editors/security-check.tsx")).SecurityCheck);

const proofText = { zh: "请先完成安全验证", en: "Run the security check first" };

export default defineField({
  type: "captcha",
  title: { zh: "安全验证", en: "Security check" },
  group: "text",
  storage: "none",
  isDefault: true,
  // Only the length is checked here: the server verifies the solution when it saves the row.
  check: () => string().check(minLength(20), maxLength(4000)),
  message: () => proofText,
  proof: { by: "work", text: proofText },
  isForNewRows: true,
  // The form marks the field as required, because the server requires the proof.
  describe: () => ({ required: true }),
  operators: [],
  settings: {},
  Show: ({ locale }) => ({ zh: "新增时验证", en: "Asked when a row is added" })[locale],
  Edit: ({ id, value, invalid, disabled, describedBy, onChange }) => (
    <SecurityCheck {...{ id, value, invalid, disabled, describedBy, onChange }} />
  ),
  examples: {
    field: {},
    valid: ["eyJjaGFsbGVuZ2UiOnt9LCJzb2x1dGlvbiI6e319"],
    invalid: ["", "short", 1, true],
    sample: () => undefined,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** A solved challenge in ALTCHA's format. The server accepts it once, for a new row; nothing is stored. */
    captcha: { value: string; options: object };
  }
}
