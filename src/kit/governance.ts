import type { LocalizedValue, Text } from "./text.ts";

/** What a governance run looks at: the site of a space, the records of a light app, or the whole platform. */
export const governanceKinds = ["site", "app", "admin"] as const;
export type GovernanceKind = (typeof governanceKinds)[number];

/** How much a finding matters: visitors meet a fault, something is missing, or something could be tidier. */
export const severities = ["error", "warning", "hint"] as const;
export type Severity = (typeof severities)[number];

/** The row that a finding is about. `type`: an entity, or `space` for a space of the platform. */
export type FindingSubject = { type: string; id: string; title: LocalizedValue<string> };

/** How far a run is. */
export const runStates = ["queued", "running", "done", "failed", "cancelled"] as const;
export type RunState = (typeof runStates)[number];

/** The message of a run under way. The wording is fixed (B-209). */
export const runMessage: Text = {
  zh: "数据治理中，预计需要3分钟",
  en: "Governance is running. It takes about 3 minutes.",
};

/** The maximum number of findings of one check that a run stores; the others are only counted. */
export const maxStoredFindings = 1000;
/** The maximum number of findings that one statement of a check counts. */
export const maxCountedFindings = 50_000;
/** The maximum number of findings that are mended at once. */
export const maxMends = 200;
/** Minutes during which a mend can be undone. */
export const mendUndoMinutes = 10;
