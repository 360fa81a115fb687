import { defineSiteTemplate } from "#kit/site-template.ts";
import {
  articlePart,
  cardsPart,
  closingPart,
  contactPage,
  featurePart,
  figuresPart,
  heroPart,
  same,
  titlePart,
} from "./parts/parts.ts";

const loop = { zh: "三支箭头首尾相接，中间一片叶子", en: "Three arrows in a loop around a leaf" };
const bins = { zh: "三只分类回收桶", en: "Three bins for sorted waste" };

/** A recycler: raw paper, light serif headings, plain shapes. */
export default defineSiteTemplate({
  key: "recycling",
  order: 6,
  name: { zh: "循物", en: "Again" },
  intro: { zh: "回收：社区回收、再生与循环包装", en: "Recycling: collection, recovery and reusable packaging" },
  picture: "/assets/template-recycling.svg",
  tokens: {
    paper: "#f6f3ea",
    ink: "#1f261f",
    brand: "#2c5a38",
    seal: "#a3441b",
    headingFonts: "serif",
    headingWeight: "regular",
    radius: 8,
  },
  pages: [
    {
      path: "/index",
      title: { zh: "首页", en: "Home" },
      description: { zh: "上门回收，去向可查。", en: "Collected at your door, with a record of where it goes." },
      parts: [
        heroPart({
          subjects: [{ zh: "纸 · 塑料 · 金属 · 织物", en: "Paper, plastic, metal, fabric" }],
          headline: { zh: "没有废物，\n只是放错了地方", en: "Nothing is waste.\nIt is only in\nthe wrong place." },
          lead: {
            zh: "扫一扫箱子，门自动打开；称重、计价、入账，一分钟完成。每一公斤去了哪里，您都能查到。",
            en: "Scan the box and it opens. It weighs, pays and thanks you within a minute, and you can look up where every kilogram went.",
          },
          primary: { zh: "附近的回收箱", en: "Boxes near you" },
          primaryUrl: "/services",
          secondary: { zh: "企业合作", en: "For companies" },
          secondaryUrl: "/contactus",
          image: "/assets/template-recycling.svg",
          alt: loop,
          background: "tinted",
        }),
        cardsPart(
          {
            eyebrow: { zh: "怎么做", en: "How it works" },
            heading: { zh: "交出去，再回来", en: "Out of the house, back into use" },
          },
          [
            {
              note: same("1"),
              name: { zh: "分一分", en: "Sort" },
              text: {
                zh: "四个袋子，四种颜色，错了也没关系，我们会再分。",
                en: "Four bags in four colours. If one is wrong, we sort it again.",
              },
            },
            {
              note: same("2"),
              name: { zh: "称一称", en: "Weigh" },
              text: { zh: "箱子自己称，价格写在屏幕上。", en: "The box weighs it and shows the price." },
            },
            {
              note: same("3"),
              name: { zh: "看一看", en: "Follow" },
              text: {
                zh: "手机里有一张单子：哪天、多重、去了哪家厂。",
                en: "Your phone has the slip: when, how much, and to which plant.",
              },
            },
          ],
        ),
        featurePart({
          eyebrow: { zh: "去向可查", en: "Where it goes" },
          heading: { zh: "一只瓶子的下半生", en: "The second life of a bottle" },
          lead: {
            zh: "洗净、切碎、拉丝，三周后成为一件背包的衬里。",
            en: "Washed, shredded and spun, it is the lining of a rucksack three weeks later.",
          },
          points: [
            {
              name: { zh: "批次编号", en: "A number for every batch" },
              text: { zh: "从箱子到工厂，交接都签名。", en: "Signed for from box to plant." },
            },
            {
              name: { zh: "不出省", en: "It stays nearby" },
              text: {
                zh: "最远的再生厂在一百二十公里外。",
                en: "The farthest plant is a hundred and twenty kilometres away.",
              },
            },
          ],
          link: { zh: "看一份批次记录", en: "See a batch record" },
          url: "/services",
          image: "/assets/template-recycling-bins.svg",
          alt: bins,
          side: "right",
        }),
        figuresPart("brand", [
          {
            value: { zh: "3.2 万吨", en: "32,000 t" },
            name: { zh: "去年回到生产线", en: "went back into production last year" },
          },
          { value: same("94%"), name: { zh: "真正被再利用", en: "really used again" } },
          { value: { zh: "1,860 个", en: "1,860" }, name: { zh: "社区回收箱", en: "boxes in neighbourhoods" } },
        ]),
        closingPart("plate", {
          heading: { zh: "给小区放一只箱子", en: "A box for your neighbourhood" },
          lead: { zh: "一个车位、一个插座，其余交给我们。", en: "One parking space and one socket. We do the rest." },
          button: { zh: "申请安装", en: "Ask for one" },
        }),
      ],
    },
    {
      path: "/services",
      title: { zh: "服务", en: "Services" },
      description: { zh: "社区、企业与循环包装。", en: "Neighbourhoods, companies and reusable packaging." },
      parts: [
        titlePart(
          { zh: "服务", en: "Services" },
          { zh: "从一只箱子到一条供应链", en: "From one box to a supply chain" },
          { zh: "收得上来，也用得出去。", en: "We collect it, and we find it a use." },
        ),
        cardsPart({ heading: { zh: "三种合作", en: "Three ways to take part" } }, [
          {
            name: { zh: "社区", en: "Neighbourhoods" },
            text: { zh: "免费安装，收益按户返还。", en: "Installed free, with the income shared by household." },
          },
          {
            name: { zh: "企业", en: "Companies" },
            text: { zh: "按月清运，附减碳报告。", en: "Collected monthly, with a carbon report." },
          },
          {
            name: { zh: "循环包装", en: "Reusable packaging" },
            text: {
              zh: "快递箱用四十次，再变成新箱子。",
              en: "A parcel box makes forty trips, then becomes a new one.",
            },
          },
        ]),
      ],
    },
    {
      path: "/about-us",
      title: { zh: "关于我们", en: "About us" },
      description: { zh: "我们为什么做回收。", en: "Why we do this." },
      parts: [
        articlePart(
          { zh: "关于", en: "About" },
          { zh: "认真对待每一公斤", en: "Every kilogram counts" },
          { zh: "数据公开，过程开放参观。", en: "The figures are public, and the plants are open to visitors." },
          { zh: "账是这样算的", en: "How we count" },
          {
            zh: "“回收率”只算真正进入生产的部分，焚烧与填埋不算。每季度由第三方核对。\n\n# 人\n\n分拣员有固定工资、防护与体检。\n\n# 参观\n\n每月第一个周六，带孩子来看瓶子怎么变成线。",
            en: "Our rate counts only what enters production again. What is burnt or buried does not count. An outside auditor checks every quarter.\n\n# People\n\nSorters have a fixed wage, protection and health checks.\n\n# Visits\n\nOn the first Saturday of each month: bring the children and see a bottle become thread.",
          },
        ),
      ],
    },
    contactPage(
      { zh: "申请一只箱子", en: "Ask for a box" },
      { zh: "小区、学校或公司，写下地址就好。", en: "For a street, a school or a company: the address is enough." },
      {
        zh: "# 客服\n\n每天 8:00–20:00\n\n# 上门回收\n\n次日即到",
        en: "# Help\n\nDaily, 8 am to 8 pm\n\n# Collection\n\nThe next day",
      },
    ),
  ],
});
