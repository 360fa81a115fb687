import { randomUUID } from "node:crypto";

/**
 * A new row id: UUID version 7 (RFC 9562), so that later ids sort later and indexes grow at one end. Created here and not in the database because
 * PostgreSQL has `uuidv7()` only from 18 on.
 */
export function newId(now = Date.now()): string {
  const time = now.toString(16).padStart(12, "0");
  // Of a random version 4 the last 18 digits: its randomness comes from a pool, which is quicker than asking the system each time.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
