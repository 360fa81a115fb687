import { sql } from "drizzle-orm";
import type { Server } from "./server.ts";

type Tried = Pick<Server, "database">;

/** The pause after the tries so far begins a minute from now: a request that takes longer than a pause would find it over. */
export const restartPause = ({ database }: Tried) =>
  database.system((tx) =>
    tx.rows(sql`update attempt set created_at = now() + interval '1 minute' where state <> 'refused'`),
  );

/** Tries that were looked at before the pause behind the one before them was over: 1, 2, 4 ... s behind the fifth and those that follow. */
export const earlyTries = ({ database }: Tried) =>
  database.system((tx) =>
    tx.rows(sql`select * from (
        select subject, row_number() over w as n, created_at - lag(created_at) over w as pause from attempt
        where state <> 'refused' window w as (partition by subject order by created_at)) tries
      where n > 5 and pause < interval '1 second' * 2 ^ (n - 6)`),
  );
