import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { call } from "#client/call.ts";
import { ScreenLoading, ScreenProblem } from "#client/screen-states.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { useTitle } from "#ui/title.ts";
import { AutoScreen } from "../auto.screen.tsx";
import { adminUrlInArea, parseAutoPath } from "../auto-path.ts";
import { listInput } from "../first-calls.ts";
import { useRelationDialogs } from "../relations/relation-dialogs.ts";
import { loadRowAction } from "../rows/load-row-action.ts";
import { CategoryTree } from "./category-tree.tsx";
import screen from "./categories.screen.ts";

const texts = {
  asList: { zh: "列表视图", en: "List view" },
  asTree: { zh: "树形视图", en: "Tree view" },
};
const type = "relationTree";

function LayoutLink({ to, name }: { to: string; name: string }) {
  return (
    <Link to={to} className="button-link">
      {name}
    </Link>
  );
}

/** The categories of the space: as a tree, or as a list with search, export and batches (`layout=list`). */
export function CategoriesScreen() {
  const t = useText();
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  if (query.get("layout") === "list")
    return <AutoScreen actions={<LayoutLink to={pathname} name={t(texts.asTree)} />} />;
  return <TreeLayout area={parseAutoPath(pathname)?.area ?? "paas"} />;
}

function TreeLayout({ area }: { area: string }) {
  const t = useText();
  const locale = useLocale();
  const client = useQueryClient();
  const { AddRow } = useRelationDialogs();
  const [newCategory, setNewCategory] = useState<{ parent: string | null; onAdded: (id: string) => void }>();
  // The description of the list says what this person may do; the rows are not used.
  const { data, error, refetch } = useQuery({
    queryKey: ["categories", "rights", locale],
    queryFn: ({ signal }) => call("POST paas/table/search", listInput(type, new URLSearchParams()), { signal }),
  });
  useTitle(t(screen.title));
  if (data === undefined)
    return error === null ? <ScreenLoading /> : <ScreenProblem problem={error} onRetry={() => void refetch()} />;
  const { actions, addUrl, isUpdatable, name, purpose } = data.play;
  const deletion = actions.find(({ event }) => event === "delete");
  const formUrl = actions.find(({ event }) => event === "edit" || event === "view")?.url ?? "";

  async function remove(id: string, title: string): Promise<boolean> {
    const code = await loadRowAction(locale);
    if (code === undefined || deletion === undefined) return false;
    const onUndone = () => client.invalidateQueries({ queryKey: ["categories"] });
    return code.runRowAction({ type, ids: [id], name: title, action: deletion, locale, onUndone });
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-2xl font-semibold tracking-tight">{name}</h1>
        <LayoutLink to="?layout=list" name={t(texts.asList)} />
      </header>
      {/* The target of the skip link of lists. */}
      <div id="list" tabIndex={-1} className="outline-none">
        <CategoryTree
          purpose={purpose}
          hrefOf={(id) => `${adminUrlInArea(formUrl, area)}?id=${id}`}
          mayMove={isUpdatable}
          onAdd={addUrl === undefined ? undefined : (parent, onAdded) => setNewCategory({ parent, onAdded })}
          onDelete={deletion === undefined ? undefined : remove}
        />
      </div>
      {newCategory !== undefined && (
        <AddRow
          type={type}
          values={{ parent: newCategory.parent }}
          onAdded={(id) => {
            newCategory.onAdded(id);
            setNewCategory(undefined);
          }}
          onClose={() => setNewCategory(undefined)}
        />
      )}
    </div>
  );
}
