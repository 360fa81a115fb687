import type { CallContext } from "#kit/call.ts";
import member from "#entities/member.ts";
import { recordAuditEvent } from "#records/change/history.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import type { Account } from "./account.server.ts";

/** Maximum failed sign-ins of a member that the audit log records per hour, so that guessing passwords cannot fill it. */
const maxFailuresPerHour = 10;

/** Records a sign-in in the audit log of the account's space. `issuer`: the identity provider through which the person signed in. */
export const logSignIn = (
  tx: Tx,
  { principal, requestId }: CallContext,
  { tenantId, memberId }: Account,
  issuer?: string,
) =>
  recordAuditEvent(tx, { principal, requestId, actor: { tenantId, memberId } }, member, {
    verb: "signIn",
    tenantId,
    rowId: memberId,
    ...(issuer !== undefined && { subject: issuer }),
  });

/**
 * Returns a function that records a failed sign-in in the audit log of the account's space. Without an account it records nothing but runs the same
 * query, so that the response time does not reveal whether the account exists (T-16).
 */
export const logFailedSignIn =
  ({ principal, requestId, siteTenantId }: CallContext, account: Account | undefined) =>
  (tx: Tx): Promise<void> =>
    recordAuditEvent(tx, { principal, requestId, actor: "visitor" }, member, {
      verb: "signInFailed",
      tenantId: account?.tenantId ?? siteTenantId,
      rowId: account?.memberId ?? null,
      maxPerHour: maxFailuresPerHour,
    });
