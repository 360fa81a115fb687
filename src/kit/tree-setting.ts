import type { Fields } from "./field.ts";

const treeName = {
  type: "textbox",
  name: { zh: "名称", en: "Name" },
  required: true,
  localized: true,
  max: 60,
} as const;
const treeKey = { type: "textbox", name: { zh: "值", en: "Value" }, required: true, max: 40 } as const;
const lowerOptions = { type: "table", name: { zh: "下级选项", en: "Options below it" }, max: 60 } as const;

/** A tree of values to choose from, of up to three levels. */
export const treeSetting = {
  options: {
    type: "table",
    name: { zh: "选项", en: "Options" },
    required: true,
    max: 60,
    fields: {
      name: treeName,
      key: treeKey,
      children: {
        ...lowerOptions,
        fields: {
          name: treeName,
          key: treeKey,
          children: {
            ...lowerOptions,
            fields: { name: treeName, key: treeKey },
          },
        },
      },
    },
  },
} as const satisfies Fields;
