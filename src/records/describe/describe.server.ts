import { pageVerbs } from "#kit/app-pages.ts";
import type { Principal } from "#kit/access.ts";
import {
  type AutoColumn,
  type AutoForm,
  columnSettings,
  type ListColumn,
  type ListDescription,
  type SearchItem,
} from "#kit/auto.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import { type FieldConfig, type LocalizedField, localizeField } from "#kit/field.ts";
import type { Operator } from "#kit/filter.ts";
import type { ListLayout } from "#kit/list-layout.ts";
import { getOrCompute, memo } from "#kit/memo.ts";
import type { Locale } from "#kit/text.ts";
import { readOnlyInOwnRow } from "#kit/rules.ts";
import { fieldTypeOf, hasFieldType } from "#records/registry/field-types.server.ts";
import { allows, givesPage, importVerbs } from "#records/registry/guard.server.ts";
import { requestsKey, type RowRequest } from "#records/change/row-commands.server.ts";
import { visibleColumns } from "./columns.server.ts";
import { formFieldsFor } from "./form-fields.server.ts";
import { actionsOf, mayUseOtherScreens } from "./row-actions.server.ts";
import { type EntityView, type ReadableEntity, viewOf } from "#records/registry/view.server.ts";

/** The style of a column in the API (N-037): a link for the title, otherwise the style of the field's type, or text. */
function styleOf(isTitle: boolean, field: FieldConfig): ListColumn["style"] {
  return {
    type: "text",
    ...fieldTypeOf(field).cellStyle?.(field),
    ...(isTitle ? { type: "link" } : {}),
    ...(field.column?.width === undefined ? {} : { width: field.column.width }),
  };
}

function columnOf(readable: ReadableEntity, name: string, locale: Locale): ListColumn {
  const field = readable.fields[name]!;
  const isTitle = name === readable.titleField;
  return {
    field: name,
    name: field.name[locale],
    isTitle,
    align: fieldTypeOf(field).align ?? "start",
    sortable: field.column?.sortable === true,
    style: styleOf(isTitle, field),
    config: localizeField(field, locale, fieldTypeOf),
    localized: field.localized === true,
  };
}

/** The columns of a list by its definition. */
const columnsOf = memo((readable: ReadableEntity, locale: Locale): ListColumn[] =>
  readable.list.columns.map((name) => columnOf(readable, name, locale)),
);

/** The columns of a list by a person's layout. */
const chosenColumns = (readable: ReadableEntity, layout: ListLayout, locale: Locale): ListColumn[] =>
  visibleColumns(readable, layout).map(({ field, width }) => {
    const column = columnOf(readable, field, locale);
    return width === undefined ? column : { ...column, style: { ...column.style, width } };
  });

/** A field for entering a search value: optional, in one language, without the placeholders of the form. */
export function plainConfig(field: FieldConfig, locale: Locale): LocalizedField {
  const {
    placeholder: _placeholder,
    placeholders: _placeholders,
    ...config
  } = localizeField(field, locale, fieldTypeOf);
  return { ...config, required: false, localized: false } as LocalizedField;
}

/** The field of a search form for an operator. */
export const searchConfig = (field: FieldConfig, operator: Operator, locale: Locale): LocalizedField =>
  plainConfig(fieldTypeOf(field).searchControl?.(field, operator) ?? field, locale);

/** The fields of the search form of an entity. */
export const searchItemsOf = memo((readable: ReadableEntity, locale: Locale): SearchItem[] =>
  Object.entries(readable.fields)
    .filter(([, field]) => field.search !== undefined)
    .map(([prop, field], index) => ({
      prop,
      label: field.name[locale],
      type: field.type,
      modelValue: null,
      dataType: field.search!,
      sortOrder: index,
      config: searchConfig(field, field.search!, locale),
    })),
);

function addUrlOf({ may, readable: { source }, givesPage: gives }: EntityView): { addUrl?: string } {
  const { addUrl, type } = source;
  if (addUrl !== undefined) return may.has("update") ? { addUrl } : {};
  return may.has("add") && gives({ name: "add", verbs: pageVerbs.add }) ? { addUrl: `/admin/${type}/add` } : {};
}

/**
 * The fields that can be edited in the cells of a list: none if a save requires the payment password, and no field whose validity or visibility
 * depends on other fields.
 */
function editableFieldsOf({ may, readable, writable }: EntityView): string[] {
  const entity = readable.source;
  if (entity.checkSafePassword === true || !may.has("update")) return [];
  return [...writable.update].filter((name) => {
    // The definition has the rules that the reader does not see.
    const field = Object.hasOwn(readable.fields, name) ? entity.fields[name] : undefined;
    if (field === undefined || field.if !== undefined || field.compute !== undefined) return false;
    // Nobody may change this field in their own row.
    if (entity.readOnlyInOwnRow?.includes(name) === true) return false;
    return (fieldTypeOf(field).dependsOn?.(field) ?? []).length === 0;
  });
}

/** The commands and actions of a list for one reader, and the reader's layout. */
export type ListParts = { requests: readonly RowRequest[]; layout: ListLayout | undefined };

/** The description of an entity's list, the same for everybody with this view: without its actions and the reader's layout. */
const sharedDescriptionOf = memo((view: EntityView, locale: Locale) => {
  const { readable, may } = view;
  const { source: entity } = readable;
  return {
    type: entity.type,
    name: (entity.listName ?? entity.name)[locale],
    fields: searchItemsOf(readable, locale),
    ...addUrlOf(view),
    ...(entity.addWord === undefined ? {} : { addWord: entity.addWord[locale] }),
    ...(entity.purpose === undefined ? {} : { purpose: entity.purpose[locale] }),
    isSingle: entity.isSingle === true,
    isUpdatable: may.has("update") && settableFields(view).length > 0,
    isExportable: may.has("export"),
    isImportable: importVerbs(view).length > 0,
    sort: readable.list.sort,
    editable: editableFieldsOf(view),
  };
});

/** The descriptions of lists for everybody with the same view, and for a layout, by language and commands. */
const descriptionsOf = memo((_view: EntityView) => new Map<string, ListDescription>());
const descriptionsWithLayout = memo((_layout: ListLayout, _view: EntityView) => new Map<string, ListDescription>());

/** The list of an entity for one person (B-138). The same view, layout and commands give the same object. */
export function listDescriptionOf(
  entity: EntityDefinition,
  principal: Principal,
  locale: Locale,
  { requests, layout }: ListParts,
): ListDescription {
  const view = viewOf(principal, entity);
  const descriptions = layout === undefined ? descriptionsOf(view) : descriptionsWithLayout(layout, view);
  return getOrCompute(descriptions, `${locale}\n${requestsKey(requests)}`, () =>
    makeListDescription(entity, principal, locale, { requests, layout }),
  );
}

function makeListDescription(
  entity: EntityDefinition,
  principal: Principal,
  locale: Locale,
  { requests, layout }: ListParts,
): ListDescription {
  const view = viewOf(principal, entity);
  const { readable } = view;
  return {
    ...sharedDescriptionOf(view, locale),
    columns: layout === undefined ? columnsOf(readable, locale) : chosenColumns(readable, layout, locale),
    actions: actionsOf(entity, locale, {
      may: {
        update: allows(principal, entity, "update"),
        otherScreens: mayUseOtherScreens(principal, entity),
        form: givesPage(principal, entity, "edit"),
        delete: allows(principal, entity, "delete"),
      },
      requests,
      view,
    }),
    density: layout?.density ?? "normal",
    ...(layout === undefined ? {} : { frozen: layout.frozen }),
  };
}

/** The texts above and below a form, as spelled on the wire. */
function tooltipOf({ tooltip }: EntityDefinition, locale: Locale): Pick<AutoForm, "tooltip"> {
  if (tooltip === undefined) return {};
  const { alertText, bottomHelpText } = tooltip;
  return {
    tooltip: {
      ...(alertText === undefined ? {} : { alertText: alertText[locale] }),
      ...(bottomHelpText === undefined ? {} : { buttomHelpText: bottomHelpText[locale] }),
    },
  };
}

/** Whether the value of this field alone must be unique. */
export const isUniqueField = ({ unique = [] }: EntityDefinition, name: string): boolean =>
  unique.some((fields) => fields.length === 1 && fields[0] === name);

/** The names of the fields that a person may set in many rows at once, in the order of the form, without unique ones. */
function settableFields({ readable, writable }: EntityView): string[] {
  const { source: entity, groups } = readable;
  // The payment password confirms the save of one row. A proof is for the value of one row, too.
  if (entity.checkSafePassword === true) return [];
  return groups
    .flatMap((group) => group.fields)
    .filter((name) => writable.update.has(name) && !isUniqueField(entity, name))
    .filter((name) => {
      const { proof, isForNewRows } = fieldTypeOf(entity.fields[name]!);
      return proof === undefined && isForNewRows !== true;
    });
}

/** A column of a form: the configuration of its field, and beside it the settings in the words of the wire (N-041). */
function formColumn(field: string, configured: FieldConfig, readOnly: boolean, locale: Locale): AutoColumn {
  const config = localizeField(configured, locale, fieldTypeOf);
  const settings = columnSettings.flatMap((name) => (config[name] === undefined ? [] : [[name, config[name]]]));
  return { field, readOnly, ...Object.fromEntries(settings), columnStyle: styleOf(false, configured), config };
}

/** The fields that a person may set in many rows at once. */
export const settableColumns = (entity: EntityDefinition, principal: Principal, locale: Locale): AutoColumn[] =>
  settableFields(viewOf(principal, entity)).map((field) =>
    formColumn(field, viewOf(principal, entity).readable.fields[field]!, false, locale),
  );

/**
 * The form of an entity for one person (N-040). `row` is null for a new row; `mayUpdate` is false for a row that this person may not change although
 * they may change other rows.
 */
export function toForm(
  entity: EntityDefinition,
  principal: Principal,
  locale: Locale,
  row: AnyRow | null,
  mayUpdate = true,
): Omit<AutoForm, "titles" | "lastChange" | "addable"> {
  const mayWrite = mayUpdate && allows(principal, entity, row === null ? "add" : "update");
  const { readable, writable: all } = viewOf(principal, entity);
  const writable = all[row === null ? "add" : "update"];
  const { fieldsOf, values } = formFieldsFor(entity, readable, row);
  const closedFields = row === null ? [] : readOnlyInOwnRow(entity, principal, row);
  const groups = readable.groups
    .map(({ name, fields }) => ({
      groupName: name[locale],
      items: fieldsOf(fields).map(([field, config]) => {
        // A field type unknown to the browser is shown read-only, with a warning, and never submitted.
        const isClosed = closedFields.includes(field) || (!writable.has(field) && hasFieldType(config));
        return formColumn(field, config, !mayWrite || isClosed, locale);
      }),
    }))
    .filter(({ items }) => items.length > 0);
  const isUnnamed = groups.length === 1 && groups[0]!.groupName === "";
  return {
    type: entity.type,
    name: entity.name[locale],
    groups: isUnnamed ? [] : groups,
    ...(isUnnamed ? { columns: groups[0]!.items } : {}),
    ...tooltipOf(entity, locale),
    ...(entity.isStepwise === true ? { isStepwise: true } : {}),
    row,
    values,
    hiddenButton: !mayWrite,
    ...(row === null && entity.addWord !== undefined ? { saveWord: entity.addWord[locale] } : {}),
    checkSafePassword: entity.checkSafePassword === true,
    isSingle: entity.isSingle === true,
    url: `Api/${entity.type}/QuerySave`,
  };
}
