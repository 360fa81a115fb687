import { sha256 } from "@noble/hashes/sha2.js";
import { seconds } from "#kit/format.ts";
import { type Challenge, type DeriveKeyFunction, solveChallenge as search } from "altcha-lib";

/** Iterated SHA-256. Not `crypto.subtle`, which is asynchronous and missing over plain http. */
const deriveKey: DeriveKeyFunction = ({ cost, keyLength }, salt, password) => {
  let key = sha256(Uint8Array.of(...salt, ...password));
  for (let round = 1; round < cost; round += 1) key = sha256(key);
  return Promise.resolve({ derivedKey: key.subarray(0, keyLength) });
};

const maxDuration = seconds(30);

/** Returns the value of the `proof` input of calls: base64 of challenge and solution. @throws {Error} when it takes longer than 30 s */
export async function solveChallenge(challenge: Challenge): Promise<string> {
  const solution = await search({ challenge, deriveKey, timeout: maxDuration });
  if (solution === null) throw new Error("The challenge could not be solved");
  return btoa(JSON.stringify({ challenge, solution }));
}
