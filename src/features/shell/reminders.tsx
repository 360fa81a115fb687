import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useLocation } from "react-router";
import { dateTime } from "#kit/format.ts";
import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { call } from "#client/call.ts";
import { useText } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";
import type { Person } from "#client/person.ts";

const texts = {
  ending: { zh: "您的账号将于 {day} 注销。", en: "Your account will close on {day}." },
  keep: { zh: "撤销注销", en: "Keep account" },
  kept: { zh: "已保留账号", en: "Account restored" },
  noPassword: {
    zh: "您尚未设置登录密码。初始密码仅可使用一次，请尽快设置。",
    en: "Set a password. Your initial password can be used only once.",
  },
  set: { zh: "去设置", en: "Set password" },
};
const settingsUrl = "/paas/user/setting";

/** Banners for every screen: the account is about to be closed, or has no password yet. */
export function Reminders({ person }: { person: Person }) {
  const t = useText();
  const client = useQueryClient();
  const { pathname } = useLocation();
  const { mutate: keepAccount, isPending } = useMutation({
    mutationFn: () => call("POST Api/UserDetail/CancelUndo", {}),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: ["person"] });
      notify("success", t(texts.kept));
    },
    onError: (error) => notify("error", error.message),
  });
  const bannerClass =
    "flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-brand-tint px-4 py-2.5 text-sm print:hidden sm:px-6";
  // The settings screen shows these reminders itself.
  if (pathname === settingsUrl) return null;
  if (person.cancelAt !== null)
    return (
      <div role="status" className={bannerClass}>
        {t(formatText(texts.ending, { day: dateTime(person.cancelAt, "yyyy-MM-dd") }))}
        <Button disabled={isPending} onClick={() => keepAccount()}>
          {t(texts.keep)}
        </Button>
      </div>
    );
  if (person.isSuperAdmin && !person.hasPassword)
    return (
      <div role="status" className={bannerClass}>
        <span className="text-pretty">{t(texts.noPassword)}</span>
        <Link to={settingsUrl} className="font-medium text-brand underline underline-offset-3">
          {t(texts.set)}
        </Link>
      </div>
    );
  return null;
}
