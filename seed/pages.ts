import type { NewPage } from "#records/add-page.server.ts";
import type { SeedWidget } from "#records/document.server.ts";
import { companyPages } from "./company-pages.ts";
import { contact, page, standalone } from "./parts.ts";
import { productGroups } from "./products.ts";
import { solutions } from "./solutions.ts";

const letters = "ABCD";
const two = (index: number) => String(index + 1).padStart(2, "0");

const productPages = productGroups.flatMap((group, at) =>
  group.products.map(({ key, name, intro, text, points }, index) =>
    page({ path: `/web/${key}`, title: name, description: intro }, [
      {
        name: "subject",
        value: {
          drawing: key,
          eyebrow: group.name,
          heading: name,
          lead: intro,
          number: `${letters[at]}-${two(index)}`,
          points: points.map((point) => ({ text: point })),
          text,
          linksName: { zh: "同组产品", en: "In the same group" },
          links: group.products
            .filter((other) => other.key !== key)
            .map((other) => ({ name: other.name, url: `/web/${other.key}` })),
        },
      },
      contact,
    ]),
  ),
);

const productOf = (key: string) => {
  const found = productGroups.flatMap(({ products }) => products).find((product) => product.key === key);
  if (found === undefined) throw new Error(`There is no product ${key}.`);
  return found;
};

const solutionPages = solutions.map((solution, index) => {
  const title = { zh: `${solution.name.zh}行业方案`, en: `${solution.name.en} solution` };
  return page({ path: `/web/${solution.key}`, title, description: solution.intro }, [
    {
      name: "subject",
      value: {
        drawing: solution.drawing,
        eyebrow: { zh: "行业方案", en: "Industry solutions" },
        heading: title,
        lead: solution.intro,
        number: `S-${two(index)}`,
        points: [],
        text: solution.text,
        linksName: { zh: "用到的产品", en: "Made of" },
        links: solution.products.map((key) => ({ name: productOf(key).name, url: `/web/${key}` })),
      },
    },
    contact,
  ]);
});

const newsWidget: SeedWidget = {
  name: "news-index",
  value: {
    eyebrow: { zh: "新闻", en: "News" },
    heading: { zh: "最近的进展", en: "What has been going on" },
    lead: {
      zh: "本页为示例内容，讲的都是这个站点自己的事。",
      en: "Sample content; every item is about this very site.",
    },
  },
};

const wikiWidget: SeedWidget = {
  name: "wiki",
  value: {
    heading: { zh: "文档", en: "Documentation" },
    lead: {
      zh: "从接入第一台设备，到看懂一笔分配。",
      en: "From connecting the first machine to reading a distribution.",
    },
  },
};
const wikiAbout = {
  title: { zh: "文档", en: "Documentation" },
  description: { zh: "经纬的使用文档。", en: "How to use Meridian." },
};

/** Every page of the demonstration company besides the home page (spec section 2, public layout). */
export const pages: NewPage[] = [
  ...companyPages,
  page(
    {
      path: "/news",
      title: { zh: "新闻", en: "News" },
      description: { zh: "公司动态与产品更新。", en: "Company and product news." },
    },
    [newsWidget],
  ),
  page(
    {
      path: "/news/edit",
      title: { zh: "新闻", en: "News" },
      description: { zh: "新闻正文。", en: "A piece of news." },
    },
    [{ name: "news-article", value: { back: { zh: "全部新闻", en: "All news" } } }, contact],
  ),
  ...["/wiki", "/wiki/{key}", "/wiki/{key}/{id}"].map((path) => page({ path, ...wikiAbout }, [wikiWidget])),
  page(
    {
      path: "/html",
      title: { zh: "协议", en: "Agreements" },
      description: { zh: "用户协议与隐私政策。", en: "User agreement and privacy policy." },
    },
    [{ name: "agreement", value: { eyebrow: { zh: "协议", en: "Agreements" } } }],
  ),
  page(
    {
      path: "/contactus",
      title: { zh: "联系我们", en: "Contact us" },
      description: { zh: "留言、服务时间与联系方式。", en: "Send a message; hours and how to reach us." },
    },
    [
      {
        name: "contact-form",
        value: {
          eyebrow: { zh: "联系我们", en: "Contact us" },
          heading: { zh: "说说您的设备", en: "Tell us about your machines" },
          lead: {
            zh: "设备的类型、大致数量，以及现在用什么方式联网。有这三件，我们就能给出接入方案。",
            en: "The kind of machine, roughly how many, and how they are connected today. With these three we can propose a way on board.",
          },
          text: {
            zh: "# 服务时间\n\n周一至周五，9:00–18:00（北京时间）\n\n# 我们怎么用这些信息\n\n只用来回复您。详见[隐私政策](/html?method=contract&id=3)。",
            en: "# Hours\n\nMonday to Friday, 9:00–18:00 (Beijing)\n\n# What we do with it\n\nWe answer you, and nothing else. See the [privacy policy](/html?method=contract&id=3).",
          },
        },
      },
    ],
  ),
  ...productPages,
  ...solutionPages,
  page(
    {
      path: "/site/redirect",
      title: { zh: "离开本站", en: "Leaving this site" },
      description: { zh: "前往其他网站之前的提示。", en: "A word before you go to another site." },
    },
    [
      {
        name: "way-out",
        value: {
          lead: {
            zh: "对方网站的内容与安全由对方负责，请留意不要在那里输入本站密码。",
            en: "Its operator answers for what you find there. Never enter the password of this site on another.",
          },
        },
      },
    ],
  ),
  ...["/test", "/x", "/y", "/z"].map((path) =>
    standalone(
      {
        path,
        title: { zh: "测试页", en: "Test page" },
        description: { zh: "页面信息。", en: "Facts about this page." },
      },
      [{ name: "facts", value: { heading: { zh: "测试页", en: "Test page" } } }],
    ),
  ),
];
