import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { useNavigate } from "react-router";
import { mobileMessage, mobilePattern, normalizeMobile } from "#kit/mobile.ts";
import { Button } from "#ui/button.tsx";
import { call, CallProblem } from "#ui/call.ts";
import { Input } from "#ui/input.tsx";
import { useSay } from "#ui/locale.ts";
import { randomId } from "#ui/random-id.ts";
import { RelationChecks } from "#ui/relation-checks.tsx";
import { useTitle } from "#ui/title.ts";
import { notify } from "#ui/toast.tsx";

const words = {
  title: { zh: "邀请成员", en: "Invite a member" },
  intro: {
    zh: "对方用这个手机号登录或注册后，会在首页看到邀请。接受后即成为空间的成员。",
    en: "Whoever signs in or registers with this number sees the invitation on their home page and joins by accepting it.",
  },
  mobile: { zh: "手机号", en: "Mobile" },
  name: { zh: "姓名（选填）", en: "Name (optional)" },
  roles: { zh: "角色", en: "Roles" },
  send: { zh: "邀请", en: "Invite" },
  done: { zh: "已邀请", en: "Invited" },
};
const list = "/paas/member/list";

/** Asks the owner of a number into the space. */
export function InviteScreen() {
  const say = useSay();
  const id = useId();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [mobile, setMobile] = useState("");
  const [name, setName] = useState("");
  const [roles, setRoles] = useState<string[]>([]);
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [once] = useState(randomId);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call("POST paas/member/invite", { mobile, name, roles }, { once }),
    async onSuccess() {
      notify("success", say(words.done));
      await client.invalidateQueries({ queryKey: ["table", "member"] });
      await navigate(list);
    },
    onError(error) {
      const own = error instanceof CallProblem ? error.fields.mobile : undefined;
      if (own === undefined) setFailure(error.message);
      else setProblem(own);
    },
  });
  useTitle(say(words.title));
  function submit(event: FormEvent): void {
    event.preventDefault();
    setFailure(undefined);
    const isRight = mobilePattern.test(normalizeMobile(mobile));
    setProblem(isRight ? undefined : say(mobileMessage));
    if (isRight) mutate();
    else document.getElementById(`${id}-mobile`)?.focus();
  }
  const label = "justify-self-start text-sm font-medium text-ink-2";
  return (
    <div className="grid max-w-xl gap-6">
      <header className="grid gap-2">
        <h1 className="text-2xl font-semibold tracking-tight">{say(words.title)}</h1>
        <p className="text-ink-2">{say(words.intro)}</p>
      </header>
      <form noValidate className="grid gap-5" onSubmit={submit}>
        <div className="grid gap-1.5">
          <label htmlFor={`${id}-mobile`} className={label}>
            {say(words.mobile)}
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
          <label htmlFor={`${id}-name`} className={label}>
            {say(words.name)}
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
          <span id={`${id}-roles`} className={label}>
            {say(words.roles)}
          </span>
          <RelationChecks
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
          {say(words.send)}
        </Button>
      </form>
    </div>
  );
}
