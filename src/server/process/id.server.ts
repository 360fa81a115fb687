import { randomUUID } from "node:crypto";

/**
 * A new row id: UUID version 7 (RFC 9562), so that later ids sort later and indexes grow at one end. Not created by the database, because PostgreSQL
 * has `uuidv7()` only from version 18. `now`: ms since 1970.
 */
export function newId(now = Date.now()): string {
  const time = now.toString(16).padStart(12, "0");
  // The rest is from a random UUID of version 4, whose pool of random bytes is faster than a system call for each id.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
