import type { NewPage } from "#records/add-page.server.ts";
import { documentOf, type SeedNode, type SeedWidget } from "#records/document.server.ts";

const hero: SeedWidget = {
  name: "hero",
  value: {
    subjects: [
      { text: { zh: "AI 智能设备资产管理", en: "AI device assets" } },
      { text: { zh: "RWA 通证化", en: "RWA tokenisation" } },
      { text: { zh: "投融资平台", en: "Investment" } },
    ],
    headline: { zh: "让每一台设备\n成为可核验的资产", en: "Every device,\nan asset you\ncan verify" },
    lead: {
      zh: "从设备身份、运行数据到权属凭证与份额分配，用可信链上软件与可控链上硬件，把分散在各地的智能设备连成一套可对账、可追溯的资产体系。",
      en: "Identity, operating data, title and distribution. Trusted on-chain software and controllable on-chain hardware turn smart devices in the field into one reconcilable, traceable asset system.",
    },
    primary: { zh: "了解产品", en: "Explore products" },
    primaryUrl: "#products",
    secondary: { zh: "联系我们", en: "Talk to us" },
    secondaryUrl: "/contactus",
  },
};

const microPrint: SeedWidget = {
  name: "micro-print",
  value: {
    text: {
      zh: "设备身份　运行数据　权属凭证　份额登记　收益分配　",
      en: "DEVICE IDENTITY · OPERATING DATA · TITLE · UNIT REGISTER · DISTRIBUTION · ",
    },
  },
};

const products: SeedWidget = {
  name: "product-index",
  value: {
    eyebrow: { zh: "产品与服务", en: "Products & services" },
    heading: { zh: "四组产品，一条完整的资产链路", en: "Four product groups, one complete asset chain" },
    lead: {
      zh: "每枚纹样的瓣数，就是这一组的产品数。",
      en: "Each engraving has as many lobes as the group has products.",
    },
  },
};

const flow: SeedWidget = {
  name: "flow",
  value: {
    eyebrow: { zh: "工作原理", en: "How it works" },
    heading: { zh: "从一台设备，到一份可分配的资产", en: "From one device to a distributable asset" },
    lead: null,
    steps: [
      {
        drawing: "device",
        name: { zh: "设备", en: "Device" },
        text: { zh: "安装即登记，一机一身份。", en: "Registered on installation: one machine, one identity." },
      },
      {
        drawing: "data",
        name: { zh: "数据", en: "Data" },
        text: { zh: "运行数据在设备端签名后上传。", en: "Operating data is signed on the device, then sent." },
      },
      {
        drawing: "certificate",
        name: { zh: "凭证", en: "Certificate" },
        text: { zh: "权属与状态写成可核验的凭证。", en: "Title and status become a verifiable certificate." },
      },
      {
        drawing: "units",
        name: { zh: "份额", en: "Units" },
        text: { zh: "凭证拆分为登记在册的份额。", en: "The certificate is divided into registered units." },
      },
      {
        drawing: "distribution",
        name: { zh: "分配", en: "Distribution" },
        text: { zh: "收益按份额核算，逐笔留痕。", en: "Revenue is accounted per unit, with a trail." },
      },
    ],
    loop: {
      zh: "分配结果回写设备台账，形成闭环",
      en: "Distribution is written back to the device ledger, closing the loop",
    },
  },
};

/** Why the company is called what it is called. The builder's first demonstration: three kinds of node on one canvas. */
const nameNodes: SeedNode[] = [
  {
    type: "image",
    box: { x: 840, y: 0, w: 400, h: 400 },
    value: {
      image: "/assets/meridian.svg",
      alt: {
        zh: "雕版风格的经纬球，一条朱红的经线与一条纬线相交于一点",
        en: "An engraved globe; a meridian and a parallel in cinnabar cross at one point",
      },
      isBorder: false,
      radius: 0,
    },
  },
  {
    type: "text",
    box: { x: 0, y: 56, w: 480, h: 26 },
    value: {
      title: { zh: "名字的由来", en: "Why the name" },
      size: 15,
      color: "accent",
      isBold: false,
      isItalic: false,
      isUnderline: false,
      isWrap: true,
      alignment: "left",
      url: null,
    },
  },
  {
    type: "text",
    box: { x: 0, y: 92, w: 700, h: 134 },
    value: {
      title: { zh: "经线定位，\n纬线对账", en: "Meridians fix the place.\nLedgers fix the value." },
      size: 48,
      color: "dark",
      isBold: true,
      isItalic: false,
      isUnderline: false,
      isWrap: true,
      alignment: "left",
      url: null,
    },
  },
  {
    type: "text",
    box: { x: 0, y: 244, w: 600, h: 60 },
    value: {
      title: {
        zh: "一台设备在哪里、做了什么、归谁所有：两条线一交，答案就有了。",
        en: "Where a machine stands, what it did and whose it is: two lines cross, and the answer is a point.",
      },
      size: 18,
      color: "light",
      isBold: false,
      isItalic: false,
      isUnderline: false,
      isWrap: true,
      alignment: "left",
      url: null,
    },
  },
  {
    type: "button",
    box: { x: 0, y: 332, w: 200, h: 50 },
    value: {
      text: { zh: "认识经纬", en: "Meet Meridian" },
      url: "/introduce",
      size: 16,
      bgColor: "dark",
      color: null,
      isBorder: true,
      radius: 4,
    },
  },
];

const name: SeedWidget = { name: "canvas", value: { height: 524, background: "paper" }, nodes: nameNodes };

const solutions: SeedWidget = {
  name: "solutions",
  value: {
    eyebrow: { zh: "行业方案", en: "Industry solutions" },
    heading: { zh: "同一套底座，六类现场", en: "One foundation, six kinds of site" },
    lead: null,
    items: [
      {
        drawing: "retail",
        name: { zh: "零售", en: "Retail" },
        text: { zh: "智能零售柜、自助收银与无人货架。", en: "Smart cabinets, self-checkout and unattended shelves." },
        url: "/web/retail",
      },
      {
        drawing: "transport",
        name: { zh: "交通", en: "Transportation" },
        text: { zh: "车载终端、共享出行与道闸设备。", en: "On-board terminals, shared mobility and gates." },
        url: "/web/transport",
      },
      {
        drawing: "medical",
        name: { zh: "医疗", en: "Medical" },
        text: { zh: "自助检测与可移动诊疗设备。", en: "Self-service testing and mobile care devices." },
        url: "/web/medical",
      },
      {
        drawing: "entertainment",
        name: { zh: "文娱", en: "Entertainment" },
        text: { zh: "娱乐机与沉浸式体验设备。", en: "Amusement machines and immersive installations." },
        url: "/web/entertainment",
      },
      {
        drawing: "energy",
        name: { zh: "数字能源", en: "Digital energy" },
        text: { zh: "充电桩、储能柜与换电设备。", en: "Charging piles, storage cabinets and battery swap." },
        url: "/web/energy",
      },
      {
        drawing: "recycle",
        name: { zh: "服务与回收", en: "Service & recycling" },
        text: { zh: "自助回收箱与社区服务终端。", en: "Self-service recycling and community terminals." },
        url: "/web/recycling",
      },
    ],
  },
};

const ledger: SeedWidget = {
  name: "ledger",
  value: {
    eyebrow: { zh: "可核验", en: "Verifiable" },
    heading: { zh: "每一条记录，都能对得上", en: "Every record reconciles" },
    lead: {
      zh: "设备上报、凭证变更与收益分配写在同一本账上。任何一条记录，都能回到产生它的那台设备。",
      en: "Device reports, certificate changes and distributions are written to one ledger. Any entry leads back to the machine that produced it.",
    },
    rows: [
      { event: { zh: "运行数据上报", en: "Operating data report" }, device: "DEV-0001", state: "verified" },
      { event: { zh: "维护工单关闭", en: "Service order closed" }, device: "DEV-0002", state: "verified" },
      { event: { zh: "权属变更", en: "Title change" }, device: "DEV-0003", state: "verified" },
      { event: { zh: "份额登记", en: "Units registered" }, device: "DEV-0003", state: "verified" },
      { event: { zh: "收益分配", en: "Distribution" }, device: "DEV-0001", state: "pending" },
    ],
  },
};

const news: SeedWidget = {
  name: "news-list",
  value: { eyebrow: { zh: "新闻", en: "News" }, heading: { zh: "最近的进展", en: "Lately" }, lead: null, count: 3 },
};

const callToAction: SeedWidget = {
  name: "call-to-action",
  value: {
    heading: { zh: "先从一台设备开始", en: "Start with one device" },
    lead: {
      zh: "告诉我们您的设备类型和数量，我们给出接入方案。",
      en: "Tell us what you operate and how many. We will come back with an onboarding plan.",
    },
    button: { zh: "联系我们", en: "Talk to us" },
    url: "/contactus",
  },
};

const title = { zh: "AI 智能设备资产管理", en: "AI smart-device asset management" };
const description = {
  zh: "经纬把智能设备的身份、数据、凭证与份额连成一套可对账、可追溯的资产体系：AI 智能设备资产管理、RWA 通证化与投融资平台。",
  en: "Meridian connects the identity, data, title and units of smart devices into one reconcilable asset system: AI device assets, RWA tokenisation and investment platforms.",
};

/** The home page of the demonstration company. */
export const home: NewPage = {
  path: "/index",
  title,
  description,
  document: documentOf({ title, description }, [
    hero,
    microPrint,
    products,
    flow,
    solutions,
    name,
    ledger,
    news,
    callToAction,
  ]),
};
