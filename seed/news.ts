import type { RichText } from "#kit/rich-text.ts";
import { richTextFromMarkdown } from "#kit/rich-text-from-markdown.ts";
import type { Locale, Text } from "#kit/text.ts";

export type SeedNews = {
  title: Text;
  intro: Text;
  body: Record<Locale, RichText>;
  kind: "company" | "product";
  status: "published";
  publishedAt: string;
  pinned: boolean;
  sort: number;
};

const sample: Text = {
  zh: "本文为示例内容，不构成任何承诺。",
  en: "This article is sample content and is not a commitment.",
};

/** Both languages of a text, written in Markdown, with the notice below. */
const both = (zh: string, en: string): SeedNews["body"] => ({
  zh: richTextFromMarkdown(`${zh}\n\n${sample.zh}`)!,
  en: richTextFromMarkdown(`${en}\n\n${sample.en}`)!,
});

/** News of the demonstration company: explanations of the product, marked as samples, so that nothing is invented as fact. */
export const news: SeedNews[] = [
  {
    title: { zh: "示例：经纬演示站点上线", en: "Sample: the Meridian demonstration site is live" },
    intro: {
      zh: "产品、行业方案、文档与管理后台均可在线体验。",
      en: "Products, industry solutions, documentation and the admin area are open to explore.",
    },
    body: both(
      "演示站点包含十五个产品、六个行业方案和完整的使用文档。注册后即拥有独立空间，可体验工单、套餐开通与页面设计。",
      "The demonstration site covers fifteen products, six industry solutions and full documentation. Sign up to get your own space and try work orders, plan activation and the page builder.",
    ),
    kind: "company",
    status: "published",
    publishedAt: "2026-11-18T02:00:00.000Z",
    pinned: true,
    sort: 0,
  },
  {
    title: { zh: "示例：一笔分配如何追溯到设备", en: "Sample: how a distribution traces back to a device" },
    intro: {
      zh: "从分配金额逐层展开，直至设备签名的读数。",
      en: "Open a distribution level by level, down to the readings signed by the device.",
    },
    body: both(
      "每笔分配都引用所依据的规则、价格版本和读数。展开后依次显示设备、日期与读数，每一层的合计与上一层一致。\n\n出现差异时，问题所在的层级一目了然。操作方法见[对账](/wiki/reconciling)。",
      "Every distribution refers to the rule, price version and readings it is based on. Expanding it shows devices, days and readings, and each level adds up to the one above.\n\nIf there is a difference, the level where it occurs is immediately visible. See [Reconciliation](/wiki/reconciling).",
    ),
    kind: "product",
    status: "published",
    publishedAt: "2026-11-12T02:00:00.000Z",
    pinned: false,
    sort: 1,
  },
  {
    title: { zh: "示例：断网期间数据如何记录", en: "Sample: how data is recorded during an outage" },
    intro: {
      zh: "读数在本地按顺序保存，恢复联网后补传。",
      en: "Readings are stored locally in order and uploaded after reconnection.",
    },
    body: both(
      "断网时，采集模组或边缘网关按顺序保存读数。恢复后依次补传，每条读数同时带有产生时间与到达时间。\n\n周期关闭前到达的读数计入本期，之后到达的单独记账并计入下一期。详见[断网与补传](/wiki/offline)。",
      "During an outage, the data module or edge gateway stores readings in order. After reconnection they are uploaded one by one, each with the time of creation and of arrival.\n\nReadings that arrive before a period closes belong to that period; later ones are recorded separately in the next. See [Outages and late data](/wiki/offline).",
    ),
    kind: "product",
    status: "published",
    publishedAt: "2026-11-05T02:00:00.000Z",
    pinned: false,
    sort: 2,
  },
  {
    title: { zh: "示例：凭证核验页显示哪些内容", en: "Sample: what the verification page shows" },
    intro: {
      zh: "是否登记、是否有效、有无质押或冻结，无需账号即可查询。",
      en: "Registered, valid, pledged or frozen: no account needed to check.",
    },
    body: both(
      "扫描凭证上的二维码即可打开核验页。页面只显示三项内容：是否由本平台登记、当前是否有效、有无质押或冻结。\n\n核验页不显示持有人，也不显示金额。详见[核验](/wiki/verification)。",
      "Scan the QR code on a certificate to open the verification page. It shows three things: whether the certificate was registered here, whether it is valid, and whether it is pledged or frozen.\n\nIt shows neither holders nor amounts. See [Verification](/wiki/verification).",
    ),
    kind: "product",
    status: "published",
    publishedAt: "2026-10-29T02:00:00.000Z",
    pinned: false,
    sort: 3,
  },
  {
    title: { zh: "示例：分成规则生效之前先试算", en: "Sample: test sharing rules before they take effect" },
    intro: { zh: "使用历史数据试算，差异逐行列出。", en: "Run a rule on past data and review every difference." },
    body: both(
      "新的分成规则保存之前，可以选择一个已关闭的周期进行试算。系统逐行列出与原结果的差异，双方确认后再设定生效时间。\n\n已完成的结算不受影响。写法见[写分成规则](/wiki/rules)。",
      "Before saving a new sharing rule, run it on a closed period. Every difference from the original result is listed line by line; both parties confirm before an effective date is set.\n\nCompleted settlements do not change. See [Writing sharing rules](/wiki/rules).",
    ),
    kind: "product",
    status: "published",
    publishedAt: "2026-10-22T02:00:00.000Z",
    pinned: false,
    sort: 4,
  },
  {
    title: { zh: "示例：远程指令的三级授权", en: "Sample: three authorisation levels for remote commands" },
    intro: {
      zh: "日常、影响营业、涉及权属，级别越高，确认人数越多。",
      en: "Routine, business-interrupting and ownership-related: the higher the level, the more approvals.",
    },
    body: both(
      "远程指令按影响范围分为三级。设备收到指令后先核对授权，再执行，最后返回签名回执。\n\n现场急停始终优先于任何远程指令。详见[远程指令](/wiki/commands)。",
      "Remote commands have three levels by impact. The device checks the authorisation, executes the command and returns a signed receipt.\n\nThe on-site emergency stop always overrides remote commands. See [Remote commands](/wiki/commands).",
    ),
    kind: "product",
    status: "published",
    publishedAt: "2026-10-15T02:00:00.000Z",
    pinned: false,
    sort: 5,
  },
  {
    title: { zh: "示例：免费试用 90 天", en: "Sample: free trial for 90 days" },
    intro: {
      zh: "一个场地、最多 10 台设备，到期后数据保留。",
      en: "One site and up to 10 devices. Your data is kept when the trial ends.",
    },
    body: both(
      "试用套餐包含台账、工单与核算，适合完整运行一个核算周期。每个客户限开通一次，到期后数据保留，可继续开通其他套餐。\n\n套餐内容见[价格](/price)。",
      "The trial plan includes the ledger, work orders and accounting: enough for one full accounting period. It can be activated once per customer; data is kept when it ends, and you can activate another plan to continue.\n\nSee [pricing](/price) for details.",
    ),
    kind: "company",
    status: "published",
    publishedAt: "2026-10-08T02:00:00.000Z",
    pinned: false,
    sort: 6,
  },
  {
    title: { zh: "示例：设备转移时结算如何分段", en: "Sample: how settlement is split when a device is transferred" },
    intro: {
      zh: "双方确认后按约定时间生效，前后分别结算。",
      en: "Both parties confirm; amounts before and after the effective time are settled separately.",
    },
    body: both(
      "设备转移由一方发起、另一方确认，在约定时间生效。生效之前的收益归原场地，之后归新场地，无需人工拆分。\n\n详见[设备转移](/wiki/transfer)。",
      "One party proposes a transfer and the other confirms; it takes effect at the agreed time. Revenue before that belongs to the previous site, and revenue after it to the new one, with no manual split.\n\nSee [Transferring a device](/wiki/transfer).",
    ),
    kind: "product",
    status: "published",
    publishedAt: "2026-09-24T02:00:00.000Z",
    pinned: false,
    sort: 7,
  },
  {
    title: { zh: "示例：空间之间的数据隔离", en: "Sample: data isolation between spaces" },
    intro: {
      zh: "隔离由数据库强制执行，而不仅由应用程序控制。",
      en: "Isolation is enforced by the database, not only by the application.",
    },
    body: both(
      "每一行数据都属于一个空间。应用程序的每次查询都限定在当前空间内，数据库再通过行级安全策略校验一次。\n\n因此，即使应用程序出错，也无法读取其他空间的数据。详见[角色与空间](/wiki/roles)。",
      "Every row belongs to a space. Each query is limited to the current space, and the database checks again with row-level security.\n\nEven if the application has an error, data of other spaces cannot be read. See [Roles and spaces](/wiki/roles).",
    ),
    kind: "company",
    status: "published",
    publishedAt: "2026-09-17T02:00:00.000Z",
    pinned: false,
    sort: 8,
  },
  {
    title: { zh: "示例：开放接口与接口文档", en: "Sample: open API and documentation" },
    intro: {
      zh: "页面与表单使用的接口均可由您的系统调用。",
      en: "The calls behind the pages and forms are open to your own systems.",
    },
    body: both(
      "台账、工单与套餐等功能均提供开放接口，接口文档与系统定义保持同步，新增字段会同时出现在表格、表单与文档中。\n\n文档地址：[接口文档](/api/docs)。",
      "The ledger, work orders and plans can be used through the open API. The documentation follows the system’s definitions, so a new field appears in tables, forms and documentation at the same time.\n\nRead the [API documentation](/api/docs).",
    ),
    kind: "product",
    status: "published",
    publishedAt: "2026-09-10T02:00:00.000Z",
    pinned: false,
    sort: 9,
  },
  {
    title: { zh: "示例：备件随工单流转", en: "Sample: spare parts tied to work orders" },
    intro: {
      zh: "领用、安装与回收全程记录，可用数量实时计算。",
      en: "Issue, fitting and return are recorded, and availability is always up to date.",
    },
    body: both(
      "备件领用时扣减库存，安装时登记到设备，旧件注明返修、报废或带回。库存表同时显示在库、在途与预留数量。\n\n可用数量 = 在库 + 在途 − 预留。详见[备件](/wiki/parts)。",
      "Parts are deducted from stock when issued and registered to the device when fitted; removed parts are marked as repaired, scrapped or returned. The stock list shows quantities in stock, in transit and reserved.\n\nAvailable = in stock + in transit − reserved. See [Spare parts](/wiki/parts).",
    ),
    kind: "product",
    status: "published",
    publishedAt: "2026-08-27T02:00:00.000Z",
    pinned: false,
    sort: 10,
  },
  {
    title: { zh: "示例：我们的业务边界", en: "Sample: what Meridian does not do" },
    intro: {
      zh: "不发行金融产品，不承诺收益，不保管客户资金，不代为判断适当性。",
      en: "No issuance, no promised returns, no custody of funds, no suitability assessments.",
    },
    body: both(
      "经纬提供登记、核算与披露工具。金融产品的发行、资金保管与适当性判断由持牌机构依照所在地法律办理。\n\n完整说明见[我们不做什么](/wiki/limits)。",
      "Meridian provides tools for registration, accounting and disclosure. Issuance, custody and suitability are handled by licensed institutions under local law.\n\nRead [What we do not do](/wiki/limits).",
    ),
    kind: "company",
    status: "published",
    publishedAt: "2026-08-20T02:00:00.000Z",
    pinned: false,
    sort: 11,
  },
];
