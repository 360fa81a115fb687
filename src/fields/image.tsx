import { defineField } from "#kit/field.ts";
import { localPicturePattern } from "#kit/picture.ts";
import { lazyControl } from "#ui/lazy-control.tsx";

const ImageInput = lazyControl(async () => (await import("#client/editors/image-input.tsx")).ImageInput);

export default defineField({
  type: "image",
  title: { zh: "图片", en: "Image" },
  group: "file",
  storage: "text",
  isContent: true,
  check: (_field, { maxLength, regex, string }) => string().check(maxLength(300), regex(localPicturePattern)),
  message: () => ({ zh: "请上传图片", en: "Upload an image" }),
  operators: [],
  boundAs: "picture",
  settings: {},
  Show: ({ value }) => (value === null ? null : <img src={value} alt="" width={48} height={32} loading="lazy" />),
  Edit: ({ id, value, invalid, disabled, describedBy, locale, onChange }) => (
    <ImageInput
      id={id}
      value={value}
      invalid={invalid}
      disabled={disabled}
      describedBy={describedBy}
      locale={locale}
      onChange={onChange}
    />
  ),
  examples: {
    field: {},
    valid: ["/files/0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b.webp"],
    invalid: ["https://elsewhere.test/a.png", "javascript:alert(1)", "/files/../secret", 1],
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    image: { value: string; options: object };
  }
}
