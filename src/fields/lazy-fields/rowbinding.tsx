import { use } from "react";
import { custom } from "zod/mini";
import { defineField, type EditProps } from "#kit/field.ts";
import { isRowBinding, type RowBinding } from "#kit/row-binding.ts";
import { RowBindingEditor } from "#ui/row-binding-editor.ts";

const Words = ({ id, value }: { id?: string; value: RowBinding | null }) => (
  <code id={id} className="font-mono text-sm">
    {value?.entity}
  </code>
);

/** The editor of the builder, or else the entity in words. */
function BindingInput({ id, value, field, locale, disabled, describedBy, onChange }: EditProps<"rowbinding">) {
  const { Editor } = use(RowBindingEditor) ?? {};
  if (Editor === undefined) return <Words id={id} value={value} />;
  return (
    <Editor id={id} value={value} isOfPage={field.isOfPage === true} {...{ locale, disabled, describedBy, onChange }} />
  );
}

export default defineField({
  type: "rowbinding",
  title: { zh: "数据绑定", en: "Data binding" },
  // It stands in documents of pages; no table has a column for it.
  storage: "none",
  check: () => custom<RowBinding>(isRowBinding),
  message: () => ({ zh: "请重新选择数据", en: "Choose the records again" }),
  operators: [],
  isGroup: true,
  bindingIn: (value) => value,
  Show: ({ value }) => <Words value={value} />,
  Edit: BindingInput,
  examples: {
    field: {},
    valid: [
      { entity: "news", fields: { title: "title" } },
      {
        entity: "news",
        fields: { title: "title", picture: "cover" },
        filter: { field: "kind", op: "eq", value: "company" },
        sort: { field: "publishedAt", direction: "desc" },
        count: 50,
      },
    ],
    invalid: [
      "news",
      ["news"],
      { entity: "news" },
      { entity: "", fields: {} },
      { entity: "news", fields: { html: "title" } },
      { entity: "news", fields: {}, count: 51 },
      { entity: "news", fields: {}, count: 1.5 },
      { entity: "news", fields: {}, sort: { field: "title", direction: "up" } },
      { entity: "news", fields: {}, filter: { field: "title", op: "like", value: "%" } },
      { entity: "news", fields: {}, where: "1=1" },
    ],
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The rows of an entity that a component shows. `isOfPage`: the row of a page, of which components choose the fields. */
    rowbinding: { value: RowBinding; options: { isOfPage?: boolean } };
  }
}
