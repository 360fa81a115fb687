import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CallOutput } from "#kit/call.ts";
import { dateTime } from "#kit/format.ts";
import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { call } from "#client/call.ts";
import { useCopy } from "#ui/copy.ts";
import { Dialog } from "#ui/dialog.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { useText } from "#ui/locale.ts";
import { Select } from "#ui/select.tsx";
import { siteUrl } from "#client/space-site.ts";
import { notify } from "#ui/toast.tsx";
import { useEditor } from "#features/builder/editor/editor.ts";

const texts = {
  title: { zh: "分享草稿", en: "Share draft" },
  text: {
    zh: "任何获得链接的人无需登录即可查看已保存的草稿。您可以随时撤销。",
    en: "Anyone with the link can view the saved draft without signing in. You can revoke it at any time.",
  },
  none: { zh: "还没有分享链接。", en: "No share links yet." },
  days: { zh: "有效期", en: "Valid for" },
  count: { zh: "{n} 天", en: "{n} {n|day|days}" },
  make: { zh: "生成链接", en: "Create link" },
  copy: { zh: "复制", en: "Copy" },
  copied: { zh: "链接已复制", en: "Copied" },
  uncopied: { zh: "无法自动复制，请手动选择链接", en: "Could not copy. Select the link manually." },
  revoke: { zh: "撤销", en: "Revoke" },
  revoked: { zh: "链接已撤销", en: "Link revoked" },
  until: { zh: "有效期至 {time}", en: "Valid until {time}" },
  program: { zh: "系统", en: "System" },
  link: { zh: "分享链接", en: "Link" },
  unsaved: { zh: "草稿尚未保存，未生成链接", en: "The draft could not be saved, so no link was created" },
  close: { zh: "关闭", en: "Close" },
};
const dayChoices = [1, 7, 30, 90];

type Share = CallOutput<"GET Api/SitePage/Shares">[number];
const shareUrl = (token: string) => siteUrl(`/outer/api?token=${token}`);

function ShareItem({ share, onRevoke }: { share: Share; onRevoke: () => void }) {
  const t = useText();
  const address = shareUrl(share.token);
  const { copy } = useCopy();
  async function copyAddress(): Promise<void> {
    if (await copy(address)) notify("success", t(texts.copied));
    else notify("error", t(texts.uncopied));
  }
  return (
    <li className="grid gap-2 border-b border-line py-3">
      <input
        readOnly
        aria-label={t(texts.link)}
        value={address}
        onFocus={({ currentTarget }) => currentTarget.select()}
        className="w-full min-w-0 truncate rounded-(--r) border border-line bg-paper-2 px-2 py-1.5 font-mono text-xs"
      />
      <div className="flex flex-wrap items-center gap-3">
        <span className="min-w-0 flex-1 text-sm text-ink-2">
          {t(formatText(texts.until, { time: dateTime(share.expiresAt, "yyyy-MM-dd HH:mm") }))}
          {" · "}
          {share.memberName || t(texts.program)}
        </span>
        <Button onClick={() => void copyAddress()}>{t(texts.copy)}</Button>
        <Button onClick={onRevoke}>{t(texts.revoke)}</Button>
      </div>
    </li>
  );
}

/** The links with which people without an account can read the page's draft (S-032). */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const client = useQueryClient();
  const { pageId, session } = useEditor();
  const [days, setDays] = useState(7);
  const sharesKey = ["builder shares", pageId];
  const query = useQuery({
    queryKey: sharesKey,
    queryFn: ({ signal }) => call("GET Api/SitePage/Shares", { pageId }, { signal }),
    staleTime: 0,
  });
  const mutationCallbacks = {
    onSuccess: () => client.invalidateQueries({ queryKey: sharesKey }),
    onError: (problem: Error) => notify("error", problem.message),
  };
  const add = useMutation({
    // The link shows the saved draft, so unsaved changes are saved first.
    mutationFn: async () => {
      if (!(await session.save())) throw new Error(t(texts.unsaved));
      return call("POST Api/SitePage/Share", { pageId, days });
    },
    ...mutationCallbacks,
  });
  const remove = useMutation({
    mutationFn: async (id: string) => {
      await call("POST Api/SitePage/Unshare", { pageId, id });
      notify("success", t(texts.revoked));
    },
    ...mutationCallbacks,
  });

  return (
    <Dialog
      isOpen
      size="wide"
      title={t(texts.title)}
      description={t(texts.text)}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t(texts.close)}</Button>}
    >
      <div className="mt-4 flex flex-wrap items-end gap-3">
        <div className="grid gap-1 text-sm">
          <label htmlFor="share-days">{t(texts.days)}</label>
          <Select
            id="share-days"
            value={String(days)}
            options={dayChoices.map((n) => ({ key: String(n), name: t(formatText(texts.count, { n })) }))}
            onChange={(value) => setDays(Number(value))}
          />
        </div>
        <Button kind="primary" disabled={add.isPending} onClick={() => add.mutate()}>
          {t(texts.make)}
        </Button>
      </div>
      <div className="mt-4 min-h-24">
        <QueryContent query={query} height="h-16">
          {(shares) =>
            shares.length === 0 ? (
              <p className="text-ink-2">{t(texts.none)}</p>
            ) : (
              <ol className="border-t border-line">
                {shares.map((share) => (
                  <ShareItem key={share.id} share={share} onRevoke={() => remove.mutate(share.id)} />
                ))}
              </ol>
            )
          }
        </QueryContent>
      </div>
    </Dialog>
  );
}
