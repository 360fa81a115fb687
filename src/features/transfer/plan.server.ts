import type { Services } from "#kit/call.ts";
import type { AnyRow } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import { isSame } from "#kit/same.ts";
import type { Text } from "#kit/text.ts";
import type { TransferState } from "#kit/transfer.ts";
import type { ContentPart } from "#records/definitions/content-part.server.ts";
import { newId } from "#server/process/id.server.ts";
import { faultText } from "./folder-problem.server.ts";
import type { LocalFolder } from "./folder-files.server.ts";
import type { Folder } from "./folder.server.ts";
import { inImportOrder } from "./import-order.server.ts";
import {
  contentFields,
  contentOfRow,
  missingSecrets,
  type References,
  type RowContent,
  valuesFromContent,
} from "./row-content.server.ts";
import { basePathOf, type ConfigurationEntity, hasBasePath, keyOf } from "./row-path.server.ts";
import { referencesBetween, type SpaceRow } from "./space-rows.server.ts";

/** A change of one field, or of what `name` says: what files contain, before and after. Undefined: nothing. */
export type ContentChange = { field: string; name?: Text; before: unknown; after: unknown };

/** The parts of rows by the type of their entity. */
type ContentParts = Services["contentParts"];

/** What an import would do with one row. */
export type PlannedRow = {
  path: string;
  entity: ConfigurationEntity;
  state: TransferState;
  /** The id of the row, or the one that an added row gets. */
  id: string;
  current?: AnyRow;
  /** The version that a review is about; null for an added row. */
  version: number | null;
  /** The new value of the part of the row that is no field; absent if it stays. */
  part?: unknown;
  /** The names of stored files that the row needs and the space does not have. */
  missingFiles: readonly string[];
  /** What files contain of the row, after the import and now. */
  content?: RowContent;
  currentContent?: RowContent;
  /** The values to write: all of an added row, the changed ones of another. */
  values: Record<string, unknown>;
  changes: ContentChange[];
  /** The names of secrets to enter after the import. */
  secrets: string[];
  /** Whether the file has the row in a state, such as published, that the import can set by a command. */
  offersState: boolean;
  problem?: Text;
  /** The paths of rows that refer to each other, this one among them, so that none can enter its state before the others. */
  circle?: readonly string[];
};

/** A file that cannot be used, and why. */
export type Fault = Folder["faults"][number];

/** Compares paths: `Shipping~2` comes before `Shipping~10`. */
const byNumber = new Intl.Collator("en", { numeric: true });

/** A file of the folder with its entity. */
type KnownFile = { path: string; entity: ConfigurationEntity; content: RowContent };

/** Finds the entity of each file, by its path. */
function knownFiles(folder: Folder, entities: readonly ConfigurationEntity[]): { files: KnownFile[]; faults: Fault[] } {
  const faults = [...folder.faults];
  const files: KnownFile[] = [];
  for (const { path, content } of folder.rows) {
    const entity = entities.find(({ type }) => path.startsWith(`${type}/`));
    const [firstPart] = entity === undefined ? [] : keyOf(entity, content);
    if (entity === undefined) faults.push({ path, text: faultText("type") });
    else if (firstPart === "") faults.push({ path, text: faultText("noKey", { field: entity.configuration.key[0]! }) });
    else if (!hasBasePath(path, basePathOf(entity, content)))
      faults.push({ path, text: faultText("name", { path: basePathOf(entity, content) }) });
    else files.push({ path, entity, content });
  }
  return { files, faults };
}

/** The fields whose contents differ. */
const changesBetween = (
  entity: ConfigurationEntity,
  before: RowContent | undefined,
  after: RowContent | undefined,
): ContentChange[] =>
  contentFields(entity)
    .map((field) => ({ field, before: before?.[field], after: after?.[field] }))
    .filter((change) => !isSame(change.before, change.after));

type Target = {
  id: string;
  current: SpaceRow | undefined;
  references: References;
  missingFiles: readonly string[];
  contentPart: ContentPart | undefined;
};

/** The changes of the part of a row. */
const partChanges = (contentPart: ContentPart | undefined, before: unknown, after: unknown): ContentChange[] =>
  contentPart === undefined || isSame(before, after)
    ? []
    : contentPart.changes(before, after).map((change) => ({ field: contentPart.name, ...change }));

/** The part of a row in its file, and its changes; none if the file does not have it. @throws {Problem} invalid */
function newPart({ current, contentPart }: Target, sent: unknown): { part?: unknown; changes: ContentChange[] } {
  if (sent === undefined || contentPart === undefined) return { changes: [] };
  const part = contentPart.parse(sent);
  return { part, changes: partChanges(contentPart, current?.part?.value, part) };
}

const versionOf = ({ row, part }: SpaceRow): number => part?.stamp ?? row.version;

/** Compares a file with the row of the space that has its path. */
function planFile({ path, entity, content: sent }: KnownFile, target: Target): PlannedRow {
  const { id, current: spaceRow, references, missingFiles, contentPart } = target;
  const current = spaceRow?.row;
  const currentContent = current && contentOfRow(entity, current, references);
  const version = spaceRow === undefined ? null : versionOf(spaceRow);
  const planned = {
    path,
    entity,
    id,
    version,
    missingFiles,
    ...(current && currentContent ? { current, currentContent } : {}),
  };
  const { state } = entity.configuration;
  const { [contentPart?.name ?? ""]: sentPart, ...content } = sent;
  try {
    const values = valuesFromContent(entity, content, references, current);
    const { part, changes: changesOfPart } = newPart(target, sentPart);
    const stateValue = state === undefined ? {} : { [state.field]: content[state.field] };
    const newContent = contentOfRow(entity, { ...values, ...stateValue }, references);
    const changes = [...changesBetween(entity, currentContent, newContent), ...changesOfPart];
    const isInState = state !== undefined && content[state.field] === state.value;
    const offersState = isInState && (changes.length > 0 || currentContent?.[state.field] === undefined);
    const changedNames = new Set(changes.map(({ field }) => field));
    const changed = Object.entries(values).filter(([name]) => current === undefined || changedNames.has(name));
    return {
      ...planned,
      state: current === undefined ? "added" : changes.length > 0 || offersState ? "changed" : "unchanged",
      content: newContent,
      values: Object.fromEntries(changed),
      changes,
      ...(changesOfPart.length === 0 ? {} : { part }),
      secrets: missingSecrets(entity, content, values),
      offersState,
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return {
      ...planned,
      state: current === undefined ? "added" : "changed",
      values: {},
      changes: changesBetween(entity, currentContent, content),
      secrets: [],
      offersState: false,
      problem: error.text,
    };
  }
}

/**
 * Compares a folder with the configuration of a space: what an import would do with each row, in the order of import. `chosen`: the
 * paths of the rows that are imported or deleted, by default all files; rows can refer to what the space has then.
 */
export function planImport(
  folder: LocalFolder,
  space: readonly SpaceRow[],
  {
    entities,
    contentParts,
    chosen,
  }: { entities: readonly ConfigurationEntity[]; contentParts: ContentParts; chosen?: ReadonlySet<string> },
): { rows: PlannedRow[]; faults: Fault[] } {
  const { files, faults } = knownFiles(folder, entities);
  const currentByPath = new Map(space.map((row) => [row.path, row]));
  const now = Date.now();
  // Ids in the order of the numbers, because rows with the same key are numbered in the order of their ids.
  const inOrder = files.toSorted((one, other) => byNumber.compare(one.path, other.path));
  const targets = inOrder.map((file, index) => {
    const current = currentByPath.get(file.path);
    return { file, current, id: current?.row.id ?? newId(now + index) };
  });
  const named = new Set([...files, ...faults].map(({ path }) => path));
  const added = targets.filter(({ current, file }) => current === undefined && chosen?.has(file.path) !== false);
  const references = referencesBetween(
    [...space.map(({ path, row: { id } }) => ({ path, id })), ...added.map(({ file: { path }, id }) => ({ path, id }))],
    (path) => !named.has(path) && chosen?.has(path) === true,
  );
  const missing = space
    // A space always has the only row of an entity.
    .filter(({ path, entity }) => !named.has(path) && entity.isSingle !== true)
    .map((spaceRow): PlannedRow => {
      const { path, entity, row, part } = spaceRow;
      const currentContent = contentOfRow(entity, row, references);
      const changes = [
        ...changesBetween(entity, currentContent, undefined),
        ...partChanges(contentParts.get(entity.type), part?.value, undefined),
      ];
      const planned = { path, entity, id: row.id, version: versionOf(spaceRow), current: row, currentContent, changes };
      return { ...planned, state: "missing", values: {}, missingFiles: [], secrets: [], offersState: false };
    });
  const planned = targets.map(({ file, ...target }) => {
    const missingFiles = folder.missing.get(file.path) ?? [];
    return planFile(file, { ...target, references, missingFiles, contentPart: contentParts.get(file.entity.type) });
  });
  const rows = [...planned, ...missing];
  return {
    rows: entities.flatMap((entity) => inImportOrder(rows.filter((row) => row.entity === entity))),
    faults,
  };
}
