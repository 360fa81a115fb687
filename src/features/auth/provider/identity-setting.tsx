import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { formatText, type Text } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { ask } from "#ui/confirm.tsx";
import { useText } from "#ui/locale.ts";
import { Section, Setting } from "#ui/section.tsx";
import { notify } from "#ui/toast.tsx";

const texts = {
  title: { zh: "单点登录", en: "Single sign-on" },
  linked: { zh: "已关联 {email}，可用其登录此空间。", en: "Linked to {email}. You can sign in to this space with it." },
  someone: { zh: "您的身份", en: "your identity" },
  unlinked: {
    zh: "关联后，可用其登录此空间。不会用于其他空间，也不能管理账号。",
    en: "Link it to sign in to this space with it. It opens no other space and cannot manage your account.",
  },
  link: { zh: "关联", en: "Link" },
  unlink: { zh: "取消关联", en: "Unlink" },
  question: { zh: "取消关联“{name}”？用它登录的会话将退出。", en: "Unlink {name}? Sessions that it opened end." },
  cancel: { zh: "取消", en: "Cancel" },
  done: { zh: "已取消关联", en: "Unlinked" },
} satisfies Record<string, Text>;

const queryKey = ["identity link"];

/** The person's link to the identity provider of the space; nothing if the space has none. */
export function IdentitySection() {
  const t = useText();
  const client = useQueryClient();
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => call("GET user/sso/link", {}, { signal }) });
  const onError = (error: Error) => notify("error", error.message);
  const link = useMutation({
    mutationFn: () => call("POST user/sso/link", {}),
    onSuccess: ({ url }) => location.assign(url),
    onError,
  });
  const unlink = useMutation({
    mutationFn: () => call("POST user/sso/unlink", {}),
    async onSuccess() {
      notify("success", t(texts.done));
      await client.invalidateQueries({ queryKey });
    },
    onError,
  });
  if (data === undefined || data === null) return null;
  const { name, canLink } = data;
  async function askToUnlink(): Promise<void> {
    const title = t(formatText(texts.question, { name: t(name) }));
    if (await ask({ title, yes: t(texts.unlink), no: t(texts.cancel), isDangerous: true })) unlink.mutate();
  }
  const isBusy = link.isPending || unlink.isPending;
  const email = data.link?.email === "" ? t(texts.someone) : data.link?.email;
  return (
    <Section title={t(texts.title)}>
      <Setting
        name={t(name)}
        action={
          canLink &&
          (data.link === null ? (
            <Button disabled={isBusy} aria-busy={isBusy} onClick={() => link.mutate()}>
              {t(texts.link)}
            </Button>
          ) : (
            <Button disabled={isBusy} aria-busy={isBusy} onClick={() => void askToUnlink()}>
              {t(texts.unlink)}
            </Button>
          ))
        }
      >
        {email === undefined ? t(texts.unlinked) : t(formatText(texts.linked, { email }))}
      </Setting>
    </Section>
  );
}
