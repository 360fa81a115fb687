import type { NewPage } from "#records/add-page.server.ts";
import { documentOf } from "#records/document.server.ts";

const title = { zh: "首页", en: "Home" };
const description = { zh: "新空间的首页。", en: "The home page of a new space." };

/** The first page of every new space: says where to go on, and is meant to be replaced. */
export const starter: NewPage = {
  path: "/index",
  title,
  description,
  document: documentOf({ title, description }, [
    {
      name: "notice",
      value: {
        code: null,
        heading: { zh: "这里将是您的网站", en: "Your site begins here" },
        lead: {
          zh: "登录管理后台，在搭建器中编辑这一页，发布后访客即可看到。",
          en: "Sign in, open this page in the builder, and publish it. Visitors see it at once.",
        },
        button: { zh: "进入管理后台", en: "Open the management area" },
        url: "/paas/index",
      },
    },
  ]),
};
