import { sql } from "drizzle-orm";
import type { Server } from "./server.ts";

type WithDatabase = Pick<Server, "database">;

/** Moves the attempts so far one minute into the future: the pause after them then lasts until the next request, even on a slow machine. */
export const extendPause = ({ database }: WithDatabase) =>
  database.system((tx) =>
    tx.rows(sql`update attempt set created_at = now() + interval '1 minute' where state <> 'refused'`),
  );

/** Attempts that were checked during the pause after the previous attempt. The pauses are 1, 2, 4 ... s from the fifth attempt on. */
export const attemptsWithinPause = ({ database }: WithDatabase) =>
  database.system((tx) =>
    tx.rows(sql`select * from (
        select subject, row_number() over w as n, created_at - lag(created_at) over w as pause from attempt
        where state <> 'refused' window w as (partition by subject order by created_at)) tries
      where n > 5 and pause < interval '1 second' * 2 ^ (n - 6)`),
  );
