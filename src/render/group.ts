import type { Fields } from "#kit/field.ts";
import type { Text } from "#kit/text.ts";
import type { Versioned } from "#kit/versioned.ts";

type GroupDefinition = {
  title: Text;
  settings: Fields;
  example: Record<string, unknown>;
  responsive?: undefined;
} & Versioned;

/** The definition of groups on a canvas: their only setting is a name. */
export const groupDefinition: GroupDefinition = {
  title: { zh: "组合", en: "Group" },
  settings: { name: { type: "textbox", name: { zh: "名称", en: "Name" }, max: 60 } },
  example: { name: null },
};
