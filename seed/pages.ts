import type { NewPage } from "#records/site/add-page.server.ts";
import type { PagePart } from "#kit/page-part.ts";
import { designPages } from "./design.ts";
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
          linksName: { zh: "同组产品", en: "Also in this group" },
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
        linksName: { zh: "相关产品", en: "Products used" },
        links: solution.products.map((key) => ({ name: productOf(key).name, url: `/web/${key}` })),
      },
    },
    contact,
  ]);
});

const newsWidget: PagePart = {
  name: "news-index",
  value: {
    eyebrow: { zh: "新闻", en: "News" },
    heading: { zh: "最新动态", en: "Latest news" },
    lead: {
      zh: "本页为示例内容，用于说明产品的用法。",
      en: "Sample content that explains how the product is used.",
    },
  },
};

const wikiWidget: PagePart = {
  name: "wiki",
  value: {
    heading: { zh: "文档", en: "Documentation" },
    lead: {
      zh: "从接入第一台设备，到看懂一笔收益分配。",
      en: "From connecting your first device to tracing a distribution.",
    },
  },
};
const wikiAbout = {
  title: { zh: "文档", en: "Documentation" },
  description: { zh: "经纬的使用文档。", en: "How to use Meridian." },
};

/** Every page of the demonstration company besides the home page (B-031). */
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
      title: { zh: "新闻详情", en: "News article" },
      description: { zh: "新闻正文。", en: "News article." },
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
      description: { zh: "在线留言与服务时间。", en: "Send us a message, or check our business hours." },
    },
    [
      {
        name: "contact-form",
        value: {
          eyebrow: { zh: "联系我们", en: "Contact us" },
          heading: { zh: "介绍一下您的设备", en: "Tell us about your devices" },
          lead: {
            zh: "请写明设备类型、大致数量和联网方式，我们据此提供接入方案。",
            en: "Include the type of device, roughly how many, and how they connect. We will propose an onboarding plan.",
          },
          text: {
            zh: "# 服务时间\n\n周一至周五\n\n# 信息的用途\n\n您填写的信息仅用于回复您。详见[隐私政策](/html?method=contract&id=3)。",
            en: "# Business hours\n\nMonday to Friday\n\n# How we use your details\n\nOnly to reply to you. See the [privacy policy](/html?method=contract&id=3).",
          },
        },
      },
    ],
  ),
  ...designPages,
  ...productPages,
  ...solutionPages,
  page(
    {
      path: "/site/redirect",
      title: { zh: "离开本站", en: "Leaving this site" },
      description: { zh: "前往其他网站之前的提示。", en: "Notice before you leave for another website." },
    },
    [
      {
        name: "way-out",
        value: {
          lead: {
            zh: "该网站由第三方运营，内容与安全由其负责。请勿在该网站输入本站密码。",
            en: "This site is run by a third party, which is responsible for its content and security. Never enter your Meridian password there.",
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
        description: { zh: "页面信息。", en: "Information about this page." },
      },
      [{ name: "facts", value: { heading: { zh: "测试页", en: "Test page" } } }],
    ),
  ),
];
