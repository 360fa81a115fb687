import { defineEntity } from "#kit/entity.ts";
import { pageActions } from "#kit/page-actions.ts";

const notAPage = {
  zh: "请输入以 / 开头的本站路径，例如 /admin/news/add",
  en: "Enter a path of this site that begins with /, for example /admin/news/add",
};

/**
 * A button on the home screen of the admin area and a command of its palette, which administrators of the space set up for their members: it opens a
 * page, runs an action of the program, or opens another site. features/quick-actions converts it to an event of the API (N-054).
 */
const quickAction = defineEntity({
  type: "quickAction",
  name: { zh: "快捷操作", en: "Quick action" },
  listName: { zh: "快捷操作", en: "Quick actions" },
  access: {
    read: "member",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  titleField: "name",
  purpose: {
    zh: "您新增的快捷操作显示在首页的内置快捷操作之后，全体成员可见，也可在命令面板中使用。",
    en: "Your own quick actions come after the built-in ones on the home screen, for all members, and in the command palette.",
  },
  fields: {
    name: {
      type: "textbox",
      name: { zh: "名称", en: "Name" },
      localized: true,
      required: true,
      max: 40,
      search: "contains",
    },
    opens: {
      type: "dropdownlist",
      name: { zh: "点击后", en: "When clicked" },
      required: true,
      value: "page",
      search: "eq",
      options: [
        { key: "page", name: { zh: "打开页面", en: "Open a page" } },
        { key: "action", name: { zh: "执行操作", en: "Run an action" } },
        { key: "link", name: { zh: "打开其他网站", en: "Open another site" } },
      ],
    },
    page: {
      type: "url",
      name: { zh: "页面路径", en: "Page path" },
      required: true,
      max: 300,
      if: "opens=page",
      placeholder: { zh: "/admin/news/add", en: "/admin/news/add" },
      helpBlock: {
        zh: "打开要使用的页面，复制浏览器地址栏中域名之后的部分。",
        en: "Open the page, and copy the part of its address after the domain.",
      },
    },
    action: {
      type: "dropdownlist",
      name: { zh: "操作", en: "Action" },
      required: true,
      if: "opens=action",
      options: pageActions.map(({ id, name }) => ({ key: id, name })),
      helpBlock: {
        zh: "只显示给有权执行该操作的成员。",
        en: "Only members who may run the action see it.",
      },
    },
    link: {
      type: "url",
      isFull: true,
      name: { zh: "网站地址", en: "Site address" },
      required: true,
      max: 500,
      if: "opens=link",
      helpBlock: {
        zh: "在新标签页中打开，并先显示离站提示；网站信息中的可信网站除外。",
        en: "Opens in a new tab, after the external link notice unless the host is one of the trusted sites of your website details.",
      },
    },
    position: {
      type: "number",
      name: { zh: "顺序", en: "Position" },
      max: 999,
      value: 0,
      column: { width: 90 },
      helpBlock: { zh: "数字小的在前。", en: "Smaller numbers come first." },
    },
  },
  groups: [
    { name: { zh: "快捷操作", en: "Quick action" }, fields: ["name", "opens", "page", "action", "link", "position"] },
  ],
  list: {
    columns: ["name", "opens", "page", "action", "link", "position"],
    sort: { field: "position", direction: "asc" },
  },
  searchable: ["name"],
  configuration: { key: ["name"] },
  check: ({ opens, page }) =>
    opens === "page" && typeof page === "string" && page !== "" && !page.startsWith("/") ? { page: notAPage } : {},
});

export default quickAction;
declare module "#kit/entity.ts" {
  interface Entities {
    quickAction: typeof quickAction;
  }
}
