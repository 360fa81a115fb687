import { formatText, type Locale, locales, type Text } from "#kit/text.ts";
import { useText } from "#ui/locale.ts";
import type { PartReport } from "#features/builder/document/foreign-part.ts";

const texts = {
  title: { zh: "插入时", en: "On insertion" },
  theme: { zh: "颜色、字体和间距沿用本站主题", en: "Colours, type and spacing follow your theme" },
  colors: {
    zh: "{n} 处背景颜色换成本站主题的颜色",
    en: "{n} background {n|colour|colours} changed to {n|one|those} of your theme",
  },
  settings: {
    zh: "{n} 项本站没有的设置恢复为默认值",
    en: "{n} {n|setting|settings} unknown here reset to the default",
  },
  files: {
    zh: "{n} 个图片或文件复制到本空间的文件库",
    en: "{n} {n|file|files} copied into your library",
  },
};

const missingTexts: Record<Locale, Text> = {
  zh: {
    zh: "{n} 处文字缺少中文，将在结构中标出",
    en: "{n} {n|text|texts} {n|has|have} no Chinese and will be marked in the structure",
  },
  en: {
    zh: "{n} 处文字缺少英文，将在结构中标出",
    en: "{n} {n|text|texts} {n|has|have} no English and will be marked in the structure",
  },
};

const followsTheme = [texts.theme];

/** What inserting a part does besides, and what is left to do afterwards. `first`: what is said first, by default that it follows the theme of the site. */
export function FitNotes({
  report: { colors, settings, files, missing },
  first = followsTheme,
}: {
  report: PartReport;
  first?: readonly Text[];
}) {
  const t = useText();
  const counted = [
    ["colors", colors],
    ["settings", settings],
    ["files", files],
  ] as const;
  const notes = [
    ...first.map((note) => t(note)),
    ...counted.filter(([, n]) => n > 0).map(([key, n]) => t(formatText(texts[key], { n }))),
    ...locales
      .filter((locale) => missing[locale] > 0)
      .map((locale) => t(formatText(missingTexts[locale], { n: missing[locale] }))),
  ];
  return (
    <div>
      <h3 className="mb-1.5 font-medium text-ink-2">{t(texts.title)}</h3>
      <ul className="fit-notes grid gap-1 pl-4 text-ink-2">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </div>
  );
}
