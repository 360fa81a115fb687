import { z } from "zod";
import { longestPassword } from "#kit/password.ts";
import { refusal } from "#kit/refusal.ts";
import { labels } from "./sign-in-texts.ts";

export const mobileInput = z.string().min(1).max(20);
export const codeRefusal = { zh: "不能小于6位", en: "cannot be less than 6 digits" };
/** Six digits. The message is the same for every wrong value (B-231). */
export const codeInput = z.string().regex(/^\d{6}$/, refusal(codeRefusal));
/** A password may have 64 characters, each up to two units of a string. */
export const passwordInput = z
  .string()
  .min(1)
  .max(2 * longestPassword);

/** The signed-in person as the contract has it (N-001); see `SignInResult`. */
export const signedInOutput = z.object({
  id: z.string(),
  userName: z.string(),
  parentId: z.null(),
  openId: z.null(),
  user: z.object({ userName: z.string() }),
  tenant: z.object({ id: z.string(), sign: z.string() }),
  token: z.string().nullable(),
});

/** Older clients send the name as `key`. */
export const nameInput = { username: z.string().max(64).optional(), key: z.string().max(64).optional() };

export const registrationInput = z.strictObject({
  mobile: mobileInput,
  verifyCode: codeInput,
  password: passwordInput,
  // Accepted for older clients and ignored: the number becomes the username, and every registration creates a space.
  userName: z.string().max(64).optional(),
  regAdmin: z.boolean().optional(),
  /** Acceptance of the user agreement and the privacy policy. Older clients omit it; `false` is refused. */
  agreed: z.literal(true, refusal(labels.agreeFirst)).optional(),
});

/** The token of a step ticket (session/step-ticket.server.ts). */
export const ticketInput = z.string().min(20).max(100);
