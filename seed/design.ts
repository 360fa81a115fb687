import type { NewPage } from "#records/site/add-page.server.ts";
import { documentOf } from "#records/site/document.server.ts";

const gallery = {
  title: { zh: "网站模板", en: "Website templates" },
  description: {
    zh: "零售、交通、医疗、文娱、能源与回收行业的网站模板，中英双语。",
    en: "Website templates for retail, transport, healthcare, entertainment, energy and recycling, in Chinese and English.",
  },
};
const job = {
  title: { zh: "招募设计师", en: "Designers wanted" },
  description: {
    zh: "与我们一起设计网站模板：作品署名，按使用分成。",
    en: "Design website templates with us: your name on the work, and a share of its use.",
  },
};

/** The gallery of templates, and the page that looks for people who make them. */
export const designPages: NewPage[] = [
  {
    path: "/theme",
    ...gallery,
    document: documentOf(gallery, [
      {
        name: "page-title",
        value: {
          eyebrow: { zh: "页面设计", en: "Page builder" },
          heading: { zh: "从一个好的开始出发", en: "Begin with a good beginning" },
          lead: {
            zh: "六个行业的模板，中英双语，手机与深色外观都已做好。拿走之后，每个字、每种颜色都由您改。",
            en: "Templates for six industries, in Chinese and English, ready for phones and dark mode. Once it is yours, change every word and every colour.",
          },
        },
      },
      {
        name: "templates",
        value: { eyebrow: null, heading: { zh: "模板库", en: "The library" }, lead: null, kind: "address" },
      },
    ]),
  },
  {
    path: "/about/design/job",
    ...job,
    document: documentOf(job, [
      {
        name: "page-title",
        value: {
          eyebrow: { zh: "加入我们", en: "Join us" },
          heading: { zh: "招募设计师", en: "Designers wanted" },
          lead: {
            zh: "您画的每一个模板，都会成为许多公司的第一个网站。",
            en: "Every template you draw becomes the first website of many companies.",
          },
        },
      },
      {
        name: "cards",
        value: {
          eyebrow: null,
          heading: { zh: "我们在找谁", en: "Who we are looking for" },
          lead: null,
          items: [
            {
              note: { zh: "设计", en: "Design" },
              name: { zh: "网站模板设计师", en: "Template designer" },
              text: {
                zh: "熟悉排版与栅格，能同时照顾中文与英文。",
                en: "At home with type and grids, in Chinese and in English.",
              },
              link: null,
              url: null,
            },
            {
              note: { zh: "插画", en: "Illustration" },
              name: { zh: "行业插画师", en: "Illustrator" },
              text: {
                zh: "把设备、场地与流程画得一眼就懂。",
                en: "Draws devices, places and processes so that one look is enough.",
              },
              link: null,
              url: null,
            },
            {
              note: { zh: "文案", en: "Words" },
              name: { zh: "双语文案", en: "Bilingual writer" },
              text: {
                zh: "两种语言各写各的，不逐字翻译。",
                en: "Writes each language for its readers, not word for word.",
              },
              link: null,
              url: null,
            },
          ],
        },
      },
      {
        name: "feature",
        value: {
          eyebrow: null,
          heading: { zh: "怎样合作", en: "How we work together" },
          lead: { zh: "远程工作，时间自由。", en: "Work from anywhere, at your own hours." },
          points: [
            {
              name: { zh: "发来作品", en: "Show your work" },
              text: { zh: "三件作品，一段自我介绍。", en: "Three pieces, and a few lines about yourself." },
            },
            {
              name: { zh: "聊半个小时", en: "Half an hour’s talk" },
              text: { zh: "线上见面，选定一个行业。", en: "We meet online and choose an industry." },
            },
            {
              name: { zh: "四周一套模板", en: "A template in four weeks" },
              text: { zh: "我们给素材、评审与测试。", en: "We bring material, reviews and tests." },
            },
            {
              name: { zh: "署名与分成", en: "Your name, your share" },
              text: { zh: "模板署您的名字，按使用次数分成。", en: "It carries your name, and you share in its use." },
            },
          ],
          link: null,
          url: null,
          image: "/assets/template-entertainment-tiles.svg",
          alt: { zh: "拼色几何图案的海报", en: "A poster of coloured geometric tiles" },
          side: "right",
          background: "tinted",
        },
      },
      {
        name: "call-to-action",
        value: {
          heading: { zh: "把作品发给我们", en: "Show us your work" },
          lead: null,
          button: { zh: "联系我们", en: "Contact us" },
          url: "/contactus",
          background: null,
        },
      },
    ]),
  },
];
