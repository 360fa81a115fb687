import { sql } from "drizzle-orm";
import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";

const notFound = new Problem("notFound", { zh: "接口未找到", en: "Call not found" });

type MailboxMessage = { id: string; mobile: string; text: string; code: string; url: string; sentAt: string };

/**
 * Recent messages of the local SMS adapter, and emails that no server sends; not found with a real provider. Without MAILBOX=open only requests from this machine can read them, and
 * with PUBLIC_URL set none can: behind a proxy, every request seems to be from this machine.
 */
const devMailbox = defineCall({
  method: "GET",
  path: "dev/mailbox",
  envelope: "data",
  title: { zh: "查询开发短信箱", en: "List the messages in the developer mailbox" },
  access: anyone,
  sensitive: true,
  input: z.strictObject({}),
  output: z.array(
    z.object({
      id: z.string(),
      /** The mobile number or the email address. */
      mobile: z.string(),
      text: z.string(),
      code: z.string(),
      /** The address that an email links to; empty for other messages. */
      url: z.string(),
      sentAt: z.string(),
    }),
  ),
  run(_input, { services: { env, sms, email, database }, ip }) {
    const isLocalRequest = env.PUBLIC_URL === undefined && (ip === "::1" || ip.startsWith("127."));
    if (!sms.isLocal || !(isLocalRequest || env.MAILBOX === "open")) throw notFound;
    const kinds = email.isLocal ? ["sms", "email"] : ["sms"];
    return database.system((tx) =>
      tx.rows<MailboxMessage>(sql`select id, recipient as mobile, coalesce(body->>'text', body->>'subject') as text,
          coalesce(body->'values'->>'code', '') as code, coalesce(body->'link'->>'url', '') as url, sent_at as "sentAt"
        from outbox where kind = any(${sql.param(kinds)}) and sent_at is not null and body <> '{}' order by created_at desc limit 50`),
    );
  },
});

export default devMailbox;
declare module "#kit/call.ts" {
  interface Calls {
    "GET dev/mailbox": typeof devMailbox;
  }
}
