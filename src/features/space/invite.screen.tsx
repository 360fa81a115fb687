import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { isMobile, maskMobile, mobileMessage, normalizeMobile } from "#kit/mobile.ts";
import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { call, CallProblem } from "#client/call.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { Input } from "#ui/input.tsx";
import { useText } from "#ui/locale.ts";
import { randomId } from "#ui/random-id.ts";
import { useUrlFor } from "#client/person.ts";
import { siteUrl } from "#client/space-site.ts";
import { RelationCheckboxes } from "#client/relation-checkboxes.tsx";
import { useTitle } from "#ui/title.ts";
import screen from "./invite.screen.ts";

const texts = {
  intro: {
    zh: "我们会给这个手机号发送短信。对方用此手机号登录或注册后，会在首页看到邀请，接受后即成为空间的成员。",
    en: "We send a text message to this number. The person sees the invitation after signing in or signing up with it, and becomes a member by accepting it.",
  },
  mobile: { zh: "手机号", en: "Mobile number" },
  name: { zh: "姓名（选填）", en: "Name (optional)" },
  roles: { zh: "角色", en: "Roles" },
  send: { zh: "邀请", en: "Invite" },
  sent: { zh: "已邀请 {mobile}，短信已发送。", en: "{mobile} has been invited by text message." },
  notSent: {
    zh: "已邀请 {mobile}，但暂时无法发送短信。请将下面的链接发给对方。",
    en: "{mobile} has been invited, but the text message could not be sent. Send them the link below.",
  },
  link: { zh: "邀请链接", en: "Invitation link" },
  copy: { zh: "复制链接", en: "Copy link" },
  another: { zh: "继续邀请", en: "Invite another" },
  list: { zh: "返回成员列表", en: "Back to members" },
};
const listUrl = "/paas/member/list";

type SentInvitation = { id: string; isSent: boolean; mobile: string };

/** The confirmation of a sent invitation, with the link to pass on. */
function InvitationSent({ invitation, onAnother }: { invitation: SentInvitation; onAnother: () => void }) {
  const t = useText();
  const id = useId();
  const urlForReader = useUrlFor();
  const url = siteUrl(`/paas/index?invitation=${invitation.id}`);
  // The form is hidden, so the focus moves to the confirmation.
  const outcomeRef = useRef<HTMLParagraphElement>(null);
  useEffect(() => outcomeRef.current?.focus(), []);
  return (
    <section className="grid gap-5 border border-line bg-sheet p-5">
      <p ref={outcomeRef} role="status" tabIndex={-1} className="font-medium outline-none">
        {t(formatText(invitation.isSent ? texts.sent : texts.notSent, { mobile: invitation.mobile }))}
      </p>
      <div className="grid gap-1.5">
        <label htmlFor={id} className="justify-self-start text-sm font-medium text-ink-2">
          {t(texts.link)}
        </label>
        <div className="flex gap-2">
          <Input id={id} readOnly value={url} onFocus={({ target }) => target.select()} />
          <CopyButton text={url}>{t(texts.copy)}</CopyButton>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" onClick={onAnother}>
          {t(texts.another)}
        </Button>
        <Link to={urlForReader(listUrl)} className="button-link">
          {t(texts.list)}
        </Link>
      </div>
    </section>
  );
}

/** Invites the owner of a number to the space. */
export function InviteScreen() {
  const t = useText();
  const id = useId();
  const client = useQueryClient();
  const [mobile, setMobile] = useState("");
  const [name, setName] = useState("");
  const [roles, setRoles] = useState<string[]>([]);
  /** The problem of the mobile number, and the error of the form as a whole. */
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [idempotencyKey, setIdempotencyKey] = useState(randomId);
  const [sentInvitation, setSentInvitation] = useState<SentInvitation>();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call("POST paas/member/invite", { mobile, name, roles }, { idempotencyKey }),
    async onSuccess(invitation) {
      setSentInvitation({ ...invitation, mobile: maskMobile(normalizeMobile(mobile)) });
      await client.invalidateQueries({ queryKey: ["table", "member"] });
    },
    onError(error) {
      const mobileProblem = error instanceof CallProblem ? error.fields.mobile : undefined;
      if (mobileProblem === undefined) setFailure(error.message);
      else setProblem(mobileProblem);
    },
  });
  useTitle(t(screen.title));
  function submit(event: FormEvent): void {
    event.preventDefault();
    setFailure(undefined);
    const isValid = isMobile(mobile);
    setProblem(isValid ? undefined : t(mobileMessage));
    if (isValid) mutate();
    else document.getElementById(`${id}-mobile`)?.focus();
  }
  function inviteAnother(): void {
    // Renders at once, because an input of the hidden form cannot get the focus.
    flushSync(() => {
      setMobile("");
      setName("");
      setIdempotencyKey(randomId());
      setSentInvitation(undefined);
    });
    document.getElementById(`${id}-mobile`)?.focus();
  }
  const labelClass = "justify-self-start text-sm font-medium text-ink-2";
  return (
    <div className="grid max-w-xl gap-6">
      <header className="grid gap-2">
        <h1 className="text-2xl font-semibold tracking-tight">{t(screen.title)}</h1>
        <p className="text-ink-2">{t(texts.intro)}</p>
      </header>
      {sentInvitation !== undefined && <InvitationSent invitation={sentInvitation} onAnother={inviteAnother} />}
      <form hidden={sentInvitation !== undefined} noValidate className="grid gap-5" onSubmit={submit}>
        <div className="grid gap-1.5">
          <label htmlFor={`${id}-mobile`} className={labelClass}>
            {t(texts.mobile)}
          </label>
          <Input
            id={`${id}-mobile`}
            type="tel"
            autoComplete="off"
            maxLength={20}
            value={mobile}
            aria-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? undefined : `${id}-problem`}
            onChange={({ target }) => setMobile(target.value)}
          />
          {problem !== undefined && (
            <p id={`${id}-problem`} className="form-problem text-sm text-danger">
              {problem}
            </p>
          )}
        </div>
        <div className="grid gap-1.5">
          <label htmlFor={`${id}-name`} className={labelClass}>
            {t(texts.name)}
          </label>
          <Input
            id={`${id}-name`}
            autoComplete="off"
            maxLength={50}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </div>
        <div role="group" aria-labelledby={`${id}-roles`} className="grid gap-1.5">
          <span id={`${id}-roles`} className={labelClass}>
            {t(texts.roles)}
          </span>
          <RelationCheckboxes
            id={`${id}-list`}
            entity="role"
            value={roles}
            disabled={isPending}
            describedBy={undefined}
            onChange={setRoles}
          />
        </div>
        {failure !== undefined && (
          <p role="alert" className="form-problem text-sm text-danger">
            {failure}
          </p>
        )}
        <Button type="submit" kind="primary" className="justify-self-start" disabled={isPending} aria-busy={isPending}>
          {t(texts.send)}
        </Button>
      </form>
    </div>
  );
}
