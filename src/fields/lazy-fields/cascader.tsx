import { array, maxLength, refine, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { localize } from "#kit/text.ts";
import { type Branch, branchesBelow, branchExists } from "#kit/tree.ts";
import { treeSetting } from "#kit/tree-setting.ts";
import { PathSelect } from "#ui/path-select.tsx";

const maxLevels = 8;
const separator = " / ";

/** The names of the branches on a path; a branch that the tree does not contain has its key instead. */
const pathText = (path: readonly string[], tree: readonly Branch<string>[]): string =>
  path
    .map((key, depth) => branchesBelow(tree, path.slice(0, depth)).find((branch) => branch.key === key)?.name ?? key)
    .join(separator);

/** Parses the output of `pathText` in either language; undefined when the tree has no such path. */
function readPath(text: string, tree: readonly Branch[]): string[] | undefined {
  for (const { key, name, children = [] } of tree)
    for (const label of [name.zh, name.en, key]) {
      if (text === label) return [key];
      const rest = text.startsWith(label + separator)
        ? readPath(text.slice(label.length + separator.length), children)
        : undefined;
      if (rest !== undefined) return [key, ...rest];
    }
  return undefined;
}

export default defineField({
  type: "cascader",
  title: { zh: "级联选择", en: "Cascader" },
  group: "choice",
  storage: "json",
  check: ({ options }) =>
    array(string()).check(
      maxLength(maxLevels),
      // The path must end at a leaf.
      refine((path) => branchExists(options, path) && branchesBelow(options, path).length === 0),
    ),
  message: () => ({ zh: "请逐级选择", en: "Choose an option on every level" }),
  operators: ["has"],
  searchControl: ({ name, options }) => ({ type: "treeselect", name, options }),
  isGroup: true,
  settings: treeSetting,
  plainText: (path, { options }, locale) => pathText(path, localize(options, locale)),
  readText: (text, { options }) => readPath(text.trim(), options),
  Show: ({ value, field }) => (value === null ? null : <>{pathText(value, field.options)}</>),
  Edit: ({ field, value, ...edit }) => (
    <PathSelect
      {...edit}
      path={value ?? []}
      placeholder={field.placeholder}
      optionsBelow={(path) => branchesBelow(field.options, path)}
      onChange={(path) => edit.onChange(path.length === 0 ? null : path)}
    />
  ),
  examples: {
    field: {
      options: [
        {
          key: "hardware",
          name: { zh: "硬件", en: "Hardware" },
          children: [{ key: "phone", name: { zh: "手机", en: "Phones" } }],
        },
        { key: "service", name: { zh: "服务", en: "Services" } },
      ],
    },
    valid: [["hardware", "phone"], ["service"]],
    invalid: [["hardware"], ["phone"], ["other"], "service"],
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The keys on the path from the root of a tree of options to a leaf. */
    cascader: { value: string[]; options: { options: Branch[] } };
  }
}
