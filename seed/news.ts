import type { Text } from "#kit/text.ts";

export type SeedNews = {
  title: Text;
  intro: Text;
  body: Text;
  kind: "company" | "product";
  status: "published";
  publishedAt: string;
  pinned: boolean;
  sort: number;
};

const sample: Text = {
  zh: "（本文为演示站点的示例内容。）",
  en: "(Sample content of the demonstration site.)",
};

const both = (zh: string, en: string): Text => ({ zh: `${zh}\n\n${sample.zh}`, en: `${en}\n\n${sample.en}` });

/** News of the demonstration company. They tell of this very site, so that nothing is invented as fact. */
export const news: SeedNews[] = [
  {
    title: { zh: "示例：经纬演示站点上线", en: "Sample: the Meridian demonstration site opens" },
    intro: {
      zh: "中英文两套文案各自写成，页面内容都可以在搭建器里改。",
      en: "Both languages are written in their own right, and every page can be edited in the builder.",
    },
    body: both(
      "这个站点就是产品本身：首页由组件拼成，文字、图样和版式都能在搭建器里修改，发布之后访客立刻看到。",
      "This site is the product: its home page is made of widgets whose words, drawings and layout can be changed in the builder. Visitors see a change as soon as it is published.",
    ),
    kind: "company",
    status: "published",
    publishedAt: "2026-11-18T02:00:00.000Z",
    pinned: true,
    sort: 0,
  },
  {
    title: { zh: "示例：一张凭证，八个份额", en: "Sample: one certificate, eight units" },
    intro: {
      zh: "首页的凭证样张是怎么画的：八瓣花纹对应八个份额。",
      en: "How the specimen on the home page is drawn: eight lobes stand for eight units.",
    },
    body: both(
      "样张上的每一处图案都有含义。花纹的瓣数等于份额数，产品纹样的瓣数等于这一组的产品数。",
      "Every figure on the specimen means something. The rosette has as many lobes as there are units, and each product emblem as many as its group has products.",
    ),
    kind: "product",
    status: "published",
    publishedAt: "2026-11-12T02:00:00.000Z",
    pinned: false,
    sort: 1,
  },
  {
    title: { zh: "示例：没有脚本也能用的网站", en: "Sample: a site that works without scripts" },
    intro: {
      zh: "公开页面在服务器上渲染完成，首次打开不需要任何前端框架。",
      en: "Public pages are finished on the server; no framework is needed to read them.",
    },
    body: both(
      "菜单、抽屉和语言切换都是普通的网页元素。脚本只带来便利，不带来前提。",
      "Menus, drawer and language switch are plain elements of the page. Scripts add comfort; they are never a condition.",
    ),
    kind: "product",
    status: "published",
    publishedAt: "2026-11-05T02:00:00.000Z",
    pinned: false,
    sort: 2,
  },
];
