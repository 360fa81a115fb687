import { sql } from "drizzle-orm";
import { type FieldProblems, Problem } from "#kit/problem.ts";
import { formatText, type Locale, locales, type Text } from "#kit/text.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { storedEntityOf } from "#records/registry/stored-definition.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { type Draft, readDraft } from "./draft.server.ts";
import type { FieldChange, ReviewDepth } from "./field-changes.server.ts";
import { applyDefinition, type DefinitionReview, refusalsOf, reviewDefinition } from "./publish-definition.server.ts";
import {
  lockDefinitions,
  notifyEntityChanged,
  readDefinitions,
  refuseSaves,
  type SpaceDefinition,
} from "./space-definitions.server.ts";

/** Maximum number of records that a publication writes while somebody waits for it. */
const maxDirectRecords = 10_000;
/** Maximum number of problems in the message of a refused publication. */
const maxNamed = 3;

const texts = {
  wrong: { zh: "定义有 {n} 处错误。", en: "The definition has {n} {n|problem|problems}. " },
  used: {
    zh: "“{name}”仍关联到它，请先移除相关字段",
    en: "{name} still refers to it. Remove the related field first.",
  },
} satisfies Record<string, Text>;

/** A draft, and the id that it shares with its definition once it is published. */
type DraftToPublish = { id?: string | undefined; draft: Draft; locale: Locale };

/**
 * The problems of a draft, and what its publication changes in existing records, by paths of the draft. `isLong`: it writes so many of them that nobody
 * should wait for it. `review`: undefined when the draft is no definition.
 */
export type DraftReview = {
  problems: FieldProblems;
  changes: FieldChange[];
  isLong: boolean;
  review: DefinitionReview | undefined;
};

/** Checks a draft against the space and its records. Reads only. */
export async function reviewDraft(
  tx: Tx,
  context: RowContext,
  { id, draft, locale }: DraftToPublish,
  depth: Partial<ReviewDepth> = {},
): Promise<DraftReview> {
  const { definition, problems, pathInDraft } = readDraft(draft);
  if (definition === undefined) return { problems, changes: [], isLong: false, review: undefined };
  // A draft that has not been saved replaces no definition, also if one has its type: a new id belongs to none.
  const review = await reviewDefinition(tx, context, definition, { ...depth, id: id ?? newId(), locale });
  const found = Object.entries(review.problems).map(([path, text]) => [pathInDraft(path), text] as const);
  return {
    problems: { ...Object.fromEntries(found), ...problems },
    changes: review.changes.map((change) => ({ ...change, path: pathInDraft(change.path) })),
    isLong: review.rewritten > maxDirectRecords,
    review,
  };
}

/** The message of a refused publication: how many problems there are, and the first of them with their places. */
function refusalText(problems: readonly (readonly [path: string, text: Text])[]): Text {
  const summary = formatText(texts.wrong, { n: problems.length });
  const named = problems.slice(0, maxNamed);
  return Object.fromEntries(
    locales.map((locale) => [
      locale,
      summary[locale] + named.map(([path, text]) => `${path}: ${text[locale]}`).join(locale === "zh" ? "；" : "; "),
    ]),
  ) as Text;
}

/** Publishes a draft in a job: looks at all values, and reports the number of rewritten records. */
type Background = {
  signal: AbortSignal;
  onTotal: (records: number) => Promise<void>;
  onProgress: (records: number) => Promise<void>;
};

/**
 * Publishes a draft under its id. Returns false, and publishes nothing, when this takes so long that it has to be done in the background.
 * @throws {Problem} conflict, naming problems by their places in the draft; conflict when another publication or many saves are under way,
 * which is "unavailable" in the background: the job is to be tried again
 */
export async function publishDraft(
  tx: Tx,
  context: RowContext,
  draftToPublish: DraftToPublish & { id: string },
  background?: Background,
): Promise<boolean> {
  const { tenantId } = context.principal;
  const { id } = draftToPublish;
  const code = background === undefined ? "conflict" : "unavailable";
  await lockDefinitions(tx, tenantId, code);
  await refuseSaves(tx, tenantId, id, code);
  const depth = background && { isThorough: true, signal: background.signal };
  const { problems, changes, isLong, review } = await reviewDraft(tx, context, draftToPublish, depth);
  const all = Object.entries({ ...refusalsOf(changes), ...problems });
  if (all.length > 0) throw new Problem("conflict", refusalText(all), { fields: Object.fromEntries(all) });
  if (isLong && background === undefined) return false;
  await background?.onTotal(review!.rewritten);
  await applyDefinition(tx, context, review!, { id, ...(background && { onProgress: background.onProgress }) });
  return true;
}

/** Whether a definition has a field whose values refer to rows of this type. */
const refersTo = ({ definition, ...stored }: SpaceDefinition, type: string): boolean =>
  Object.values(storedEntityOf(definition, stored).fields).some(
    (field) => fieldTypeOf(field).references?.(field)?.entity === type,
  );

/** Takes the entity of a definition out of its space. Its records stay. @throws {Problem} conflict while fields of other definitions refer to it */
export async function unpublishDefinition(tx: Tx, context: RowContext, id: string): Promise<void> {
  await lockDefinitions(tx, context.principal.tenantId);
  const published = (await readDefinitions(tx, context)).filter(({ isPublished }) => isPublished);
  const current = published.find((definition) => definition.id === id);
  if (current === undefined) return;
  const { type } = current.definition;
  const dependent = published.find((other) => other !== current && refersTo(other, type));
  if (dependent !== undefined) {
    const { name } = dependent.definition;
    throw new Problem("conflict", {
      zh: formatText(texts.used, { name: name.zh }).zh,
      en: formatText(texts.used, { name: name.en }).en,
    });
  }
  const { tenantId } = context.principal;
  // A new version: a save that was prepared for the published one is refused.
  await tx.rows(sql`update entity_definition set unpublished_at = now(), version = version + 1
    where tenant_id = ${tenantId}::uuid and id = ${id}::uuid`);
  await notifyEntityChanged(tx, tenantId, type);
}
