import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { mobilePattern, normalizeMobile } from "#kit/mobile.ts";
import { entityOf } from "#records/definitions.server.ts";
import { saveRow } from "#records/save.server.ts";

const isContact = (value: string) => z.email().safeParse(value).success || mobilePattern.test(normalizeMobile(value));

/** Contact form (spec section 3: name, contact info (email or phone), message). */
const submit = defineCall({
  method: "POST",
  path: "basic/contact/submit",
  envelope: "data",
  title: { zh: "提交留言", en: "Send a contact message" },
  access: anyone,
  limit: { max: 6, windowSeconds: 60 },
  input: z.strictObject({
    name: z.string().trim().min(1).max(50),
    contact: z.string().trim().max(100).refine(isContact, "Enter an email address or a mobile number"),
    message: z.string().trim().min(1).max(2000),
    language: z.enum(["zh", "en"]).optional(),
    // People never see this field; a program that fills in everything gives itself away.
    website: z.string().max(200).optional(),
  }),
  output: z.object({ id: z.string().nullable() }),
  async run({ website, language, ...message }, { services, siteTenantId, locale }) {
    if (website !== undefined && website !== "") return { id: null };
    const who = { kind: "system", tenantId: siteTenantId } as const;
    const values = { ...message, language: language ?? locale, status: "new" };
    const row = await saveRow(services.database, who, entityOf("contactMessage"), { values });
    return { id: row.id };
  },
});

export default submit;
declare module "#kit/call.ts" {
  interface Calls {
    "POST basic/contact/submit": typeof submit;
  }
}
