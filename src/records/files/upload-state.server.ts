import { type SQL, sql } from "drizzle-orm";
import { Problem } from "#kit/problem.ts";
import type { Tx } from "#server/postgres/database.server.ts";

/**
 * SQL condition of uploads that accept parts. An upload expires six hours after its last part, and after 15 minutes without any part, because an
 * empty upload only reserves quota. An expired upload does not count towards the quota and is purged.
 */
export const isAlive = sql`touched_at > now() - case when received = 0 then interval '15 minutes' else interval '6 hours' end`;

/** The negation of `isAlive`, as a condition that can use the index of `touched_at`. */
export const hasExpired = sql`touched_at <= now() - interval '15 minutes' and not (${isAlive})`;

export const uploadNotFound = () =>
  new Problem("notFound", { zh: "上传已失效，请重新上传", en: "This upload has expired. Upload the file again." });

/** `parts`: the storage keys of the parts. */
export type EndedUpload = { id: string; parts: string[] };

/** Ends the uploads that meet the condition, so that they accept no more parts. Their rows stay until the bytes of their parts are removed. */
export const endUploads = (tx: Tx, condition: SQL): Promise<EndedUpload[]> =>
  tx.rows(sql`update file_upload set touched_at = 'epoch' where ${condition} returning id, parts`);
