import type { CallOutput } from "#kit/call.ts";
import type { Problems } from "#kit/problem-path.ts";
import { checkPlace } from "./checks.ts";
import type { DraftDefinition } from "./draft.ts";

/** What is chosen in the editor: the light app itself, a field, or a group. */
export type Selection = { kind: "app" } | { kind: "field"; field: string } | { kind: "group"; index: number };

/** A problem of a draft, and where it is mended. `setting`: the name of the control there; "" when there is none. */
export type PlacedProblem = { path: string; text: string; selection: Selection; setting: string };

type Review = CallOutput<"POST paas/lightApp/check">;

const app = (setting: string) => ({ selection: { kind: "app" } as const, setting });

/** Settings that stand under another name, or together in one control. */
const settingNames: Readonly<Record<string, string>> = { if: "ifField", column: "width" };

/** The place of a field. Fields in it have controls of their own, below it. */
function fieldPlace({ fields }: DraftDefinition, [index, setting = "", ...below]: readonly string[]) {
  const name = fields[Number(index)]?.field;
  if (index === undefined || name === undefined) return app("");
  const selection = { kind: "field" as const, field: name };
  return {
    selection,
    setting: setting === "fields" ? [setting, ...below].join(".") : (settingNames[setting] ?? setting),
  };
}

/** The place of a field that one of the lists of the definition names; the light app when there is no such field. */
function memberPlace({ fields }: DraftDefinition, name: string | undefined, setting: string) {
  return fields.some(({ field }) => field === name)
    ? { selection: { kind: "field" as const, field: name! }, setting }
    : app("");
}

function placeOf(definition: DraftDefinition, path: string): Pick<PlacedProblem, "selection" | "setting"> {
  const [first = "", second, third, fourth] = path.split(".");
  const at = Number(second);
  switch (first) {
    case "fields":
      return fieldPlace(definition, path.split(".").slice(1));
    case "groups":
      return { selection: { kind: "group", index: at }, setting: third === "name" ? "name" : "" };
    case "searchable":
      return memberPlace(definition, definition.searchable?.[at], "searchable");
    case "unique": {
      const names = definition.unique?.[at];
      return names?.length === 1 ? memberPlace(definition, names[0], "unique") : app("uniqueTogether");
    }
    case "checks":
      return app(checkPlace(definition, at) ?? "");
    case "list":
      if (second === "columns") return memberPlace(definition, definition.list.columns[Number(third)], "isColumn");
      return app(fourth === "direction" ? "sortDirection" : "sortField");
    case "access":
      return app(second ?? "");
    case "tooltip":
      return app("alertText");
    default:
      return app(first);
  }
}

/** The problems of a draft with their places. */
export const placeProblems = (definition: DraftDefinition, problems: Review["problems"]): PlacedProblem[] =>
  problems.map(({ path, text }) => ({ path, text, ...placeOf(definition, path) }));

/** The problems of the fields in a field, among those of the field by their controls. */
export const subProblems = (definition: DraftDefinition, problems: Problems): PlacedProblem[] =>
  placeProblems(
    definition,
    Object.entries(problems)
      .filter(([setting]) => setting.startsWith("fields."))
      .map(([path, text]) => ({ path, text })),
  );

/** Whether two selections are of the same thing. */
export const isSameSelection = (a: Selection, b: Selection): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The problems of what is chosen, by the control that mends them. Those without one are under "". */
export function problemsOf(problems: readonly PlacedProblem[], selection: Selection): Problems {
  const matches = problems.filter((problem) => isSameSelection(problem.selection, selection));
  return Object.fromEntries(matches.toReversed().map(({ setting, text }) => [setting, text]));
}
