import type { NewPage } from "#records/site/add-page.server.ts";
import type { NodePart, PagePart } from "#kit/page-part.ts";
import { documentOf } from "#records/site/document.server.ts";
import { contact } from "./parts.ts";

const hero: PagePart = {
  name: "hero",
  value: {
    subjects: [
      { text: { zh: "AI 智能设备资产管理", en: "Device asset management" } },
      { text: { zh: "RWA 通证化", en: "RWA tokenisation" } },
      { text: { zh: "投融资平台", en: "Investment platforms" } },
    ],
    headline: { zh: "让每一台设备\n成为可核验的资产", en: "Turn devices\ninto assets\nyou can verify" },
    lead: {
      zh: "面向智能设备的运营方、权属方与持牌机构：数据在设备端签名，权属登记为凭证与份额，收益按份额核算，每一笔都能追溯到产生它的设备。",
      en: "For operators and owners of smart devices and their licensed partners: data signed on the device, ownership recorded in certificates and units, and every distribution traced to its source.",
    },
    primary: { zh: "了解产品", en: "Explore products" },
    primaryUrl: "#products",
    secondary: { zh: "免费试用", en: "Start free trial" },
    secondaryUrl: "/price",
    background: null,
    picture: "certificate",
    image: null,
    alt: null,
  },
};

const microPrint: PagePart = {
  name: "micro-print",
  value: {
    text: {
      zh: "设备身份　运行数据　权属凭证　份额登记　收益分配　",
      en: "DEVICE IDENTITY · OPERATING DATA · OWNERSHIP · UNIT REGISTER · DISTRIBUTION · ",
    },
  },
};

const products: PagePart = {
  name: "product-index",
  value: {
    eyebrow: { zh: "产品与服务", en: "Products & services" },
    heading: { zh: "四组产品，覆盖设备资产全流程", en: "Four product groups, one asset lifecycle" },
    lead: {
      zh: "软件登记与核算，硬件签名与控制，运营负责装机与维护，平台管理发行与披露。",
      en: "Software records and accounts, hardware signs and controls, operations install and maintain, and the platform manages issuance and disclosure.",
    },
  },
};

const flow: PagePart = {
  name: "flow",
  value: {
    eyebrow: { zh: "工作原理", en: "How it works" },
    heading: { zh: "从设备到收益分配，五步可查", en: "From device to distribution in five steps" },
    lead: null,
    steps: [
      {
        drawing: "device",
        name: { zh: "设备", en: "Device" },
        text: { zh: "安装时登记，一台设备一个身份。", en: "Each device is given one identity at installation." },
      },
      {
        drawing: "data",
        name: { zh: "数据", en: "Data" },
        text: { zh: "运行数据在设备端签名后上传。", en: "Operating data is signed on the device before upload." },
      },
      {
        drawing: "certificate",
        name: { zh: "凭证", en: "Certificate" },
        text: { zh: "权属与状态登记为可核验的凭证。", en: "Ownership and status become a verifiable certificate." },
      },
      {
        drawing: "units",
        name: { zh: "份额", en: "Units" },
        text: { zh: "凭证可拆分为登记在册的份额。", en: "A certificate can be divided into registered units." },
      },
      {
        drawing: "distribution",
        name: { zh: "分配", en: "Distribution" },
        text: { zh: "收益按份额核算，逐笔可追溯。", en: "Revenue is accounted per unit, with a full audit trail." },
      },
    ],
    loop: {
      zh: "分配结果写回资产台账，形成闭环",
      en: "Every distribution is written back to the asset ledger",
    },
  },
};

/** What the company does not do. The builder's first demonstration: three kinds of node on one canvas. */
const limitNodes: NodePart[] = [
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
      canPreview: false,
    },
  },
  {
    type: "text",
    box: { x: 0, y: 56, w: 480, h: 26 },
    value: {
      title: { zh: "业务边界", en: "What we do not do" },
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
      title: { zh: "只做登记与核算，\n不发行，不保管资金", en: "We keep the records.\nWe never hold the money." },
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
        zh: "平台不发行金融产品，不保管客户资金，不承诺收益；发行与适当性由持牌机构依法办理。",
        en: "Meridian issues no financial products, holds no client funds and promises no returns. Licensed institutions handle issuance and suitability.",
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
      text: { zh: "了解业务边界", en: "See what we do not do" },
      url: "/wiki/limits",
      size: 16,
      bgColor: "dark",
      color: null,
      isBorder: true,
      radius: 4,
    },
  },
];

const limits: PagePart = { name: "canvas", value: { height: 524, background: "paper" }, nodes: limitNodes };

const solutions: PagePart = {
  name: "solutions",
  value: {
    eyebrow: { zh: "行业方案", en: "Industry solutions" },
    heading: { zh: "一套平台，六个行业", en: "One platform, six industries" },
    lead: null,
    items: [
      {
        drawing: "retail",
        name: { zh: "零售", en: "Retail" },
        text: { zh: "智能零售柜、自助收银与无人货架。", en: "Smart vending, self-checkout and unattended shelves." },
        url: "/web/retail",
      },
      {
        drawing: "transport",
        name: { zh: "交通", en: "Transportation" },
        text: { zh: "车载终端、共享出行与停车道闸。", en: "On-board units, shared vehicles and parking barriers." },
        url: "/web/transport",
      },
      {
        drawing: "medical",
        name: { zh: "医疗", en: "Healthcare" },
        text: { zh: "自助检测与移动诊疗设备。", en: "Self-service testing and mobile medical equipment." },
        url: "/web/medical",
      },
      {
        drawing: "entertainment",
        name: { zh: "文娱", en: "Entertainment" },
        text: { zh: "游艺机与沉浸式体验设备。", en: "Arcade machines and immersive attractions." },
        url: "/web/entertainment",
      },
      {
        drawing: "energy",
        name: { zh: "数字能源", en: "Digital energy" },
        text: { zh: "充电桩、储能柜与换电设备。", en: "EV chargers, battery storage and battery-swap stations." },
        url: "/web/energy",
      },
      {
        drawing: "recycle",
        name: { zh: "服务与回收", en: "Service & recycling" },
        text: { zh: "自助回收箱与社区服务终端。", en: "Self-service recycling bins and community terminals." },
        url: "/web/recycling",
      },
    ],
  },
};

const ledger: PagePart = {
  name: "ledger",
  version: 2,
  value: {
    eyebrow: { zh: "可核验", en: "Verifiable" },
    heading: { zh: "每条记录都能追溯到设备", en: "Every record traces back to a device" },
    lead: {
      zh: "设备上报、凭证变更与收益分配记在同一本账上，任何一方都可以自行验证签名。",
      en: "Device reports, certificate changes and distributions share one ledger, and any party can verify the signatures.",
    },
    caption: { zh: "以下为示例数据", en: "Sample data" },
    rows: [
      { event: { zh: "运行数据上报", en: "Operating data report" }, device: "DEV-0001", state: "verified" },
      { event: { zh: "运维工单关闭", en: "Maintenance work order closed" }, device: "DEV-0002", state: "verified" },
      { event: { zh: "权属变更", en: "Ownership change" }, device: "DEV-0003", state: "verified" },
      { event: { zh: "份额登记", en: "Units registered" }, device: "DEV-0003", state: "verified" },
      { event: { zh: "收益分配", en: "Distribution" }, device: "DEV-0001", state: "pending" },
    ],
  },
};

const news: PagePart = {
  name: "news-list",
  value: { eyebrow: { zh: "新闻", en: "News" }, heading: { zh: "最新动态", en: "Latest news" }, lead: null, count: 3 },
};

/** What a reader can check without asking: only what the site really has. */
const proof: PagePart = {
  name: "cards",
  value: {
    eyebrow: { zh: "依据", en: "Proof" },
    heading: { zh: "每一项都可以自行验证", en: "Check every claim yourself" },
    lead: null,
    items: [
      {
        note: { zh: "核验", en: "Verify" },
        name: { zh: "公开核验凭证", en: "Public verification" },
        text: {
          zh: "无需账号即可查询凭证是否登记、是否有效、有无质押或冻结。",
          en: "See whether a certificate is registered, valid, pledged or frozen. No account needed.",
        },
        link: { zh: "了解核验", en: "How verification works" },
        url: "/wiki/verification",
      },
      {
        note: { zh: "接口", en: "API" },
        name: { zh: "开放接口", en: "Open API" },
        text: {
          zh: "页面与表单使用的每一个接口都有公开文档，可直接调用。",
          en: "Every call behind the pages and forms is documented and open to your own systems.",
        },
        link: { zh: "查看接口文档", en: "Read the API docs" },
        url: "/api/docs",
      },
      {
        note: { zh: "试用", en: "Trial" },
        name: { zh: "90 天免费试用", en: "90 days free" },
        text: {
          zh: "接入一个场地、最多 10 台设备，完整运行一个核算周期。",
          en: "One site and up to 10 devices, for one full accounting period.",
        },
        link: { zh: "开通试用", en: "Start free trial" },
        url: "/price",
      },
    ],
  },
};

/** The best templates: what the builder's menu calls featured recommendations. */
const featuredTemplates: PagePart = {
  name: "templates",
  value: {
    eyebrow: { zh: "精选推荐", en: "Featured" },
    heading: { zh: "您的网站，也可以从这里开始", en: "Your website can begin here" },
    lead: {
      zh: "六个行业的模板，中英双语，拿来即用。",
      en: "Templates for six industries, in Chinese and English, ready to use.",
    },
    kind: "featured",
  },
};

const title = { zh: "AI 智能设备资产管理", en: "AI smart-device asset management" };
const description = {
  zh: "经纬为智能设备运营方与权属方提供资产管理、RWA 通证化与投融资平台：数据在设备端签名，权属登记，收益核算，逐笔可追溯。",
  en: "Meridian gives operators and owners of smart devices asset management, RWA tokenisation (tokenization) and investment platforms: signed data, recorded ownership, traceable revenue.",
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
    limits,
    ledger,
    proof,
    featuredTemplates,
    news,
    contact,
  ]),
};
