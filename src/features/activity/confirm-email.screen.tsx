import { useMutation } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useText } from "#ui/locale.ts";
import { useTitle } from "#ui/title.ts";
import screen from "./confirm-email.screen.ts";

const texts = {
  intro: {
    zh: "确认后，当前空间的新留言也会发送到收到此链接的邮箱。",
    en: "After you confirm, new enquiries of this space are also sent to the address that received the link.",
  },
  confirm: { zh: "确认邮箱", en: "Confirm address" },
  done: { zh: "邮箱已确认", en: "Address confirmed" },
  doneText: { zh: "新留言也会发送到 {address}。", en: "New enquiries are also sent to {address}." },
  failed: { zh: "无法确认", en: "Could not confirm" },
  home: { zh: "回到管理首页", en: "Go to the admin home" },
};

/** Where the link of a confirmation email leads. Opening it has no effect: programs that check links open it too. */
export function ConfirmEmailScreen() {
  const t = useText();
  useTitle(t(screen.title));
  const [query] = useSearchParams();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => call("POST Api/Notice/ConfirmEmail", { token: query.get("token") ?? "" }),
  });
  if (error !== null) return <EmptyState isScreen isProblem title={t(texts.failed)} text={error.message} />;
  if (data !== undefined)
    return (
      <EmptyState isScreen title={t(texts.done)} text={t(formatText(texts.doneText, data))}>
        <a href="/paas/index" className="button-link">
          {t(texts.home)}
        </a>
      </EmptyState>
    );
  return (
    <EmptyState isScreen title={t(screen.title)} text={t(texts.intro)}>
      <Button kind="primary" disabled={isPending} onClick={() => mutate()}>
        {t(texts.confirm)}
      </Button>
    </EmptyState>
  );
}
