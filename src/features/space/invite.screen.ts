import { administrator } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "invite",
  paths: ["paas/member/invite"],
  title: { zh: "邀请成员", en: "Invite a member" },
  access: administrator,
  frame: "management",
  crumb: { under: "member", name: { zh: "邀请", en: "Invite" } },
});
