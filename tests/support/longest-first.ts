import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest test files, slowest first. All other files start after them. */
const slowest = [
  "benches",
  "newcomer",
  "permissions",
  "embedded-postgres",
  "jobs",
  "journeys/forms",
  "journeys/designer-pages",
  "sms-faults",
  "journeys/million-steps",
  "journeys/service",
  "journeys/member",
  "journeys/filters",
  "journeys/market",
  "journeys/light-apps",
  "journeys/designer",
  "journeys/site",
  "journeys/visitor",
  "operations",
  "journeys/new-member",
  "journeys/two-step",
  "journeys/designer-keys",
  "journeys/activity",
  "uploads",
  "supervisor",
  "journeys/double-click",
  "devices",
  "sms-budget",
  "journeys/partner",
  "shutdown",
  "app-documents",
  "journeys/step-up",
  "sms-outbox",
  "journeys/code",
  "journeys/administrator",
  "job-events",
];

/** The position of a file in the list, or the length of the list. */
function rank({ moduleId }: Pick<TestSpecification, "moduleId">): number {
  const position = slowest.findIndex((name) => moduleId.includes(`/tests/${name}.test.`));
  return position === -1 ? slowest.length : position;
}

/** Starts slow files first. Otherwise one worker could need minutes at the end of a run while the others are idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => rank(a) - rank(b));
  }
}
