import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link2, MessageSquareText, Undo2 } from "lucide-react";
import type { AnyRow } from "#kit/entity.ts";
import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { call } from "#client/call.ts";
import { ask } from "#ui/confirm.tsx";
import { useCopy } from "#ui/copy.ts";
import { useText } from "#ui/locale.ts";
import { onOwnSite } from "#client/space-site.ts";
import { notify } from "#ui/toast.tsx";

const texts = {
  copy: { zh: "复制邀请链接", en: "Copy invitation link" },
  copied: { zh: "邀请链接已复制", en: "Invitation link copied" },
  uncopied: { zh: "无法自动复制，请手动选择链接", en: "Could not copy. Select the link manually." },
  again: { zh: "重发短信", en: "Resend text message" },
  sent: { zh: "短信已发送", en: "Text message sent" },
  notSent: {
    zh: "暂时无法发送短信，请将链接发给对方",
    en: "The text message could not be sent. Send the link instead.",
  },
  withdraw: { zh: "撤销邀请", en: "Revoke invitation" },
  sure: { zh: "撤销对“{name}”的邀请？", en: "Revoke the invitation of {name}?" },
  keep: { zh: "取消", en: "Cancel" },
  withdrawn: { zh: "邀请已撤销", en: "Invitation revoked" },
};
const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;
const look = { kind: "quiet", size: "icon", className: "text-ink-3" } as const;

/** Where the owner of an invited number accepts: any sign-in leads there, and the invitation is theirs by the number. */
export const invitationUrl = (id: string): string => onOwnSite(`/paas/index?invitation=${id}`);

/** What can be done with an invitation that waits for its answer. */
function InvitationActions({ row }: { row: AnyRow }) {
  const t = useText();
  const client = useQueryClient();
  const { copy } = useCopy();
  const name = String(row.name ?? row.mobile);
  const label = (text: { zh: string; en: string }) => ({ title: t(text), "aria-label": `${t(text)} ${name}` });
  const onError = (error: Error) => notify("error", error.message);
  const again = useMutation({
    mutationFn: () => call("POST paas/member/invite/again", { id: row.id }),
    onSuccess: ({ isSent }) => notify(isSent ? "success" : "info", t(isSent ? texts.sent : texts.notSent)),
    onError,
  });
  const withdraw = useMutation({
    mutationFn: () => call("POST paas/member/invite/withdraw", { id: row.id }),
    async onSuccess() {
      notify("success", t(texts.withdrawn));
      await client.invalidateQueries({ queryKey: ["table", "member"] });
    },
    onError,
  });
  async function askToWithdraw(): Promise<void> {
    const title = t(formatText(texts.sure, { name }));
    const question = { title, yes: t(texts.withdraw), no: t(texts.keep), isDangerous: true };
    if (await ask(question)) withdraw.mutate();
  }
  async function copyLink(): Promise<void> {
    const isDone = await copy(invitationUrl(row.id));
    notify(isDone ? "success" : "error", t(isDone ? texts.copied : texts.uncopied));
  }
  return (
    <>
      <Button {...look} {...label(texts.copy)} onClick={() => void copyLink()}>
        <Link2 {...icon} />
      </Button>
      <Button {...look} {...label(texts.again)} disabled={again.isPending} onClick={() => again.mutate()}>
        <MessageSquareText {...icon} />
      </Button>
      <Button {...look} {...label(texts.withdraw)} disabled={withdraw.isPending} onClick={() => void askToWithdraw()}>
        <Undo2 {...icon} />
      </Button>
    </>
  );
}

/** The actions of a line of the members list. */
export const renderInvitationActions = (row: AnyRow) =>
  row.status === "invited" ? <InvitationActions row={row} /> : null;
