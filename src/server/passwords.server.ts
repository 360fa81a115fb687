import { hash, verify } from "@node-rs/argon2";
import { Problem } from "#kit/problem.ts";
import { keyed } from "./secrets.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    passwords: Passwords;
  }
}

export type Passwords = {
  hash: (password: string) => Promise<string>;
  /** Also spends the time of a real check when there is no hash, so that an unknown account cannot be told from a wrong password (T-16). */
  verify: (password: string, hashed: string | null) => Promise<boolean>;
};

/** argon2id, 19 MiB, two passes, one lane: OWASP's minimum, about 14 ms here. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** More hashes at once would only push everybody's answer past a second and take the cores from other requests. */
const atOnce = 2;
const longestQueue = 64;

function createQueue() {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= longestQueue) {
        throw new Problem("tooManyRequests", { zh: "当前登录人数较多,请稍后再试", en: "Many people are signing in right now. Try again in a moment." }, { retryAfter: 2 });
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}

/** Password hashing over an HMAC with the pepper; at most two at once. */
export async function createPasswords(pepper: Buffer): Promise<Passwords> {
  const inTurn = createQueue();
  const peppered = (password: string) => keyed(pepper, "password", password.normalize("NFKC"));
  const nobodys = await hash(peppered("nobody's password"), cost);
  return {
    hash: (password) => inTurn(() => hash(peppered(password), cost)),
    async verify(password, hashed) {
      const matches = await inTurn(() => verify(hashed ?? nobodys, peppered(password)));
      return hashed !== null && matches;
    },
  };
}
