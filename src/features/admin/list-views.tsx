import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import type { ListDescription } from "#kit/auto.ts";
import type { SavedView, ViewContent } from "#kit/saved-view.ts";
import { allView, hasNoParameters, type TableState, withView } from "#render/table/table-state.ts";
import { loadLater } from "#ui/load-later.ts";
import { useLocale } from "#ui/locale.ts";

const chooser = loadLater(() => import("./views/view-chooser.tsx").then((file) => file.ViewChooser));

type ChosenView = { id: string; content: ViewContent };

type ViewsProps = {
  type: string;
  state: TableState;
  /** The response to the search, with the person's default view if the list was opened with it. */
  data: { play: ListDescription; view?: ChosenView | undefined } | undefined;
  /** Shows the list in another state, in a new entry of the browser's history unless `replace` is set. */
  show: (state: TableState, replace?: boolean) => void;
};

/** The saved views of a list, and the button to choose one. */
export type ListViews = {
  button: ReactNode;
  views: readonly SavedView[];
  /** Applies a view; undefined for the list without a view. */
  choose: (view: ChosenView | undefined) => void;
};

/** Loads and applies the saved views of a list. */
export function useListViews({ type, state, data, show }: ViewsProps): ListViews {
  const locale = useLocale();
  const client = useQueryClient();
  const [views, setViews] = useState<readonly SavedView[]>([]);
  const defaultView = data?.view;
  useEffect(() => {
    if (defaultView === undefined || !hasNoParameters(state)) return;
    const next = withView(defaultView.id, defaultView.content);
    // The response already has the rows of the view, so the new address needs no request.
    client.setQueryData(["table", type, locale, next], data);
    show(next, true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data]);
  useEffect(() => {
    if (data !== undefined) chooser.preload();
  }, [data]);
  const choose: ListViews["choose"] = (view) =>
    show(view === undefined ? withView(allView, { fields: {} }) : withView(view.id, view.content));
  return {
    views,
    choose,
    button: data !== undefined && (
      <chooser.Component
        type={type}
        description={data.play}
        content={state}
        chosenId={state.view}
        onChoose={choose}
        onViews={setViews}
      />
    ),
  };
}
