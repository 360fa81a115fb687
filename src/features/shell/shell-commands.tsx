import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Bookmark, ExternalLink, FileText, Settings2, Zap } from "lucide-react";
import { useCallback, useMemo } from "react";
import { useNavigate } from "react-router";
import { appScreens } from "#kit/app-screens.ts";
import { eventTypes } from "#kit/page-event.ts";
import type { MenuName } from "#kit/menus.ts";
import type { MenuEntry } from "#kit/menu-groups.ts";
import { addressOf } from "#kit/screens.ts";
import type { Text } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { effectOf, runEvent } from "#client/page-events/event-effect.ts";
import { quickActionsQuery } from "#client/page-events/quick-actions.ts";
import { type Person, urlFor } from "#client/person.ts";
import { mayOpen } from "#client/navigation/page-access.ts";
import { settingsUrl, spaceSettings } from "#client/navigation/space-settings.ts";
import { siteUrl, withLanguageForOtherHost } from "#client/space-site.ts";
import { withView, writeTableState } from "#render/table/table-state.ts";
import { type Command, bindCommand, type CommandDefinition, type CommandSearch } from "#ui/command.ts";
import { CommandCenter } from "#ui/command-center.tsx";
import { useCommandState } from "#ui/command-state.ts";
import { useLocale } from "#ui/locale.ts";
import { menuIconOf } from "#ui/menu-icon.tsx";
import { groupsFor } from "./menus.ts";

const texts = {
  goTo: { zh: "前往", en: "Go to" },
  view: { zh: "视图", en: "View" },
  quickAction: { zh: "执行快捷操作", en: "Run quick action" },
};
const sameText = (text: string): Text => ({ zh: text, en: text });
const createCommand = (definition: CommandDefinition<undefined>): Command => bindCommand(undefined, definition);

type Place = Pick<MenuEntry, "url" | "isOnSite" | "opensTab"> & {
  name: Text;
  icon?: CommandDefinition<undefined>["icon"];
};

/** Opens a place: a screen, or a page of the site or the notice about leaving it. */
function openPlace({ url, isOnSite, opensTab }: Place, navigate: (url: string) => unknown): void {
  if (isOnSite !== true) return void navigate(url);
  const address = withLanguageForOtherHost(siteUrl(url));
  if (opensTab === true) window.open(address, "_blank", "noopener,noreferrer");
  else location.assign(address);
}

/** The places of the menu, the other screens that open without parameters in their address, and the settings of the space. */
function placesFor(person: Person, menu: MenuName): Place[] {
  const places = groupsFor(person, menu)
    .flatMap((group) => group.entries)
    .map((entry): Place => ({ ...entry, icon: menuIconOf(entry.icon) }));
  const listedUrls = new Set(places.map(({ url }) => url.toLowerCase()));
  const otherPlaces = appScreens
    .filter(({ frame, listedEntity }) => (frame === "management" || frame === "builder") && listedEntity === undefined)
    .map(({ paths, title }): Place => ({ url: addressOf(paths[0]!), name: title }))
    .filter(({ url }) => !/[:*]/.test(url) && !listedUrls.has(url.toLowerCase()) && mayOpen(person, url));
  const sections = person.isAdministrator || person.isSuperAdmin ? Object.entries(spaceSettings) : [];
  const settings = sections.map(([anchor, name]): Place => ({ url: settingsUrl(anchor), name, icon: Settings2 }));
  return [...places, ...otherPlaces, ...settings];
}

/** The quick actions of the space as commands. They are requested when the palette opens. */
function useQuickCommands(): Command[] {
  const locale = useLocale();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { openDialog } = useCommandState();
  const { data } = useQuery({ ...quickActionsQuery(locale), enabled: openDialog === "palette" });
  return useMemo(
    () =>
      (data ?? []).map(({ id, ...event }) =>
        createCommand({
          id: `quick action ${id}`,
          group: texts.quickAction,
          name: sameText(event.name),
          icon: event.type === eventTypes.link ? ExternalLink : Zap,
          run: () => void runEvent(effectOf(event, location.pathname), event.name, { locale, navigate, queries }),
        }),
      ),
    [data, locale, navigate, queries],
  );
}

/** Adds commands to those of the screen: the screens that the person can open, the quick actions of the space, and a search for views and records. */
export function ShellCommands({ person, menu }: { person: Person; menu: MenuName }) {
  const navigate = useNavigate();
  const quickCommands = useQuickCommands();
  const commands = useMemo(
    () => [
      ...placesFor(person, menu).map((place) =>
        createCommand({
          id: `go ${place.url}`,
          group: texts.goTo,
          name: place.name,
          icon: place.icon ?? FileText,
          run: () => openPlace(place, navigate),
        }),
      ),
      // Last, because quick actions arrive while the palette is open and must not move the commands above.
      ...quickCommands,
    ],
    [person, menu, navigate, quickCommands],
  );
  const search = useCallback<CommandSearch>(
    async (text, signal) => {
      const { records, views } = await call("GET paas/palette/find", { text }, { signal });
      const groupText = (list: string, group: Text): Text => ({
        zh: `${list} · ${group.zh}`,
        en: `${list} · ${group.en}`,
      });
      return [
        ...views.map(({ id, name, type, list, content }) => {
          const query = writeTableState(new URLSearchParams(), withView(id, content));
          return createCommand({
            id: `view ${id}`,
            group: groupText(list, texts.view),
            name: sameText(name),
            icon: Bookmark,
            run: () => void navigate(urlFor(person, `/paas/${type}/list?${query.toString()}`)),
          });
        }),
        ...records.map(({ id, title, list, url }) =>
          createCommand({
            id: `record ${id}`,
            group: sameText(list),
            name: sameText(title),
            icon: FileText,
            run: () => void navigate(urlFor(person, url)),
          }),
        ),
      ];
    },
    [navigate, person],
  );
  return <CommandCenter commands={commands} search={search} />;
}
