import type { NewPage } from "#records/site/add-page.server.ts";
import type { PagePart } from "#kit/page-part.ts";
import { allProducts, contact, page } from "./parts.ts";

const introduce = page(
  {
    path: "/introduce",
    title: { zh: "关于我们", en: "About us" },
    description: { zh: "经纬做什么、如何做，以及不做什么。", en: "What Meridian does, how, and what it does not do." },
  },
  [
    {
      name: "rich-text",
      value: {
        eyebrow: { zh: "关于我们", en: "About us" },
        heading: { zh: "让设备资产清晰可查", en: "Clear records for every device" },
        text: {
          zh: "经纬为分布各地的智能设备登记身份、记录运行数据、登记权属并核算收益。软件负责记录与核算，硬件负责在源头保证数据可信。\n\n# 我们的原则\n\n- 数据在源头签名，而不是事后补录\n- 任何一方都可以独立核对账本\n- 技术解决可信问题，合规问题依法办理\n\n# 了解更多\n\n[理念](/about)、[优势](/advantage)、[团队](/team)、[加入我们](/joinus)。\n\n# 关于本站\n\n本站为演示站点。凡标有“样张”或“示例数据”的内容，仅用于说明产品。",
          en: "Meridian registers the identity of smart devices in the field, records how they operate, documents who owns them and accounts for the revenue they earn. Software keeps the records; hardware secures the data at its source.\n\n# Our principles\n\n- Data is signed at the source, not filled in afterwards\n- Any party can check the ledger independently\n- Technology establishes trust; compliance follows the law\n\n# Learn more\n\n[Our approach](/about), [strengths](/advantage), [team](/team) and [careers](/joinus).\n\n# About this site\n\nThis is a demonstration site. Anything marked Specimen or Sample data is for illustration only.",
        },
      },
    },
    contact,
  ],
);

const about = page(
  {
    path: "/about",
    title: { zh: "理念", en: "Our approach" },
    description: {
      zh: "为什么设备需要身份，为什么账本需要可独立核对。",
      en: "Why devices need identities, and why anyone should be able to check the ledger.",
    },
  },
  [
    {
      name: "rich-text",
      value: {
        eyebrow: { zh: "关于经纬", en: "About Meridian" },
        heading: { zh: "用数据建立信任", en: "Trust you can measure" },
        text: {
          zh: "过去，评估一台设备的价值依赖各方口径。现在，设备每天的运行由它自己签名上报，事后不可篡改。\n\n# 从口径到读数\n\n运营方看营业额，场地方看人流量，权属方看回收期。各方口径不一，签名读数只有一份。我们的第一步，是让读数在离开设备之前完成签名。\n\n# 从读数到权利\n\n有了可信的读数，才能明确权利：设备归谁所有，收益如何分配，出现问题由谁负责。凭证把这些内容登记下来，任何人都可以核验。\n\n# 名字的由来\n\n经线与纬线相交，确定地球上的一个位置。经纬要确定的，是一台设备在哪里、归谁所有、产生了什么。",
          en: "The value of a device used to depend on whom you asked. Now each device signs and reports its own operation, and the record cannot be altered.\n\n# From claims to readings\n\nOperators look at turnover, site hosts at footfall, owners at payback. Claims differ; there is one signed reading. Our first step is to sign every reading before it leaves the device.\n\n# From readings to rights\n\nReliable readings make it possible to define rights: who owns a device, how its revenue is shared, and who is responsible when it fails. A certificate records this in a form that anyone can verify.\n\n# The name\n\nA meridian and a parallel cross at one point on the globe. Meridian fixes the same for a device: where it is, who owns it and what it produces.",
        },
      },
    },
    allProducts,
    contact,
  ],
);

const advantage = page(
  {
    path: "/advantage",
    title: { zh: "优势", en: "Strengths" },
    description: {
      zh: "数据、账本、控制与合规方面的六项能力。",
      en: "Six strengths in data, ledgers, control and compliance.",
    },
  },
  [
    {
      name: "page-title",
      value: {
        eyebrow: { zh: "优势", en: "Strengths" },
        heading: { zh: "六项能力", en: "Six strengths" },
        lead: {
          zh: "每一项都体现在产品中，也都可以自行验证。",
          en: "Each is part of the product, and you can verify it yourself.",
        },
      },
    },
    {
      name: "cards",
      value: {
        eyebrow: null,
        heading: { zh: "从设备到账本", en: "From device to ledger" },
        lead: null,
        items: [
          {
            note: { zh: "一", en: "1" },
            name: { zh: "源头签名", en: "Signed at the source" },
            text: {
              zh: "读数在设备内签名并逐条关联，任何改动都能被发现。",
              en: "Readings are signed and linked inside the device, so any alteration can be detected.",
            },
            link: { zh: "运行数据存证", en: "Data notarisation" },
            url: "/web/data-notary",
          },
          {
            note: { zh: "二", en: "2" },
            name: { zh: "收益可逐层追溯", en: "Traceable revenue" },
            text: {
              zh: "从一笔分配追溯到规则、价格、读数和设备，每一层合计一致。",
              en: "Trace a distribution to its rule, price, readings and device. Totals agree at every level.",
            },
            link: { zh: "收益核算", en: "Revenue accounting" },
            url: "/web/revenue-accounting",
          },
          {
            note: { zh: "三", en: "3" },
            name: { zh: "断网期间持续记录", en: "Records through outages" },
            text: {
              zh: "网关在本地持续记录，恢复后补传，并保留产生时间与到达时间。",
              en: "The gateway records locally and uploads after reconnection, with the time of creation and of arrival.",
            },
            link: { zh: "边缘网关", en: "Edge gateway" },
            url: "/web/edge-gateway",
          },
          {
            note: { zh: "四", en: "4" },
            name: { zh: "控制指令分级授权", en: "Tiered control" },
            text: {
              zh: "指令按级别授权，设备返回回执，现场急停始终优先。",
              en: "Commands are authorised by level and acknowledged by the device. The emergency stop always takes priority.",
            },
            link: { zh: "远程控制终端", en: "Remote control unit" },
            url: "/web/remote-control",
          },
          {
            note: { zh: "五", en: "5" },
            name: { zh: "空间相互隔离", en: "Isolated spaces" },
            text: {
              zh: "隔离由数据库强制执行，应用层出错也不会越权读取。",
              en: "Isolation is enforced by the database, so an application error cannot expose another customer’s data.",
            },
            link: { zh: "角色与空间", en: "Roles and spaces" },
            url: "/wiki/roles",
          },
          {
            note: { zh: "六", en: "6" },
            name: { zh: "业务边界公开", en: "Clear boundaries" },
            text: {
              zh: "不发行产品，不承诺收益，不保管资金，不代为判断适当性。",
              en: "No issuance, no promised returns, no custody, no suitability decisions on your behalf.",
            },
            link: { zh: "我们不做什么", en: "What we do not do" },
            url: "/wiki/limits",
          },
        ],
      },
    },
    contact,
  ],
);

const team = page(
  {
    path: "/team",
    title: { zh: "团队", en: "Team" },
    description: { zh: "硬件、账本、现场与合规四个小组。", en: "Four teams: hardware, ledger, field and compliance." },
  },
  [
    {
      name: "page-title",
      value: {
        eyebrow: { zh: "团队", en: "Team" },
        heading: { zh: "硬件、账本、现场与合规", en: "Hardware, ledger, field and compliance" },
        lead: {
          zh: "本页介绍团队分工。演示站点不展示具体人员。",
          en: "How the work is divided. This is a demonstration site, so no individuals are listed.",
        },
      },
    },
    {
      name: "cards",
      value: {
        eyebrow: null,
        heading: { zh: "四个小组", en: "Four teams" },
        lead: null,
        items: [
          {
            note: { zh: "硬件", en: "Hardware" },
            name: { zh: "源头数据可信", en: "Trustworthy data at the source" },
            text: {
              zh: "负责模组、网关与安全芯片。",
              en: "Modules, gateways and secure chips.",
            },
            link: null,
            url: null,
          },
          {
            note: { zh: "账本", en: "Ledger" },
            name: { zh: "账目逐层一致", en: "Totals that agree at every level" },
            text: {
              zh: "负责台账、凭证、核算与披露。",
              en: "Ledger, certificates, accounting and disclosure.",
            },
            link: null,
            url: null,
          },
          {
            note: { zh: "现场", en: "Field" },
            name: { zh: "设备稳定运行", en: "Devices that keep running" },
            text: {
              zh: "负责安装、巡检与工单。",
              en: "Installation, inspection and work orders.",
            },
            link: null,
            url: null,
          },
          {
            note: { zh: "合规", en: "Compliance" },
            name: { zh: "合规与风险控制", en: "Compliance and risk control" },
            text: {
              zh: "负责个人信息、适当性与披露审查。",
              en: "Review of personal data, suitability and disclosure.",
            },
            link: null,
            url: null,
          },
        ],
      },
    },
    contact,
  ],
);

const joinUs = page(
  {
    path: "/joinus",
    title: { zh: "加入我们", en: "Careers" },
    description: { zh: "我们的工作方式与开放职位。", en: "How we work, and open positions." },
  },
  [
    {
      name: "page-title",
      value: {
        eyebrow: { zh: "加入我们", en: "Careers" },
        heading: { zh: "与我们一起，让设备资产更可信", en: "Build trustworthy device assets with us" },
        lead: {
          zh: "以下为示例职位，仅用于展示页面。",
          en: "The positions below are samples for illustration.",
        },
      },
    },
    {
      name: "cards",
      value: {
        eyebrow: null,
        heading: { zh: "示例职位", en: "Sample positions" },
        lead: null,
        items: [
          {
            note: { zh: "硬件 · 全职", en: "Hardware · full time" },
            name: { zh: "嵌入式工程师", en: "Embedded engineer" },
            text: {
              zh: "开发采集模组固件：签名、缓存与断电保护。能阅读原理图，愿意到现场工作。",
              en: "Develop data module firmware: signing, buffering and power-loss protection. You read schematics and are happy to work on site.",
            },
            link: { zh: "联系我们", en: "Contact us" },
            url: "/contactus",
          },
          {
            note: { zh: "账本 · 全职", en: "Ledger · full time" },
            name: { zh: "后端工程师", en: "Backend engineer" },
            text: {
              zh: "让核算准确、高效。熟悉不变量与属性测试，追求可证明的正确性。",
              en: "Make accounting fast and correct. You work with invariants and property-based tests and care about provable correctness.",
            },
            link: { zh: "联系我们", en: "Contact us" },
            url: "/contactus",
          },
          {
            note: { zh: "现场 · 驻点", en: "Field · on site" },
            name: { zh: "交付工程师", en: "Delivery engineer" },
            text: {
              zh: "完成首批设备接入，并培训客户。会使用万用表，也能写清楚操作说明。",
              en: "Connect a customer’s first devices and train their team. You can use a multimeter and write clear instructions.",
            },
            link: { zh: "联系我们", en: "Contact us" },
            url: "/contactus",
          },
        ],
      },
    },
    {
      name: "cards",
      value: {
        eyebrow: null,
        heading: { zh: "工作方式", en: "How we work" },
        lead: null,
        items: [
          {
            note: null,
            name: { zh: "从现场开始", en: "Start on site" },
            text: {
              zh: "写需求之前，先到现场了解情况。",
              en: "Visit the site before writing requirements.",
            },
            link: null,
            url: null,
          },
          {
            note: null,
            name: { zh: "记录决策", en: "Record decisions" },
            text: {
              zh: "决策与理由一并存档，便于后来者理解。",
              en: "Keep decisions together with their reasons, so that newcomers can follow them.",
            },
            link: null,
            url: null,
          },
          {
            note: null,
            name: { zh: "用数据说话", en: "Measure results" },
            text: { zh: "每项改进都以数据验证。", en: "Back improvements with data." },
            link: null,
            url: null,
          },
        ],
      },
    },
  ],
);

const priceWidgets: PagePart[] = [
  {
    name: "page-title",
    value: {
      eyebrow: { zh: "价格", en: "Pricing" },
      heading: { zh: "按接入设备数量付费", en: "Pay per connected device" },
      lead: {
        zh: "以下为示例价格，仅用于展示页面，不构成报价。",
        en: "The prices below are samples for illustration, not an offer.",
      },
    },
  },
  {
    name: "prices",
    value: {
      eyebrow: null,
      heading: { zh: "三种套餐", en: "Three plans" },
      lead: null,
      plans: [
        {
          name: { zh: "试用", en: "Trial" },
          price: { zh: "免费", en: "Free" },
          unit: { zh: "90 天", en: "for 90 days" },
          text: { zh: "接入一个场地，完整运行一个核算周期。", en: "One site for one full accounting period." },
          features: {
            zh: "最多 10 台设备\n一个场地、一个网关\n台账、工单与核算\n中英文界面",
            en: "Up to 10 devices\nOne site, one gateway\nLedger, work orders and accounting\nChinese and English",
          },
          button: { zh: "开通试用", en: "Start trial" },
          url: "/service/open?package=trial",
          isMarked: false,
        },
        {
          name: { zh: "运营", en: "Operations" },
          price: { zh: "示例 ¥12", en: "Sample ¥12" },
          unit: { zh: "每台每月", en: "per device per month" },
          text: { zh: "多个场地，多方结算。", en: "Several sites, several parties." },
          features: {
            zh: "设备与场地数量不限\n分成规则与试算\n区域服务中心与备件\n开放接口",
            en: "Unlimited devices and sites\nSharing rules with trial runs\nRegional service centres and spare parts\nOpen API",
          },
          button: { zh: "凭激活码开通", en: "Activate with code" },
          url: "/service/open?package=operations",
          isMarked: true,
        },
        {
          name: { zh: "资产", en: "Assets" },
          price: { zh: "面议", en: "On request" },
          unit: null,
          text: { zh: "凭证、份额与披露。", en: "Certificates, units and disclosure." },
          features: {
            zh: "包含“运营”套餐的全部内容\n凭证与份额登记\n审计线索与披露\n私有部署",
            en: "Everything in Operations\nCertificate and unit registers\nAudit trail and disclosure\nSelf-hosted deployment",
          },
          button: { zh: "凭激活码开通", en: "Activate with code" },
          url: "/service/open?package=assets",
          isMarked: false,
        },
      ],
      note: {
        zh: "示例价格不含硬件、安装与税费。“运营”与“资产”套餐凭激活码开通，请联系我们获取激活码。",
        en: "Sample prices exclude hardware, installation and taxes. Operations and Assets require an activation code; contact us to get one.",
      },
    },
  },
];
const priceAbout = {
  title: { zh: "价格", en: "Pricing" },
  description: {
    zh: "试用、运营、资产三种套餐（示例价格）。",
    en: "Trial, Operations and Assets plans (sample prices).",
  },
};

/** What the company says of itself, and what it charges. */
export const companyPages: NewPage[] = [
  introduce,
  about,
  advantage,
  team,
  joinUs,
  page({ path: "/price", ...priceAbout }, [...priceWidgets, contact]),
];
