import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import { holdHours } from "#kit/account-periods.ts";
import { Problem } from "#kit/problem.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { seal, unseal } from "#server/process/seal.server.ts";

/** The kinds of payout accounts. A person has at most one of each kind in a space. */
export const payeeKinds = ["bank", "alipay", "wechat"] as const;
export type PayeeKind = (typeof payeeKinds)[number];
export type NewPayee = { kind: PayeeKind; holder: string; bank: string; number: string };

/** A payout account, masked for display. No payouts are made to it before `heldUntil`. */
export type Payee = {
  id: string;
  kind: PayeeKind;
  holder: string;
  bank: string;
  number: string;
  heldUntil: string;
  isHeld: boolean;
  updatedAt: string;
};

/** @public Decrypts a payout account for making payouts. @throws when it was altered, or encrypted with another key */
export const decryptPayee = (pepper: Buffer, secret: string) => JSON.parse(unseal(pepper, "payee", secret)) as NewPayee;

/** The first character of the holder and the last four of the number; the rest is masked. */
const maskPayee = ({ holder, bank, number }: NewPayee) => ({
  holder: `${[...holder][0] ?? ""}${"*".repeat(Math.max(1, [...holder].length - 1))}`,
  bank,
  number: `**** ${number.slice(-4)}`,
});

const ownedBy = ({ tenantId, memberId }: UserPrincipal) =>
  sql`tenant_id = ${tenantId}::uuid and member_id = ${memberId}::uuid`;
const columns = sql`id, kind, shown ->> 'holder' as holder, shown ->> 'bank' as bank, shown ->> 'number' as number,
  held_until as "heldUntil", held_until > now() as "isHeld", updated_at as "updatedAt"`;

/** A person's payout accounts in the current space. */
export function listPayees(tx: Tx, principal: UserPrincipal): Promise<Payee[]> {
  return tx.rows<Payee>(sql`select ${columns} from payee where ${ownedBy(principal)} order by kind`);
}

/** Stores a payout account, replacing the person's previous one of its kind. Saving the same account twice leaves one. */
export async function savePayee(tx: Tx, pepper: Buffer, principal: UserPrincipal, payee: NewPayee): Promise<Payee> {
  const maskedPayee = JSON.stringify(maskPayee(payee));
  await tx.rows(sql`select 1 from member where id = ${principal.memberId}::uuid for no key update`);
  await tx.rows(sql`delete from payee where ${ownedBy(principal)} and kind = ${payee.kind}`);
  const [saved] = await tx.rows<Payee>(sql`insert into payee (id, tenant_id, member_id, kind, secret, shown, held_until)
    values (${newId()}::uuid, ${principal.tenantId}::uuid, ${principal.memberId}::uuid, ${payee.kind}, ${seal(pepper, "payee", JSON.stringify(payee))},
      ${maskedPayee}::jsonb, now() + make_interval(hours => ${holdHours})) returning ${columns}`);
  return saved!;
}

/** Deletes one of the person's payout accounts. @throws {Problem} notFound */
export async function deletePayee(tx: Tx, principal: UserPrincipal, id: string): Promise<void> {
  const deleted = await tx.rows(sql`delete from payee where ${ownedBy(principal)} and id = ${id}::uuid returning id`);
  if (deleted.length === 0) throw new Problem("notFound", { zh: "提现账户不存在", en: "Payout account not found" });
}

/** Pauses payouts to a person's accounts in all spaces, after a change of the payment password or mobile number. */
export async function holdPayees(tx: Tx, { accountId }: UserPrincipal): Promise<void> {
  await tx.rows(sql`update payee set held_until = now() + make_interval(hours => ${holdHours}) from member
    where member.id = payee.member_id and member.account_id = ${accountId}`);
}
