import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CallOutput } from "#kit/call.ts";
import { errorMessage } from "#kit/error-message.ts";
import { listSeparator } from "#kit/list-text.ts";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { useText } from "#ui/locale.ts";
import { randomId } from "#ui/random-id.ts";
import { notify } from "#ui/toast.tsx";

const texts = {
  done: { zh: "主题已更新到版本 {n}", en: "Updated the theme to version {n}" },
  pages: {
    zh: "修改了 {changed} 个页面的草稿，新增 {added} 个草稿页面。",
    en: "{changed} {changed|draft|drafts} changed, {added} added.",
  },
  renamed: {
    zh: "路径已被占用的页面：{names}",
    en: "Pages whose path was taken: {names}",
  },
  undo: { zh: "撤销", en: "Undo" },
  undone: { zh: "主题已恢复到版本 {n}", en: "The theme is back at version {n}" },
};

/** A later edition of a theme, and what it changes. */
export type ThemeUpdate = CallOutput<"GET Api/Market/ThemeUpdate">;
export type LaterTheme = NonNullable<ThemeUpdate["later"]>;

/** Whether the market has a later edition of a theme; what it changes, and whether the last update can be undone. */
export const useThemeUpdate = (themeId: string) =>
  useQuery({
    queryKey: ["themes", themeId, "update"],
    queryFn: ({ signal }) => call("GET Api/Market/ThemeUpdate", { themeId }, { signal }),
  });

/** Updates a theme to a later edition, and takes that back, each in one step. `onChanged`: after the theme and its pages have changed. */
export function useThemeSteps(themeId: string, onChanged: () => void) {
  const t = useText();
  const client = useQueryClient();
  // The same for every try, so that one whose answer was lost is answered again.
  const [key, setKey] = useState(randomId);
  async function refresh(): Promise<void> {
    await Promise.all([["themes"], ["builder"]].map((queryKey) => client.invalidateQueries({ queryKey })));
    onChanged();
  }
  const undo = useMutation({
    async mutationFn() {
      const { edition } = await call("POST Api/Market/UndoThemeUpdate", { themeId }, { idempotencyKey: randomId() });
      await refresh();
      notify("success", t(formatText(texts.undone, { n: edition })));
    },
    onError: (error) => notify("error", errorMessage(error)),
  });
  const update = useMutation({
    async mutationFn(edition: number) {
      const done = await call("POST Api/Market/UpdateTheme", { themeId, edition }, { idempotencyKey: key });
      setKey(randomId());
      await refresh();
      const { changed, added } = done;
      const renamed = added.filter(({ path, wantedPath }) => path !== wantedPath);
      const names = renamed.map(({ path, wantedPath }) => `${wantedPath} → ${path}`).join(t(listSeparator));
      const notes = [
        ...(changed + added.length > 0 ? [t(formatText(texts.pages, { changed, added: added.length }))] : []),
        ...(renamed.length > 0 ? [t(formatText(texts.renamed, { names }))] : []),
      ];
      notify("success", t(formatText(texts.done, { n: edition })), {
        ...(notes.length > 0 ? { description: notes.join(" ") } : {}),
        actions: [{ name: t(texts.undo), run: () => undo.mutate() }],
      });
    },
  });
  return { update, undo };
}
