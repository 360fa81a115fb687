import type { NewPage } from "#records/add-page.server.ts";
import type { SeedWidget } from "#records/document.server.ts";
import { allProducts, contact, page } from "./parts.ts";

const introduce = page(
  {
    path: "/introduce",
    title: { zh: "公司介绍", en: "Introduction" },
    description: { zh: "经纬做什么、怎么做，以及不做什么。", en: "What Meridian does, how, and what it does not do." },
  },
  [
    {
      name: "rich-text",
      value: {
        eyebrow: { zh: "关于我们", en: "About us" },
        heading: { zh: "把设备的账算清楚", en: "Making machines accountable" },
        text: {
          zh: "经纬为分散在各地的智能设备建立身份、记录运行、登记权属、核算收益。软件负责把账记对，硬件负责让数据可信。\n\n# 我们相信的几件事\n\n- 数据要在源头签名，而不是事后解释\n- 账本要能被任何一方独立核对\n- 技术解决可信问题，合规问题按规则办\n\n# 继续了解\n\n[我们的想法](/about)、[优势](/advantage)、[团队](/team)、[加入我们](/joinus)。\n\n# 关于这个站点\n\n这是一个演示站点。凡标有「样张」或「示例数据」的内容，只用于说明产品。",
          en: "Meridian gives smart devices in the field an identity, records what they do, registers whose they are and accounts for what they earn. Software keeps the books right; hardware makes the data trustworthy.\n\n# What we hold to\n\n- Data is signed at its source, not explained afterwards\n- Any party can check the ledger without asking us\n- Technology answers questions of trust; questions of law are answered by the rules\n\n# Read on\n\n[What we think](/about), [strengths](/advantage), [team](/team), [join us](/joinus).\n\n# About this site\n\nThis is a demonstration site. Whatever is marked Specimen or Sample data only illustrates the product.",
        },
      },
    },
    contact,
  ],
);

const about = page(
  {
    path: "/about",
    title: { zh: "我们的想法", en: "What we think" },
    description: {
      zh: "为什么设备需要身份，为什么账本要能被别人核对。",
      en: "Why machines need identities, and why a ledger must be open to checking.",
    },
  },
  [
    {
      name: "rich-text",
      value: {
        eyebrow: { zh: "关于经纬", en: "About Meridian" },
        heading: { zh: "信任可以是一种测量", en: "Trust can be a measurement" },
        text: {
          zh: "过去，一台设备值多少钱，要看人怎么说。现在，它每天做了什么可以自己说，而且改不了口。\n\n# 从说法到读数\n\n运营方说营业额，场地方说人流量，投放方说回本期。说法会打架，读数不会。我们做的第一件事，是让读数在离开设备之前就签好名。\n\n# 从读数到权利\n\n有了可信的读数，才谈得上把权利写清楚：这台设备归谁，收益怎么分，出了问题找谁。凭证只是把这些写在一张别人也能核验的纸上。\n\n# 名字\n\n经线定位，纬线对账。两条线相交的那一点，就是一台设备在世界上的位置，也是它在账本上的位置。",
          en: "What a machine was worth used to be what people said. Now it can say for itself what it does each day, and cannot take it back.\n\n# From claims to readings\n\nOperators speak of turnover, sites of footfall, owners of payback. Claims contradict each other; readings do not. The first thing we do is have a reading signed before it leaves the machine.\n\n# From readings to rights\n\nOnly then is it worth writing rights down: whose machine it is, how income is shared, who answers when it stops. A certificate puts that on a sheet that others can check.\n\n# The name\n\nA meridian fixes the place, a parallel closes the account. Where the two cross lies a machine's position in the world and in the books.",
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
    description: { zh: "六件我们认真做的事。", en: "Six things we take seriously." },
  },
  [
    {
      name: "page-title",
      value: {
        eyebrow: { zh: "优势", en: "Strengths" },
        heading: { zh: "六件认真做的事", en: "Six things done properly" },
        lead: {
          zh: "每一件都能在产品里看到，也都能自己验证。",
          en: "Each can be seen in the product, and checked without us.",
        },
      },
    },
    {
      name: "cards",
      value: {
        eyebrow: null,
        heading: { zh: "从设备到账本", en: "From the machine to the books" },
        lead: null,
        items: [
          {
            note: { zh: "一", en: "1" },
            name: { zh: "数据从源头可信", en: "Trust begins at the source" },
            text: {
              zh: "读数在设备里签名并首尾相连，改一条，后面全部对不上。",
              en: "Readings are signed and linked inside the machine. Alter one and everything after it disagrees.",
            },
            link: { zh: "运行数据存证", en: "Data notarisation" },
            url: "/web/data-notary",
          },
          {
            note: { zh: "二", en: "2" },
            name: { zh: "账能倒着查", en: "Books that read backwards" },
            text: {
              zh: "从一笔分配走回规则、价格、读数和设备，每一层合计相等。",
              en: "From a distribution back to rule, price, reading and machine, with totals that agree at every layer.",
            },
            link: { zh: "收益核算", en: "Revenue accounting" },
            url: "/web/revenue-accounting",
          },
          {
            note: { zh: "三", en: "3" },
            name: { zh: "断网不断账", en: "No line, no gap" },
            text: {
              zh: "网关在现场记账，恢复后补传，产生时间与到达时间都留着。",
              en: "The gateway keeps the books on site and sends them later, with the time they were made and the time they came.",
            },
            link: { zh: "边缘网关", en: "Edge gateway" },
            url: "/web/edge-gateway",
          },
          {
            note: { zh: "四", en: "4" },
            name: { zh: "控制有分寸", en: "Control with restraint" },
            text: {
              zh: "指令分级授权，设备回执，现场急停永远优先。",
              en: "Commands are authorised by level and acknowledged by the machine; the emergency stop always comes first.",
            },
            link: { zh: "远程控制终端", en: "Remote control unit" },
            url: "/web/remote-control",
          },
          {
            note: { zh: "五", en: "5" },
            name: { zh: "空间互相隔离", en: "Spaces that stay apart" },
            text: {
              zh: "每个客户一个空间，隔离写在数据库里，程序忘了也漏不出去。",
              en: "A space for each customer, kept apart by the database itself, so that a forgotten condition gives nothing away.",
            },
            link: { zh: "角色与空间", en: "Roles and spaces" },
            url: "/wiki/roles",
          },
          {
            note: { zh: "六", en: "6" },
            name: { zh: "说清楚不做什么", en: "Plain about limits" },
            text: {
              zh: "不发行、不承诺、不保管、不代为判断。",
              en: "No issuing, no promises, no custody, no judgement on your behalf.",
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
    description: { zh: "四个小组，各管一段。", en: "Four groups, each with a stretch of its own." },
  },
  [
    {
      name: "page-title",
      value: {
        eyebrow: { zh: "团队", en: "Team" },
        heading: { zh: "懂设备的人，和懂账的人", en: "People who know machines, people who know books" },
        lead: {
          zh: "这里介绍分工，不介绍人名：演示站点不虚构任何一位同事。",
          en: "This page tells of the work, not of names: a demonstration site invents no colleagues.",
        },
      },
    },
    {
      name: "cards",
      value: {
        eyebrow: null,
        heading: { zh: "四个小组", en: "Four groups" },
        lead: null,
        items: [
          {
            note: { zh: "硬件", en: "Hardware" },
            name: { zh: "让数据在源头可信", en: "Making data trustworthy at its source" },
            text: {
              zh: "模组、网关与安全芯片。他们的桌上总有一台拆开的设备。",
              en: "Modules, gateways and secure chips. There is always an opened machine on their bench.",
            },
            link: null,
            url: null,
          },
          {
            note: { zh: "账本", en: "Ledger" },
            name: { zh: "让每一层都对得上", en: "Making every layer agree" },
            text: {
              zh: "台账、凭证、核算与披露。他们写的测试比代码多。",
              en: "Ledger, certificates, accounts and disclosure. They write more tests than code.",
            },
            link: null,
            url: null,
          },
          {
            note: { zh: "现场", en: "Field" },
            name: { zh: "让设备一直在跑", en: "Keeping machines running" },
            text: {
              zh: "安装、巡检与工单。产品好不好用，他们说了算。",
              en: "Installation, inspection and orders. Whether the product is any good is for them to say.",
            },
            link: null,
            url: null,
          },
          {
            note: { zh: "合规", en: "Compliance" },
            name: { zh: "让该停的停得住", en: "Stopping what should stop" },
            text: {
              zh: "个人信息、适当性与披露。他们有权否决任何一次上线。",
              en: "Personal data, suitability and disclosure. They may veto any release.",
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
    title: { zh: "加入我们", en: "Join us" },
    description: { zh: "我们怎么工作，正在找什么样的人。", en: "How we work and whom we look for." },
  },
  [
    {
      name: "page-title",
      value: {
        eyebrow: { zh: "加入我们", en: "Join us" },
        heading: { zh: "来做看得见摸得着的东西", en: "Work on things you can touch" },
        lead: {
          zh: "以下为示例职位，用来展示页面。",
          en: "The openings below are samples that show what the page can do.",
        },
      },
    },
    {
      name: "cards",
      value: {
        eyebrow: null,
        heading: { zh: "示例职位", en: "Sample openings" },
        lead: null,
        items: [
          {
            note: { zh: "硬件 · 全职", en: "Hardware · full time" },
            name: { zh: "嵌入式工程师", en: "Embedded engineer" },
            text: {
              zh: "写采集模组的固件：签名、缓存、断电保护。您读得懂原理图，也愿意去现场看一眼。",
              en: "Firmware for the data module: signing, buffering, power loss. You read schematics and do not mind a visit to the site.",
            },
            link: { zh: "聊一聊", en: "Say hello" },
            url: "/contactus",
          },
          {
            note: { zh: "账本 · 全职", en: "Ledger · full time" },
            name: { zh: "后端工程师", en: "Backend engineer" },
            text: {
              zh: "让核算又快又对。您喜欢不变量、属性测试，以及把「大概对」改成「一定对」。",
              en: "Accounts that are fast and right. You like invariants, property tests, and turning probably into certainly.",
            },
            link: { zh: "聊一聊", en: "Say hello" },
            url: "/contactus",
          },
          {
            note: { zh: "现场 · 驻点", en: "Field · on site" },
            name: { zh: "交付工程师", en: "Delivery engineer" },
            text: {
              zh: "把第一台设备接进来，再把方法教给客户。会用万用表，也会写清楚一份说明。",
              en: "Bring the first machine on board, then teach the customer how. At home with a multimeter and with a clear page of instructions.",
            },
            link: { zh: "聊一聊", en: "Say hello" },
            url: "/contactus",
          },
        ],
      },
    },
    {
      name: "cards",
      value: {
        eyebrow: null,
        heading: { zh: "我们怎么工作", en: "How we work" },
        lead: null,
        items: [
          {
            note: null,
            name: { zh: "先看现场", en: "See it first" },
            text: {
              zh: "写需求之前，先去站半天。",
              en: "Before writing a requirement, spend half a day where it happens.",
            },
            link: null,
            url: null,
          },
          {
            note: null,
            name: { zh: "写下来", en: "Write it down" },
            text: {
              zh: "决定连同理由一起存档，换人也看得懂。",
              en: "Decisions are kept with their reasons, for whoever comes next.",
            },
            link: null,
            url: null,
          },
          {
            note: null,
            name: { zh: "量过再说", en: "Measure, then claim" },
            text: { zh: "没有数字的改进，不算改进。", en: "An improvement without a figure is not one." },
            link: null,
            url: null,
          },
        ],
      },
    },
  ],
);

const priceWidgets: SeedWidget[] = [
  {
    name: "page-title",
    value: {
      eyebrow: { zh: "价格", en: "Pricing" },
      heading: { zh: "按接入的设备付费", en: "Pay for the machines you connect" },
      lead: {
        zh: "以下为示例价格，用来展示页面，不构成报价。",
        en: "The prices below are samples that show the page. They are not an offer.",
      },
    },
  },
  {
    name: "prices",
    value: {
      eyebrow: null,
      heading: { zh: "三种方案", en: "Three plans" },
      lead: null,
      plans: [
        {
          name: { zh: "试用", en: "Trial" },
          price: { zh: "免费", en: "Free" },
          unit: { zh: "三个月", en: "for three months" },
          text: { zh: "接一个现场，跑完一个结算周期。", en: "One site, one full settlement period." },
          features: {
            zh: "最多十台设备\n一个现场、一个网关\n台账、工单与核算\n中英文界面",
            en: "Up to ten machines\nOne site, one gateway\nLedger, orders and accounts\nChinese and English",
          },
          button: { zh: "开通试用", en: "Open a trial" },
          url: "/service/open?package=trial",
          isMarked: false,
        },
        {
          name: { zh: "运营", en: "Operations" },
          price: { zh: "示例 ¥12", en: "Sample ¥12" },
          unit: { zh: "每台每月", en: "a machine, a month" },
          text: { zh: "多个现场，多方结算。", en: "Several sites, several parties." },
          features: {
            zh: "设备与现场不限\n分成规则与试算\n服务中心与备件\n开放接口",
            en: "Any number of machines and sites\nSharing rules, tried before use\nService centres and spare parts\nOpen API",
          },
          button: { zh: "凭激活码开通", en: "Open with a code" },
          url: "/service/open?package=operations",
          isMarked: true,
        },
        {
          name: { zh: "资产", en: "Assets" },
          price: { zh: "面议", en: "On request" },
          unit: null,
          text: { zh: "凭证、份额与披露。", en: "Certificates, units and disclosure." },
          features: {
            zh: "包含「运营」全部内容\n凭证与份额登记\n审计线索与披露\n私有部署",
            en: "Everything in Operations\nRegisters of certificates and units\nAudit trail and disclosure\nOn your own servers",
          },
          button: { zh: "凭激活码开通", en: "Open with a code" },
          url: "/service/open?package=assets",
          isMarked: false,
        },
      ],
      note: {
        zh: "示例价格不含硬件、安装与税费。「运营」与「资产」凭激活码开通，激活码请联系我们领取。",
        en: "Sample prices exclude hardware, installation and taxes. Operations and Assets open with an activation code; ask us for one.",
      },
    },
  },
];
const priceAbout = {
  title: { zh: "价格", en: "Pricing" },
  description: { zh: "试用、运营、资产三种方案（示例价格）。", en: "Trial, Operations and Assets (sample prices)." },
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
