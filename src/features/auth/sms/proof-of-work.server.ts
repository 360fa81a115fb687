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
 * Proof of work (ALTCHA): requesting many messages costs computing time, about a second per message on a computer, two or three on a phone. A
 * solution takes a random number of steps between `min` and `max`, each of `PROOF_COST` hashes.
 */
const solutionSteps = { min: 3000, max: 7000 };
const lifetimeMs = minutes(5);

const checkRequired = { zh: "需要完成安全验证，请重试", en: "A security check is required. Try again." };

const hex = z.string().regex(/^[0-9a-f]{1,128}$/);
/** ALTCHA's format: JSON, which clients send in base64. */
const solvedChallenge = z.object({
  challenge: z.strictObject({
    parameters: z.strictObject({
      algorithm: z.literal("SHA-256"),
      cost: z.int().min(1),
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

/** An unsolved challenge, as sent to clients. */
export const challengeOutput = solvedChallenge.shape.challenge;

/** Input of calls that send messages: the solved challenge, if one is required. */
export const proofInput = z.string().max(4000).optional();

/** The services that challenges require: `pepper` signs them, `env` contains their cost. */
export type ChallengeServices = Pick<Services, "pepper" | "env">;
const hmacSecretOf = ({ pepper }: ChallengeServices) => keyedHash(pepper, "proof of work");

/** A new challenge for a client to solve. */
export async function newChallenge(services: ChallengeServices) {
  const challenge = await createChallenge({
    algorithm: "SHA-256",
    cost: services.env.PROOF_COST,
    counter: randomInt(solutionSteps.min, solutionSteps.max),
    deriveKey,
    expiresAt: new Date(Date.now() + lifetimeMs),
    hmacSignatureSecret: hmacSecretOf(services),
  });
  return challengeOutput.parse(challenge);
}

/** The problem that makes a client solve a challenge and repeat the call. */
export async function proofRequired(services: ChallengeServices): Promise<Problem> {
  return new Problem("proofRequired", checkRequired, { data: { challenge: await newChallenge(services) } });
}

/** A correctly solved challenge, which may have been used already. `expiresAt` is in seconds since 1970. */
export type ProofOfWork = { nonce: string; expiresAt: number };

/** Parses and verifies a client's proof; undefined if it is missing or invalid. */
export async function readProof(
  services: ChallengeServices,
  proof: string | undefined,
): Promise<ProofOfWork | undefined> {
  if (proof === undefined) return undefined;
  let decoded: unknown;
  try {
    decoded = JSON.parse(Buffer.from(proof, "base64").toString());
  } catch {
    return undefined;
  }
  const parsed = solvedChallenge.safeParse(decoded);
  if (!parsed.success) return undefined;
  const { challenge, solution } = parsed.data;
  if (challenge.parameters.cost !== services.env.PROOF_COST) return undefined;
  const { verified } = await verifySolution({
    challenge,
    solution,
    deriveKey,
    hmacSignatureSecret: hmacSecretOf(services),
  });
  return verified ? { nonce: challenge.parameters.nonce, expiresAt: challenge.parameters.expiresAt } : undefined;
}

/** Marks a proof as used in the caller's transaction. False when it was used before; of concurrent uses one succeeds. */
export async function consumeProof(tx: Tx, { nonce, expiresAt }: ProofOfWork): Promise<boolean> {
  const inserted =
    await tx.rows(sql`insert into spent_proof (nonce, expires_at) values (${nonce}, to_timestamp(${expiresAt}))
    on conflict do nothing returning nonce`);
  return inserted.length > 0;
}

/** Deletes used proofs ten minutes after they expire, because the clocks of servers differ. */
export const purgeProofs = (tx: Tx, limit: number) =>
  deleteRows(tx, "spent_proof", sql`expires_at < now() - interval '10 minutes'`, limit);
