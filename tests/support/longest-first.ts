import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take longest, the longest first. Files that are not named here come after them. */
const slowest = [
  "benches",
  "journeys/site",
  "sms-faults",
  "journeys/new-member",
  "journeys/two-step",
  "devices",
  "journeys/service",
  "journeys/partner",
  "journeys/member",
  "journeys/designer",
  "permissions",
  "journeys/designer-pages",
  "journeys/step-up",
  "sms-budget",
  "journeys/text-places",
  "journeys/forms",
  "journeys/administrator",
  "journeys/code",
  "embedded-postgres",
  "journeys/visitor",
  "supervisor",
  "journeys/designer-keys",
  "idempotency",
  "uploads",
  "expressions",
  "journeys/register",
  "journeys/invitations",
  "enquiries",
];

/** The place of a file in the list, or behind the list. */
function rank({ moduleId }: Pick<TestSpecification, "moduleId">): number {
  const found = slowest.findIndex((name) => moduleId.includes(`/tests/${name}.test.`));
  return found === -1 ? slowest.length : found;
}

/** Starts the slow files first, so that at the end of a run no worker stands idle while another one has minutes before it. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => rank(a) - rank(b));
  }
}
