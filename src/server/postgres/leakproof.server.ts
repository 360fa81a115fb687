import type pg from "pg";

/** Functions that compare arrays of numbers (search), decimals (paging) and ranges. Their error messages never reveal a row. */
const comparisonFunctions =
  "('arraycontains', 'arrayoverlap', 'numeric_eq', 'numeric_lt', 'numeric_le', 'numeric_gt', 'numeric_ge', 'range_overlaps')";

const unmarkedSql = `select p.oid::regprocedure::text as signature, r.rolsuper as "mayAlter" from pg_proc p, pg_roles r
  where r.rolname = current_user and p.pronamespace = 'pg_catalog'::regnamespace and not p.proleakproof and p.proname in ${comparisonFunctions}`;

/** The comparison functions that are not marked as leakproof, as `alter function` names them. */
export async function unmarkedComparisons(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ signature: string }>(unmarkedSql);
  return rows.map(({ signature }) => signature);
}

/**
 * Marks comparison functions as leakproof: under row security, PostgreSQL uses an index only with such functions. Only a superuser can mark them.
 * False when some remain unmarked; docs/operations.md has the statement for an administrator.
 */
export async function markLeakproof(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ signature: string; mayAlter: boolean }>(unmarkedSql);
  for (const { signature, mayAlter } of rows) if (mayAlter) await client.query(`alter function ${signature} leakproof`);
  return rows.every(({ mayAlter }) => mayAlter);
}
