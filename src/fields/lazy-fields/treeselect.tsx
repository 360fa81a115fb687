import { refine, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { type Branch, branchesOf } from "#kit/tree.ts";
import { treeSetting } from "#kit/tree-setting.ts";
import { Select } from "#ui/select.tsx";

/** The indent of a branch's name, per level. */
const indent = "\u2003";

export default defineField({
  type: "treeselect",
  title: { zh: "树形选择", en: "Tree select" },
  group: "choice",
  storage: "text",
  check: ({ options }) => string().check(refine((value) => branchesOf(options).some(({ key }) => key === value))),
  message: () => ({ zh: "请从列表中选择", en: "Choose an option from the list" }),
  operators: ["eq", "in"],
  isChoice: true,
  settings: treeSetting,
  choices: ({ options }) => branchesOf(options).map(({ key, name }) => ({ key, name })),
  Show({ value, field }) {
    const branch = branchesOf(field.options).find(({ key }) => key === value);
    return <>{branch?.path.map(({ name }) => name).join(" / ") ?? value}</>;
  },
  Edit: ({ field, ...edit }) => (
    <Select
      {...edit}
      className="max-w-80"
      options={branchesOf(field.options).map(({ key, name, depth }) => ({ key, name: indent.repeat(depth) + name }))}
      placeholder={field.placeholder}
      isClearable={field.required !== true}
    />
  ),
  examples: {
    field: {
      options: [
        {
          key: "sales",
          name: { zh: "销售部", en: "Sales" },
          children: [{ key: "south", name: { zh: "华南区", en: "South" } }],
        },
        { key: "office", name: { zh: "行政部", en: "Office" } },
      ],
    },
    valid: ["sales", "south", "office"],
    invalid: ["other", 1],
    sample: ({ options }, n) => options[n % options.length]!.key,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The key of any branch of a tree of options. */
    treeselect: { value: string; options: { options: Branch[] } };
  }
}
