import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import type { SheetFormat } from "#kit/export.ts";
import type { FieldConfig, Storage } from "#kit/field.ts";
import { idColumn } from "#kit/import.ts";
import { formatText, type Locale, type Text } from "#kit/text.ts";
import { yesNo, yesNoChoices } from "#kit/yes-no.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { addPrivateFile, type PrivateFile } from "#server/files/private-files.server.ts";
import { sheetTypes, type WholeSheet, wholeFile } from "#server/spreadsheet/sheet.server.ts";
import { templateFields } from "../import-columns.server.ts";

const texts = {
  name: { zh: "{name}导入模板", en: "{name} import template" },
  data: { zh: "数据", en: "Data" },
  columns: { zh: "列说明", en: "Columns" },
  column: { zh: "列", en: "Column" },
  required: { zh: "必填", en: "Required" },
  content: { zh: "填写内容", en: "What to enter" },
  help: { zh: "说明", en: "Help" },
  choices: { zh: "可选值", en: "Choices" },
  example: { zh: "{content}，如 {example}", en: "{content}, such as {example}" },
  localized: { zh: "{content}（中文）", en: "{content} (in English)" },
  choice: { zh: "一个可选值", en: "One of the choices" },
  severalChoices: { zh: "可选值，多个用逗号分隔", en: "One or more of the choices, separated by commas" },
  id: { zh: "要修改的记录的 ID", en: "ID of the record to change" },
  row: { zh: "记录的标题或 ID", en: "Title or ID of a record" },
  severalRows: {
    zh: "记录的标题或 ID，多条用逗号分隔",
    en: "Titles or IDs of one or more records, separated by commas",
  },
} satisfies Record<string, Text>;

/** Values as people type them, by storage. */
const examples: Partial<Record<Storage, string>> = {
  date: "2026-11-22",
  timestamp: "2026-11-22 09:30",
  time: "09:30",
  numberRange: "1 – 10",
  dateRange: "2026-11-01 – 2026-11-30",
  timestampRange: "2026-11-22 09:00 – 2026-11-22 17:30",
};

/** The maximum number of choices that are listed. */
const maxChoices = 500;

/**
 * What to enter in the cells of a field. `choices`: the possible values, if they can be listed. `isList`: a cell may have several of them. `isText`:
 * spreadsheet programs must keep what is typed, such as a number with leading zeros, as text.
 */
type CellContent = { content: string; choices: readonly string[]; isList: boolean; isText: boolean };

function contentOf(field: FieldConfig, locale: Locale): CellContent {
  const type = fieldTypeOf(field);
  const isList = type.storage === "json";
  const plain = { choices: [], isList, isText: type.storage === "text" };
  if (type.references?.(field) !== undefined)
    return { ...plain, content: texts[isList ? "severalRows" : "row"][locale] };
  const choices = type.storage === "boolean" ? yesNoChoices : (type.choices?.(field) ?? []);
  if (choices.length > 0 && choices.length <= maxChoices)
    return {
      ...plain,
      content: texts[isList ? "severalChoices" : "choice"][locale],
      choices: choices.map(({ name }) => name[locale]),
    };
  const example = examples[type.storage];
  const name = type.title[locale];
  const content = example === undefined ? name : formatText(texts.example, { content: name, example })[locale];
  return { ...plain, content: field.localized === true ? formatText(texts.localized, { content })[locale] : content };
}

/** The sheets of a template: an empty one with the columns to import, and one that explains them. */
function templateSheets(principal: UserPrincipal, entity: EntityDefinition, locale: Locale): WholeSheet[] {
  const idContent: CellContent = { content: texts.id[locale], choices: [], isList: false, isText: true };
  const fields = templateFields(principal, entity, locale).map(({ field: key, name, isRequired }) => {
    const field = key === idColumn ? undefined : entity.fields[key]!;
    return {
      ...(field === undefined ? idContent : contentOf(field, locale)),
      name,
      isRequired,
      help: field?.helpBlock?.[locale] ?? "",
    };
  });
  const heads = [texts.column, texts.required, texts.content, texts.help, texts.choices].map((text) => text[locale]);
  const firstChoice = heads.length - 1;
  const width = firstChoice + Math.max(1, ...fields.map(({ choices }) => choices.length));
  const filled = (cells: readonly string[]) => Array.from({ length: width }, (_, index) => cells[index] ?? "");
  const explanations = {
    name: texts.columns[locale],
    columns: filled(heads).map((title) => ({ title, align: "start" as const })),
    rows: fields.map(({ name, isRequired, content, help, choices }) =>
      filled([name, isRequired ? yesNo.true[locale] : "", content, help, ...choices]),
    ),
  };
  const columns = fields.map(({ name, isRequired, isText, isList, choices }, index) => {
    const range = { firstColumn: firstChoice, lastColumn: firstChoice + choices.length - 1 };
    return {
      // `guessMapping` ignores the mark.
      title: isRequired ? `${name} *` : name,
      align: "start" as const,
      isText,
      choices:
        choices.length === 0
          ? undefined
          : { range: { sheet: explanations.name, row: index + 1, ...range }, isClosed: !isList },
    };
  });
  return [{ name: texts.data[locale], columns, rows: [] }, explanations];
}

/** Makes a file without rows whose columns an import recognizes: those that this person may fill in. */
export async function makeTemplate(
  services: Services,
  { principal, entity, locale }: { principal: UserPrincipal; entity: EntityDefinition; locale: Locale },
  format: SheetFormat,
): Promise<PrivateFile> {
  const name = formatText(texts.name, { name: (entity.listName ?? entity.name)[locale] })[locale];
  const file = { name: `${name}.${format}`, extension: format, type: sheetTypes[format] };
  return addPrivateFile(services, principal, file, await wholeFile(format, templateSheets(principal, entity, locale)));
}
