import { isFieldShown } from "./condition.ts";
import { isEmpty, requiredMessage } from "./field.ts";
import type { FieldProblems } from "./problem.ts";
import { joinPath } from "./problem-path.ts";
import { type Schemas, schemas } from "./schemas.ts";
import { isLocale, type Text } from "./text.ts";

/** A field to check: as defined, or with its name already in the reader's language. */
type CheckableField = { type: string; name: Text | string; required?: boolean; localized?: boolean; if?: string };

/** The part of a field type that the check needs. */
export type CheckableType<F> = {
  check: (field: F, schemas: Schemas, row?: Values) => { safeParse: (value: unknown) => { success: boolean } };
  /** The names of the other fields that the value depends on. */
  dependsOn?: (field: F) => readonly string[];
  message: (field: F, value?: unknown) => Text;
  subFields?: (field: F) => Readonly<Record<string, F>>;
};

type CheckOptions<F> = {
  typeOf: (field: F) => CheckableType<F>;
  /** A draft may be incomplete: nothing is required. */
  isDraft?: boolean;
};

type Values = Readonly<Record<string, unknown>>;
type ProblemEntries = [path: string, text: Text][];

const unknownField: Text = { zh: "字段不存在", en: "Field not found" };
const notLocalized: Text = { zh: "请按语言填写", en: "Enter one value per language" };

const prefixPaths = (name: string, problems: ProblemEntries): ProblemEntries =>
  problems.map(([path, text]) => [joinPath(name, path), text]);

/** The problems by path, with only the first problem of each. */
function firstPerPath(problems: ProblemEntries): FieldProblems {
  const texts = new Map<string, Text>();
  for (const [path, text] of problems) if (!texts.has(path)) texts.set(path, text);
  return Object.fromEntries(texts);
}

function isMissing(field: CheckableField, value: unknown, isDraft = false): boolean {
  if (isDraft || field.required !== true) return false;
  return isEmpty(value) || (field.localized === true && Object.values(value as object).every(isEmpty));
}

function requiredText({ name }: CheckableField): Text {
  return requiredMessage(typeof name === "string" ? { zh: name, en: name } : name);
}

function problemsOfPlainValue<F extends CheckableField>(
  field: F,
  value: unknown,
  row: Values,
  options: CheckOptions<F>,
): ProblemEntries {
  if (isEmpty(value)) return [];
  const type = options.typeOf(field);
  if (!type.check(field, schemas, row).safeParse(value).success) return [["", type.message(field, value)]];
  const subFields = type.subFields?.(field);
  if (subFields === undefined) return [];
  // Rows of sub-fields, or one set of sub-fields.
  if (!Array.isArray(value)) return problemsOfRow(subFields, value as Values, value as Values, options);
  return (value as Values[]).flatMap((part, index) =>
    prefixPaths(String(index), problemsOfRow(subFields, part, part, options)),
  );
}

function problemsOfValue<F extends CheckableField>(
  field: F,
  value: unknown,
  row: Values,
  options: CheckOptions<F>,
): ProblemEntries {
  if (isEmpty(value) || field.localized !== true) return problemsOfPlainValue(field, value, row, options);
  const isPerLanguage = typeof value === "object" && !Array.isArray(value) && Object.keys(value!).every(isLocale);
  return isPerLanguage
    ? Object.values(value as object).flatMap((part) => problemsOfPlainValue(field, part, row, options))
    : [["", notLocalized]];
}

function problemsOfRow<F extends CheckableField>(
  fields: Readonly<Record<string, F>>,
  changes: Values,
  merged: Values,
  options: CheckOptions<F>,
): ProblemEntries {
  const fieldProblems = Object.entries(fields).flatMap(([name, field]): ProblemEntries => {
    // A field that depends on a changed one is checked too.
    const isTouched = [name, ...(options.typeOf(field).dependsOn?.(field) ?? [])].some((dependency) =>
      Object.hasOwn(changes, dependency),
    );
    const problems = isTouched
      ? problemsOfValue(field, Object.hasOwn(changes, name) ? changes[name] : merged[name], merged, options)
      : [];
    if (problems.length > 0) return prefixPaths(name, problems);
    const isShownAndMissing = isMissing(field, merged[name], options.isDraft) && isFieldShown(fields, name, merged);
    return isShownAndMissing ? [[name, requiredText(field)]] : [];
  });
  const unknownNames = Object.keys(changes).filter((name) => !Object.hasOwn(fields, name));
  return [...fieldProblems, ...unknownNames.map((name): ProblemEntries[number] => [name, unknownField])];
}

/**
 * Validates values, in the browser and on the server: `changes` against the fields, and whether required fields have a value in `merged` (the row
 * after the change). A hidden field is not required (B-127). Problems are keyed by path: `items.2.price` is a cell of the third row of `items`;
 * languages are not part of a path.
 */
export function checkFields<F extends CheckableField>(
  fields: Readonly<Record<string, F>>,
  changes: Values,
  merged: Values,
  options: CheckOptions<F>,
): FieldProblems {
  return firstPerPath(problemsOfRow(fields, changes, merged, options));
}

/**
 * Validates the value of one field: the key "" is a problem of the value itself, "2.price" that of a cell. An unchanged value (`isTouched` false) is
 * only checked for presence.
 */
export function checkField<F extends CheckableField>(
  field: F,
  value: unknown,
  row: Values,
  options: CheckOptions<F> & { isTouched?: boolean },
): FieldProblems {
  if (isMissing(field, value, options.isDraft)) return firstPerPath([["", requiredText(field)]]);
  return options.isTouched === false ? {} : firstPerPath(problemsOfValue(field, value, row, options));
}
