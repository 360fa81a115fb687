import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CallOutput } from "#kit/call.ts";
import { type ClientType, clientNames, clientTypes } from "#kit/client-type.ts";
import { dateTime } from "#kit/format.ts";
import { isUnderWay } from "#kit/job.ts";
import { normalizeOrigin, siteOriginPattern, siteOriginText } from "#kit/site-origin.ts";
import { formatText, type Text } from "#kit/text.ts";
import { setActivity, useActivity } from "#client/activity.ts";
import { call } from "#client/call.ts";
import { SpaceSection } from "#client/navigation/space-section.tsx";
import { FormDialog } from "#render/form/form-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { loadDialogLater } from "#ui/dialog-later.tsx";
import { useText } from "#ui/locale.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { randomId } from "#ui/random-id.ts";
import { Setting } from "#ui/section.tsx";
import { notify } from "#ui/toast.tsx";

export type BundleVersion = CallOutput<"GET paas/appBundle/versions">[number];

const texts = {
  intro: {
    zh: "将网站打包为各客户端的应用，供您上传到服务器、微信或应用商店。图标、名称和商店介绍来自网站信息。",
    en: "The site as an app for each client, ready for your server, WeChat or app stores. Icon, name and store description come from the website details.",
  },
  make: { zh: "制作…", en: "Make…" },
  makeFor: { zh: "制作{client}安装包", en: "Make an app bundle: {client}" },
  start: { zh: "开始制作", en: "Start" },
  address: { zh: "网址", en: "Address" },
  served: {
    zh: "安装包上传到的网址。留空时使用本站网址。",
    en: "Where you will upload the bundle. Leave it empty for the address of this site.",
  },
  opened: {
    zh: "应用打开的网址。留空时使用本站网址。",
    en: "What the app opens. Leave it empty for the address of this site.",
  },
  openedByWeChat: {
    zh: "小程序打开的网址，须以 https:// 开头，并在微信公众平台登记为业务域名。留空时使用本站网址。",
    en: "What the mini program opens. It must begin with https:// and be registered as a business domain with WeChat. Leave it empty for the address of this site.",
  },
  started: { zh: "已开始制作，可在此查看进度", en: "The bundle is being made. Its progress is shown here." },
  busy: {
    zh: "此客户端的安装包正在制作，完成后可再次制作",
    en: "A bundle for this client is already being made. Make the next one when it is done.",
  },
  none: { zh: "还没有版本", en: "No versions yet" },
  current: { zh: "当前版本 {number} · {date} · {address}", en: "Current version {number} · {date} · {address}" },
  versions: { zh: "版本记录", en: "Version history" },
  versionsOf: { zh: "{client}的版本记录", en: "Version history: {client}" },
  underWay: { zh: "正在制作安装包", en: "A bundle is being made" },
  progress: { zh: "查看进度", en: "View progress" },
};

/** What the bundle for a client is. */
const purposes: Record<ClientType, Text> = {
  WapH5: {
    zh: "可离线使用的网页应用，上传到任意网页服务器",
    en: "A web app that works offline, for any web server",
  },
  WeChat: {
    zh: "在微信中打开的网页应用，带分享卡片",
    en: "A web app for WeChat’s browser, with cards for shared links",
  },
  WeChatLite: { zh: "微信开发者工具的项目", en: "A project for WeChat DevTools" },
  AppPlus: { zh: "HBuilderX 的 Android 和 iOS 项目", en: "A project for Android and iOS, for HBuilderX" },
};

const VersionsDialog = loadDialogLater(() =>
  import("./bundle-versions-dialog.tsx").then((file) => file.BundleVersionsDialog),
);

const jobName = "makeAppBundle";

/** What the address of a bundle is. */
const addressHints: Record<ClientType, Text> = {
  WapH5: texts.served,
  WeChat: texts.served,
  WeChatLite: texts.openedByWeChat,
  AppPlus: texts.opened,
};

type MakeDialogProps = {
  client: ClientType;
  /** The jobs that make bundles now. */
  busy: readonly string[];
  onClose: () => void;
};

function MakeDialog({ client, busy, onClose }: MakeDialogProps) {
  const t = useText();
  const [requestId] = useState(randomId);
  return (
    <FormDialog
      title={t(formatText(texts.makeFor, { client: t(clientNames[client]) }))}
      save={t(texts.start)}
      check={({ address = "" }): Record<string, string> => {
        const origin = normalizeOrigin(address);
        return origin === "" || siteOriginPattern.test(origin) ? {} : { address: t(siteOriginText) };
      }}
      fields={[
        {
          name: "address",
          label: t(texts.address),
          hint: t(addressHints[client]),
          type: "text",
          autoComplete: "url",
          max: 300,
          isOptional: true,
        },
      ]}
      onSave={async ({ address = "" }) => {
        const input = { client, address: normalizeOrigin(address) };
        const { id } = await call("POST Api/Job/Start", { name: jobName, input }, { idempotencyKey: requestId });
        onClose();
        if (busy.includes(id)) notify("error", t(texts.busy));
        else notify("success", t(texts.started));
        setActivity({ isOpen: true });
      }}
      onClose={onClose}
    />
  );
}

function ClientSetting({
  client,
  versions,
  onOpen,
}: {
  client: ClientType;
  versions: readonly BundleVersion[];
  onOpen: (dialog: OpenDialog) => void;
}) {
  const t = useText();
  const name = t(clientNames[client]);
  const current = versions.find((version) => version.current);
  const state =
    current === undefined
      ? texts.none
      : formatText(texts.current, {
          number: current.number,
          date: dateTime(current.madeAt, "yyyy-MM-dd HH:mm"),
          address: current.address,
        });
  return (
    <Setting
      name={name}
      action={
        <span className="flex flex-wrap gap-2">
          {versions.length > 0 && (
            <Button
              aria-label={t(formatText(texts.versionsOf, { client: name }))}
              onClick={() => onOpen({ name: "versions", client })}
            >
              {t(texts.versions)}
            </Button>
          )}
          <Button
            aria-label={t(formatText(texts.makeFor, { client: name }))}
            onClick={() => onOpen({ name: "make", client })}
          >
            {t(texts.make)}
          </Button>
        </span>
      }
    >
      {t(purposes[client])}
      <span className="block break-words">{t(state)}</span>
    </Setting>
  );
}

type OpenDialog = { name: "make" | "versions"; client: ClientType };

/** A setting of administrators: the site as an app for each client, with all versions. */
export function AppBundlesSection() {
  const t = useText();
  const [dialog, setDialog] = useState<OpenDialog>();
  const jobs = (useActivity().jobs ?? []).filter((job) => job.name === jobName);
  // A job that ends adds a version.
  const endedCount = jobs.filter((job) => !isUnderWay(job.state)).length;
  const busy = jobs.flatMap(({ id, state }) => (isUnderWay(state) ? [id] : []));
  const query = useQuery({
    queryKey: ["app bundles", endedCount],
    queryFn: ({ signal }) => call("GET paas/appBundle/versions", {}, { signal }),
    placeholderData: keepPreviousData,
  });
  const close = () => setDialog(undefined);
  return (
    <SpaceSection anchor="app-bundles">
      <p className="text-sm text-ink-2">{t(texts.intro)}</p>
      {busy.length > 0 && (
        <p role="status" className="flex flex-wrap items-center gap-3 text-sm text-ink-2">
          {t(texts.underWay)}
          <Button onClick={() => setActivity({ isOpen: true })}>{t(texts.progress)}</Button>
        </p>
      )}
      <QueryContent query={query} height="h-64">
        {(versions) => (
          <>
            {clientTypes.map((client) => (
              <ClientSetting
                key={client}
                client={client}
                versions={versions.filter((version) => version.client === client)}
                onOpen={setDialog}
              />
            ))}
            {dialog?.name === "versions" && (
              <VersionsDialog
                client={dialog.client}
                versions={versions.filter((version) => version.client === dialog.client)}
                onChanged={() => query.refetch()}
                onClose={close}
              />
            )}
          </>
        )}
      </QueryContent>
      {dialog?.name === "make" && <MakeDialog client={dialog.client} busy={busy} onClose={close} />}
    </SpaceSection>
  );
}
