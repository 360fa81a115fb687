import type { ClientType } from "#kit/client-type.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";
import type { Services } from "#kit/call.ts";
import type { FindingSubject, GovernanceKind, Severity } from "#kit/governance.ts";
import type { PageChange, PageDocument } from "#kit/page.ts";
import type { Locale, Text } from "#kit/text.ts";
import type { ReadPage } from "#render/page/read-page.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import type { SiteFacts } from "./site-facts.server.ts";
import type { ValueField } from "./value-fields.server.ts";

/** A problem at a place. `key` tells it from others at the same subject and record; the same problem has the same key in the next run. */
export type Problem = { key: string; text: Text; mend?: unknown };

/** A problem, and the row and record that it is about. */
export type Finding = Problem & { subject: FindingSubject; record?: string };

/** A published page with its draft, which is what the next publication shows. */
export type CheckedPage = ReadPage & { id: string; path: string; subject: FindingSubject };

/** The values of a record of a page, of the settings of a page, or of a row. `formatLinks`: the links in the formatted texts of the record. */
export type CheckedValue = {
  subject: FindingSubject;
  record?: string;
  /** The client whose own values of the record these are. */
  client?: ClientType;
  /** The languages in which the record is shown; all of them without it. */
  shown?: readonly Locale[];
  fields: readonly ValueField[];
  formatLinks?: readonly { setting: string; address: string }[];
};

/** A part of the rows that a check of rows looks at: those after an id. */
export type RowsScope = {
  tx: Tx;
  services: Services;
  tenantId: string;
  entities: EntityRegistry;
  runId: string;
  /** The light app of a run of the kind `app`. */
  objectId: string | null;
  after: string | null;
  /** The suggested number of rows. */
  size: number;
  /** What this check keeps from slice to slice. */
  memory: Readonly<Record<string, unknown>>;
};
/** `next`: where the following slice begins; null at the end. */
export type RowsResult = { findings: Finding[]; next: string | null; memory?: Record<string, unknown> };

/** How findings are mended: by a change of the page, or by deleting the row, which is in the trash then. */
export type Mend = { name: Text } & (
  | { change: (page: PageDocument, record: string | undefined, data: unknown) => PageChange | undefined }
  | { deletes: "page" | "storageFile" }
);

type CheckBase = {
  /** The name on the wire; also the file's name. */
  id: string;
  title: Text;
  /** Why it matters, and what to do. */
  advice: Text;
  severity: Severity;
  mend?: Mend;
};

/**
 * A check of governance: pure for what it is given of pages and values, by SQL for rows. One file under `checks/`, default-exported. Values and pages
 * are read once for all checks.
 */
export type GovernanceCheck = CheckBase &
  (
    | { kinds: readonly ["site"]; inValue: (value: CheckedValue, facts: SiteFacts) => Problem[] }
    | { kinds: readonly ["site"]; inPage: (page: CheckedPage, facts: SiteFacts) => (Problem & { record?: string })[] }
    | { kinds: readonly GovernanceKind[]; inRows: (scope: RowsScope) => Promise<RowsResult> }
  );

/** Declares a check. */
export const defineCheck = (check: GovernanceCheck): GovernanceCheck => check;
