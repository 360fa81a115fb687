import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { errorMessage } from "#kit/error-message.ts";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { randomId } from "#ui/random-id.ts";
import { notify } from "#ui/toast.tsx";
import { adaptPart, loadTypesOf } from "#features/builder/document/foreign-part.ts";
import { labelOf } from "#features/builder/document/names.ts";
import { insertPart, type PartTarget } from "#features/builder/document/insert-part.ts";
import type { DocumentStore } from "#features/builder/document/document-store.ts";
import { useEditor, type Editor } from "#features/builder/editor/editor.ts";
import { removeTheme } from "#features/builder/theme/remove-theme.ts";
import type { MarketEntry } from "./market-items.ts";
import { type Content, partOf, type Source } from "./source.ts";

const texts = {
  inserted: { zh: "已插入“{name}”", en: "Inserted {name}" },
  replaced: { zh: "已替换为“{name}”", en: "Replaced with {name}" },
  undo: { zh: "撤销", en: "Undo" },
  themeAdded: { zh: "已添加主题“{name}”", en: "Added the theme {name}" },
  pagesAdded: {
    zh: "已添加主题“{name}”和 {n} 个草稿页面",
    en: "Added the theme {name} and drafts of {n} {n|page|pages}",
  },
  undone: { zh: "已撤销", en: "Undone" },
  openTheme: { zh: "打开主题", en: "Open theme" },
};

/** Shows the first of the inserted widgets, once it is rendered. */
function showWidget({ frame }: Editor, id: string | undefined): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => frame.elements.get(id ?? "")?.scrollIntoView({ block: "center" })),
  );
}

/** The action that undoes the last step, while it is the last one. */
export const undoLastStep = (store: DocumentStore, name: string) => {
  const step = store.history.get().done.at(-1);
  return { name, run: () => store.history.get().done.at(-1) === step && store.undo() };
};

type Insertion = { source: Source; section: string | undefined; content: Content; target: PartTarget };

/** Takes components with their files, and inserts them into the open page as one step of undo. @throws {Error} what the person should read */
export function useInsert(onDone: () => void) {
  const t = useText();
  const locale = useLocale();
  const editor = useEditor();
  return useMutation({
    async mutationFn({ source: { name, kind, take }, section, content, target }: Insertion) {
      const part = partOf(await take(), kind, section);
      await loadTypesOf(part.records);
      const { store, site } = editor;
      const adapted = adaptPart(part, { from: content.colors, to: site.tokens });
      if ("zh" in adapted) throw new Error(t(adapted));
      const insertion = insertPart(store.page(), adapted.part, target);
      if ("zh" in insertion) throw new Error(t(insertion));
      store.edit(insertion.change, { select: insertion.select, isStored: true });
      const text = target.kind === "page" || target.kind === "replace" ? texts.replaced : texts.inserted;
      const [first] = insertion.select;
      const inserted = section === undefined ? name : labelOf(store, first!, locale);
      notify("success", t(formatText(text, { name: inserted })), { actions: [undoLastStep(store, t(texts.undo))] });
      showWidget(editor, first);
    },
    onSuccess: onDone,
  });
}

type WantedTheme = Pick<MarketEntry, "id" | "edition" | "name"> & { withPages: boolean };

/** Takes a theme, with its pages or without: it becomes one of this space, and one step takes all of it back. */
export function useTakeTheme(onDone: () => void) {
  const t = useText();
  const client = useQueryClient();
  const navigate = useNavigate();
  // The same for every try, so that one whose answer was lost adds no second theme.
  const [keys] = useState(() => ({ pages: randomId(), look: randomId() }));
  async function undo(themeId: string): Promise<void> {
    try {
      await removeTheme(themeId);
      await client.invalidateQueries({ queryKey: ["themes"] });
      notify("success", t(texts.undone));
    } catch (error) {
      notify("error", errorMessage(error));
    }
  }
  return useMutation({
    async mutationFn({ id, edition, name, withPages }: WantedTheme) {
      const { themeId = "", pages = [] } = await call(
        "POST Api/Market/Take",
        { id, edition, withPages },
        { idempotencyKey: withPages ? keys.pages : keys.look },
      );
      await client.invalidateQueries({ queryKey: ["themes"] });
      const text = pages.length === 0 ? texts.themeAdded : texts.pagesAdded;
      notify("success", t(formatText(text, { name, n: pages.length })), {
        actions: [
          { name: t(texts.undo), run: () => void undo(themeId) },
          { name: t(texts.openTheme), run: () => void navigate(`/builder/theme/${themeId}`) },
        ],
      });
    },
    onSuccess: onDone,
  });
}
