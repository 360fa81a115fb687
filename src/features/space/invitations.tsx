import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { call } from "#client/call.ts";
import { ask } from "#ui/confirm.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";
import { enterSpace, useSpaces } from "#client/spaces.ts";

const texts = {
  invited: { zh: "“{name}”邀请您加入。", en: "You are invited to join {name}." },
  later: {
    zh: "加入后，可随时在右上角的菜单中切换空间。",
    en: "After joining, you can switch spaces in the menu at the top right.",
  },
  join: { zh: "加入", en: "Join" },
  decline: { zh: "拒绝", en: "Decline" },
  declineQuestion: { zh: "拒绝“{name}”的邀请？", en: "Decline the invitation to {name}?" },
  declineText: { zh: "之后需要对方重新邀请才能加入。", en: "To join later, you will need a new invitation." },
  cancel: { zh: "取消", en: "Cancel" },
  declined: { zh: "已拒绝邀请", en: "Invitation declined" },
  foreignLink: {
    zh: "此链接中的邀请不属于您登录的手机号，或已失效。请用受邀的手机号登录，或请对方重新邀请。",
    en: "The invitation in this link is for another mobile number, or no longer valid. Sign in with the invited number, or ask for a new invitation.",
  },
};
const itemClass = "flex flex-wrap items-center gap-x-6 gap-y-2 border border-line px-5 py-3.5";

/** The person's invitations to spaces, and a notice if the person followed the link of another person's invitation. */
export function Invitations() {
  const t = useText();
  const locale = useLocale();
  const client = useQueryClient();
  const [query] = useSearchParams();
  const { data } = useSpaces();
  const join = useMutation({ mutationFn: enterSpace });
  const decline = useMutation({
    mutationFn: (tenantId: string) => call("POST user/spaces/decline", { tenantId }),
    onSuccess: () => notify("success", t(texts.declined)),
    onError: (error) => notify("error", error.message),
    onSettled: () => client.invalidateQueries({ queryKey: ["spaces"] }),
  });
  async function askToDecline(tenantId: string, name: string): Promise<void> {
    const title = t(formatText(texts.declineQuestion, { name }));
    const question = { title, text: t(texts.declineText), yes: t(texts.decline), no: t(texts.cancel) };
    if (await ask({ ...question, isDangerous: true })) decline.mutate(tenantId);
  }
  if (data === undefined) return null;
  const invitations = data.filter(({ isInvitation }) => isInvitation);
  const linkedId = query.get("invitation");
  // After declining, the invitation of the link is missing from the list, too.
  const isForeignLink =
    linkedId !== null && !decline.isSuccess && !invitations.some(({ invitationId }) => invitationId === linkedId);
  if (invitations.length === 0 && !isForeignLink) return null;
  const isBusy = join.isPending || join.isSuccess || decline.isPending;
  return (
    <ul className="grid gap-2">
      {isForeignLink && <li className={`${itemClass} bg-sheet text-sm text-ink-2`}>{t(texts.foreignLink)}</li>}
      {invitations.map(({ tenantId, name }) => (
        <li key={tenantId} className={`${itemClass} bg-brand-tint`}>
          <div className="min-w-0 flex-1 basis-60">
            <p className="font-medium">{formatText(texts.invited, { name: name[locale] })[locale]}</p>
            <p className="text-sm text-ink-2">{t(texts.later)}</p>
          </div>
          <div className="flex gap-2">
            <Button
              aria-label={`${t(texts.decline)} ${name[locale]}`}
              disabled={isBusy}
              onClick={() => void askToDecline(tenantId, name[locale])}
            >
              {t(texts.decline)}
            </Button>
            <Button
              kind="primary"
              aria-label={`${t(texts.join)} ${name[locale]}`}
              disabled={isBusy}
              aria-busy={join.isPending}
              onClick={() => join.mutate(tenantId)}
            >
              {t(texts.join)}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
