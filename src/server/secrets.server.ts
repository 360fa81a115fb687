import { createHmac, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The key that is mixed into passwords and codes before they are hashed; without it a stolen database is of little use. */
export function readPepper(given: string | undefined, dataFolder: string): Buffer {
  if (given !== undefined) return Buffer.from(given);
  mkdirSync(dataFolder, { recursive: true });
  const file = path.join(dataFolder, "pepper");
  try {
    writeFileSync(file, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return Buffer.from(readFileSync(file, "utf8").trim());
}

/** HMAC-SHA256 as hex, each use under its own word so that one can never stand for another. */
export function keyed(pepper: Buffer, use: string, ...parts: string[]): string {
  return createHmac("sha256", pepper).update([use, ...parts].join("\0")).digest("hex");
}

declare module "#kit/call.ts" {
  interface Services {
    /** Key of every HMAC over a secret that people choose or type. */
    pepper: Buffer;
  }
}
