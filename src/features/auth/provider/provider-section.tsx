import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { CallOutput } from "#kit/call.ts";
import { formatText, type Text } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { SpaceSection } from "#client/navigation/space-section.tsx";
import { spaceSettings } from "#client/navigation/space-settings.ts";
import { Button } from "#ui/button.tsx";
import { ask } from "#ui/confirm.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { useText } from "#ui/locale.ts";
import { Setting } from "#ui/section.tsx";
import { StatusTag } from "#ui/status-tag.tsx";
import { notify } from "#ui/toast.tsx";

const ProviderDialog = lazy(() => import("./provider-dialog.tsx"));

const texts = {
  intro: {
    zh: "让员工用公司的身份提供方（OpenID Connect）登录此空间。",
    en: "Let staff sign in to this space with your company’s identity provider (OpenID Connect).",
  },
  setUp: { zh: "设置", en: "Set up" },
  edit: { zh: "编辑", en: "Edit" },
  test: { zh: "测试连接", en: "Test connection" },
  remove: { zh: "移除", en: "Remove" },
  question: { zh: "移除“{name}”？", en: "Remove {name}?" },
  consequence: {
    zh: "所有关联将删除，用它登录的会话将立即退出。由它加入且没有手机号的成员将无法登录。",
    en: "All links are deleted, and sessions that it opened end immediately. Members it added, who have no mobile number, can no longer sign in.",
  },
  cancel: { zh: "取消", en: "Cancel" },
  removed: { zh: "已移除单点登录", en: "Single sign-on removed" },
  on: { zh: "已启用", en: "On" },
  off: { zh: "已停用", en: "Off" },
  none: { zh: "未设置", en: "Not set up" },
  redirects: {
    zh: "请在身份提供方登记以下返回地址：",
    en: "Register these redirect addresses at the identity provider:",
  },
  copy: { zh: "复制", en: "Copy" },
} satisfies Record<string, Text>;

const queryKey = ["identity provider"];

/** The identity provider of the space. For administrators. */
export function ProviderSection() {
  const t = useText();
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const query = useQuery({ queryKey, queryFn: ({ signal }) => call("GET paas/identity-provider", {}, { signal }) });
  const refresh = () =>
    Promise.all([queryKey, ["identity link"]].map((key) => client.invalidateQueries({ queryKey: key })));
  const onError = (error: Error) => notify("error", error.message);
  const test = useMutation({
    mutationFn: () => call("POST paas/identity-provider/test", {}),
    onSuccess: ({ works, text }) => notify(works ? "success" : "error", t(text)),
    onError,
  });
  const remove = useMutation({
    mutationFn: () => call("POST paas/identity-provider/remove", {}),
    async onSuccess() {
      notify("success", t(texts.removed));
      await refresh();
    },
    onError,
  });
  async function askToRemove({ name }: { name: Text }): Promise<void> {
    const title = t(formatText(texts.question, { name: t(name) }));
    const question = {
      title,
      text: t(texts.consequence),
      yes: t(texts.remove),
      no: t(texts.cancel),
      isDangerous: true,
    };
    if (await ask(question)) remove.mutate();
  }
  const isBusy = test.isPending || remove.isPending;
  return (
    <SpaceSection anchor="single-sign-on">
      <p className="text-sm text-ink-2">{t(texts.intro)}</p>
      <QueryContent query={query}>
        {({ provider, redirects }: CallOutput<"GET paas/identity-provider">) => (
          <>
            <Setting
              name={provider === null ? t(spaceSettings["single-sign-on"]) : t(provider.name)}
              action={
                <div className="flex flex-wrap gap-2">
                  {provider !== null && (
                    <Button disabled={isBusy} aria-busy={test.isPending} onClick={() => test.mutate()}>
                      {t(texts.test)}
                    </Button>
                  )}
                  <Button disabled={isBusy} onClick={() => setIsOpen(true)}>
                    {t(provider === null ? texts.setUp : texts.edit)}
                  </Button>
                  {provider !== null && (
                    <Button disabled={isBusy} onClick={() => void askToRemove(provider)}>
                      {t(texts.remove)}
                    </Button>
                  )}
                </div>
              }
            >
              <StatusTag color={provider?.isEnabled === true ? "malachite" : "ink"}>
                {t(provider === null ? texts.none : provider.isEnabled ? texts.on : texts.off)}
              </StatusTag>
              {provider !== null && <span className="ml-3 break-all">{provider.issuer}</span>}
            </Setting>
            <div className="grid gap-2 text-sm text-ink-2">
              <p>{t(texts.redirects)}</p>
              <ul className="grid gap-2 rounded-sm border border-line bg-paper-2 p-3">
                {redirects.map((address) => (
                  <li key={address} className="flex items-center gap-3">
                    <span className="min-w-0 flex-1 font-mono break-all">{address}</span>
                    <CopyButton text={address}>{t(texts.copy)}</CopyButton>
                  </li>
                ))}
              </ul>
            </div>
            {isOpen && (
              <Suspense>
                <ProviderDialog
                  provider={provider}
                  onClose={() => setIsOpen(false)}
                  onSaved={() => {
                    setIsOpen(false);
                    void refresh();
                  }}
                />
              </Suspense>
            )}
          </>
        )}
      </QueryContent>
    </SpaceSection>
  );
}
