import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import type { ViewContent } from "#kit/saved-view.ts";
import { allViewsOf } from "../views/saved-views.server.ts";

type Found = { id: string; name: string; type: string; list: string; content: ViewContent };

const maxViews = 8;

/** The views of all lists whose name, or its pinyin, contains the text. */
export async function findViews(context: CallContext<UserPrincipal>, text: string): Promise<Found[]> {
  const word = text.toLowerCase();
  // Its dictionary would be a twentieth of the program's start.
  const { matchesPinyin } = await import("#kit/pinyin.ts");
  return (await allViewsOf(context))
    .filter(({ view }) => view.name.toLowerCase().includes(word) || matchesPinyin(view.name, text))
    .slice(0, maxViews)
    .map(({ entity, view: { id, name, content } }) => ({
      id,
      name,
      type: entity.type,
      list: (entity.listName ?? entity.name)[context.locale],
      content,
    }));
}
