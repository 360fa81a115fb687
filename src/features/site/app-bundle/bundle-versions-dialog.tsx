import { useMutation } from "@tanstack/react-query";
import { type ClientType, clientNames } from "#kit/client-type.ts";
import { dateTime } from "#kit/format.ts";
import { fileSize } from "#kit/stored-file.ts";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { ask } from "#ui/confirm.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useText } from "#ui/locale.ts";
import { randomId } from "#ui/random-id.ts";
import { notify } from "#ui/toast.tsx";
import type { BundleVersion } from "./app-bundles-section.tsx";

const texts = {
  title: { zh: "{client}的版本记录", en: "Version history: {client}" },
  text: {
    zh: "保留最近 10 个版本。应用检查更新时，以当前版本为准。",
    en: "The last 10 versions are kept. Apps that check for updates are told the current one.",
  },
  version: { zh: "版本 {number}", en: "Version {number}" },
  current: { zh: "当前版本", en: "Current version" },
  makeCurrent: { zh: "设为当前版本", en: "Make current" },
  makeOneCurrent: { zh: "将版本 {number} 设为当前版本", en: "Make current: version {number}" },
  sure: { zh: "将版本 {number} 设为当前版本？", en: "Make version {number} the current one?" },
  download: { zh: "下载", en: "Download" },
  downloadOne: { zh: "下载版本 {number}", en: "Download version {number}" },
  no: { zh: "取消", en: "Cancel" },
  close: { zh: "关闭", en: "Close" },
};

type VersionsDialogProps = {
  client: ClientType;
  versions: readonly BundleVersion[];
  onChanged: () => Promise<unknown>;
  onClose: () => void;
};

/** The versions of the app bundle for a client, of which each can be downloaded or made the current one. */
export function BundleVersionsDialog({ client, versions, onChanged, onClose }: VersionsDialogProps) {
  const t = useText();
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) =>
      call(
        "POST Api/{type}/Command",
        { type: "appBundle", command: "makeCurrent", ids: [id] },
        { idempotencyKey: randomId() },
      ),
    async onSuccess({ text }) {
      await onChanged();
      notify("success", text);
    },
    onError: (error) => notify("error", error.message),
  });
  async function askToMakeCurrent({ id, number }: BundleVersion): Promise<void> {
    const title = t(formatText(texts.sure, { number }));
    if (await ask({ title, yes: t(texts.makeCurrent), no: t(texts.no) })) mutate(id);
  }
  return (
    <Dialog
      isOpen
      size="wide"
      title={t(formatText(texts.title, { client: t(clientNames[client]) }))}
      description={t(texts.text)}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t(texts.close)}</Button>}
    >
      <ol className="mt-4 border-t border-line">
        {versions.map((version) => {
          const { id, number, madeAt, maker, address, bytes, current } = version;
          return (
            <li key={id} className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2">
              <span className="font-medium tabular-nums max-sm:w-full sm:w-24">
                {t(formatText(texts.version, { number }))}
              </span>
              <span className="min-w-40 flex-1 text-sm text-ink-2 max-sm:basis-full">
                <time dateTime={madeAt}>{dateTime(madeAt, "yyyy-MM-dd HH:mm")}</time>
                {` · ${maker} · `}
                <span className="whitespace-nowrap">{fileSize(bytes)}</span>
                <span className="block break-words">{address}</span>
              </span>
              {current ? (
                <span className="text-sm text-success">{t(texts.current)}</span>
              ) : (
                <Button
                  disabled={isPending}
                  aria-label={t(formatText(texts.makeOneCurrent, { number }))}
                  onClick={() => void askToMakeCurrent(version)}
                >
                  {t(texts.makeCurrent)}
                </Button>
              )}
              <a
                href={`/files/private/${id}`}
                download
                className="button-link"
                aria-label={t(formatText(texts.downloadOne, { number }))}
              >
                {t(texts.download)}
              </a>
            </li>
          );
        })}
      </ol>
    </Dialog>
  );
}
