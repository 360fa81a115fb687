import { sql } from "drizzle-orm";
import type { Principal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import { isRuleMet } from "#kit/condition.ts";
import type { AnyRow, AnyValues, EntityDefinition } from "#kit/entity.ts";
import { isEmpty, type ProofName } from "#kit/field.ts";
import { Problem } from "#kit/problem.ts";
import { schemas } from "#kit/schemas.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { invalidText } from "./check.server.ts";
import { differs } from "./patch.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    proofs: ValueProofs;
  }
}

/** The services that a proof needs. */
type ProofServices = Pick<Services, "database" | "pepper" | "egress" | "env">;

/** The check of one type of proof, such as a code by SMS. Default export of a file under `src/features/<feature>/proofs/`. */
export type ValueProof = {
  name: ProofName;
  /**
   * Checks the value submitted for `field` before the transaction of the save, so that a failed attempt is counted although the save fails. Returns a
   * function that uses the proof up in that transaction; undefined if the value has no proof.
   * @throws {Problem} invalid, naming the field
   */
  check: (sent: unknown, context: { services: ProofServices; field: string }) => Promise<SpendProof | undefined>;
};
/** @throws {Problem} invalid when it was used concurrently */
type SpendProof = (tx: Tx) => Promise<void>;
type ValueProofs = ReadonlyMap<ProofName, ValueProof>;

export const proofsByName = (proofs: readonly ValueProof[]): ValueProofs =>
  new Map(proofs.map((proof) => [proof.name, proof]));

/** The fields of a save that have a valid proof, each with the function that uses it up. */
export type ProvedValues = ReadonlyMap<string, { spend: SpendProof }>;

/** The current values of these fields; none for a new row. */
async function currentValues(
  { database }: ProofServices,
  principal: Principal,
  entity: EntityDefinition,
  { id, names }: { id: string | undefined; names: readonly string[] },
): Promise<AnyValues> {
  if (id === undefined) return {};
  const store = storeOf(entity);
  const { columns, toRow } = store.fields(names);
  const [row] = await database.read<AnyRow>(
    principal.tenantId,
    sql`select ${columns} from ${store.from([])} where ${permittedRowsSql(principal, entity, "update")} and id = ${id}::uuid`,
  );
  return row === undefined ? {} : toRow(row);
}

/**
 * Checks the proofs among submitted values and returns the values to store. A value that the row already has needs no proof.
 * @throws {Problem} invalid, naming the field whose proof is missing or wrong
 */
export async function checkProofs(
  services: ProofServices & Pick<Services, "proofs">,
  principal: Principal,
  entity: EntityDefinition,
  { id, values }: { id: string | undefined; values: AnyValues },
): Promise<{ values: AnyValues; proved: ProvedValues }> {
  const proved = new Map<string, { spend: SpendProof }>();
  const names = Object.keys(values).filter((name) => {
    const type = fieldTypeOf(entity.fields[name]!);
    // An invalid value is refused with the other values.
    return type.proof !== undefined && type.check(entity.fields[name]!, schemas).safeParse(values[name]).success;
  });
  if (names.length === 0) return { values, proved };
  const current = await currentValues(services, principal, entity, { id, names });
  const stored: Record<string, unknown> = { ...values };
  for (const name of names) {
    const { by, text, storedValue } = fieldTypeOf(entity.fields[name]!).proof!;
    const newValue = storedValue?.(values[name] as never);
    if (newValue === undefined) delete stored[name];
    else stored[name] = newValue;
    if (newValue !== undefined && !differs(current[name], newValue)) continue;
    const spend = await services.proofs.get(by)!.check(values[name], { services, field: name });
    if (spend === undefined) throw new Problem("invalid", invalidText, { fields: { [name]: text } });
    proved.set(name, { spend });
  }
  return { values: stored, proved };
}

/**
 * Refuses values that require a proof but have none, unless the program itself writes them. A field that stores no value, only a proof, is required
 * only when a form adds a row (then `proved` is defined).
 * @throws {Problem} invalid, naming the fields
 */
export function refuseUnprovedValues(
  principal: Principal,
  entity: EntityDefinition,
  row: { changed: AnyValues; merged: AnyValues; isNew: boolean; proved: ProvedValues | undefined },
): void {
  if (principal.kind === "system") return;
  const { changed, merged, isNew, proved } = row;
  const missing = Object.entries(entity.fields).flatMap(([name, field]) => {
    const { proof, storage } = fieldTypeOf(field);
    if (proof === undefined || proved?.has(name) === true) return [];
    const isRequired =
      isNew && proved !== undefined && viewOf(principal, entity).writable.add.has(name) && isRuleMet(field.if, merged);
    const isMissing = storage === "none" ? isRequired : !isEmpty(changed[name]);
    return isMissing ? [[name, proof.text] as const] : [];
  });
  if (missing.length > 0) throw new Problem("invalid", invalidText, { fields: Object.fromEntries(missing) });
}
