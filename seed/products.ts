import type { Text } from "#kit/text.ts";

/** A product: its page is `/web/{key}`. Sample wording, nothing claimed as fact. */
export type Product = { key: string; name: Text; intro: Text; points: Text[] };
export type ProductGroup = { name: Text; intro: Text; products: Product[] };

const software: Product[] = [
  {
    key: "device-identity",
    name: { zh: "设备身份登记", en: "Device identity" },
    intro: {
      zh: "一台设备，一个身份，从出厂用到退役。",
      en: "One machine, one identity, from the factory floor to retirement.",
    },
    points: [
      {
        zh: "身份写进安全芯片，换外壳换主板都认得出",
        en: "The identity lives in a secure chip and survives new covers and new boards",
      },
      { zh: "登记、转移、注销各留一条记录", en: "Registration, transfer and retirement each leave one record" },
    ],
  },
  {
    key: "data-notary",
    name: { zh: "运行数据存证", en: "Data notarisation" },
    intro: {
      zh: "数据离开设备之前先签名，之后谁也改不动。",
      en: "Data is signed before it leaves the machine, and cannot be altered afterwards.",
    },
    points: [
      {
        zh: "断网先存在本地，恢复后按顺序补传",
        en: "Readings are held during an outage and sent in order when the line is back",
      },
      { zh: "抽一条记录，当场就能验签", en: "Pick any reading and check its signature on the spot" },
    ],
  },
  {
    key: "asset-ledger",
    name: { zh: "资产台账", en: "Asset ledger" },
    intro: {
      zh: "设备在哪、归谁、状态如何，一本账说清楚。",
      en: "Where each machine stands, whose it is and how it is doing, in one book.",
    },
    points: [
      { zh: "盘点按设备自己上报的数据核对", en: "Stocktaking is checked against what the machines report themselves" },
      { zh: "每次变更都能看到前后两个值", en: "Every change shows the value before and after" },
    ],
  },
  {
    key: "title-certificate",
    name: { zh: "权属凭证", en: "Title certificates" },
    intro: {
      zh: "把一台设备的权利和状态，写成一张可以核验的凭证。",
      en: "The rights in a machine and its state, written as a certificate that can be verified.",
    },
    points: [
      { zh: "凭证可整张持有，也可拆成登记在册的份额", en: "Held whole, or divided into registered units" },
      { zh: "任何人扫码都能核对真伪", en: "Anyone can scan it and check that it is genuine" },
    ],
  },
  {
    key: "revenue-accounting",
    name: { zh: "收益核算", en: "Revenue accounting" },
    intro: { zh: "按设备、按份额、按周期，一分钱一分钱地算。", en: "By machine, by unit and by period, to the cent." },
    points: [
      { zh: "收入来自设备的签名数据，不靠人工填报", en: "Income comes from signed machine data, not from forms" },
      { zh: "算错可以重算，旧结果仍然留着", en: "A calculation can be repeated; the earlier result is kept" },
    ],
  },
  {
    key: "audit-disclosure",
    name: { zh: "审计与披露", en: "Audit & disclosure" },
    intro: {
      zh: "给审计一条完整的线索，给持有人一份看得懂的说明。",
      en: "A complete trail for auditors, a readable account for holders.",
    },
    points: [
      { zh: "从一笔分配一路追到产生它的那台设备", en: "Follow any distribution back to the machine that earned it" },
      { zh: "披露内容按角色可见", en: "Each role sees what it is entitled to see" },
    ],
  },
];

const hardware: Product[] = [
  {
    key: "trusted-module",
    name: { zh: "可信采集模组", en: "Trusted data module" },
    intro: {
      zh: "装进设备里的一小块板子，数据从这里开始可信。",
      en: "A small board inside the machine: where data begins to be trustworthy.",
    },
    points: [
      { zh: "常用总线与接口都接得上", en: "Speaks the buses and interfaces that machines commonly use" },
      { zh: "拆机会留下痕迹", en: "Opening the machine leaves a trace" },
    ],
  },
  {
    key: "edge-gateway",
    name: { zh: "边缘网关", en: "Edge gateway" },
    intro: { zh: "一个现场一台，把周围的设备接上来。", en: "One per site, connecting the machines around it." },
    points: [
      { zh: "网络不好的时候照样记账", en: "Keeps the books when the connection does not" },
      { zh: "远程升级，失败自动退回", en: "Updated remotely, and rolled back by itself when an update fails" },
    ],
  },
  {
    key: "secure-chip",
    name: { zh: "安全身份芯片", en: "Secure identity chip" },
    intro: { zh: "私钥在芯片里生成，也只留在芯片里。", en: "The private key is made in the chip and never leaves it." },
    points: [
      { zh: "签名由芯片自己完成", en: "Signing happens inside the chip" },
      { zh: "随设备出厂，也可后装", en: "Built in at the factory or fitted later" },
    ],
  },
  {
    key: "remote-control",
    name: { zh: "远程控制终端", en: "Remote control unit" },
    intro: {
      zh: "该停的时候停得住，该开的时候开得了。",
      en: "Stops when it has to stop, starts when it has to start.",
    },
    points: [
      { zh: "每条指令有人授权、有回执", en: "Every command is authorised by a person and acknowledged" },
      { zh: "失联后按约定进入安全状态", en: "Falls into an agreed safe state when contact is lost" },
    ],
  },
];

const operations: Product[] = [
  {
    key: "service-orders",
    name: { zh: "运维工单", en: "Service orders" },
    intro: {
      zh: "报修、派单、到场、验收，一张工单走到底。",
      en: "Reported, assigned, attended and accepted on one order.",
    },
    points: [
      { zh: "设备报警自动生成工单", en: "A machine's alarm opens the order by itself" },
      { zh: "修完以设备恢复上报为准", en: "It closes when the machine reports again" },
    ],
  },
  {
    key: "sites-partners",
    name: { zh: "场地与合伙人", en: "Sites & partners" },
    intro: {
      zh: "场地方、运营方、投放方，各看各的账。",
      en: "Landlords, operators and owners, each with their own view of the books.",
    },
    points: [
      { zh: "合作约定写成分成规则", en: "Agreements are written as sharing rules" },
      { zh: "点位调整不影响历史结算", en: "Moving a machine leaves past settlements as they are" },
    ],
  },
  {
    key: "service-centres",
    name: { zh: "服务中心", en: "Service centres" },
    intro: {
      zh: "把一个片区的安装、巡检和备件管起来。",
      en: "Installation, inspection and spare parts for a region, in one place.",
    },
    points: [
      { zh: "备件随工单出入库", en: "Spare parts move with the order that needs them" },
      { zh: "巡检路线按设备状态排", en: "Inspection routes follow the state of the machines" },
    ],
  },
];

const financing: Product[] = [
  {
    key: "asset-issuance",
    name: { zh: "资产发行管理", en: "Asset issuance" },
    intro: {
      zh: "从资料准备到份额登记，流程、文件与责任都在一处。",
      en: "From papers to registered units: process, documents and responsibility in one place.",
    },
    points: [
      { zh: "每一步由谁确认，写得明明白白", en: "Who confirms each step is written down" },
      { zh: "份额登记与设备凭证一一对应", en: "Units correspond one to one with machine certificates" },
    ],
  },
  {
    key: "investor-portal",
    name: { zh: "投资人门户", en: "Investor portal" },
    intro: {
      zh: "持有什么、收益几何、依据何在，打开就能看到。",
      en: "What is held, what it earned and on what grounds, at a glance.",
    },
    points: [
      { zh: "先完成身份与适当性确认", en: "Identity and suitability are confirmed first" },
      { zh: "每笔收益附设备运行依据", en: "Each distribution comes with the machine data behind it" },
    ],
  },
];

/** The product menu: 6, 4, 3 and 2 (spec section 2). */
export const productGroups: ProductGroup[] = [
  {
    name: { zh: "可信链上软件", en: "Trusted on-chain software" },
    intro: { zh: "让设备与资产的每一次变化都有据可查。", en: "Every change to a device or an asset leaves evidence." },
    products: software,
  },
  {
    name: { zh: "可控链上硬件", en: "Controllable on-chain hardware" },
    intro: { zh: "数据在源头签名，设备始终可控。", en: "Data is signed at source, devices stay under control." },
    products: hardware,
  },
  {
    name: { zh: "闭环运营生态", en: "Closed-loop operations" },
    intro: {
      zh: "有人装、有人修、有人运营，账也对得上。",
      en: "Installed, repaired and run, with books that balance.",
    },
    products: operations,
  },
  {
    name: { zh: "投融资平台", en: "Investment & financing" },
    intro: { zh: "把合规的资产份额，交到合适的人手里。", en: "Compliant units, placed with suitable holders." },
    products: financing,
  },
];
