import { z } from "zod";
import { columnSettings, rowIcons } from "#kit/auto.ts";
import { operators } from "#kit/filter.ts";
import { densities } from "#kit/list-layout.ts";
import { rowEvents } from "#kit/row-action.ts";
import { changeActors } from "#kit/row-history.ts";
import { locales } from "#kit/text.ts";
import { rowOutput } from "#records/query/row-input.server.ts";
import { checkedOnce } from "#server/http/memoised-answers.server.ts";

const trueFlag = z.exactOptional(z.literal(true));
const optionalText = z.exactOptional(z.string());

/** A field's configuration: common properties, and the options of its type. */
export const fieldOutput = z.looseObject({
  type: z.string(),
  name: z.string(),
  required: z.exactOptional(z.boolean()),
  localized: z.exactOptional(z.boolean()),
  placeholder: optionalText,
  placeholders: z.exactOptional(z.record(z.enum(locales), z.string())),
  readOnly: trueFlag,
  writeOnce: trueFlag,
  whenEmpty: optionalText,
  helpBlock: optionalText,
  if: optionalText,
  onHidden: z.exactOptional(z.enum(["keep", "clear"])),
  compute: optionalText,
  value: z.unknown().optional(),
  column: z.exactOptional(
    z.strictObject({ width: z.exactOptional(z.number()), sortable: z.exactOptional(z.boolean()) }),
  ),
  search: z.exactOptional(z.enum(operators)),
});

/** The fields that the advanced search of a list can compare, with their operators (kit/auto.ts, AdvancedItem). */
export const advancedOutput = z.array(
  z.strictObject({
    prop: z.string(),
    label: z.string(),
    type: z.string(),
    sortOrder: z.number(),
    isTime: z.boolean(),
    relation: z.exactOptional(z.strictObject({ prop: z.string(), label: z.string(), field: z.string() })),
    operators: z.array(z.strictObject({ dataType: z.enum(operators), config: z.exactOptional(fieldOutput) })),
  }),
);

const actionShape = { name: z.string(), icon: z.enum(rowIcons), disabled: optionalText, url: z.string() };

/** An action on a row (kit/auto.ts, RowAction). `url` is a path, in which `{id}` stands for the row's id. */
export const rowActionOutput = z.discriminatedUnion("event", [
  z.strictObject({ ...actionShape, type: z.literal("link"), event: z.enum(["edit", "view"]) }),
  z.strictObject({
    ...actionShape,
    type: z.literal("link"),
    event: z.literal("open"),
    isMain: z.boolean(),
    command: z.string(),
  }),
  z.strictObject({
    ...actionShape,
    type: z.literal("request"),
    method: z.literal("DELETE"),
    event: z.literal("delete"),
  }),
  z.strictObject({
    ...actionShape,
    type: z.literal("request"),
    method: z.literal("POST"),
    event: z.literal("command"),
    command: z.string(),
    isBatch: z.boolean(),
    isUndoable: z.boolean(),
    question: z.exactOptional(z.strictObject({ title: z.string(), isDangerous: z.boolean() })),
  }),
  z.strictObject({ ...actionShape, type: z.literal("event"), event: z.enum(rowEvents), command: z.string() }),
]);

const columnStyleOutput = z.strictObject({
  type: z.string(),
  width: z.exactOptional(z.number()),
  enumColors: z.exactOptional(z.boolean()),
});

const listColumnOutput = z.strictObject({
  field: z.string(),
  name: z.string(),
  isTitle: z.boolean(),
  align: z.enum(["start", "end"]),
  sortable: z.boolean(),
  style: columnStyleOutput,
  config: fieldOutput,
  localized: z.boolean(),
});

/** A field of a search form. */
export const searchItemOutput = z.strictObject({
  prop: z.string(),
  label: z.string(),
  type: z.string(),
  modelValue: z.unknown(),
  dataType: z.enum(operators),
  sortOrder: z.number(),
  config: fieldOutput,
});

/** How a list is displayed (kit/auto.ts, ListDescription). */
export const listDescriptionOutput = checkedOnce(
  z.strictObject({
    type: z.string(),
    name: z.string(),
    columns: checkedOnce(z.array(listColumnOutput)),
    fields: checkedOnce(z.array(searchItemOutput)),
    actions: z.array(rowActionOutput),
    addUrl: optionalText,
    addWord: optionalText,
    purpose: optionalText,
    isSingle: z.boolean(),
    isUpdatable: z.boolean(),
    isExportable: z.boolean(),
    isImportable: z.boolean(),
    sort: z.strictObject({ field: z.string(), direction: z.enum(["asc", "desc"]) }),
    editable: z.array(z.string()),
    density: z.enum(densities),
    frozen: z.exactOptional(z.number()),
  }),
);

/** A field of a form (kit/auto.ts, AutoColumn), with its settings in the words of the wire (N-041). */
export const formColumnOutput = z.strictObject({
  field: z.string(),
  readOnly: z.boolean(),
  ...(Object.fromEntries(columnSettings.map((name) => [name, z.unknown().optional()])) as Record<
    (typeof columnSettings)[number],
    z.ZodOptional<z.ZodUnknown>
  >),
  columnStyle: z.exactOptional(columnStyleOutput),
  config: fieldOutput,
});

/** A set of actions that rows share (kit/auto.ts, RowActions). Checked once, because the server keeps the sets in memory. */
export const rowActionSetOutput = checkedOnce(z.array(rowActionOutput));

/** A form with its initial values (kit/auto.ts, AutoForm). */
export const formOutput = z.strictObject({
  type: z.string(),
  name: z.string(),
  groups: z.array(z.strictObject({ groupName: z.string(), items: z.array(formColumnOutput) })),
  columns: z.exactOptional(z.array(formColumnOutput)),
  // `buttomHelpText` is the contract's spelling (B-382).
  tooltip: z.exactOptional(z.strictObject({ alertText: optionalText, buttomHelpText: optionalText })),
  isStepwise: z.exactOptional(z.boolean()),
  row: rowOutput.nullable(),
  values: z.record(z.string(), z.unknown()),
  hiddenButton: z.boolean(),
  saveWord: optionalText,
  checkSafePassword: z.boolean(),
  isSingle: z.boolean(),
  lastChange: z.exactOptional(
    z.strictObject({ at: z.string(), actor: z.enum(changeActors), name: z.string(), isSelf: z.boolean() }),
  ),
  titles: z.record(z.string(), z.string()),
  addable: z.array(z.string()),
  rowName: optionalText,
  actions: z.exactOptional(z.array(rowActionOutput)),
  url: z.string(),
});
