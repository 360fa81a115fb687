import type { CallContext } from "#kit/call.ts";
import member from "#entities/member.ts";
import { recordEvent } from "#records/change/history.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import type { Account } from "./account.server.ts";

/** Failed sign-ins of a member that the audit log tells of within an hour: nobody fills it by guessing. */
const maxFailures = 10;

/** Records a sign-in in the audit log of the space that it leads to. */
export const logSignIn = (tx: Tx, { principal, requestId }: CallContext, { tenantId, memberId }: Account) =>
  recordEvent(tx, { principal, requestId, actor: { tenantId, memberId } }, member, {
    verb: "signIn",
    tenantId,
    rowId: memberId,
  });

/**
 * Records a failed sign-in in the audit log of the space that it would have led to. Without an account it records nothing and takes as long, so that
 * the time of an answer does not tell whether there is one (T-16).
 */
export const logFailedSignIn =
  ({ principal, requestId, siteTenantId }: CallContext, account: Account | undefined) =>
  (tx: Tx): Promise<void> =>
    recordEvent(tx, { principal, requestId, actor: "visitor" }, member, {
      verb: "signInFailed",
      tenantId: account?.tenantId ?? siteTenantId,
      rowId: account?.memberId ?? null,
      maxPerHour: maxFailures,
    });
