import { type AutoScreen, autoScreens, pageVerbs } from "#kit/app-pages.ts";
import { appScreens } from "#kit/app-screens.ts";
import { isAtLeast, type Verb } from "#kit/access.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import type { Text } from "#kit/text.ts";
import type { RowCommands } from "#records/change/row-commands.server.ts";
import { grantableVerbs } from "#records/registry/view.server.ts";
import { entityScreensOf } from "#records/describe/pages.server.ts";

/** An action or a page of an entity that roles can name, with the verbs of which it requires one. */
export type GrantablePart = { id: string; name: Text; verbs: readonly Verb[] };

const pageNames: Readonly<Record<AutoScreen, Text>> = {
  list: { zh: "列表", en: "List" },
  edit: { zh: "表单", en: "Form" },
  add: { zh: "新增", en: "Add" },
  import: { zh: "导入", en: "Import" },
};

/** Whether only roles give members one of these verbs on all rows: what every member may do, no role narrows. */
const isOnlyGranted = (entity: EntityDefinition, verbs: readonly Verb[]): boolean =>
  entity.ownRowsBelow === undefined &&
  verbs.some((verb) => grantableVerbs(entity).includes(verb) && !isAtLeast("member", entity.access[verb] ?? "nobody"));

/** The actions that roles can name: without main links, by which readers open a row, and commands that only administrators may use. */
export function grantableActions(entity: EntityDefinition, commands: RowCommands): GrantablePart[] {
  if (!isOnlyGranted(entity, ["update"])) return [];
  return [
    ...(entity.actions ?? []).filter((action) => action.kind !== "link" || action.isMain !== true),
    ...(commands.get(entity.type) ?? []).filter(({ access }) => "verb" in access),
  ].map(({ id, name }) => ({ id, name, verbs: ["update"] }));
}

/** The pages that roles can name: those of every entity, as far as there are such, and the screens of this one. */
export function grantablePages(entity: EntityDefinition): GrantablePart[] {
  const { addUrl, isSingle, access, checkSafePassword } = entity;
  const isMissing: Partial<Record<AutoScreen, boolean>> = {
    add: addUrl !== undefined || isSingle === true,
    import: isSingle === true || access.export === "nobody" || checkSafePassword === true,
  };
  const titles = new Map(appScreens.map(({ id, title }) => [id, title]));
  const screens = entityScreensOf(entity.type).filter(({ verbs }) => isOnlyGranted(entity, verbs));
  return [
    ...autoScreens
      .filter((screen) => isMissing[screen] !== true && isOnlyGranted(entity, pageVerbs[screen]))
      .map((id) => ({ id, name: pageNames[id], verbs: pageVerbs[id] })),
    ...new Map(screens.map(({ name, verbs }) => [name, { id: name, name: titles.get(name)!, verbs }])).values(),
  ];
}
