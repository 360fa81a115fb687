import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { errorMessage } from "#kit/error-message.ts";
import { formatText, inLocale, type Text } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { ask } from "#ui/confirm.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import type { MenuItem } from "#ui/menu-list.tsx";
import { randomId } from "#ui/random-id.ts";
import { notify } from "#ui/toast.tsx";
import type { ThemeChoice } from "./theme-values.ts";
import type { ThemeEditing } from "./use-theme.ts";

const texts = {
  makeCurrent: { zh: "设为当前主题", en: "Make current" },
  makeCurrentQuestion: { zh: "让网站使用主题“{name}”？", en: "Give the site the theme “{name}”?" },
  makeCurrentText: {
    zh: "访客将立即看到新的外观。只属于此主题、还未发布的页面会一并发布。",
    en: "Visitors see the new look at once. Pages that are only in this theme and not published yet are published with it.",
  },
  isCurrent: { zh: "网站正在使用此主题", en: "The site has this theme" },
  duplicate: { zh: "复制主题", en: "Duplicate theme" },
  offer: { zh: "提供到市场", en: "Offer to the market" },
  updates: { zh: "市场更新", en: "Market updates" },
  remove: { zh: "连同页面删除", en: "Delete with its pages" },
  removeQuestion: {
    zh: "删除主题“{name}”和只属于它的页面？",
    en: "Delete the theme “{name}” and the pages that are only in it?",
  },
  removeText: { zh: "可在回收站中恢复。", en: "You can restore them from the trash." },
  yes: { zh: "设为当前", en: "Make current" },
  delete: { zh: "删除", en: "Delete" },
  cancel: { zh: "取消", en: "Cancel" },
  undo: { zh: "撤销", en: "Undo" },
  current: { zh: "当前", en: "Current" },
} satisfies Record<string, Text>;

/** The dialogs that the menu of a theme opens. */
export type ThemeDialog = "offer" | "updates";
type CommandInput = {
  theme: ThemeEditing;
  themeId: string;
  themes: readonly ThemeChoice[];
  currentId: string | null;
  onOpen: (dialog: ThemeDialog) => void;
};

/** The menu of a theme in its editor: making it current, duplicating and deleting it, and the other themes of the space. */
export function useThemeCommands({ theme, themeId, themes, currentId, onOpen }: CommandInput): MenuItem[] {
  const locale = useLocale();
  const t = useText();
  const navigate = useNavigate();
  const client = useQueryClient();
  const name = inLocale(theme.values.name, locale) ?? "";

  /** Runs a command of themes; resolves to what it says, or to undefined after it has shown why it failed. */
  async function run(command: string, id: string): Promise<string | undefined> {
    try {
      const { text } = await call(
        "POST Api/{type}/Command",
        { type: "theme", command, ids: [id] },
        { idempotencyKey: randomId() },
      );
      await client.invalidateQueries({ queryKey: ["themes"] });
      return text;
    } catch (error) {
      notify("error", errorMessage(error));
      return undefined;
    }
  }

  async function makeCurrent(): Promise<void> {
    const isSure = await ask({
      title: t(formatText(texts.makeCurrentQuestion, { name })),
      text: t(texts.makeCurrentText),
      yes: t(texts.yes),
      no: t(texts.cancel),
    });
    if (!isSure || !(await theme.save())) return;
    const message = await run("makeCurrent", themeId);
    if (message === undefined) return;
    const previous = currentId;
    const undo = { name: t(texts.undo), run: () => void run("makeCurrent", previous!) };
    notify("success", message, previous === null ? {} : { actions: [undo] });
  }

  async function duplicate(): Promise<void> {
    if (!(await theme.save())) return;
    const message = await run("duplicate", themeId);
    if (message === undefined) return;
    const list = (await call("GET Api/{type}/QueryList", { type: "theme" })) as unknown as ThemeChoice[];
    const copy = list.find(({ id }) => !themes.some((known) => known.id === id));
    notify("success", message);
    if (copy !== undefined) await navigate(`/builder/theme/${copy.id}`);
  }

  async function remove(): Promise<void> {
    const isSure = await ask({
      title: t(formatText(texts.removeQuestion, { name })),
      text: t(texts.removeText),
      yes: t(texts.delete),
      no: t(texts.cancel),
      isDangerous: true,
    });
    if (!isSure) return;
    const message = await run("deleteWithPages", themeId);
    if (message === undefined) return;
    notify("success", message);
    await navigate("/paas/theme/list");
  }

  /** Opens a dialog about the theme as it is stored. */
  async function open(dialog: ThemeDialog): Promise<void> {
    if (await theme.save()) onOpen(dialog);
  }

  const whenCurrent = currentId === themeId ? { reason: t(texts.isCurrent) } : {};
  return [
    { name: t(texts.makeCurrent), ...whenCurrent, run: () => void makeCurrent() },
    { name: t(texts.duplicate), run: () => void duplicate() },
    { name: t(texts.offer), run: () => void open("offer") },
    { name: t(texts.updates), run: () => void open("updates") },
    { name: t(texts.remove), ...whenCurrent, run: () => void remove() },
    "separator",
    ...themes.map((choice): MenuItem => ({
      name: inLocale(choice.name, locale) ?? choice.id,
      isChosen: choice.id === themeId,
      ...(choice.id === currentId ? { note: t(texts.current) } : {}),
      run: () => void navigate(`/builder/theme/${choice.id}`),
    })),
  ];
}
