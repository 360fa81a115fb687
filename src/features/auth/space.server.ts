import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Services } from "#kit/call.ts";
import type { Text } from "#kit/text.ts";
import { maskMobile } from "#kit/mobile.ts";
import { entityOf } from "#records/definitions.server.ts";
import { insertRow } from "#records/save.server.ts";
import type { Tx } from "#server/database.server.ts";
import { newId } from "#server/id.server.ts";

/** Letters and digits that nobody mistakes for one another. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

function newCode(): string {
  return Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join("");
}

type Space = { accountId: string; mobile: string; code?: string; name?: Text; userName?: string };

/** A tenant of a person's own with them as its administrator and a starter theme (ruling 8). */
export async function createSpace(tx: Tx, _services: Services, { accountId, mobile, ...given }: Space): Promise<string> {
  const tenantId = newId();
  const name = given.name ?? { zh: `${maskMobile(mobile)} 的空间`, en: `Space of ${maskMobile(mobile)}` };
  await tx.rows(sql`insert into tenant (id, code, name, owner_account_id) values (${tenantId}::uuid, ${given.code ?? newCode()}, ${JSON.stringify(name)}::jsonb, ${accountId}::uuid)`);
  const program = { kind: "system", tenantId } as const;
  await insertRow(tx, program, entityOf("member"), {
    accountId,
    mobile: maskMobile(mobile),
    userName: given.userName ?? mobile,
    name: maskMobile(mobile),
    isAdministrator: true,
    status: "active",
  });
  await insertRow(tx, program, entityOf("theme"), { name, description: name, menu: [] });
  await tx.changed("tenants");
  return tenantId;
}
