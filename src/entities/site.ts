import { defineEntity } from "#kit/entity.ts";
import { localeOptions } from "#kit/locale-names.ts";
import type { Fields } from "#kit/field.ts";

const link = {
  name: { type: "textbox", name: { zh: "名称", en: "Name" }, localized: true, required: true, max: 40 },
  url: { type: "url", name: { zh: "链接", en: "Link" }, required: true, max: 200 },
} satisfies Fields;

/** The content shared by all pages of a tenant's site: name, menus, footer, redirects. Read through `records/site/site.server.ts` as a `Site`. */
const site = defineEntity({
  type: "site",
  name: { zh: "网站信息", en: "Website details" },
  access: { read: "administrator", add: "nobody", update: "administrator", delete: "nobody", export: "nobody" },
  stepUp: ["update"],
  isSingle: true,
  titleField: "name",
  fields: {
    name: { type: "textbox", name: { zh: "品牌名", en: "Brand name" }, localized: true, required: true, max: 40 },
    description: { type: "textarea", name: { zh: "简介", en: "Description" }, localized: true, max: 200, rows: 2 },
    defaultLanguage: {
      type: "dropdownlist",
      name: { zh: "默认语言", en: "Default language" },
      helpBlock: {
        zh: "访客未选择语言，且无法根据所在国家或浏览器判断时使用。",
        en: "Used when a visitor has not chosen a language and neither their country nor browser suggests one.",
      },
      options: localeOptions,
    },
    menu: {
      type: "table",
      name: { zh: "产品菜单", en: "Product menu" },
      max: 8,
      fields: {
        name: { type: "textbox", name: { zh: "分组", en: "Group" }, localized: true, required: true, max: 40 },
        intro: { type: "textbox", name: { zh: "说明", en: "Description" }, localized: true, max: 120 },
        items: {
          type: "table",
          name: { zh: "产品", en: "Products" },
          max: 12,
          fields: link,
        },
      },
    },
    menuName: {
      type: "textbox",
      name: { zh: "产品菜单名称", en: "Product menu name" },
      localized: true,
      max: 30,
      placeholder: { zh: "产品与服务", en: "Products & services" },
    },
    menuBelow: {
      type: "textarea",
      name: { zh: "产品菜单的下级页面", en: "Pages below the product menu" },
      max: 1000,
      rows: 2,
      helpBlock: {
        zh: "每行一个路径。访问这些页面以及菜单中的页面时，产品菜单显示为当前位置。",
        en: "One path per line. On these pages, and on those in the menu, the product menu is shown as the current one.",
      },
    },
    links: {
      type: "table",
      name: { zh: "顶部导航", en: "Top navigation" },
      max: 6,
      fields: {
        ...link,
        place: {
          type: "dropdownlist",
          name: { zh: "位置", en: "Position" },
          value: "before",
          options: [
            { key: "before", name: { zh: "产品菜单之前", en: "Before the product menu" } },
            { key: "after", name: { zh: "产品菜单之后", en: "After the product menu" } },
          ],
        },
        below: {
          type: "textarea",
          name: { zh: "下级页面", en: "Pages below" },
          max: 500,
          rows: 2,
          helpBlock: {
            zh: "每行一个路径。访问这些页面时，此链接显示为当前位置。",
            en: "One path per line. On these pages this link is shown as the current one.",
          },
        },
      },
    },
    footer: {
      type: "table",
      name: { zh: "页脚栏目", en: "Footer columns" },
      max: 3,
      fields: {
        name: { type: "textbox", name: { zh: "标题", en: "Title" }, localized: true, required: true, max: 40 },
        links: { type: "table", name: { zh: "链接", en: "Links" }, max: 12, fields: link },
      },
    },
    legal: { type: "table", name: { zh: "法律链接", en: "Legal links" }, max: 6, fields: link },
    disclaimer: { type: "textarea", name: { zh: "免责声明", en: "Disclaimer" }, localized: true, max: 400, rows: 2 },
    theme: {
      type: "relation",
      entity: "theme",
      name: { zh: "当前主题", en: "Current theme" },
      placeholder: { zh: "内置外观", en: "Built-in look" },
      helpBlock: {
        zh: "保存后，整个网站使用此主题的色彩与字体，并显示只属于此主题的页面。",
        en: "Once saved, the whole site has the colours and type of this theme, and shows the pages that are only in it.",
      },
    },
    isApp: {
      type: "switch",
      name: { zh: "可安装为应用", en: "Installable app" },
      helpBlock: {
        zh: "访客可以将网站安装到手机或电脑，断网时显示离线页面。关闭后，已安装的离线功能会被移除。微信和应用商店的安装包在“账号设置”中制作。",
        en: "Visitors can install the site on a phone or computer. Without a connection it shows an offline page, which is removed when you turn this off. Bundles for WeChat and app stores are made in the account settings.",
      },
    },
    appName: {
      type: "textbox",
      name: { zh: "应用名称", en: "App name" },
      localized: true,
      max: 30,
      helpBlock: {
        zh: "显示在图标下方。留空时使用品牌名。",
        en: "Shown below the icon. The brand name if empty.",
      },
    },
    appIcon: {
      type: "image",
      name: { zh: "应用图标", en: "App icon" },
      helpBlock: {
        zh: "正方形图片，至少 512 × 512 像素。所有尺寸由此生成。",
        en: "A square image of at least 512 × 512 px. All sizes are made from it.",
      },
    },
    appText: {
      type: "textarea",
      name: { zh: "商店介绍", en: "Store description" },
      localized: true,
      max: 500,
      rows: 3,
      helpBlock: {
        zh: "安装窗口和应用商店中的介绍。留空时使用简介。",
        en: "Shown when somebody installs the app, and in app stores. The description if empty.",
      },
    },
    contactUrl: {
      type: "url",
      name: { zh: "联系地址", en: "Contact address" },
      max: 200,
      placeholder: { zh: "/contactus", en: "/contactus" },
      helpBlock: {
        zh: "需要人工协助时，访客与客户会被引导到这里。",
        en: "Where visitors and customers are sent when they need somebody to talk to.",
      },
    },
    trustedHosts: {
      type: "textarea",
      name: { zh: "可信网站", en: "Trusted sites" },
      max: 1000,
      rows: 2,
      placeholder: { zh: "www.example.com", en: "www.example.com" },
      helpBlock: {
        zh: "每行一个域名。前往这些网站时不再显示离站提示。",
        en: "One host name per line. Visitors go to these sites without the external link notice.",
      },
    },
    aliases: {
      type: "table",
      name: { zh: "其他路径", en: "Other paths" },
      max: 40,
      helpBlock: {
        zh: "没有页面的路径，显示另一个路径的页面，下级路径也一样。",
        en: "A path without a page of its own shows the page of another path, and so do the paths below it.",
      },
      fields: {
        from: {
          type: "path",
          name: { zh: "路径", en: "Path" },
          required: true,
          placeholder: { zh: "/pricing", en: "/pricing" },
        },
        to: {
          type: "path",
          name: { zh: "显示的页面", en: "Page shown" },
          required: true,
          placeholder: { zh: "/price", en: "/price" },
        },
      },
    },
  },
  groups: [
    { name: { zh: "品牌", en: "Brand" }, fields: ["name", "description", "defaultLanguage"] },
    { name: { zh: "外观", en: "Appearance" }, fields: ["theme"] },
    { name: { zh: "导航", en: "Navigation" }, fields: ["links", "menuName", "menu", "menuBelow"] },
    { name: { zh: "页脚", en: "Footer" }, fields: ["footer", "legal", "disclaimer"] },
    { name: { zh: "应用", en: "App" }, fields: ["isApp", "appName", "appIcon", "appText"] },
    { name: { zh: "地址", en: "Addresses" }, fields: ["contactUrl", "trustedHosts", "aliases"] },
  ],
  configuration: { key: [] },
  list: { columns: ["name", "description"], sort: { field: "createdAt", direction: "asc" } },
});

export default site;
declare module "#kit/entity.ts" {
  interface Entities {
    site: typeof site;
  }
}
