import { useMemo } from "react";
import { useNavigate } from "react-router";
import { commandAt } from "#ui/command.ts";
import { CommandCenter } from "#ui/command-center.tsx";
import type { MenuName } from "#kit/screen.ts";
import type { Person } from "#client/person.ts";
import { menuIcons } from "./menu-icons.ts";
import { groupsFor } from "./menus.ts";

const group = { zh: "前往", en: "Go to" };

/** The places of the menu as commands, beside those of the screen. */
export function ShellCommands({ person, menu }: { person: Person; menu: MenuName }) {
  const navigate = useNavigate();
  const places = useMemo(
    () =>
      groupsFor(person, menu)
        .flatMap((one) => one.places)
        .map(({ url, name, icon }) =>
          commandAt(undefined, {
            id: `go ${url}`,
            group,
            name,
            icon: menuIcons[icon],
            run: () => void navigate(url),
          }),
        ),
    [person, menu, navigate],
  );
  return <CommandCenter commands={places} />;
}
