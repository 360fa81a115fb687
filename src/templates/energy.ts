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

const fields = { zh: "日出下的光伏板与风机", en: "Solar panels and wind turbines at sunrise" };
const charger = { zh: "夜色里的充电桩", en: "A charging station at night" };

/** A producer of clean power: sunlit paper, large headings. */
export default defineSiteTemplate({
  key: "energy",
  order: 5,
  name: { zh: "晴川", en: "Daybreak" },
  intro: { zh: "能源：光伏、储能与充电", en: "Energy: solar, storage and charging" },
  picture: "/assets/template-energy.svg",
  tokens: {
    paper: "#fdfcf4",
    ink: "#1b2410",
    brand: "#3d6a0a",
    seal: "#a8480c",
    headingSize: "large",
    radius: 10,
    space: "generous",
  },
  pages: [
    {
      path: "/index",
      title: { zh: "首页", en: "Home" },
      description: {
        zh: "屋顶光伏、储能与充电，一份合同。",
        en: "Rooftop solar, storage and charging under one contract.",
      },
      parts: [
        heroPart({
          subjects: [
            { zh: "光伏", en: "Solar" },
            { zh: "储能", en: "Storage" },
            { zh: "充电", en: "Charging" },
          ],
          headline: { zh: "屋顶上的\n每一缕阳光，\n都有去处", en: "Every ray\non your roof\nhas somewhere\nto go" },
          lead: {
            zh: "我们设计、安装、运营；您不用投入，按实际发电量分享收益。",
            en: "We design, build and run it. You invest nothing and share what it produces.",
          },
          primary: { zh: "算一算屋顶", en: "Estimate your roof" },
          primaryUrl: "/contactus",
          secondary: { zh: "方案", en: "Solutions" },
          secondaryUrl: "/services",
          image: "/assets/template-energy.svg",
          alt: fields,
          background: "plain",
        }),
        figuresPart("plate", [
          {
            value: { zh: "1.8 亿度", en: "180 million" },
            name: { zh: "去年发出的电", en: "kilowatt-hours last year" },
          },
          { value: { zh: "640 座", en: "640" }, name: { zh: "在运电站", en: "plants in operation" } },
          { value: same("99.2%"), name: { zh: "设备可用率", en: "availability" } },
          { value: { zh: "25 年", en: "25 years" }, name: { zh: "运维承诺", en: "of care, in the contract" } },
        ]),
        featurePart({
          eyebrow: { zh: "怎么合作", en: "How it works" },
          heading: { zh: "您出屋顶，我们出其余", en: "You bring the roof. We bring the rest." },
          lead: {
            zh: "从勘察到并网平均九十天，期间不影响生产。",
            en: "Ninety days from survey to grid on average, without stopping your work.",
          },
          points: [
            {
              name: { zh: "勘察与测算", en: "Survey" },
              text: {
                zh: "结构、朝向与用电曲线，三天出报告。",
                en: "Structure, orientation and load curve: a report in three days.",
              },
            },
            {
              name: { zh: "建设与并网", en: "Building" },
              text: { zh: "一个项目经理，一张进度表。", en: "One project manager, one schedule." },
            },
            {
              name: { zh: "运营与结算", en: "Operation" },
              text: { zh: "每度电可查，每月结算。", en: "Every kilowatt-hour on record, settled each month." },
            },
          ],
          link: { zh: "预约勘察", en: "Book a survey" },
          url: "/contactus",
          image: "/assets/template-energy-charger.svg",
          alt: charger,
          side: "right",
          background: "tinted",
        }),
        cardsPart({ heading: { zh: "三种方案，可以叠加", en: "Three solutions that add up" } }, [
          {
            name: { zh: "屋顶光伏", en: "Rooftop solar" },
            text: {
              zh: "自发自用，余电上网，电费立降两成。",
              en: "Use what you make, sell what is left. A fifth off the bill from day one.",
            },
          },
          {
            name: { zh: "工商储能", en: "Storage" },
            text: {
              zh: "低谷充、高峰放，停电也不停产。",
              en: "Charge at night, use at noon, and keep going through an outage.",
            },
          },
          {
            name: { zh: "充电场站", en: "Charging" },
            text: {
              zh: "光储充一体，按车流扩容。",
              en: "Solar, storage and chargers in one yard that grows with traffic.",
            },
          },
        ]),
        closingPart("brand", {
          heading: { zh: "您的屋顶能发多少电？", en: "How much could your roof make?" },
          lead: {
            zh: "留下地址与面积，三天内给您一份测算。",
            en: "Give us the address and the area. You have an estimate in three days.",
          },
          button: { zh: "算一算", en: "Get an estimate" },
        }),
      ],
    },
    {
      path: "/services",
      title: { zh: "方案", en: "Solutions" },
      description: { zh: "光伏、储能与充电的细节。", en: "Solar, storage and charging in detail." },
      parts: [
        titlePart(
          { zh: "方案", en: "Solutions" },
          { zh: "先把账算清楚", en: "The sums come first" },
          {
            zh: "每个方案都附测算表，假设写明，可自行修改。",
            en: "Each comes with a worksheet. Its assumptions are written down, and you can change them.",
          },
        ),
        cardsPart({ heading: { zh: "适合谁", en: "Who it suits" } }, [
          {
            note: { zh: "工厂", en: "Factories" },
            name: { zh: "白天用电大", en: "Heavy use by day" },
            text: { zh: "光伏自用比例可达九成。", en: "Up to nine tenths of the solar power is used on site." },
          },
          {
            note: { zh: "商场", en: "Malls" },
            name: { zh: "峰谷差明显", en: "Steep tariffs" },
            text: { zh: "储能削峰，叠加充电引流。", en: "Storage cuts the peaks, chargers bring visitors." },
          },
          {
            note: { zh: "园区", en: "Parks" },
            name: { zh: "多用户共享", en: "Many tenants" },
            text: { zh: "分户计量，自动结算。", en: "A meter for each, settled by itself." },
          },
          {
            note: { zh: "农村", en: "Villages" },
            name: { zh: "连片屋顶", en: "Many small roofs" },
            text: { zh: "整村开发，按户分配。", en: "Built together, shared by household." },
          },
        ]),
      ],
    },
    {
      path: "/about-us",
      title: { zh: "关于我们", en: "About us" },
      description: { zh: "我们怎样建，怎样管。", en: "How we build and how we run it." },
      parts: [
        articlePart(
          { zh: "关于", en: "About" },
          { zh: "建好只是第一天", en: "Built is only day one" },
          { zh: "往后二十五年，每天都要发电。", en: "For twenty-five years after, it has to work every day." },
          { zh: "看得见的运维", en: "Care you can see" },
          {
            zh: "每块组件都有编号，发电数据每五分钟一条。出现异常，值班员十分钟内响应，两小时内给出处理办法。\n\n# 安全\n\n直流侧快速关断，消防与保险由我们承担。\n\n# 退役\n\n组件到期由我们回收，费用已在合同里。",
            en: "Every panel has a number, and reports every five minutes. When something is off, somebody is on it within ten minutes and has a plan within two hours.\n\n# Safety\n\nRapid shutdown on the DC side. Fire protection and insurance are ours.\n\n# The end\n\nWe take the panels back. It is in the contract.",
          },
        ),
      ],
    },
    contactPage(
      { zh: "算一算您的屋顶", en: "Estimate your roof" },
      { zh: "地址、面积、每月电费，三样就够。", en: "Address, area and monthly bill: that is enough." },
      {
        zh: "# 勘察\n\n免费，三天内上门\n\n# 运维值班\n\n全天",
        en: "# Survey\n\nFree, within three days\n\n# Operations\n\nAround the clock",
      },
    ),
  ],
});
