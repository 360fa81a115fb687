import { clientOptions } from "./client-type.ts";
import type { Fields } from "./field.ts";
import { pageTextFields } from "./page-text-fields.ts";
import { tabIcons } from "./tab-icons.ts";

/** The other fields of a page's settings. */
export const pageOptionFields: Fields = {
  picture: {
    type: "image",
    name: { zh: "分享图片", en: "Share image" },
    helpBlock: {
      zh: "页面链接被分享时显示。留空则根据标题生成。",
      en: "Shown when the page is shared. Leave empty to have one made from the title.",
    },
  },
  row: {
    type: "rowbinding",
    name: { zh: "页面数据", en: "Record of the page" },
    isOfPage: true,
    helpBlock: {
      zh: "页面显示地址中 id 对应的一条数据，例如路径 /products/{key}；没有 id 时显示第一条。组件可绑定它的字段。",
      en: "The page shows the record whose ID is in its address, such as at the path /products/{key}; the first one without an ID. Components can show its fields.",
    },
  },
  clients: {
    type: "checkboxlist",
    name: { zh: "适用的客户端", en: "Made for" },
    options: clientOptions,
    helpBlock: {
      zh: "发布时检查组件能否在所选客户端中使用。",
      en: "Publishing checks that the components work in these clients.",
    },
  },
  showHead: { type: "switch", name: { zh: "显示顶部导航", en: "Show top bar" } },
  showFoot: { type: "switch", name: { zh: "显示页脚", en: "Show footer" } },
  isLogin: {
    type: "switch",
    name: { zh: "登录后可见", en: "Require sign-in" },
    helpBlock: { zh: "未登录的访客会看到登录提示。", en: "Visitors who are not signed in are asked to sign in." },
  },
  isRead: {
    type: "switch",
    name: { zh: "只读", en: "Read-only" },
    helpBlock: {
      zh: "访客只能阅读，页面上的表单不接收提交。",
      en: "Visitors can only read. Forms on the page are closed.",
    },
  },
  background: {
    type: "group",
    name: { zh: "页面背景", en: "Background" },
    fields: {
      color: { type: "color", name: { zh: "颜色", en: "Colour" } },
      darkColor: { type: "color", name: { zh: "深色模式下的颜色", en: "Colour in dark mode" } },
      image: { type: "image", name: { zh: "图片", en: "Image" } },
    },
  },
  popImage: {
    type: "group",
    name: { zh: "弹窗图片", en: "Pop-up image" },
    helpBlock: { zh: "每位访客只显示一次。", en: "Shown once to each visitor." },
    fields: {
      image: { type: "image", name: { zh: "图片", en: "Image" } },
      alt: { type: "textbox", name: { zh: "替代文字", en: "Alt text" }, localized: true, max: 200 },
      url: { type: "url", name: { zh: "链接", en: "Link" }, max: 200 },
    },
  },
  layoutFor: {
    type: "checkboxlist",
    name: { zh: "作为这些客户端的布局页", en: "Layout page for" },
    options: clientOptions,
    helpBlock: {
      zh: "这些客户端的所有页面沿用此页的标签栏和背景；此页不显示顶部导航或页脚时，它们也不显示。",
      en: "All pages in these clients get the tab bar and background of this page. If it hides the top bar or footer, they do too.",
    },
  },
  tabBarSetting: {
    type: "group",
    name: { zh: "底部标签栏", en: "Tab bar" },
    helpBlock: {
      zh: "在手机和应用的屏幕底部显示。",
      en: "Shown at the bottom of the screen on phones and in apps.",
    },
    fields: {
      items: {
        type: "table",
        name: { zh: "标签", en: "Tabs" },
        max: 5,
        fields: {
          name: { type: "textbox", name: { zh: "名称", en: "Name" }, localized: true, required: true, max: 10 },
          icon: { type: "dropdownlist", name: { zh: "图标", en: "Icon" }, options: [...tabIcons] },
          url: { type: "url", name: { zh: "链接", en: "Link" }, required: true, max: 200 },
          clients: {
            type: "checkboxlist",
            name: { zh: "仅在这些客户端显示", en: "Only in these clients" },
            options: clientOptions,
          },
        },
      },
    },
  },
};

/** The fields of a page's settings (N-015, B-208). */
export const pageFields: Fields = { ...pageTextFields, ...pageOptionFields };
