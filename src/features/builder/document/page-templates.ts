import type { PagePart } from "#kit/page-part.ts";
import type { Text } from "#kit/text.ts";

/** A template of a new page. `title` and `path` are suggestions. */
export type PageTemplate = {
  key: string;
  name: Text;
  intro: Text;
  title: Text;
  path: string;
  parts: readonly PagePart[];
};

const contact: PagePart = {
  name: "call-to-action",
  value: {
    heading: { zh: "联系我们", en: "Get in touch" },
    lead: { zh: "留下需求，我们会与您联系。", en: "Tell us what you need and we will get in touch." },
    button: { zh: "联系我们", en: "Contact us" },
    url: "/contactus",
    background: null,
  },
};
const pageTitle = (heading: Text, lead: Text): PagePart => ({
  name: "page-title",
  value: { eyebrow: null, heading, lead },
});
const card = (name: Text, text: Text) => ({ note: null, name, text, link: null, url: null });
const cards = (heading: Text, items: ReturnType<typeof card>[]): PagePart => ({
  name: "cards",
  value: { eyebrow: null, heading, lead: null, items },
});

/** Templates for new pages, made of built-in components. */
export const pageTemplates: readonly PageTemplate[] = [
  {
    key: "blank",
    name: { zh: "空白页", en: "Blank" },
    intro: { zh: "从零开始", en: "Start from nothing" },
    title: { zh: "", en: "" },
    path: "",
    parts: [],
  },
  {
    key: "product",
    name: { zh: "产品介绍", en: "Product" },
    intro: { zh: "标题、特点、流程与联系入口", en: "Headline, features, steps and contact" },
    title: { zh: "产品介绍", en: "Product" },
    path: "/product",
    parts: [
      pageTitle(
        { zh: "产品名称", en: "Product name" },
        { zh: "用一句话说明它解决什么问题。", en: "Say in one sentence what it solves." },
      ),
      cards({ zh: "主要特点", en: "Features" }, [
        card({ zh: "特点一", en: "Feature one" }, { zh: "说明它带来的好处。", en: "Describe the benefit." }),
        card({ zh: "特点二", en: "Feature two" }, { zh: "说明它带来的好处。", en: "Describe the benefit." }),
        card({ zh: "特点三", en: "Feature three" }, { zh: "说明它带来的好处。", en: "Describe the benefit." }),
      ]),
      {
        name: "flow",
        value: {
          eyebrow: null,
          heading: { zh: "如何开始", en: "How it works" },
          lead: null,
          steps: [
            {
              drawing: "device",
              name: { zh: "接入", en: "Connect" },
              text: { zh: "第一步做什么。", en: "What happens first." },
            },
            {
              drawing: "data",
              name: { zh: "使用", en: "Use" },
              text: { zh: "第二步做什么。", en: "What happens next." },
            },
            {
              drawing: "distribution",
              name: { zh: "见效", en: "Benefit" },
              text: { zh: "最后得到什么。", en: "What you get." },
            },
          ],
          loop: null,
        },
      },
      contact,
    ],
  },
  {
    key: "about",
    name: { zh: "关于我们", en: "About us" },
    intro: { zh: "公司介绍与团队", en: "Your company and team" },
    title: { zh: "关于我们", en: "About us" },
    path: "/about-us",
    parts: [
      {
        name: "rich-text",
        value: {
          eyebrow: null,
          heading: { zh: "关于我们", en: "About us" },
          text: {
            zh: "介绍公司是做什么的、为谁服务。\n\n# 我们的经历\n\n写下重要的时间与事件。",
            en: "Say what the company does and for whom.\n\n# Our story\n\nWrite down the dates that matter.",
          },
        },
      },
      cards({ zh: "团队", en: "Team" }, [
        card({ zh: "姓名", en: "Name" }, { zh: "职务与负责的工作。", en: "Role and responsibilities." }),
        card({ zh: "姓名", en: "Name" }, { zh: "职务与负责的工作。", en: "Role and responsibilities." }),
        card({ zh: "姓名", en: "Name" }, { zh: "职务与负责的工作。", en: "Role and responsibilities." }),
      ]),
      contact,
    ],
  },
  {
    key: "questions",
    name: { zh: "常见问题", en: "FAQ" },
    intro: { zh: "问题与回答", en: "Questions and answers" },
    title: { zh: "常见问题", en: "FAQ" },
    path: "/faq",
    parts: [
      pageTitle(
        { zh: "常见问题", en: "Frequently asked questions" },
        { zh: "没有找到答案？请联系我们。", en: "Not answered here? Contact us." },
      ),
      cards({ zh: "使用", en: "Using it" }, [
        card({ zh: "第一个问题？", en: "First question?" }, { zh: "写下回答。", en: "Write the answer." }),
        card({ zh: "第二个问题？", en: "Second question?" }, { zh: "写下回答。", en: "Write the answer." }),
        card({ zh: "第三个问题？", en: "Third question?" }, { zh: "写下回答。", en: "Write the answer." }),
        card({ zh: "第四个问题？", en: "Fourth question?" }, { zh: "写下回答。", en: "Write the answer." }),
      ]),
      contact,
    ],
  },
  {
    key: "contact",
    name: { zh: "联系我们", en: "Contact" },
    intro: { zh: "留言表单与联系方式", en: "A form and how to reach you" },
    title: { zh: "联系我们", en: "Contact us" },
    path: "/contactus",
    parts: [
      {
        name: "contact-form",
        value: {
          eyebrow: null,
          heading: { zh: "联系我们", en: "Contact us" },
          lead: { zh: "请留下需求与联系方式。", en: "Tell us what you need and how to reach you." },
          text: { zh: "# 服务时间\n\n周一至周五", en: "# Business hours\n\nMonday to Friday" },
        },
      },
    ],
  },
  {
    key: "news",
    name: { zh: "新闻", en: "News" },
    intro: { zh: "自动列出已发布的新闻", en: "Lists your published news" },
    title: { zh: "新闻", en: "News" },
    path: "/news",
    parts: [
      {
        name: "news-index",
        value: {
          eyebrow: null,
          heading: { zh: "新闻", en: "News" },
          lead: { zh: "公司动态与产品更新。", en: "Company and product news." },
        },
      },
    ],
  },
];
