import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "#kit/call.ts";
import { isMobile } from "#kit/mobile.ts";
import { type Locale, locales } from "#kit/text.ts";
import { refusal } from "#kit/refusal.ts";
import { firstCharacters } from "#kit/text-length.ts";
import contactMessage from "#entities/contactMessage.ts";
import { readerIdsOf } from "#records/query/readers.server.ts";
import { insertRow } from "#records/change/save.server.ts";
import { asProgram } from "#records/registry/row-context.server.ts";
import { addEmailedNotices } from "#server/email/notice-email.server.ts";

const isContact = (value: string) => z.email().safeParse(value).success || isMobile(value);

/** The input of the contact form (N-052). */
export const messageInput = z.strictObject({
  name: z.string().trim().min(1).max(50),
  contact: z
    .string()
    .trim()
    .max(100, { abort: true })
    .refine(isContact, refusal({ zh: "请填写邮箱或手机号", en: "Enter an email address or a mobile number" })),
  message: z.string().trim().min(1).max(2000),
  language: z.enum(locales).optional(),
  // A hidden honeypot field: only bots fill it in (T-32).
  website: z.string().max(200).optional(),
});
export type MessageInput = z.infer<typeof messageInput>;

/** A message that repeats another within this time is ignored: the visitor clicked twice or sent the form again. */
const duplicateWindow = "10 minutes";

/** Stores an enquiry and notifies its readers. Resolves to its id, or to the id of the first message if this repeats it; null: spam, not stored. */
export async function sendMessage(
  services: Services,
  tenantId: string,
  { website, language, ...message }: MessageInput,
  locale: Locale,
): Promise<string | null> {
  if (website !== undefined && website !== "") return null;
  return services.database.tenant(tenantId, async (tx) => {
    // A double click sends two requests: the second waits here and then finds the first message.
    const lockName = JSON.stringify([tenantId, message.contact, message.message]);
    await tx.lock(lockName);
    const [duplicate] = await tx.rows<{ id: string }>(
      sql`select id from contact_message where tenant_id = ${tenantId}::uuid and contact = ${message.contact} and message = ${message.message}
        and created_at > now() - ${duplicateWindow}::interval and deleted_at is null limit 1`,
    );
    if (duplicate !== undefined) return duplicate.id;
    const values = { ...message, locale: language ?? locale, status: "new" };
    const { id } = await insertRow(tx, asProgram(services, tenantId, "visitor"), contactMessage, { values });
    const memberIds = await readerIdsOf(tx, contactMessage, { tenantId, id }, { quotes: ["name", "message"] });
    // Enquiries share one unread notice, by `about`.
    const content = { name: message.name, detail: firstCharacters(message.message, 200) };
    const url = "/paas/contactMessage/list";
    const notice = { event: "enquiry.received" as const, about: "enquiries", content, url };
    await addEmailedNotices(tx, services, { tenantId, memberIds }, notice);
    return id;
  });
}
