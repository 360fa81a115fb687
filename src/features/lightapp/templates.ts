import type { Text } from "#kit/text.ts";
import type { Draft, DraftDefinition } from "./draft/draft.ts";

/** A light app to begin with. `intro`: what it is for, in one line; `order`: its place among the templates. */
export type LightAppTemplate = {
  order: number;
  name: Text;
  intro: Text;
  tableName: string;
  definition: DraftDefinition;
};

const files = import.meta.glob<LightAppTemplate>("./templates/*.ts", { eager: true, import: "default" });

/** The templates of `templates/`, in their order. */
export const lightAppTemplates: readonly LightAppTemplate[] = Object.values(files).toSorted(
  (a, b) => a.order - b.order,
);

/** The draft that a template begins with. */
export const draftOfTemplate = ({ name, tableName, definition }: LightAppTemplate): Draft => ({
  name,
  tableName,
  definition: structuredClone(definition),
});
