import { administrator } from "#kit/access.ts";
import member from "#entities/member.ts";
import { defineRowCommand } from "#records/change/row-commands.server.ts";
import { resendInvitation } from "../invite.server.ts";

const texts = {
  sent: { zh: "短信已发送", en: "Text message sent" },
  notSent: {
    zh: "暂时无法发送短信，请将链接发给对方",
    en: "The text message could not be sent. Send the link instead.",
  },
};

/** Sends invitations again. */
export default defineRowCommand({
  id: "resendInvitation",
  entity: member,
  name: { zh: "重发短信", en: "Resend text message" },
  icon: "message",
  access: administrator,
  isBatch: true,
  if: { field: "status", op: "eq", value: "invited" },
  whyNot: [
    {
      when: { field: "invitedMobile", op: "empty", value: true },
      text: {
        zh: "此邀请未保存手机号，请复制链接发给对方",
        en: "This invitation has no number on file. Copy the link and send it instead.",
      },
    },
  ],
  async run({ tx, context }, rows) {
    let isSent = true;
    for (const invitation of rows) isSent = (await resendInvitation(tx, context, invitation)) && isSent;
    return isSent ? { text: texts.sent, kind: "success" } : { text: texts.notSent, kind: "info" };
  },
});
