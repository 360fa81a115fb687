import { ArrowLeft, Ellipsis, Moon, Sun } from "lucide-react";
import { Link } from "react-router";
import { formatText, inLocale, type Locale, type Text } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { Menu } from "#ui/menu.tsx";
import { StatusTag } from "#ui/status-tag.tsx";
import { UndoButtons } from "#ui/undo-buttons.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { type ThemeDialog, useThemeCommands } from "./theme-commands.ts";
import type { ThemeChoice } from "./theme-values.ts";
import type { ThemeEditing } from "./use-theme.ts";

const texts = {
  back: { zh: "返回主题列表", en: "Back to themes" },
  current: { zh: "当前主题", en: "Current" },
  latest: { zh: "市场有新版本 {n}", en: "Version {n} available" },
  unsaved: { zh: "有未保存的修改", en: "Unsaved changes" },
  language: { zh: "页面语言", en: "Page language" },
  dark: { zh: "深色外观", en: "Dark mode" },
  zh: { zh: "中文", en: "中文" },
  en: { zh: "English", en: "English" },
  save: { zh: "保存", en: "Save" },
  saving: { zh: "保存中…", en: "Saving…" },
  more: { zh: "主题操作", en: "Theme actions" },
} satisfies Record<string, Text>;
const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;

/** How the previews are shown. */
export type Preview = { locale: Locale; scheme: "light" | "dark" };

type ThemeBarProps = {
  theme: ThemeEditing;
  themeId: string;
  themes: readonly ThemeChoice[];
  currentId: string | null;
  preview: Preview;
  onPreview: (preview: Preview) => void;
  /** The edition of the theme in the market, if it is later. */
  latest: number | undefined;
  onOpen: (dialog: ThemeDialog) => void;
};

/** The bar of the theme editor: which theme, undo, how the previews are shown, and what can be done with the theme. */
export function ThemeBar({ latest, onOpen, theme, themeId, themes, currentId, preview, onPreview }: ThemeBarProps) {
  const locale = useLocale();
  const t = useText();
  const isCurrent = currentId === themeId;
  const commands = useThemeCommands({ theme, themeId, themes, currentId, onOpen });
  return (
    <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-2 py-1 sm:px-3">
      <Link to="/paas/theme/list" className="tool" aria-label={t(texts.back)} title={t(texts.back)}>
        <ArrowLeft {...icon} />
      </Link>
      <h1 className="min-w-0 truncate font-semibold text-ink">{inLocale(theme.values.name, locale)}</h1>
      {isCurrent && <StatusTag color="malachite">{t(texts.current)}</StatusTag>}
      {latest !== undefined && (
        <button type="button" className="tool px-2 text-brand" onClick={() => onOpen("updates")}>
          {t(formatText(texts.latest, { n: latest }))}
        </button>
      )}
      <UndoButtons undo={theme.undo} redo={theme.redo} />
      <p role="status" className="text-xs text-ink-3 max-sm:sr-only">
        {theme.isDirty ? t(texts.unsaved) : ""}
      </p>
      <span className="flex-1 max-sm:basis-full" />
      <div role="group" aria-label={t(texts.language)} className="segments">
        {(["zh", "en"] as const).map((language) => (
          <button
            key={language}
            type="button"
            lang={language === "zh" ? "zh-CN" : "en"}
            className="tool"
            aria-pressed={preview.locale === language}
            onClick={() => onPreview({ ...preview, locale: language })}
          >
            {t(texts[language])}
          </button>
        ))}
      </div>
      <button
        type="button"
        className="tool"
        aria-label={t(texts.dark)}
        title={t(texts.dark)}
        aria-pressed={preview.scheme === "dark"}
        onClick={() => onPreview({ ...preview, scheme: preview.scheme === "dark" ? "light" : "dark" })}
      >
        {preview.scheme === "dark" ? <Moon {...icon} /> : <Sun {...icon} />}
      </button>
      <Menu trigger={<Ellipsis {...icon} />} label={t(texts.more)} className="tool" items={commands} />
      <Button
        kind="primary"
        className="min-h-8 px-3 text-[13px] max-sm:ml-auto pointer-coarse:min-h-11"
        disabled={!theme.isDirty || theme.isSaving}
        aria-busy={theme.isSaving}
        onClick={() => void theme.save()}
      >
        {t(theme.isSaving ? texts.saving : texts.save)}
      </Button>
    </header>
  );
}
