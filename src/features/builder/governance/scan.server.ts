import { sql } from "drizzle-orm";
import { z } from "zod";
import { overriddenClients, overrideIn, recordForClient } from "#kit/client-override.ts";
import { type ClientType, inClient } from "#kit/client-type.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";
import type { FindingSubject } from "#kit/governance.ts";
import type { PageRecord, StoredPage } from "#kit/page.ts";
import { pageFields } from "#kit/page-fields.ts";
import { maxPathLength } from "#kit/page-path.ts";
import { treeOf } from "#kit/page-tree.ts";
import { isLive } from "#kit/rules.ts";
import { formatLinks } from "#kit/text-format.ts";
import { formatText, type Locale, locales, type Text, textIn } from "#kit/text.ts";
import { shownLocales } from "#kit/visit.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { readPage } from "#render/page/read-page.ts";
import { definitionOf } from "#render/registry.ts";
import type { JobContext, JobResult } from "#server/jobs/define-job.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { checksOf } from "./checks.server.ts";
import type { CheckedPage, CheckedValue, Finding, Problem } from "./define-check.server.ts";
import { addFindings, addRun, finishRun, lowestId, type RunTarget } from "./runs.server.ts";
import { fileIdsIn, readFacts, type SiteFacts } from "./site-facts.server.ts";
import { addressesIn, valueFieldsOf } from "./value-fields.server.ts";

/** Pages and rows that one slice reads: a page may have 4 MB. */
const batchSizes = { pages: 20, rows: 50 };

const texts = {
  found: { zh: "治理完成：{count} 项发现", en: "Governance finished with {count} {count|finding|findings}" },
  nothing: { zh: "治理完成：没有发现问题", en: "Governance finished. Nothing was found." },
};

/** Where a run is: the step, the id after which it goes on, what its check remembers, and what was found so far. */
export const scanCursor = z.object({
  step: z.number().int(),
  after: z.string().nullable(),
  memory: z.record(z.string(), z.unknown()),
  counts: z.record(z.string(), z.number()),
  number: z.number().int(),
  isFinished: z.boolean(),
});
export type ScanCursor = z.output<typeof scanCursor>;

/** What one slice found, by check; where the step goes on, null at its end; and the number of pages and rows that it looked at. */
type StepResult = {
  found: readonly (readonly [check: string, findings: Finding[]])[];
  next: string | null;
  memory?: Record<string, unknown>;
  looked: number;
};
type Step = (tx: Tx, cursor: Pick<ScanCursor, "after" | "memory">, size: number) => Promise<StepResult>;

type Scan = {
  tenantId: string;
  runId: string;
  target: RunTarget;
  entities: EntityRegistry;
  services: JobContext<ScanCursor>["services"];
};

/** The rows with words and links for visitors: the site's details, and news, articles and agreements that are published. */
export const contentEntities = (entities: EntityRegistry): EntityDefinition[] =>
  entities.all.filter(
    ({ type, stored, isLive: rule }) => stored === undefined && (type === "site" || rule !== undefined),
  );
const isShown = (entity: EntityDefinition, row: AnyRow) => entity.isLive === undefined || isLive(entity, row);

const subjectOf = ({ type, titleField }: EntityDefinition, row: AnyRow): FindingSubject => ({
  type,
  id: row.id,
  title: Object.fromEntries(locales.map((locale) => [locale, textIn(row[titleField], locale)])),
});

/** Keeps the paths within the site to which links lead, for the check of pages without links. */
async function addLinks(tx: Tx, { tenantId, runId }: Scan, linkedPaths: Iterable<string>): Promise<void> {
  const paths = [...linkedPaths].filter((path) => path.length <= maxPathLength);
  if (paths.length === 0) return;
  await tx.rows(sql`insert into governance_link (tenant_id, run_id, path)
    select ${tenantId}::uuid, ${runId}::uuid, path from unnest(${sql.param(paths)}::text[]) as path on conflict do nothing`);
}

/** Reads the facts of values, and runs the checks of values and pages on them. */
async function checkContent(
  tx: Tx,
  scan: Scan,
  values: readonly CheckedValue[],
  pages: readonly CheckedPage[],
): Promise<StepResult["found"]> {
  const addresses = values.flatMap(({ fields, formatLinks: links = [] }) => [
    ...fields.flatMap(addressesIn),
    ...links.map(({ address }) => address),
  ]);
  const fileIds = [
    ...pages.flatMap(({ page }) => fileIdsIn(JSON.stringify(page.records))),
    ...values.flatMap(({ record, fields }) =>
      record === undefined ? fileIdsIn(JSON.stringify(fields.map(({ value }) => value))) : [],
    ),
  ];
  const facts: SiteFacts = {
    ...(await readFacts(tx.rows, scan.tenantId, { addresses, fileIds })),
    entities: scan.entities,
  };
  await addLinks(tx, scan, facts.paths);
  return checksOf("site").flatMap((check): [string, Finding[]][] => {
    if ("inValue" in check)
      return [
        [
          check.id,
          values.flatMap((value) =>
            check.inValue(value, facts).map((problem) => ({
              ...(value.client === undefined ? problem : problemIn(value.client, problem)),
              subject: value.subject,
              ...(value.record === undefined ? {} : { record: value.record }),
            })),
          ),
        ],
      ];
    if ("inPage" in check)
      return [
        [
          check.id,
          pages.flatMap((page) => check.inPage(page, facts).map((problem) => ({ ...problem, subject: page.subject }))),
        ],
      ];
    return [];
  });
}

const checkedRecord = (subject: FindingSubject, record: PageRecord, shown: readonly Locale[]): CheckedValue => ({
  subject,
  record: record.id,
  shown,
  // A setting that shows a field of the page's row has no value of its own.
  fields: valueFieldsOf(definitionOf(record)?.settings ?? {}, record.value).filter(
    ({ path }) => record.bindings === undefined || !Object.hasOwn(record.bindings, path),
  ),
  formatLinks: formatLinks(record),
});

/** What one client gets of a record in place of its common values. */
function checkedVariant(common: CheckedValue, record: PageRecord, client: ClientType): CheckedValue {
  const { value = {}, formats = {} } = overrideIn(record, client) ?? {};
  const {
    fields,
    formatLinks: links = [],
    ...checked
  } = checkedRecord(common.subject, recordForClient(record, client), common.shown ?? locales);
  return {
    ...checked,
    client,
    fields: fields.filter(({ path }) => Object.hasOwn(value, path.split(".", 1)[0]!)),
    formatLinks: links.filter(({ setting }) => Object.hasOwn(formats, setting)),
  };
}

/** A problem of one client: the values that can be mended are the common ones. */
const problemIn = (client: ClientType, { key, text }: Problem): Problem => ({
  key: `${client} ${key}`,
  text: inClient(client, text),
});

/** Looks at the drafts of published pages: what visitors get with the next publication. */
const pagesStep =
  (scan: Scan): Step =>
  async (tx, { after }) => {
    const rows = await tx.rows<FindingSubject & { path: string; document: StoredPage }>(sql`
      select id, 'page' as type, title, path, document from page
      where tenant_id = ${scan.tenantId}::uuid and deleted_at is null and snapshot_id is not null and document is not null
        and id > ${after ?? lowestId}::uuid order by id limit ${batchSizes.pages}`);
    const pages = rows.map(({ document, path, ...subject }): CheckedPage => ({
      ...readPage(document),
      path,
      id: subject.id,
      subject,
    }));
    const values = pages.flatMap(({ page, broken, subject }): CheckedValue[] => [
      // Title and description have a check of their own.
      {
        subject,
        fields: valueFieldsOf(pageFields, page.setting).filter(({ path }) => !["title", "description"].includes(path)),
      },
      ...Object.values(page.records)
        .filter(({ id }) => !broken.includes(id))
        .flatMap((record) => {
          const common = checkedRecord(subject, record, shownLocales(treeOf(page).record, record.id));
          return [common, ...overriddenClients(record).map((client) => checkedVariant(common, record, client))];
        }),
    ]);
    return {
      found: await checkContent(tx, scan, values, pages),
      next: rows.length < batchSizes.pages ? null : rows.at(-1)!.id,
      looked: rows.length,
    };
  };

/** Looks at the rows of an entity that visitors read. */
const rowsStep =
  (scan: Scan, entity: EntityDefinition): Step =>
  async (tx, { after }) => {
    const { from, notDeleted, allColumns } = storeOf(entity);
    const raw = await tx.rows<AnyRow>(sql`select ${allColumns.columns} from ${from([])}
      where ${notDeleted(scan.tenantId)} and id > ${after ?? lowestId}::uuid order by id limit ${batchSizes.rows}`);
    const rows = raw.map((item) => allColumns.toRow(item)).filter((row) => isShown(entity, row));
    const values = rows.map((row) => ({ subject: subjectOf(entity, row), fields: valueFieldsOf(entity.fields, row) }));
    return {
      found: await checkContent(tx, scan, values, []),
      next: raw.length < batchSizes.rows ? null : raw.at(-1)!.id,
      looked: raw.length,
    };
  };

/** The steps of a run, always in the same order: a run that was interrupted goes on at its step. */
function stepsOf(scan: Scan): Step[] {
  const content = [pagesStep(scan), ...contentEntities(scan.entities).map((entity) => rowsStep(scan, entity))];
  const checks = checksOf(scan.target.kind).flatMap((check): Step[] => {
    if (!("inRows" in check)) return [];
    const { id, inRows } = check;
    const { tenantId, runId, entities, services, target } = scan;
    return [
      async (tx, { after, memory }, size) => {
        const objectId = target.objectId;
        const result = await inRows({ tx, services, tenantId, entities, runId, objectId, after, size, memory });
        const { findings, next } = result;
        return {
          found: [[id, findings]],
          next,
          ...(result.memory && { memory: result.memory }),
          looked: next === null ? 1 : 0,
        };
      },
    ];
  });
  return scan.target.kind === "site" ? [...content, ...checks] : checks;
}

/** The number of pages and rows that the steps look at, and of checks. */
async function countSteps({ services, tenantId, entities, target }: Scan): Promise<number> {
  const checkCount = checksOf(target.kind).filter((check) => "inRows" in check).length;
  if (target.kind !== "site") return checkCount;
  const counts = contentEntities(entities).map((entity) => {
    const { from, notDeleted } = storeOf(entity);
    return sql`(select count(*) from ${from([])} where ${notDeleted(tenantId)})`;
  });
  const pages = sql`(select count(*) from page where tenant_id = ${tenantId}::uuid and deleted_at is null and snapshot_id is not null and document is not null)`;
  const [row] = await services.database.read<{ count: number }>(
    tenantId,
    sql`select (${sql.join([pages, ...counts], sql` + `)})::int as count`,
  );
  return row!.count + checkCount;
}

/** Carries out a governance run as a job, and keeps its report. */
export async function scanAll(target: RunTarget, context: JobContext<ScanCursor>): Promise<JobResult> {
  const { jobId: runId, tenantId, memberId, services, cursor, setTotal, slices } = context;
  const scan: Scan = { tenantId, runId, target, services, entities: await services.registries.of(tenantId) };
  const steps = stepsOf(scan);
  if (cursor === undefined) await setTotal(await countSteps(scan));
  const begin: ScanCursor = { step: 0, after: null, memory: {}, counts: {}, number: 0, isFinished: false };
  const end = await slices(async ({ tx, cursor: previous, size }) => {
    const current = previous ?? begin;
    if (current.isFinished) return undefined;
    const step = steps[current.step];
    if (step === undefined) {
      await finishRun(tx, { tenantId, runId }, target, current.counts);
      return { cursor: { ...current, isFinished: true }, steps: 0 };
    }
    if (previous === undefined) await addRun(tx, { tenantId, runId, memberId, ...target });
    const { found, next, memory = {}, looked } = await step(tx, current, size);
    const counts = { ...current.counts };
    let { number } = current;
    for (const [check, findings] of found) {
      const counted = counts[check] ?? 0;
      number = await addFindings(tx, { tenantId, runId }, check, findings, { counted, number });
      counts[check] = counted + findings.length;
    }
    const position =
      next === null ? { step: current.step + 1, after: null, memory: {} } : { step: current.step, after: next, memory };
    return { cursor: { ...position, counts, number, isFinished: false }, steps: looked };
  });
  const count = Object.values(end?.counts ?? {}).reduce((sum, found) => sum + found, 0);
  return { text: count === 0 ? texts.nothing : formatText(texts.found, { count }), url: reportUrl(target) };
}

/** The address of a report in the app. */
const reportUrl = ({ kind, objectId }: RunTarget): string =>
  `/paas/governance?kind=${kind}${objectId === null ? "" : `&app=${objectId}`}`;

/** The titles of the jobs, by what they look at. */
export const scanTitles: Record<RunTarget["kind"], Text> = {
  site: { zh: "网站治理", en: "Site governance" },
  app: { zh: "应用治理", en: "App governance" },
  admin: { zh: "平台治理", en: "Platform governance" },
};
