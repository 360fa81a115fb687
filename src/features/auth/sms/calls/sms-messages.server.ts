import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { superAdmin } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { maskMobile } from "#kit/mobile.ts";
import { smsStates } from "../sms-state.ts";

type MessageRow = {
  id: string;
  createdAt: string;
  mobile: string;
  template: string;
  state: (typeof smsStates)[number];
  tries: number;
  providerId: string;
  reason: string;
};

const stateSql: SQL = sql`case when delivered_at is not null then 'delivered' when undelivered_at is not null then 'undelivered'
  when sent_at is not null then 'sent' when failed_at is not null then 'failed' else 'waiting' end`;

/** The messages of all spaces, because the platform sends and pays for all of them. Texts and complete numbers are not included. */
const smsMessages = defineCall({
  method: "GET",
  path: "paas/sms/messages",
  envelope: "data",
  title: { zh: "查询短信记录", en: "List the platform’s text messages with their delivery status, newest first" },
  access: superAdmin,
  stepUp: true,
  sensitive: true,
  input: z.strictObject({
    state: z.enum(smsStates).optional(),
    /** The id of the last message of the previous page. */
    before: z.uuid().optional(),
    limit: z.coerce.number<number | string>().int().min(1).max(100).default(50),
  }),
  output: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        createdAt: z.string(),
        mobile: z.string(),
        template: z.string(),
        state: z.enum(smsStates),
        tries: z.number(),
        providerId: z.string(),
        reason: z.string(),
      }),
    ),
    /** The value of `before` for the next page; null on the last one. */
    next: z.string().nullable(),
  }),
  async run(input, { services }) {
    const { limit, before = null, state: stateFilter = null } = input;
    const rows = await services.database.system((tx) =>
      tx.rows<MessageRow>(sql`select id, created_at as "createdAt", recipient as mobile, topic as template, ${stateSql} as state, tries,
          coalesce(provider_id, '') as "providerId", coalesce(reason, '') as reason
        from outbox where kind = 'sms' and (${before}::uuid is null or (created_at, id) < (select created_at, id from outbox where id = ${before}::uuid))
          and (${stateFilter}::text is null or ${stateSql} = ${stateFilter})
        order by created_at desc, id desc limit ${limit + 1}`),
    );
    const list = rows.slice(0, limit).map((row) => ({ ...row, mobile: maskMobile(row.mobile) }));
    return { list, next: rows.length > limit ? list.at(-1)!.id : null };
  },
});

export default smsMessages;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/sms/messages": typeof smsMessages;
  }
}
