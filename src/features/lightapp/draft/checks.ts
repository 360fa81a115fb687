import { isObject } from "#kit/is-object.ts";
import { renameInFormula } from "#kit/formula-rename.ts";
import type { checkOperators } from "#kit/row-check.ts";
import { formatText, type LocalizedValue, type Text, textIn } from "#kit/text.ts";
import type { Draft, DraftDefinition, DraftField } from "./draft.ts";

/** The kinds of checks, each of which has a table of its own in the settings. */
export const checkKinds = ["compare", "requireOne", "requireIf"] as const;
export type CheckKind = (typeof checkKinds)[number];
const isCheckKind = (name: string): name is CheckKind => (checkKinds as readonly string[]).includes(name);

/** A row of the table of checks of a kind. `ifField`, `ifValue`: the rule of `requireIf`. */
type CheckRow = Record<string, unknown>;
type DraftCheck = { kind: string } & Record<string, unknown>;

const checksIn = ({ checks }: DraftDefinition): DraftCheck[] =>
  Array.isArray(checks) ? checks.filter((check): check is DraftCheck => isObject(check) && "kind" in check) : [];

const splitRule = (rule: unknown): [field: string, value: string] => {
  const text = typeof rule === "string" ? rule : "";
  const equals = text.indexOf("=");
  return equals === -1 ? ["", text] : [text.slice(0, equals).trim(), text.slice(equals + 1)];
};

/** The checks of a kind as the rows of its table. */
export function checkRows(definition: DraftDefinition, kind: CheckKind): CheckRow[] {
  return checksIn(definition)
    .filter((check) => check.kind === kind)
    .map(({ kind: _kind, if: rule, ...row }) => {
      if (kind !== "requireIf") return row;
      const [ifField, ifValue] = splitRule(rule);
      return { ...row, ifField: ifField === "" ? null : ifField, ifValue };
    });
}

const operatorTexts: Record<(typeof checkOperators)[number], Text> = {
  gt: { zh: "“{field}”须大于“{other}”", en: "{field} must be greater than {other}" },
  gte: { zh: "“{field}”不能小于“{other}”", en: "{field} must be at least {other}" },
  lt: { zh: "“{field}”须小于“{other}”", en: "{field} must be less than {other}" },
  lte: { zh: "“{field}”不能大于“{other}”", en: "{field} must be at most {other}" },
  eq: { zh: "“{field}”须与“{other}”相同", en: "{field} must equal {other}" },
  ne: { zh: "“{field}”不能与“{other}”相同", en: "{field} must differ from {other}" },
};
const requireTexts = {
  requireOne: { zh: "请至少填写一项：{names}", en: "Fill in at least one of these: {names}" },
  requireIf: { zh: "请填写“{field}”", en: "Fill in {field}" },
} satisfies Record<string, Text>;
const separators = { zh: "、", en: ", " };

/** The usual message of a check, in both languages; undefined while its fields are not chosen. */
function usualMessage({ fields }: DraftDefinition, kind: CheckKind, row: CheckRow): LocalizedValue<string> | undefined {
  const nameOf = (name: unknown, locale: "zh" | "en") => {
    const found = fields.find(({ field }) => field === name);
    return found && (textIn(found.name, locale) || found.field);
  };
  const messageIn = (locale: "zh" | "en"): string | undefined => {
    const [field, other] = [nameOf(row.field, locale), nameOf(row.other, locale)];
    if (kind === "requireOne") {
      const names = (Array.isArray(row.fields) ? row.fields : []).flatMap((name) => nameOf(name, locale) ?? []);
      return names.length === 0
        ? undefined
        : formatText(requireTexts.requireOne, { names: names.join(separators[locale]) })[locale];
    }
    if (field === undefined) return undefined;
    if (kind === "requireIf") return formatText(requireTexts.requireIf, { field })[locale];
    const text = operatorTexts[row.op as keyof typeof operatorTexts] as Text | undefined;
    return text === undefined || other === undefined ? undefined : formatText(text, { field, other })[locale];
  };
  const [zh, en] = [messageIn("zh"), messageIn("en")];
  return zh === undefined || en === undefined ? undefined : { zh, en };
}

/** The check of a row. A message that was the usual one stays so when the check changes. */
function checkOf(
  definition: DraftDefinition,
  kind: CheckKind,
  row: CheckRow,
  before: CheckRow | undefined,
): DraftCheck {
  const { ifField, ifValue, text, ...rest } = row;
  const usual = usualMessage(definition, kind, row);
  const wasUsual = (locale: "zh" | "en") => {
    const written = textIn((text as LocalizedValue<string> | null)?.[locale] ?? "", locale);
    return written === "" || (before && written === usualMessage(definition, kind, before)?.[locale]);
  };
  const isEdited = JSON.stringify(text ?? null) !== JSON.stringify(before?.text ?? null);
  const written = isObject(text) ? text : {};
  const message = isEdited
    ? written
    : {
        ...written,
        ...(usual !== undefined && wasUsual("zh") ? { zh: usual.zh } : {}),
        ...(usual !== undefined && wasUsual("en") ? { en: usual.en } : {}),
      };
  return {
    kind,
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null && value !== undefined)),
    ...(kind === "requireIf" ? { if: `${String(ifField ?? "")}=${String(ifValue ?? "")}` } : {}),
    ...(Object.keys(message).length === 0 ? {} : { text: message }),
  };
}

/** The draft with the rows of a table of checks. The kinds keep their order. */
export function withCheckRows(draft: Draft, kind: CheckKind, rows: readonly CheckRow[]): Draft {
  const { definition } = draft;
  const before = checkRows(definition, kind);
  const isSameLength = before.length === rows.length;
  const ofKind = rows.map((row, index) => checkOf(definition, kind, row, isSameLength ? before[index] : undefined));
  const checks = checkKinds.flatMap((other) =>
    other === kind ? ofKind : checksIn(definition).filter((check) => check.kind === other),
  );
  const { checks: _checks, ...rest } = definition;
  return { ...draft, definition: (checks.length === 0 ? rest : { ...rest, checks }) as DraftDefinition };
}

/** The unique rules of several fields, as the rows of their table. */
export const uniqueRows = ({ unique = [] }: DraftDefinition): CheckRow[] =>
  unique.filter((names) => names.length !== 1).map((fields) => ({ fields }));

/** The draft with the rows of the table of unique rules. */
export function withUniqueRows(draft: Draft, rows: readonly CheckRow[]): Draft {
  const { definition } = draft;
  const single = (definition.unique ?? []).filter((names) => names.length === 1);
  const several = rows.map(({ fields }) => (Array.isArray(fields) ? (fields as string[]) : []));
  return { ...draft, definition: { ...definition, unique: [...single, ...several] } };
}

/** The draft with the rows of one of the tables of rules; undefined for a setting that is none of them. */
export function withRuleRows(draft: Draft, setting: string, value: unknown): Draft | undefined {
  // The value of a table without rows is null.
  const rows = Array.isArray(value) ? (value as CheckRow[]) : [];
  if (isCheckKind(setting)) return withCheckRows(draft, setting, rows);
  return setting === "uniqueTogether" ? withUniqueRows(draft, rows) : undefined;
}

/** The table of a check, by its place in the definition. */
export function checkPlace(definition: DraftDefinition, index: number): CheckKind | undefined {
  const kind = checksIn(definition)[index]?.kind ?? "";
  return isCheckKind(kind) ? kind : undefined;
}

const renameRule = (rule: unknown, from: string, to: string): unknown => {
  const [field, value] = splitRule(rule);
  return field === from ? `${to}=${value}` : rule;
};

/** A check in which a field has another name; undefined when it is gone with the field. */
function renamedCheck(check: DraftCheck, from: string, to: string | undefined): DraftCheck | undefined {
  const names = Array.isArray(check.fields) ? check.fields : [];
  const isNamed =
    [check.field, check.other, ...(check.if === undefined ? [] : [splitRule(check.if)[0]])].includes(from) ||
    names.includes(from);
  if (!isNamed) return check;
  if (to === undefined) {
    const others = names.filter((name) => name !== from);
    return check.kind === "requireOne" && others.length > 0 ? { ...check, fields: others } : undefined;
  }
  const renamed = (name: unknown) => (name === from ? to : name);
  return {
    ...check,
    ...(check.field === undefined ? {} : { field: renamed(check.field) }),
    ...(check.other === undefined ? {} : { other: renamed(check.other) }),
    ...(check.if === undefined ? {} : { if: renameRule(check.if, from, to) }),
    ...(names.length === 0 ? {} : { fields: names.map(renamed) }),
  };
}

/** A condition on rows in which a field has another name. */
const renamedCondition = (condition: unknown, from: string, to: string): unknown => {
  if (Array.isArray(condition)) return condition.map((part) => renamedCondition(part, from, to));
  if (!isObject(condition)) return condition;
  if (typeof condition.field === "string") return condition.field === from ? { ...condition, field: to } : condition;
  return Object.fromEntries(Object.entries(condition).map(([key, part]) => [key, renamedCondition(part, from, to)]));
};

/** Values by the names of fields, with another name for one of them. */
const renamedKeys = (values: unknown, from: string, to: string | undefined): unknown =>
  isObject(values)
    ? Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) =>
          name !== from ? [[name, value]] : to === undefined ? [] : [[to, value]],
        ),
      )
    : values;

/** An action in which a field has another name. */
const renamedAction = (action: unknown, from: string, to: string): unknown =>
  isObject(action)
    ? {
        ...action,
        ...(action.if === undefined ? {} : { if: renamedCondition(action.if, from, to) }),
        ...(action.whyNot === undefined ? {} : { whyNot: renamedWhen(action.whyNot, from, to) }),
        ...(action.set === undefined ? {} : { set: renamedKeys(action.set, from, to) }),
      }
    : action;

const renamedWhen = (reasons: unknown, from: string, to: string): unknown =>
  Array.isArray(reasons)
    ? reasons.map((reason) =>
        isObject(reason) ? { ...reason, when: renamedCondition(reason.when, from, to) } : reason,
      )
    : reasons;

/**
 * The definition in whose checks, conditions, actions and formulas a field has another name. Without a name, checks of the field are gone with it; a
 * condition that names it stays and is a problem, because without it, it would say something else.
 */
export function replaceNameInRules(definition: DraftDefinition, from: string, to: string | undefined): DraftDefinition {
  const checks = checksIn(definition).flatMap((check) => renamedCheck(check, from, to) ?? []);
  const { checks: _checks, ...rest } = definition;
  const withChecks = { ...rest, ...(checks.length === 0 ? {} : { checks }) } as DraftDefinition;
  if (to === undefined) return withChecks;
  const { stamps, actions, whyNotDelete } = definition;
  const conditions = (["selectable", "isLive", "isFrozen"] as const)
    .filter((name) => definition[name] !== undefined)
    .map((name) => [name, renamedCondition(definition[name], from, to)]);
  const withFormula = (field: DraftField): DraftField =>
    typeof field.compute === "string" ? { ...field, compute: renameInFormula(field.compute, from, to) } : field;
  const stampEntries = isObject(stamps)
    ? Object.entries(stamps).map(([name, rule]) => [name === from ? to : name, renameRule(rule, from, to)])
    : undefined;
  return {
    ...withChecks,
    fields: definition.fields.map(withFormula),
    ...Object.fromEntries(conditions),
    ...(stampEntries === undefined ? {} : { stamps: Object.fromEntries(stampEntries) }),
    ...(Array.isArray(actions) ? { actions: actions.map((action) => renamedAction(action, from, to)) } : {}),
    ...(whyNotDelete === undefined ? {} : { whyNotDelete: renamedWhen(whyNotDelete, from, to) }),
  };
}
