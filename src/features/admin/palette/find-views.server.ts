import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import type { ViewContent } from "#kit/saved-view.ts";
import { allViewsOf } from "../views/saved-views.server.ts";

type ViewMatch = { id: string; name: string; type: string; list: string; content: ViewContent };

const maxViews = 8;

/** Finds the saved views of all lists whose name contains the text, or whose name's pinyin matches it. */
export async function findViews(context: CallContext<UserPrincipal>, text: string): Promise<ViewMatch[]> {
  const lowerText = text.toLowerCase();
  // Imported on first use, because loading the dictionary of pinyin would slow down the start of the server.
  const { matchesPinyin } = await import("#kit/pinyin.ts");
  return (await allViewsOf(context))
    .filter(({ view }) => view.name.toLowerCase().includes(lowerText) || matchesPinyin(view.name, text))
    .slice(0, maxViews)
    .map(({ entity, view: { id, name, content } }) => ({
      id,
      name,
      type: entity.type,
      list: (entity.listName ?? entity.name)[context.locale],
      content,
    }));
}
