import {
  BookOpen,
  ClipboardList,
  FileText,
  House,
  Landmark,
  LayoutTemplate,
  type LucideIcon,
  Mail,
  MessageSquareText,
  Newspaper,
  Palette,
  Scale,
  UserCog,
  Users,
} from "lucide-react";
import type { Text } from "#kit/text.ts";

export type Place = {
  url: string;
  name: Text;
  icon: LucideIcon;
  isForAdministrators: boolean;
  /** Only those who administer the whole platform. */
  isForPlatform?: boolean;
  /** Whose total the home screen shows. */ type?: string;
};
export type PlaceGroup = { name: Text; places: Place[] };

/** The side menu. What a person may really see is the server's decision; this only leaves out what would end at a refusal. */
export const navigation: PlaceGroup[] = [
  {
    name: { zh: "工作台", en: "Workspace" },
    places: [
      { url: "/paas/index", name: { zh: "管理首页", en: "Home" }, icon: House, isForAdministrators: false },
      {
        url: "/paas/paasWork/list",
        name: { zh: "工单", en: "Work orders" },
        icon: ClipboardList,
        isForAdministrators: false,
        type: "paasWork",
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
        isForAdministrators: false,
        type: "news",
      },
      { url: "/paas/wiki/list", name: { zh: "文档", en: "Wiki" }, icon: BookOpen, isForAdministrators: false },
      { url: "/paas/contract/list", name: { zh: "协议", en: "Agreements" }, icon: Scale, isForAdministrators: true },
      {
        url: "/paas/contactMessage/list",
        name: { zh: "留言", en: "Messages" },
        icon: Mail,
        isForAdministrators: true,
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
        isForAdministrators: true,
      },
      {
        url: "/paas/page/list",
        name: { zh: "页面", en: "Pages" },
        icon: FileText,
        isForAdministrators: true,
        type: "page",
      },
      { url: "/paas/theme/list", name: { zh: "主题", en: "Theme" }, icon: Palette, isForAdministrators: true },
    ],
  },
  {
    name: { zh: "空间", en: "Space" },
    places: [
      {
        url: "/paas/member/list",
        name: { zh: "成员", en: "Members" },
        icon: Users,
        isForAdministrators: true,
        type: "member",
      },
      {
        url: "/paas/user/account",
        name: { zh: "提现设置", en: "Withdrawal" },
        icon: Landmark,
        isForAdministrators: false,
      },
      {
        url: "/paas/user/setting",
        name: { zh: "账号设置", en: "Account settings" },
        icon: UserCog,
        isForAdministrators: false,
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
        isForAdministrators: true,
        isForPlatform: true,
      },
    ],
  },
];

/** The groups with what this person may open. */
export function placesFor(person: { isAdministrator: boolean; isSuperAdmin: boolean }): PlaceGroup[] {
  const isAdministrator = person.isAdministrator || person.isSuperAdmin;
  return navigation
    .map(({ name, places }) => ({
      name,
      places: places.filter(
        (place) =>
          (isAdministrator || !place.isForAdministrators) && (person.isSuperAdmin || place.isForPlatform !== true),
      ),
    }))
    .filter((group) => group.places.length > 0);
}

/** The place that a path belongs to: `/admin/news/edit` belongs to News whatever the area it is opened in. */
export function placeOf(path: string): Place | undefined {
  const own = path.toLowerCase();
  const places = navigation.flatMap((group) => group.places);
  const type = own.split("/").at(-2);
  return (
    places.find((place) => place.url.toLowerCase() === own) ??
    places.find((place) => type !== undefined && place.type?.toLowerCase() === type) ??
    places.find((place) => own.startsWith(`${place.url.toLowerCase()}/`))
  );
}
