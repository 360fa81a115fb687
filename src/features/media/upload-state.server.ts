import { type SQL, sql } from "drizzle-orm";
import { Problem } from "#kit/problem.ts";
import type { Tx } from "#server/postgres/database.server.ts";

/**
 * Whether an upload waits for its next part: for six hours after the last one, and for 15 minutes for the first, because an empty upload only
 * reserves quota. An expired upload does not count towards the quota, accepts no parts, and is purged.
 */
export const isAlive = sql`touched_at > now() - case when received = 0 then interval '15 minutes' else interval '6 hours' end`;

/** The opposite of an active upload, as a condition that can use an index. */
export const isOver = sql`touched_at <= now() - interval '15 minutes' and not (${isAlive})`;

export const uploadNotFound = () =>
  new Problem("notFound", { zh: "上传已失效，请重新上传", en: "This upload has expired. Upload the file again." });

export type EndedUpload = { id: string; parts: string[] };

/** Ends the uploads that meet the condition: they accept no more parts; the rows stay until the bytes of the parts are removed. */
export const endUploads = (tx: Tx, condition: SQL): Promise<EndedUpload[]> =>
  tx.rows(sql`update file_upload set touched_at = 'epoch' where ${condition} returning id, parts`);
