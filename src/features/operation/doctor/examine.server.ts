import { countText } from "../report.server.ts";
import type { Probe, ProbeContext, Symptom } from "./define-probe.server.ts";

const files = import.meta.glob<Probe>("./probes/*.server.ts", { eager: true, import: "default" });

/** All probes, by name. */
const probes: readonly Probe[] = Object.values(files).toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** A symptom and the name of the probe that found it. */
export type DoctorFinding = Symptom & { probe: string };

/** What one probe found. */
export type Examination = { title: string; findings: DoctorFinding[] };

/** Runs one probe. What it cannot look at is a finding too. */
async function examine({ name, title, run }: Probe, context: ProbeContext): Promise<Examination> {
  try {
    return { title, findings: (await run(context)).map((symptom) => ({ probe: name, ...symptom })) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const problem = `This could not be examined: ${reason}`;
    return { title, findings: [{ probe: name, problem, mend: "Mend the other findings first and run doctor again." }] };
  }
}

/** Runs every probe, one after the other. */
export async function examineAll(context: ProbeContext): Promise<Examination[]> {
  await context.client.query("set meridian.tenant = '*'; set statement_timeout = '60s'");
  const results: Examination[] = [];
  for (const probe of probes) results.push(await examine(probe, context));
  return results;
}

/** What is found when the database cannot be reached, without which no probe can look. */
export function unreachable(error: unknown): Examination {
  // An attempt at several addresses fails with an error for each, and no message of its own.
  const errors = error instanceof AggregateError ? error.errors : [error];
  const reasons = errors.map((one) => (one instanceof Error ? one.message : String(one)));
  return {
    title: "The database can be reached",
    findings: [
      {
        probe: "database",
        problem: `The database cannot be reached: ${reasons.join("; ")}`,
        mend: "Start PostgreSQL, and compare DATABASE_URL (DATABASE_DIRECT_URL behind a pooler) with its address, user and password.",
      },
    ],
  };
}

/** A sentence as a terminal may print it: names that people of a space have made could move its cursor or set its title. */
const printable = (text: string): string => text.replace(/\p{C}/gu, " ");

/** The results as lines for people. */
export function textOf(results: readonly Examination[]): string {
  const lines = results.flatMap(({ title, findings }) => [
    `${findings.length === 0 ? "ok  " : "FAIL"}  ${title}`,
    ...findings.flatMap(({ problem, mend }) => [`      ${printable(problem)}`, `      -> ${printable(mend)}`]),
  ]);
  const count = results.reduce((sum, { findings }) => sum + findings.length, 0);
  return `${[...lines, "", `${countText(results.length, "probe")}, ${countText(count, "finding")}.`].join("\n")}\n`;
}
