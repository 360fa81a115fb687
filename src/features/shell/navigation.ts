import {
  BookOpen,
  ClipboardList,
  FileText,
  House,
  Landmark,
  LayoutTemplate,
  LifeBuoy,
  type LucideIcon,
  Mail,
  MessageSquareText,
  Newspaper,
  Package,
  Palette,
  ReceiptText,
  Scale,
  ShieldCheck,
  Ticket,
  UserCog,
  Users,
} from "lucide-react";
import type { Text } from "#kit/text.ts";
import { mayOpen, type Person } from "#client/person.ts";

export type Place = {
  url: string;
  name: Text;
  icon: LucideIcon;
  /** Whose total the home screen shows. */ type?: string;
  /** Folded away while a space is new: empty for whoever begins. */ isLater?: true;
};
export type PlaceGroup = { name: Text; places: Place[] };

/** The side menu. What a person may really see is the server's decision; this only leaves out what would end at a refusal. */
export const navigation: PlaceGroup[] = [
  {
    name: { zh: "概览", en: "Overview" },
    places: [
      { url: "/paas/index", name: { zh: "管理首页", en: "Admin home" }, icon: House },
      {
        url: "/paas/paasWork/list",
        name: { zh: "工单", en: "Work orders" },
        icon: ClipboardList,
        type: "paasWork",
      },
      {
        url: "/service/index",
        name: { zh: "服务专区", en: "Services" },
        icon: LifeBuoy,
      },
    ],
  },
  {
    name: { zh: "内容", en: "Content" },
    places: [
      {
        url: "/paas/news/list",
        name: { zh: "新闻", en: "News" },
        icon: Newspaper,
        type: "news",
      },
      { isLater: true, url: "/paas/wiki/list", name: { zh: "文档", en: "Documentation" }, icon: BookOpen },
      { isLater: true, url: "/paas/contract/list", name: { zh: "协议", en: "Agreements" }, icon: Scale },
      {
        url: "/paas/contactMessage/list",
        name: { zh: "留言", en: "Enquiries" },
        icon: Mail,
        type: "contactMessage",
      },
    ],
  },
  {
    name: { zh: "网站", en: "Website" },
    places: [
      {
        url: "/builder",
        name: { zh: "页面设计", en: "Page builder" },
        icon: LayoutTemplate,
      },
      {
        url: "/paas/page/list",
        name: { zh: "页面", en: "Pages" },
        icon: FileText,
        type: "page",
      },
      { url: "/paas/theme/list", name: { zh: "主题", en: "Theme" }, icon: Palette },
    ],
  },
  {
    name: { zh: "客户", en: "Customers" },
    places: [
      {
        url: "/paas/servicePackage/list",
        isLater: true,
        name: { zh: "套餐", en: "Plans" },
        icon: Package,
      },
      {
        url: "/paas/serviceCode/list",
        isLater: true,
        name: { zh: "激活码", en: "Activation codes" },
        icon: Ticket,
      },
      {
        url: "/paas/serviceOrder/list",
        isLater: true,
        name: { zh: "开通订单", en: "Activations" },
        icon: ReceiptText,
      },
    ],
  },
  {
    name: { zh: "空间", en: "Space" },
    places: [
      {
        url: "/paas/member/list",
        name: { zh: "成员", en: "Members" },
        icon: Users,
        type: "member",
      },
      {
        url: "/paas/role/list",
        isLater: true,
        name: { zh: "角色", en: "Roles" },
        icon: ShieldCheck,
      },
      {
        url: "/paas/user/account",
        isLater: true,
        name: { zh: "提现设置", en: "Payout settings" },
        icon: Landmark,
      },
      {
        url: "/paas/user/setting",
        name: { zh: "账号设置", en: "Account settings" },
        icon: UserCog,
      },
    ],
  },
  {
    name: { zh: "平台", en: "Platform" },
    places: [
      {
        url: "/paas/sms",
        name: { zh: "短信记录", en: "Text messages" },
        icon: MessageSquareText,
      },
    ],
  },
];

/** The groups with what this person may open. */
export function placesFor(person: Person): PlaceGroup[] {
  return navigation
    .map(({ name, places }) => ({
      name,
      places: places.filter(({ url }) => mayOpen(person, url)),
    }))
    .filter((group) => group.places.length > 0);
}

/** The groups in two parts: what is always there, and what waits under "More" while the space is new. */
export function splitForNew(groups: PlaceGroup[], isNew: boolean): { first: PlaceGroup[]; later: PlaceGroup[] } {
  if (!isNew) return { first: groups, later: [] };
  const only = (isLater: boolean) =>
    groups
      .map(({ name, places }) => ({ name, places: places.filter((place) => (place.isLater ?? false) === isLater) }))
      .filter(({ places }) => places.length > 0);
  return { first: only(false), later: only(true) };
}

/** `/paas/news/list` -> `news`, for lists and what is opened from them. */
const typeOf = (path: string) => path.split("/").at(-2)?.toLowerCase();

/** The place that a path belongs to: `/admin/news/edit` belongs to News whatever the area it is opened in. */
export function placeOf(path: string): Place | undefined {
  const lowerPath = path.toLowerCase();
  const places = navigation.flatMap((group) => group.places);
  return (
    places.find((place) => place.url.toLowerCase() === lowerPath) ??
    places.find((place) => place.url.endsWith("/list") && typeOf(place.url) === typeOf(lowerPath)) ??
    places.find((place) => lowerPath.startsWith(`${place.url.toLowerCase()}/`))
  );
}
