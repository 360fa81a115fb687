import { createHash } from "node:crypto";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import {
  Activity,
  Blocks,
  BookOpen,
  Boxes,
  Braces,
  Building2,
  ClipboardList,
  CodeXml,
  FileText,
  FolderOpen,
  Globe,
  History,
  House,
  KeyRound,
  LayoutGrid,
  CreditCard,
  LayoutTemplate,
  LifeBuoy,
  List,
  ListChecks,
  ListTree,
  type LucideIcon,
  Mail,
  Menu,
  MessageSquareText,
  Monitor,
  Newspaper,
  Package,
  Paintbrush,
  Palette,
  PanelLeft,
  ReceiptText,
  Scale,
  Shapes,
  ShieldCheck,
  SlidersHorizontal,
  Stamp,
  Store,
  Ticket,
  Timer,
  Trash2,
  TrendingUp,
  Settings,
  Sparkles,
  TextCursorInput,
  Users,
  Webhook,
  Zap,
} from "lucide-react";
import type { Plugin } from "vite";
import type { MenuIcon } from "../src/kit/menus.ts";
import { iconSet } from "../src/ui/icon-set.ts";

/** The icons by their names in screen definitions, which cannot contain components, because the server reads them too. */
const menuIcons: Record<MenuIcon, LucideIcon> = {
  activity: Activity,
  blocks: Blocks,
  book: BookOpen,
  boxes: Boxes,
  braces: Braces,
  brush: Paintbrush,
  building: Building2,
  card: CreditCard,
  chart: TrendingUp,
  checks: ListChecks,
  clipboard: ClipboardList,
  code: CodeXml,
  cog: Settings,
  file: FileText,
  folder: FolderOpen,
  form: TextCursorInput,
  globe: Globe,
  grid: LayoutGrid,
  history: History,
  home: House,
  key: KeyRound,
  lifebuoy: LifeBuoy,
  list: List,
  mail: Mail,
  menu: PanelLeft,
  message: MessageSquareText,
  monitor: Monitor,
  newspaper: Newspaper,
  package: Package,
  palette: Palette,
  receipt: ReceiptText,
  rows: Menu,
  scale: Scale,
  shapes: Shapes,
  shield: ShieldCheck,
  sliders: SlidersHorizontal,
  sparkles: Sparkles,
  stamp: Stamp,
  store: Store,
  template: LayoutTemplate,
  ticket: Ticket,
  timer: Timer,
  trash: Trash2,
  tree: ListTree,
  users: Users,
  webhook: Webhook,
  zap: Zap,
};

/** An icon as a symbol of the file: its shapes, which take colour and width of lines from the element that uses it. */
const symbolOf = ([name, Icon]: [string, LucideIcon]): string =>
  renderToStaticMarkup(createElement(Icon)).replace(
    /^<svg[^>]*>(.*)<\/svg>$/,
    `<symbol id="${name}" viewBox="0 0 24 24">$1</symbol>`,
  );

/** A file of symbols. Its name changes with its content. */
function symbolFile(name: string, icons: [string, LucideIcon][]) {
  const source = `<svg xmlns="http://www.w3.org/2000/svg">${icons.map(symbolOf).join("")}</svg>`;
  const hash = createHash("sha256").update(source).digest("base64url").replace(/[_-]/g, "").slice(0, 8);
  return { fileName: `${name}-${hash}.svg`, source };
}

const menuFile = symbolFile("menu-icons", Object.entries(menuIcons));
const setFile = symbolFile(
  "icon-set",
  iconSet.map(({ name, Icon }) => [name, Icon]),
);

/**
 * The icons of menus, and those that people choose from, as two pictures, which are cached and do not have to run, unlike components. Code finds their
 * addresses in `process.env.MENU_ICONS` and `process.env.ICON_SET`. `isEmitted`: for the output that contains the files.
 */
export const menuIconFiles = ({ isEmitted }: { isEmitted: boolean }): Plugin => ({
  name: "meridian:menu-icons",
  config: () => ({
    define: {
      "process.env.MENU_ICONS": JSON.stringify(`/assets/${menuFile.fileName}`),
      "process.env.ICON_SET": JSON.stringify(`/assets/${setFile.fileName}`),
    },
  }),
  generateBundle() {
    if (isEmitted) for (const file of [menuFile, setFile]) this.emitFile({ type: "asset", ...file });
  },
});
