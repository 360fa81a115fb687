import { administrator } from "#kit/access.ts";
import member from "#entities/member.ts";
import { defineRowCommand } from "#records/change/row-commands.server.ts";
import { endInvitation } from "../invite.server.ts";

/** Revokes pending invitations. */
export default defineRowCommand({
  id: "revokeInvitation",
  entity: member,
  name: { zh: "撤销邀请", en: "Revoke invitation" },
  icon: "revoke",
  access: administrator,
  isBatch: true,
  if: { field: "status", op: "eq", value: "invited" },
  question: { title: { zh: "撤销对“{name}”的邀请？", en: "Revoke the invitation of {name}?" }, isDangerous: true },
  async run({ tx, context }, rows) {
    for (const invitation of rows) await endInvitation(tx, context, invitation);
    return { text: { zh: "邀请已撤销", en: "Invitation revoked" }, kind: "success" };
  },
});
