import { createHash } from "node:crypto";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import {
  Blocks,
  BookOpen,
  Boxes,
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
  ShieldCheck,
  SlidersHorizontal,
  Stamp,
  Store,
  Ticket,
  Trash2,
  TrendingUp,
  Settings,
  TextCursorInput,
  Users,
  Webhook,
  Zap,
} from "lucide-react";
import type { Plugin } from "vite";
import type { MenuIcon } from "../src/kit/screen.ts";

/** The icons by their names in screen definitions, which cannot contain components, because the server reads them too. */
const menuIcons: Record<MenuIcon, LucideIcon> = {
  blocks: Blocks,
  book: BookOpen,
  boxes: Boxes,
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
  shield: ShieldCheck,
  sliders: SlidersHorizontal,
  stamp: Stamp,
  store: Store,
  template: LayoutTemplate,
  ticket: Ticket,
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

const content = `<svg xmlns="http://www.w3.org/2000/svg">${Object.entries(menuIcons).map(symbolOf).join("")}</svg>`;
const fileName = `menu-icons-${createHash("sha256").update(content).digest("base64url").replace(/[_-]/g, "").slice(0, 8)}.svg`;

/**
 * Adds the icons of menus to the app as one picture, which is cached and does not have to run, unlike components. Code finds its address in
 * `process.env.MENU_ICONS`.
 */
export const menuIconsFile = (): Plugin => ({
  name: "meridian:menu-icons",
  config: () => ({ define: { "process.env.MENU_ICONS": JSON.stringify(`/assets/${fileName}`) } }),
  generateBundle() {
    this.emitFile({ type: "asset", fileName, source: content });
  },
});
