import { hash, verify } from "@node-rs/argon2";
import { Problem } from "#kit/problem.ts";
import { createQueue } from "#server/process/queue.server.ts";
import { keyedHash } from "#server/process/secrets.server.ts";

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
   * Takes the same time without a hash, so that an unknown account cannot be told from a wrong password (T-16).
   * @throws {Problem} tooManyRequests while too many wait
   */
  verify: (password: string, hashed: string | null) => Promise<boolean>;
  /** False for a hash with an older key or cost: it is replaced at the next sign-in. */
  isCurrent: (hashed: string) => boolean;
};

/** argon2id, 19 MiB, two passes, one lane: OWASP's minimum, about 14 ms here. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const costMark = `$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
/** More concurrent hashes would only slow down every sign-in beyond a second and block other requests. */
const hashConcurrency = 2;
/** Enough that the next sign-ins are ready while two are hashed; each holds a database connection for a part of its time. */
const signInConcurrency = 4;
/** This many are served in less than a second; further ones are refused with `Retry-After`. */
const maxWaiting = 48;

const refusal = new Problem(
  "tooManyRequests",
  { zh: "当前登录人数较多，请稍后再试", en: "Too many people are signing in. Try again in a moment." },
  { retryAfter: 2 },
);

const idOf = (pepper: Buffer) => keyedHash(pepper, "key id").slice(0, 8);

/**
 * Password hashing over an HMAC with the pepper; at most two at once. A stored hash begins with the id of its key, so that a pepper can be replaced:
 * pass the previous ones as `oldPeppers`, and passwords migrate as people sign in.
 */
export async function createPasswords(pepper: Buffer, oldPeppers: readonly Buffer[] = []): Promise<Passwords> {
  const hashing = createQueue({ concurrency: hashConcurrency, maxWaiting, refusal });
  const currentId = idOf(pepper);
  const peppers = new Map([...oldPeppers, pepper].map((key) => [idOf(key), key]));
  const withPepper = (password: string, key: Buffer) => keyedHash(key, "password", password.normalize("NFKC"));
  const make = async (password: string) => `${currentId}${await hash(withPepper(password, pepper), cost)}`;
  const decoyHash = await make("nobody's password");
  return {
    enqueue: createQueue({ concurrency: signInConcurrency, maxWaiting, refusal }).enqueue,
    hash: (password) => hashing.enqueue(() => make(password)),
    async verify(password, hashed) {
      const currentHash = hashed !== null && peppers.has(hashed.slice(0, 8)) ? hashed : undefined;
      const stored = currentHash ?? decoyHash;
      const key = peppers.get(stored.slice(0, 8))!;
      const matches = await hashing.enqueue(() => verify(stored.slice(8), withPepper(password, key)));
      return currentHash !== undefined && matches;
    },
    isCurrent: (hashed) => hashed.startsWith(currentId) && hashed.includes(costMark),
  };
}
