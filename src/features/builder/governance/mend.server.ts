import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import { difference, isEmptyChange } from "#kit/edit.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { maxMends, mendUndoMinutes } from "#kit/governance.ts";
import { applyChange, invert, type PageChange } from "#kit/page.ts";
import { Problem } from "#kit/problem.ts";
import { isSame } from "#kit/same.ts";
import menu from "#entities/menu.ts";
import page from "#entities/page.ts";
import storageFile from "#entities/storageFile.ts";
import { changeLockedRows } from "#records/change/batch.server.ts";
import { lockRows } from "#records/change/patch.server.ts";
import { restoreLocked } from "#records/change/trash.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { asProgram } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { lockDraft, writeDraft } from "#features/builder/server/draft.server.ts";
import { addRevision } from "#features/builder/server/revisions.server.ts";
import { savePage } from "#features/builder/server/save-page.server.ts";
import { checks } from "./checks.server.ts";
import type { Mend } from "./define-check.server.ts";
import { readRun } from "./runs.server.ts";
import { contentEntities } from "./scan.server.ts";

type Context = CallContext<UserPrincipal>;
type FindingToMend = { number: number; subjectId: string; record: string | null; mend: unknown };
type DeletingMend = Extract<Mend, { deletes: unknown }>;
type ChangingMend = Exclude<Mend, DeletingMend>;

const deletable: Readonly<Record<DeletingMend["deletes"], EntityDefinition>> = { page, storageFile };

const texts = {
  cannot: { zh: "此项无法自动处理", en: "This cannot be mended here" },
  stale: {
    zh: "检查之后内容有变化，页面可能已有新的链接。请重新检查后再删除。",
    en: "Content has changed since this report, so a page may be linked by now. Run it again before you delete pages.",
  },
  undone: { zh: "没有可撤销的处理", en: "There is nothing to undo" },
  changed: { zh: "内容已有变化，无法撤销", en: "The content has changed since, so this cannot be undone" },
};

/** Saves a change of a page's draft, as a person does in the builder. */
async function saveChange(
  tx: Tx,
  context: Context,
  pageId: string,
  baseRev: number,
  change: PageChange,
): Promise<void> {
  const edit = {
    records: change.records.map(({ id, after }) => (after === undefined ? { id } : { id, after })),
    setting: change.setting?.after,
  };
  await savePage(tx, context, { pageId, baseRev, edit, name: "" });
}

/** Mends findings on one page, and returns those that were mended with the change that takes all of it back. */
async function mendPage(
  tx: Tx,
  context: Context,
  mend: ChangingMend,
  findings: readonly FindingToMend[],
): Promise<{ mended: number[]; inverse: PageChange | undefined }> {
  const pageId = findings[0]!.subjectId;
  const draft = await lockDraft(tx, context.principal, pageId);
  let document = draft.page;
  const mended: number[] = [];
  for (const { number, record, mend: data } of findings) {
    const change = mend.change(document, record ?? undefined, data);
    if (change === undefined || isEmptyChange(change)) continue;
    document = applyChange(document, change);
    mended.push(number);
  }
  const change = difference(draft.page, document);
  if (isEmptyChange(change)) return { mended: [], inverse: undefined };
  await saveChange(tx, context, pageId, draft.rev, change);
  return { mended, inverse: invert(change) };
}

/**
 * Refuses to delete a page when rows that may link to it have been added or changed since the run: ids are in the order of time. Files need no such
 * check, because a file in use cannot be deleted. @throws {Problem} conflict
 */
async function refuseAfterChanges(
  tx: Tx,
  { principal: { tenantId }, entities }: Context,
  runId: string,
): Promise<void> {
  const types = [page, menu, ...contentEntities(entities)].map(({ type }) => type);
  const changes = await tx.rows(sql`select 1 from row_change
    where tenant_id = ${tenantId}::uuid and id > ${runId}::uuid and entity = any(${sql.param(types)}::text[])
      and verb in ('add', 'update', 'restore') limit 1`);
  if (changes.length > 0) throw new Problem("conflict", texts.stale);
}

type RowFinding = { id: string; runId: string };

/** Moves the row of a finding to the trash, unless it may not be deleted. @throws {Problem} conflict, as `refuseAfterChanges` */
async function deleteRow(
  tx: Tx,
  context: Context,
  { deletes }: DeletingMend,
  { id, runId }: RowFinding,
): Promise<boolean> {
  const entity = deletable[deletes];
  if (entity === page) await refuseAfterChanges(tx, context, runId);
  const targets = await lockRows(
    tx,
    entity,
    sql`${permittedRowsSql(context.principal, entity, "delete")} and id = ${id}::uuid`,
  );
  const { changed } = await changeLockedRows(tx, context, { entity, operation: { verb: "delete" } }, targets, newId());
  return changed.length > 0;
}

export type MendResult = {
  mended: number;
  /** Findings that could not be mended, because what they are about has changed or may not be changed. */
  refused: number;
  /** Undoes all of it, for `mendUndoMinutes`. */
  undo: string;
};

/**
 * Mends findings of one check: those with these numbers, or the first `maxMends` that are not mended. Each page or row is a transaction of its own.
 * @throws {Problem} notFound for an unknown run; badRequest for a check without a mend
 */
export async function mendFindings(
  context: Context,
  { runId, check, numbers }: { runId: string; check: string; numbers: readonly number[] | undefined },
): Promise<MendResult> {
  const { principal, services } = context;
  const { tenantId } = principal;
  const { database } = services;
  await readRun((query) => database.read(tenantId, query), principal, runId);
  const mend = checks.get(check)?.mend;
  if (mend === undefined) throw new Problem("badRequest", texts.cannot);
  const chosen = numbers === undefined ? sql`true` : sql`number = any(${sql.param([...numbers])}::int[])`;
  const findings = await database.read<FindingToMend>(
    tenantId,
    sql`select number, subject ->> 'id' as "subjectId", record, mend from governance_finding
      where tenant_id = ${tenantId}::uuid and run_id = ${runId}::uuid and check_name = ${check} and mend is not null and mended_at is null and ${chosen}
      order by number limit ${maxMends}`,
  );
  const undo = newId();
  let mended = 0;
  for (const group of Map.groupBy(findings, ({ subjectId }) => subjectId).values()) {
    try {
      mended += await database.tenant(tenantId, async (tx) => {
        const { mended: done, inverse } =
          "deletes" in mend
            ? {
                mended: (await deleteRow(tx, context, mend, { id: group[0]!.subjectId, runId }))
                  ? group.map(({ number }) => number)
                  : [],
                inverse: undefined,
              }
            : await mendPage(tx, context, mend, group);
        if (done.length === 0) return 0;
        await tx.rows(sql`update governance_finding set mended_at = now(), mend_id = ${undo}::uuid,
            inverse = case when number = ${done[0]!} then ${inverse === undefined ? null : JSON.stringify(inverse)}::jsonb end
          where run_id = ${runId}::uuid and number = any(${sql.param(done)}::int[])`);
        return done.length;
      });
    } catch (error) {
      // What one page or row refuses does not hold up the others; changes since the run concern all of them.
      if (error instanceof Problem && error.text === texts.stale) throw error;
      if (!(error instanceof Problem) || error.code === "unavailable") throw error;
    }
  }
  return { mended, refused: findings.length - mended, undo };
}

type MendedFinding = { runId: string; check: string; subjectId: string; inverse: PageChange | null };

/** Takes back a change of a page, if nobody has changed its parts since. @throws {Problem} conflict */
async function revertPage(tx: Tx, context: Context, pageId: string, inverse: PageChange): Promise<void> {
  const draft = await lockDraft(tx, context.principal, pageId);
  const isUnchanged =
    inverse.records.every(({ id, before }) => isSame(draft.page.records[id], before)) &&
    (inverse.setting === undefined || isSame(draft.page.setting, inverse.setting.before));
  if (!isUnchanged) throw new Problem("conflict", texts.changed);
  const { principal, services } = context;
  const { tenantId, memberId } = principal;
  const rev = draft.rev + 1;
  // Without the checks of a save: what is put back, an orphaned element for example, need not be valid.
  await writeDraft(tx, asProgram(services, tenantId, principal), draft, inverse, rev);
  await addRevision(tx, { tenantId, pageId }, { rev, change: inverse, name: "", memberId });
}

/**
 * Undoes what was mended at once, all or none.
 * @throws {Problem} notFound for an unknown or too old mend; conflict when something has changed since
 */
export async function undoMends(context: Context, undo: string): Promise<number> {
  const { principal, services } = context;
  const { tenantId } = principal;
  return services.database.tenant(tenantId, async (tx) => {
    const findings =
      await tx.rows<MendedFinding>(sql`select run_id as "runId", check_name as "check", subject ->> 'id' as "subjectId", inverse
      from governance_finding where tenant_id = ${tenantId}::uuid and mend_id = ${undo}::uuid
        and mended_at > now() - make_interval(mins => ${mendUndoMinutes}) order by number for update`);
    const [first] = findings;
    const mend = first && checks.get(first.check)?.mend;
    if (mend === undefined) throw new Problem("notFound", texts.undone);
    if ("deletes" in mend) {
      const entity = deletable[mend.deletes];
      const ids = sql.param(findings.map(({ subjectId }) => subjectId));
      const targets = await lockRows(
        tx,
        entity,
        sql`${permittedRowsSql(principal, entity, "delete", "deleted")} and id = any(${ids}::uuid[])`,
      );
      await restoreLocked(tx, context, entity, targets);
    } else
      for (const { subjectId, inverse } of findings)
        if (inverse !== null) await revertPage(tx, context, subjectId, inverse);
    await tx.rows(sql`update governance_finding set mended_at = null, mend_id = null, inverse = null
      where tenant_id = ${tenantId}::uuid and mend_id = ${undo}::uuid`);
    return findings.length;
  });
}
