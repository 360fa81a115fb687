import { sql } from "drizzle-orm";
import type { Server } from "./server.ts";

type WithDatabase = Pick<Server, "database">;

/** Starts the pause after the attempts so far one minute in the future, so that it is not over before the next request arrives. */
export const extendPause = ({ database }: WithDatabase) =>
  database.system((tx) =>
    tx.rows(sql`update attempt set created_at = now() + interval '1 minute' where state <> 'refused'`),
  );

/** Attempts that were checked before the pause after the previous one was over: 1, 2, 4 ... s from the fifth on. */
export const attemptsWithinPause = ({ database }: WithDatabase) =>
  database.system((tx) =>
    tx.rows(sql`select * from (
        select subject, row_number() over w as n, created_at - lag(created_at) over w as pause from attempt
        where state <> 'refused' window w as (partition by subject order by created_at)) tries
      where n > 5 and pause < interval '1 second' * 2 ^ (n - 6)`),
  );
