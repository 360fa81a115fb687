import { administrator } from "#kit/access.ts";
import member from "#entities/member.ts";
import { defineRowCommand } from "#records/change/row-commands.server.ts";

/** Copies the link of an invitation, for the inviter to pass on. */
export default defineRowCommand({
  id: "copyInvitationLink",
  entity: member,
  name: { zh: "复制邀请链接", en: "Copy invitation link" },
  icon: "link",
  access: administrator,
  isFor: { field: "status", op: "eq", value: "invited" },
  copies: "/paas/index?invitation={id}",
});
