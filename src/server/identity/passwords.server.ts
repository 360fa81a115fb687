import { hash, verify } from "@node-rs/argon2";
import { Problem } from "#kit/problem.ts";
import { createQueue } from "#server/process/queue.server.ts";
import { keyedHash, type Pepper, withEachKey } from "#server/process/secrets.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    passwords: Passwords;
  }
}

export type Passwords = {
  /**
   * Runs a password sign-in in a queue: a request that would wait too long is refused before any work is done.
   * @throws {Problem} tooManyRequests while too many wait
   */
  enqueue: <T>(signIn: () => Promise<T>) => Promise<T>;
  hash: (password: string) => Promise<string>;
  /**
   * Whether the password belongs to the hash. `null`, for an unknown account, takes the same time as a wrong password, so that the two cannot be
   * distinguished (T-16).
   * @throws {Problem} tooManyRequests while too many wait
   */
  verify: (password: string, hashed: string | null) => Promise<boolean>;
  /** False for a hash with an older key or cost, which the next sign-in has to replace. */
  isCurrent: (hashed: string) => boolean;
};

/** argon2id with 19 MiB, two passes and one lane: OWASP's minimum, about 14 ms on two cores. */
const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const costMark = `$m=${hashCost.memoryCost},t=${hashCost.timeCost},p=${hashCost.parallelism}$`;
/** More hashes at once would make every sign-in slower than a second, and block other requests. */
const hashConcurrency = 2;
/** Enough that the next sign-ins have read their data while two are hashed; each uses a database connection for a part of its time. */
const signInConcurrency = 4;
/** This many waiting sign-ins are served in less than a second; further ones are refused with `Retry-After`. */
const maxWaiting = 48;

const refusal = new Problem(
  "tooManyRequests",
  { zh: "当前登录人数较多，请稍后再试", en: "Too many people are signing in. Try again in a moment." },
  { retryAfter: 2 },
);

const pepperIdLength = 8;
/** The id of a pepper, with which hashes made with it begin. */
const pepperIdOf = (pepper: Pepper) => keyedHash(pepper, "key id").slice(0, pepperIdLength);
/** The ids with which hashes begin that this pepper, or one that it replaced, can verify; eight characters each. */
export const knownPepperIds = (pepper: Pepper): string[] => withEachKey(pepper).map(pepperIdOf);

/**
 * Hashes passwords with argon2 over an HMAC with the pepper, at most two at once. A stored hash begins with the id of its pepper, so that the pepper
 * can be replaced: each password gets a hash with the current one when its owner signs in.
 */
export async function createPasswords(pepper: Pepper): Promise<Passwords> {
  const hashing = createQueue({ concurrency: hashConcurrency, maxWaiting, refusal });
  const currentId = pepperIdOf(pepper);
  const peppers = new Map(withEachKey(pepper).map((one) => [pepperIdOf(one), one]));
  const withPepper = (password: string, key: Pepper) => keyedHash(key, "password", password.normalize("NFKC"));
  const makeHash = async (password: string) => `${currentId}${await hash(withPepper(password, pepper), hashCost)}`;
  const decoyHash = await makeHash("nobody's password");
  return {
    enqueue: createQueue({ concurrency: signInConcurrency, maxWaiting, refusal }).enqueue,
    hash: (password) => hashing.enqueue(() => makeHash(password)),
    async verify(password, hashed) {
      const currentHash = hashed !== null && peppers.has(hashed.slice(0, pepperIdLength)) ? hashed : undefined;
      const stored = currentHash ?? decoyHash;
      const key = peppers.get(stored.slice(0, pepperIdLength))!;
      const matches = await hashing.enqueue(() => verify(stored.slice(pepperIdLength), withPepper(password, key)));
      return currentHash !== undefined && matches;
    },
    isCurrent: (hashed) => hashed.startsWith(currentId) && hashed.includes(costMark),
  };
}
