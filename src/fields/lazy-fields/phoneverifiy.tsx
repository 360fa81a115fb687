import { refine, regex, strictObject, string, union } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { isMobile, mobileMessage, mobilePattern, normalizeMobile } from "#kit/mobile.ts";
import { lazyControl } from "#ui/lazy-control.tsx";

const PhoneProof = lazyControl(async () => (await import("#client/editors/phone-proof.tsx")).PhoneProof);

const proofText = { zh: "请通过短信验证码验证此手机号", en: "Verify this number with the code sent to it" };
const codeText = { zh: "请输入 6 位短信验证码", en: "Enter the 6-digit SMS code" };

const mobileOf = (value: string | { mobile: string }) =>
  normalizeMobile(typeof value === "string" ? value : value.mobile);

export default defineField({
  type: "phoneverifiy",
  title: { zh: "手机号（短信验证）", en: "Mobile number, verified by SMS" },
  group: "text",
  storage: "text",
  normalize: (value) => mobileOf(value),
  check: () =>
    union([
      string().check(regex(mobilePattern)),
      strictObject({ mobile: string().check(refine(isMobile)), code: string().check(regex(/^\d{6}$/)) }),
    ]),
  message: (_field, value) =>
    typeof value === "object" &&
    value !== null &&
    "mobile" in value &&
    typeof value.mobile === "string" &&
    isMobile(value.mobile)
      ? codeText
      : mobileMessage,
  proof: { by: "mobile", text: proofText, storedValue: mobileOf },
  operators: ["eq", "prefix"],
  searchControl: (field) => ({ ...field, type: "textbox" }),
  settings: {},
  plainText: mobileOf,
  Show: ({ value, isWhole = false }) => {
    if (value === null) return null;
    const mobile = mobileOf(value);
    return isWhole ? <a href={`tel:+86${mobile}`}>{mobile}</a> : <span className="tabular-nums">{mobile}</span>;
  },
  Edit: ({ field, ...edit }) => (
    <PhoneProof {...edit} purpose={field.purpose ?? "field"} placeholder={field.placeholder} />
  ),
  examples: {
    field: {},
    valid: ["13800138000"],
    invalid: [
      "1380013800",
      { mobile: "13800138000" },
      { mobile: "13800138000", code: "12345" },
      { mobile: 1, code: "123456" },
      1,
    ],
    sample: () => undefined,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /**
     * A mobile number of the Chinese mainland, verified by SMS (spelled as in the API contract). A new number is submitted with the code; only the
     * number is stored. `purpose`: the purpose for which the code is sent, saving the field by default.
     */
    phoneverifiy: { value: string | { mobile: string; code: string }; options: { purpose?: "resetPassword" } };
  }
}
