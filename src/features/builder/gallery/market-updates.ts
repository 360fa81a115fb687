import { useMutation, useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import type { CallOutput } from "#kit/call.ts";
import { rebaseChange } from "#kit/edit.ts";
import { applyChange, type PageChange, type PageDocument, type PageRecord } from "#kit/page.ts";
import { rootId } from "#kit/page-tree.ts";
import { formatText, type Text } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";
import { adaptPart, loadTypesOf } from "#features/builder/document/foreign-part.ts";
import {
  changeWithFiles,
  copiedFiles,
  copiesOn,
  type PartCopy,
  updateCopy,
} from "#features/builder/document/part-update.ts";
import { useEditor } from "#features/builder/editor/editor.ts";
import { undoLastStep } from "./insert-item.ts";

const texts = {
  done: { zh: "“{name}”已更新到版本 {n}", en: "Updated {name} to version {n}" },
  undo: { zh: "撤销", en: "Undo" },
};

/** A copy of an item on the page of which there is a later edition. */
export type CopyUpdate = { copy: PartCopy } & Pick<
  CallOutput<"POST Api/Market/Updates">[number],
  "name" | "kind" | "latest" | "url"
>;
type Difference = CallOutput<"GET Api/Market/Difference">;

/** The maximum number of items in one request. */
const maxItems = 200;

/** The copies of items on the page; a stable list while they stay the same. */
function useCopies(): PartCopy[] {
  const { store } = useEditor();
  const key = useSyncExternalStore(
    (listener) => store.onChildren(rootId, listener),
    () => store.children(rootId),
  );
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the widgets of the page are the key
  return useMemo(() => copiesOn(store.page()), [store, key]);
}

/** The copies on the page of which there is a later edition; undefined until that is known. A page without any asks nothing. */
export function useCopyUpdates(): { updates: CopyUpdate[] | undefined; error: Error | null; refetch: () => unknown } {
  const locale = useLocale();
  const copies = useCopies();
  const items = useMemo(() => {
    const unique = new Map(copies.map(({ item, edition }) => [`${item} ${edition}`, { id: item, edition }]));
    return [...unique.values()].slice(0, maxItems);
  }, [copies]);
  const { data, error, refetch } = useQuery({
    queryKey: ["market", "updates", locale, items],
    queryFn: ({ signal }) => call("POST Api/Market/Updates", { items }, { signal }),
    enabled: items.length > 0,
  });
  const updates = useMemo(() => {
    if (items.length === 0) return [];
    return data?.flatMap(({ id, edition, ...update }) =>
      copies.filter((copy) => copy.item === id && copy.edition === edition).map((copy) => ({ copy, ...update })),
    );
  }, [items, copies, data]);
  return { updates, error, refetch };
}

/** The page with a copy brought to the latest edition, or why that cannot be shown. */
export type UpdatedPage = { difference: Difference; change: PageChange; page: PageDocument };

const recordsOf = (page: PageDocument): PageRecord[] => Object.values(page.records);

/** What an update of a copy would change on the open page. */
export function useUpdatedPage({ copy, latest }: CopyUpdate) {
  const locale = useLocale();
  const { store, site } = useEditor();
  const { item, edition } = copy;
  const query = useQuery({
    queryKey: ["market", "difference", locale, item, edition, latest],
    async queryFn({ signal }) {
      const difference = await call("GET Api/Market/Difference", { id: item, from: edition, to: latest }, { signal });
      await loadTypesOf(recordsOf(difference.after));
      return difference;
    },
    staleTime: Infinity,
  });
  const { data } = query;
  const result = useMemo((): UpdatedPage | Text | undefined => {
    if (data === undefined) return undefined;
    const themes = { from: site.tokens, to: site.tokens };
    const after = adaptPart({ records: recordsOf(data.after) }, themes);
    if ("zh" in after) return after;
    const before = data.before === null ? undefined : adaptPart({ records: recordsOf(data.before) }, themes);
    // An earlier edition that cannot be read any more counts as none.
    const base = before === undefined || "zh" in before ? undefined : before.part.records;
    const change = updateCopy(store.page(), copy, { edition: latest, before: base, after: after.part.records });
    return { difference: data, change, page: applyChange(store.page(), change) };
  }, [data, store, site, copy, latest]);
  return { query, result };
}

/** Brings a copy to the latest edition as one step of undo, with the files of that edition copied into this space. */
export function useTakeUpdate({ copy, latest, name }: CopyUpdate, onDone: () => void) {
  const t = useText();
  const { store } = useEditor();
  return useMutation({
    async mutationFn({ difference, change }: UpdatedPage) {
      const copied = await call("POST Api/Market/Take", { id: copy.item, edition: latest });
      const files = copiedFiles(recordsOf(difference.after), recordsOf(copied.page!));
      const current = rebaseChange(changeWithFiles(change, files), store.stored.record, store.setting());
      store.edit(current, { select: copy.widgets, isStored: true });
      notify("success", t(formatText(texts.done, { name, n: latest })), {
        actions: [undoLastStep(store, t(texts.undo))],
      });
    },
    onSuccess: onDone,
  });
}
