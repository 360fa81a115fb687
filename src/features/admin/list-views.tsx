import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import type { SavedView, ViewContent } from "#kit/saved-view.ts";
import { allView, isBare, type TableState, withView } from "#render/table/table-state.ts";
import { loadLater } from "#ui/load-later.ts";
import { useLocale } from "#ui/locale.ts";

const chooser = loadLater(() => import("./views/view-chooser.tsx").then((file) => file.ViewChooser));

type Chosen = { id: string; content: ViewContent };

type ViewsProps = {
  type: string;
  state: TableState;
  /** What the server sent, with the view that it opened for a list without any state. */
  data: { view?: unknown } | undefined;
  /** Shows the list in another state; `isSame`: in other words for what it shows already. */
  show: (state: TableState, isSame?: boolean) => void;
};

/** The views of a list: the button that chooses one, and those that there are. */
export type ListViews = {
  button: ReactNode;
  views: readonly SavedView[];
  choose: (view: Chosen | undefined) => void;
};

/** Saved views of a list. */
export function useListViews({ type, state, data, show }: ViewsProps): ListViews {
  const locale = useLocale();
  const client = useQueryClient();
  const [views, setViews] = useState<readonly SavedView[]>([]);
  const opened = data?.view as Chosen | undefined;
  useEffect(() => {
    if (opened === undefined || !isBare(state)) return;
    const next = withView(opened.id, opened.content);
    client.setQueryData(["table", type, locale, next], data);
    show(next, true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data]);
  useEffect(() => {
    if (data !== undefined) void chooser.get();
  }, [data]);
  const choose: ListViews["choose"] = (view) =>
    show(view === undefined ? withView(allView, { fields: {} }) : withView(view.id, view.content));
  return {
    views,
    choose,
    button: <chooser.Component type={type} content={state} chosen={state.view} onChoose={choose} onViews={setViews} />,
  };
}
