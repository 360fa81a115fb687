import type pg from "pg";

/** Comparisons of arrays of numbers (search), of decimals (paging) and of ranges: their error messages never reveal a row. */
const functions =
  "('arraycontains', 'arrayoverlap', 'numeric_eq', 'numeric_lt', 'numeric_le', 'numeric_gt', 'numeric_ge', 'range_overlaps')";

/**
 * Lets indexes work under row security: it admits only comparisons marked leakproof, and only a superuser can mark them. False when some are not;
 * docs/operations.md has the statement for an administrator.
 */
export async function trustComparisons(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ signature: string; mayAlter: boolean }>(
    `select p.oid::regprocedure::text as signature, r.rolsuper as "mayAlter" from pg_proc p, pg_roles r
     where r.rolname = current_user and p.pronamespace = 'pg_catalog'::regnamespace and not p.proleakproof and p.proname in ${functions}`,
  );
  for (const { signature, mayAlter } of rows) if (mayAlter) await client.query(`alter function ${signature} leakproof`);
  return rows.every(({ mayAlter }) => mayAlter);
}
