import { useState } from "react";
import { normalizeOrigin, siteOriginPattern, siteOriginText } from "#kit/site-origin.ts";
import { formatText } from "#kit/text.ts";
import { setActivity } from "#client/activity.ts";
import { call } from "#client/call.ts";
import { SpaceSection } from "#client/navigation/space-section.tsx";
import type { Person } from "#client/person.ts";
import { siteOrigin } from "#client/space-site.ts";
import { FormDialog } from "#render/form/form-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";
import { randomId } from "#ui/random-id.ts";
import { Setting } from "#ui/section.tsx";
import { notify } from "#ui/toast.tsx";
import { maxStaticPages } from "./static-limits.ts";

const texts = {
  name: { zh: "导出为 HTML 文件", en: "Export as HTML files" },
  intro: {
    zh: "将已发布的全部页面（中英文）及其图片打包为 ZIP，可放在任何网页服务器上。最多 {pages} 个页面；不包含需要登录的页面。",
    en: "A ZIP with every published page in both languages and its images, for any web server. Up to {pages} pages. Pages that require sign-in are not included.",
  },
  button: { zh: "导出…", en: "Export…" },
  start: { zh: "开始导出", en: "Start export" },
  origin: { zh: "新网址", en: "New address" },
  originHint: {
    zh: "静态站点将使用的网址，用于站点地图和分享链接。",
    en: "Where the copy will be served. Used in its sitemap and in links that are shared.",
  },
  parts: { zh: "表单、搜索和登录", en: "Forms, search and sign-in" },
  words: { zh: "显示“静态站点中不可用”", en: "Say that they are not available" },
  link: { zh: "链接到原站点 {host}", en: "Link to the original site, {host}" },
  started: { zh: "已开始导出，可在此查看进度", en: "Export started. Its progress is shown here." },
};

function ExportDialog({ origin, onClose }: { origin: string | null; onClose: () => void }) {
  const t = useText();
  const [requestId] = useState(randomId);
  const options = [
    { key: "words", name: t(texts.words) },
    ...(origin === null ? [] : [{ key: "link", name: t(formatText(texts.link, { host: new URL(origin).host })) }]),
  ];
  return (
    <FormDialog
      title={t(texts.name)}
      save={t(texts.start)}
      initialValues={{ origin: origin ?? "https://", parts: "words" }}
      check={({ origin: typed = "" }): Record<string, string> =>
        siteOriginPattern.test(normalizeOrigin(typed)) ? {} : { origin: t(siteOriginText) }
      }
      fields={[
        {
          name: "origin",
          label: t(texts.origin),
          hint: t(texts.originHint),
          type: "text",
          autoComplete: "url",
          max: 200,
        },
        { name: "parts", label: t(texts.parts), type: "select", options },
      ]}
      onSave={async ({ origin: typed = "", parts }) => {
        const input = { origin: normalizeOrigin(typed), linksToOriginal: parts === "link" };
        await call("POST Api/Job/Start", { name: "exportSite", input }, { idempotencyKey: requestId });
        onClose();
        notify("success", t(texts.started));
        setActivity({ isOpen: true });
      }}
      onClose={onClose}
    />
  );
}

/** A setting of administrators: the published site as a ZIP of files. */
export function StaticExportSection({ person }: { person: Person }) {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const { id, origin: tenantOrigin } = person.tenant;
  const origin = siteOrigin({ origin: tenantOrigin, isCurrentSite: person.merchant.id === id });
  return (
    <SpaceSection anchor="static-copy">
      <Setting name={t(texts.name)} action={<Button onClick={() => setIsOpen(true)}>{t(texts.button)}</Button>}>
        {t(formatText(texts.intro, { pages: maxStaticPages.toLocaleString("en") }))}
      </Setting>
      {isOpen && <ExportDialog origin={origin} onClose={() => setIsOpen(false)} />}
    </SpaceSection>
  );
}
