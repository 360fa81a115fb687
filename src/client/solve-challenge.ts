import { sha256 } from "@noble/hashes/sha2.js";
import { seconds } from "#kit/format.ts";
import { type Challenge, type DeriveKeyFunction, solveChallenge as search } from "altcha-lib";

/**
 * SHA-256, so many times over. Not the browser's own: that one is missing where a page came over plain http, and has to be waited for each time.
 */
const deriveKey: DeriveKeyFunction = ({ cost, keyLength }, salt, password) => {
  let key = sha256(Uint8Array.of(...salt, ...password));
  for (let round = 1; round < cost; round += 1) key = sha256(key);
  return Promise.resolve({ derivedKey: key.subarray(0, keyLength) });
};

const maxDuration = seconds(30);

/** Gives the proof as calls take it: base64 of challenge and solution. @throws {Error} when it takes longer than anybody waits */
export async function solveChallenge(challenge: Challenge): Promise<string> {
  const solution = await search({ challenge, deriveKey, timeout: maxDuration });
  if (solution === null) throw new Error("The challenge could not be solved");
  return btoa(JSON.stringify({ challenge, solution }));
}
