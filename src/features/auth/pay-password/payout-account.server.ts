import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import { payoutHoldHours } from "#kit/account-periods.ts";
import { Problem } from "#kit/problem.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { seal, unseal } from "#server/process/seal.server.ts";
import type { Pepper } from "#server/process/secrets.server.ts";

/** The kinds of payout accounts. A person has at most one of each kind in a space. */
export const payoutAccountKinds = ["bank", "alipay", "wechat"] as const;
export type PayoutAccountKind = (typeof payoutAccountKinds)[number];
export type NewPayoutAccount = { kind: PayoutAccountKind; holder: string; bank: string; number: string };

/** A payout account, masked for display. No payouts are made to it before `heldUntil`. Its table and the paths of its calls are named `payee`. */
export type PayoutAccount = {
  id: string;
  kind: PayoutAccountKind;
  holder: string;
  bank: string;
  number: string;
  heldUntil: string;
  isHeld: boolean;
  updatedAt: string;
};

/** @public Decrypts a payout account for making payouts. @throws when it was altered, or encrypted with another key */
export const decryptPayoutAccount = (pepper: Pepper, secret: string) =>
  JSON.parse(unseal(pepper, "payee", secret)) as NewPayoutAccount;

/** The first character of the holder and the last four of the number; the rest is masked. */
const maskPayoutAccount = ({ holder, bank, number }: NewPayoutAccount) => ({
  holder: `${[...holder][0] ?? ""}${"*".repeat(Math.max(1, [...holder].length - 1))}`,
  bank,
  number: `**** ${number.slice(-4)}`,
});

const ownedBy = ({ tenantId, memberId }: UserPrincipal) =>
  sql`tenant_id = ${tenantId}::uuid and member_id = ${memberId}::uuid`;
const columns = sql`id, kind, shown ->> 'holder' as holder, shown ->> 'bank' as bank, shown ->> 'number' as number,
  held_until as "heldUntil", held_until > now() as "isHeld", updated_at as "updatedAt"`;

/** A person's payout accounts in the current space. */
export function listPayoutAccounts(tx: Tx, principal: UserPrincipal): Promise<PayoutAccount[]> {
  return tx.rows<PayoutAccount>(sql`select ${columns} from payee where ${ownedBy(principal)} order by kind`);
}

/** Stores a payout account, replacing the person's previous one of its kind. Saving the same account twice leaves one. */
export async function savePayoutAccount(
  tx: Tx,
  pepper: Pepper,
  principal: UserPrincipal,
  account: NewPayoutAccount,
): Promise<PayoutAccount> {
  const maskedAccount = JSON.stringify(maskPayoutAccount(account));
  // Saves of one person run one at a time, because two concurrent saves would store two accounts of a kind.
  await tx.rows(sql`select 1 from member where id = ${principal.memberId}::uuid for no key update`);
  await tx.rows(sql`delete from payee where ${ownedBy(principal)} and kind = ${account.kind}`);
  const [saved] =
    await tx.rows<PayoutAccount>(sql`insert into payee (id, tenant_id, member_id, kind, secret, shown, held_until)
    values (${newId()}::uuid, ${principal.tenantId}::uuid, ${principal.memberId}::uuid, ${account.kind}, ${seal(pepper, "payee", JSON.stringify(account))},
      ${maskedAccount}::jsonb, now() + make_interval(hours => ${payoutHoldHours})) returning ${columns}`);
  return saved!;
}

/** Deletes one of the person's payout accounts. @throws {Problem} notFound */
export async function deletePayoutAccount(tx: Tx, principal: UserPrincipal, id: string): Promise<void> {
  const deleted = await tx.rows(sql`delete from payee where ${ownedBy(principal)} and id = ${id}::uuid returning id`);
  if (deleted.length === 0) throw new Problem("notFound", { zh: "提现账户不存在", en: "Payout account not found" });
}

/** Pauses payouts to a person's accounts in all spaces, after a change of the payment password or mobile number. */
export async function pausePayouts(tx: Tx, { accountId }: UserPrincipal): Promise<void> {
  await tx.rows(sql`update payee set held_until = now() + make_interval(hours => ${payoutHoldHours}) from member
    where member.id = payee.member_id and member.account_id = ${accountId}`);
}
