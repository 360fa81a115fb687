import { z } from "zod";
import { refusal } from "#kit/refusal.ts";
import { faultTexts, providerTexts } from "./provider-texts.ts";

/** The sign of a space, as people type it. */
export const signInput = z.string().trim().min(1).max(63);

const nameInput = z.string().trim().min(1).max(40);

/** An issuer: a web address without query or fragment, of which the program reads the configuration. */
const issuerInput = z
  .string()
  .trim()
  .max(300)
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && url.search === "" && url.hash === "" && !/[?#]/.test(text);
  }, refusal(faultTexts.refused));

const domainInput = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,8}$/, refusal(providerTexts.domainWrong));

const settings = {
  issuer: issuerInput,
  clientId: z.string().trim().min(1).max(300),
  name: z.strictObject({ zh: nameInput, en: nameInput }),
  isEnabled: z.boolean(),
  addsMembers: z.boolean(),
  roleId: z.uuid().nullable(),
  domains: z.array(domainInput).max(20),
  allowsPassword: z.boolean(),
};

export const providerInput = z.strictObject({ ...settings, secret: z.string().min(1).max(1000).optional() });
export const providerOutput = z.object({
  ...settings,
  issuer: z.string(),
  clientId: z.string(),
  name: z.object({ zh: z.string(), en: z.string() }),
  domains: z.array(z.string()),
});
