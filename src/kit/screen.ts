import { type Access, rowAccess } from "./access.ts";
import { areas } from "./app-pages.ts";
import type { MenuIcon, menus } from "./menus.ts";
import type { RouteSettings } from "./route-settings.ts";
import type { Text } from "./text.ts";

/**
 * The frame around a screen, rendered before the code of the screen has loaded. "management": a side menu and a bar at the top. "builder": the bar of
 * the builder. "signIn": a narrow column with the name of the product; on a wide screen, a dark panel with a drawing beside it. "bare": none.
 */
export type FrameName = "management" | "builder" | "signIn" | "bare";

/** What an app page requests while the app is loading (`early.ts`): the list or form of an address, or the page in the builder. */
export type FirstCallsKind = "auto" | "page";

/** The declared placement of a screen in a group of a menu: below the screen with the id `after`, or at the top. */
export type MenuPlacement = {
  [M in "management" | "service"]: {
    menu: M;
    group: keyof (typeof menus)[M]["groups"];
    after?: string;
    icon: MenuIcon;
    /** The name in the menu, if it is not the screen's title. */
    name?: Text;
    /** Hidden under "More" while the space is new. */
    isSecondary?: true;
    /** The home screen shows how many rows the list has. */
    isCountedOnHome?: true;
  };
}["management" | "service"];

/** A screen of the app, as data. Its component is in the `.screen.tsx` file beside it, or in the file named by `component`. */
export type ScreenDefinition = {
  id: string;
  /** Addresses, without the slash in front; matching ignores case. The first is the address to which redirects and links lead. */
  paths: readonly string[];
  /** Only these exact addresses belong to the app; pages of sites may have other addresses with the same first segment. */
  isExact?: true;
  /** Its addresses show it only with this parameter; letter case makes no difference. */
  query?: { name: string; value: string };
  /** Addresses that redirect to the first one. */
  redirects?: readonly string[];
  title: Text;
  /** The access that the screen's data requires. */
  access: Access;
  frame: FrameName;
  /** The file of the component: `features/admin/auto` is `src/features/admin/auto.screen.tsx`. */
  component?: string;
  menu?: readonly MenuPlacement[];
  /** Its parent in the breadcrumb: the id of another screen, and its own name there. */
  crumb?: { under: string; name?: Text };
  /** The entity whose list it shows. */
  listedEntity?: string;
  first?: FirstCallsKind;
  route?: RouteSettings;
  /** Most visitors of this screen have no account yet: they are sent to sign up. */
  leadsToSignUp?: true;
};

export const defineScreen = (screen: ScreenDefinition): ScreenDefinition => screen;

type ListScreen = {
  /** The entity's type. */
  type: string;
  title: Text;
  menu: readonly MenuPlacement[];
  component?: string;
};

/** The list of an entity as a menu entry: available in every area, rendered by the generic list screen. */
export const defineListScreen = ({ type, title, menu, component = "features/admin/auto" }: ListScreen) =>
  defineScreen({
    id: type,
    paths: areas.map((area) => `${area}/${type}/list`),
    title,
    access: rowAccess("read", type),
    frame: "management",
    component,
    menu,
    listedEntity: type,
    first: "auto",
  });
