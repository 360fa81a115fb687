import { randomInt } from "node:crypto";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/sha";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "#kit/call.ts";
import { minutes } from "#kit/format.ts";
import { Problem } from "#kit/problem.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { deleteRows } from "#server/postgres/delete-rows.server.ts";
import { keyedHash } from "#server/process/secrets.server.ts";

/**
 * Proof of work (ALTCHA): requesting many messages costs computing time, a fraction of a second on a computer and a second or two on a phone. A
 * solution takes between `steps.min` and `steps.max` steps of `cost` hashes each.
 */
const steps = { min: 3000, max: 7000 };
const cost = 50;
const lifetime = minutes(5);

const texts = { zh: "需要完成安全验证，请重试", en: "A security check is required. Try again." };

const hex = z.string().regex(/^[0-9a-f]{1,128}$/);
/** ALTCHA's format, base64 of JSON. */
const payload = z.object({
  challenge: z.strictObject({
    parameters: z.strictObject({
      algorithm: z.literal("SHA-256"),
      cost: z.literal(cost),
      expiresAt: z.int(),
      keyLength: z.int(),
      keyPrefix: hex,
      nonce: hex,
      salt: hex,
    }),
    signature: hex,
  }),
  solution: z.object({ counter: z.int().min(0), derivedKey: hex }),
});

/** A challenge, for clients. */
export const challengeOutput = payload.shape.challenge;

/** The input of calls that send messages: the solved challenge, when one was required. */
export const proofInput = z.string().max(4000).optional();

type Peppered = Pick<Services, "pepper">;
const secretOf = ({ pepper }: Peppered) => keyedHash(pepper, "proof of work");

/** A new challenge for a client to solve. */
export async function newChallenge(services: Peppered) {
  const challenge = await createChallenge({
    algorithm: "SHA-256",
    cost,
    counter: randomInt(steps.min, steps.max),
    deriveKey,
    expiresAt: new Date(Date.now() + lifetime),
    hmacSignatureSecret: secretOf(services),
  });
  return challengeOutput.parse(JSON.parse(JSON.stringify(challenge)));
}

/** The problem that makes a client solve a challenge and repeat the call. */
export async function proofRequired(services: Peppered): Promise<Problem> {
  return new Problem("proofRequired", texts, { data: { challenge: await newChallenge(services) } });
}

/** A valid, solved challenge; it may have been used before. */
export type ProofOfWork = { nonce: string; expiresAt: number };

/** Parses a client's proof; undefined when it is invalid. */
export async function readProof(services: Peppered, proof: string | undefined): Promise<ProofOfWork | undefined> {
  if (proof === undefined) return undefined;
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(proof, "base64").toString());
  } catch {
    return undefined;
  }
  const parsed = payload.safeParse(read);
  if (!parsed.success) return undefined;
  const { challenge, solution } = parsed.data;
  const { verified } = await verifySolution({
    challenge,
    solution,
    deriveKey,
    hmacSignatureSecret: secretOf(services),
  });
  return verified ? { nonce: challenge.parameters.nonce, expiresAt: challenge.parameters.expiresAt } : undefined;
}

/** Marks a proof as used in the caller's transaction. False when it was used before; of concurrent uses one succeeds. */
export async function spendProof(tx: Tx, { nonce, expiresAt }: ProofOfWork): Promise<boolean> {
  const inserted =
    await tx.rows(sql`insert into spent_proof (nonce, expires_at) values (${nonce}, to_timestamp(${expiresAt}))
    on conflict do nothing returning nonce`);
  return inserted.length > 0;
}

/** Deletes expired proofs, with some reserve because clocks of machines differ. */
export const purgeProofs = (tx: Tx, limit: number) =>
  deleteRows(tx, "spent_proof", sql`expires_at < now() - interval '10 minutes'`, limit);
