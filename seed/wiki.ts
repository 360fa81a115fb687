import type { Text } from "#kit/text.ts";

/** A page of the wiki: `/wiki/{key}`; `parent` is the key of the page above it. `text` is Markdown. */
export type WikiPage = { key: string; parent: string | null; title: Text; text: Text };

export const wiki: WikiPage[] = [
  {
    key: "start",
    parent: null,
    title: { zh: "入门", en: "Getting started" },
    text: {
      zh: "本文档介绍经纬的使用方法与设计思路。首次使用建议按顺序阅读本章，约需十分钟。\n\n遇到具体问题时，可使用左侧目录或直接搜索。",
      en: "How Meridian works and why it is designed this way. If you are new, start with this chapter; it takes about ten minutes.\n\nFor specific questions, use the navigation on the left or search.",
    },
  },
  {
    key: "one-chain",
    parent: "start",
    title: { zh: "从设备到分配的五个环节", en: "Five steps from device to distribution" },
    text: {
      zh: "将一台设备变为可核验的资产，分为五步：\n\n1. **设备**：安装时登记身份\n2. **数据**：读数在设备端签名\n3. **凭证**：权属与状态登记为凭证\n4. **份额**：凭证可拆分为登记在册的份额\n5. **分配**：收益按份额核算\n\n每一步都引用上一步的结果，因此任何一笔分配都可以追溯到产生它的设备。",
      en: "Meridian turns a device into a verifiable asset in five steps:\n\n1. **Device**: an identity is registered on installation\n2. **Data**: readings are signed on the device\n3. **Certificate**: ownership and status are recorded\n4. **Units**: a certificate can be divided into registered units\n5. **Distribution**: revenue is accounted per unit\n\nEach step refers to the previous one, so any distribution can be traced to the device that earned it.",
    },
  },
  {
    key: "words",
    parent: "start",
    title: { zh: "术语", en: "Glossary" },
    text: {
      zh: "| 术语 | 含义 |\n|---|---|\n| 设备身份 | 安全芯片里的一对密钥，以及登记在它名下的记录 |\n| 读数 | 设备产生并签名的一条数据 |\n| 台账 | 全部设备的现状与变更 |\n| 凭证 | 一台或一批设备的权利与状态 |\n| 份额 | 凭证的等分，登记在持有人名下 |\n| 周期 | 一次核算覆盖的时间段 |\n\n凡标有“样张”或“示例数据”的内容，仅用于说明。",
      en: "| Term | Meaning |\n|---|---|\n| Device identity | A key pair in a secure chip and the records kept under it |\n| Reading | A data record created and signed by a device |\n| Ledger | The current status of all devices and every change |\n| Certificate | The rights in one or more devices, and their status |\n| Unit | An equal share of a certificate, registered to a holder |\n| Period | The time covered by one calculation |\n\nAnything marked Specimen or Sample data is for illustration only.",
    },
  },
  {
    key: "first-device",
    parent: "start",
    title: { zh: "接入第一台设备", en: "Connect your first device" },
    text: {
      zh: "## 准备\n\n- 设备型号和控制板接口\n- 场地的网络情况\n- 一位能确认安装的同事\n\n## 步骤\n\n1. 在台账里新建设备，打印安装单\n2. 工程师装上模组，扫描安装单\n3. 第二个人核对照片和位置，点确认\n4. 等第一条签名读数到达\n\n第一条读数通常在一分钟内出现。如未出现，请参阅[断网与补传](/wiki/offline)。",
      en: "## Before you start\n\n- Device model and control board interface\n- The network connection on site\n- A colleague who can confirm the installation\n\n## Steps\n\n1. Create the device in the ledger and print the installation sheet\n2. The engineer fits the module and scans the sheet\n3. A second person checks photo and location, and confirms\n4. Wait for the first signed reading\n\nThe first reading usually arrives within a minute. If it does not, see [Outages and late data](/wiki/offline).",
    },
  },
  {
    key: "roles",
    parent: "start",
    title: { zh: "角色与空间", en: "Roles and spaces" },
    text: {
      zh: "注册后，您将成为自己空间的管理员。空间相互隔离，数据、页面与账目互不可见。\n\n空间内可设置运营、财务、审计、工程师等角色。角色决定可以打开的页面和可以修改的字段。未明确授权的，一律禁止。",
      en: "When you sign up, you become the administrator of your own space. Spaces are isolated: data, pages and accounts are not visible to other spaces.\n\nA space can have roles such as operations, finance, audit and engineering. A role determines which pages can be opened and which fields can be edited. Anything not explicitly granted is denied.",
    },
  },
  {
    key: "devices",
    parent: null,
    title: { zh: "设备接入", en: "Connecting devices" },
    text: {
      zh: "可信数据始于设备内部。本章介绍设备身份、采集模组、网关，以及网络中断时的处理方式。",
      en: "Trustworthy data starts inside the device. This chapter covers identities, modules and gateways, and what happens during a network outage.",
    },
  },
  {
    key: "identity",
    parent: "devices",
    title: { zh: "身份写入", en: "Writing an identity" },
    text: {
      zh: "芯片在内部生成密钥对，只交出公钥。平台把公钥、型号和批次登记为一条身份，再由第二个人确认。\n\n> 私钥没有备份。芯片损坏时需更换新身份，旧身份注销，历史保留。\n\n同一公钥不能登记两次；同一台设备同时只有一个有效身份。",
      en: "The chip generates a key pair internally and releases only the public key. The platform registers it with model and batch as an identity, and a second person confirms.\n\n> There is no backup of the private key. If a chip fails, the device receives a new identity; the old one is closed and its history is kept.\n\nA public key can be registered only once, and a device has only one valid identity at a time.",
    },
  },
  {
    key: "fitting",
    parent: "devices",
    title: { zh: "加装模组", en: "Fitting a module" },
    text: {
      zh: "模组从控制板取电、取数，不改原来的接线逻辑。\n\n1. 断电，拍下原状\n2. 接电源与数据线，固定外壳，合上防拆回路\n3. 上电，指示灯由红转绿\n4. 扫码、拍照、提交\n\n指示灯常红通常表示接口速率设置有误；闪烁表示没有网络。",
      en: "The module takes power and data from the control board and leaves its logic unchanged.\n\n1. Switch off and photograph the original state\n2. Connect power and data cables, mount the housing, close the tamper loop\n3. Switch on; the indicator turns from red to green\n4. Scan, photograph, submit\n\nA steady red indicator usually means the wrong interface speed. A blinking one means there is no network.",
    },
  },
  {
    key: "gateway",
    parent: "devices",
    title: { zh: "何时使用网关", en: "When to use a gateway" },
    text: {
      zh: "同一场地的设备在五台以上（不含五台），或网络经常中断时，应安装网关，由其负责收集、排队与本地记录。\n\n五台及以下且网络稳定时，模组可直接上传，无需网关。",
      en: "With more than five devices on a site, or a connection that often fails, install a gateway. It collects, queues and records data locally.\n\nWith five or fewer devices and a stable connection, modules can upload directly without a gateway.",
    },
  },
  {
    key: "offline",
    parent: "devices",
    title: { zh: "断网与补传", en: "Outages and late data" },
    text: {
      zh: "断网期间，读数按顺序保存在模组或网关中，恢复后依次补传。每条读数都带有产生时间和到达时间。\n\n## 对核算的影响\n\n周期关闭前到达的，计入本期。之后到达的，单独记账，计入下一期，并标明原属哪一期。\n\n## 常见原因\n\n- 物联网卡到期\n- 场地更换了路由器\n- 天线被遮挡",
      en: "During an outage, readings are stored in order in the module or gateway and uploaded after reconnection. Each reading carries two times: creation and arrival.\n\n## Effect on accounting\n\nReadings that arrive before a period closes belong to that period. Later readings are recorded as separate entries in the next period, marked with their original period.\n\n## Common causes\n\n- The data plan has expired\n- The router on site was replaced\n- The antenna is obstructed",
    },
  },
  {
    key: "commands",
    parent: "devices",
    title: { zh: "远程指令", en: "Remote commands" },
    text: {
      zh: "指令分三级：日常、影响营业、涉及权属。级别越高，需要确认的人越多。\n\n设备收到指令后先核对授权，再执行，最后回一条签名的回执。未收到回执的指令视为未完成。现场急停始终优先。",
      en: "Commands have three levels: routine, business-interrupting and ownership-related. The higher the level, the more approvals are required.\n\nThe device checks the authorisation, executes the command and returns a signed receipt. A command without a receipt is not complete. The on-site emergency stop always takes priority.",
    },
  },
  {
    key: "books",
    parent: null,
    title: { zh: "台账与凭证", en: "Ledger and certificates" },
    text: {
      zh: "台账记录设备的位置、权属与状态；凭证将其固定下来，供任何人核验。",
      en: "The ledger records where a device is, who owns it and its status. A certificate fixes this information so that anyone can verify it.",
    },
  },
  {
    key: "stocktaking",
    parent: "books",
    title: { zh: "盘点", en: "Stocktaking" },
    text: {
      zh: "选择范围并开始盘点。系统将台账与每台设备最近的签名读数逐台比对，结果分为三类：\n\n- **一致**：无需处理\n- **不一致**：位置、状态或场地不符\n- **无上报**：超过约定时间没有读数\n\n只需处理后两类。全部处理后，盘点表自动归档。",
      en: "Select a range and start. The ledger is compared with the latest signed reading of each device. Results fall into three groups:\n\n- **Match**: no action needed\n- **Mismatch**: location, status or site differs\n- **No reports**: no readings for longer than agreed\n\nOnly the last two groups need action. Once resolved, the stocktaking sheet is archived.",
    },
  },
  {
    key: "transfer",
    parent: "books",
    title: { zh: "设备转移", en: "Transferring a device" },
    text: {
      zh: "转移由一方发起，另一方确认，双方都确认后在约定的时间生效。\n\n生效时起，结算自动分段：此前归原场地，此后归新场地。中途撤回只影响尚未生效的部分。",
      en: "One party proposes a transfer, the other confirms, and it takes effect at the agreed time.\n\nFrom that moment settlement is split: earlier amounts belong to the previous site, later ones to the new site. Withdrawing a transfer affects only what has not yet taken effect.",
    },
  },
  {
    key: "reading-certificates",
    parent: "books",
    title: { zh: "如何阅读凭证", en: "Reading a certificate" },
    text: {
      zh: "凭证自上而下是：编号、设备身份、权利内容、限制条件、份额总数、登记时间、现状。\n\n花纹的瓣数与份额数一致。底部的微缩文字为五个环节的名称，复印后无法辨认。\n\n下方的二维码指向公开核验页，见[核验](/wiki/verification)。",
      en: "From top to bottom: number, device identity, rights, limits, number of units, time of registration, current status.\n\nThe rosette has as many lobes as there are units. The microprint lists the five steps and becomes illegible when copied.\n\nThe QR code opens the public page described under [Verification](/wiki/verification).",
    },
  },
  {
    key: "verification",
    parent: "books",
    title: { zh: "核验", en: "Verification" },
    text: {
      zh: "任何人都可以核验，无需账号。核验页只显示三项内容：这张凭证是否由本平台登记、现在是否有效、有没有质押或冻结。\n\n它不显示持有人，也不显示金额。",
      en: "Anyone can verify a certificate without an account. The page shows three things: whether it was registered here, whether it is valid now, and whether it is pledged or frozen.\n\nIt shows neither holders nor amounts.",
    },
  },
  {
    key: "accounts",
    parent: null,
    title: { zh: "核算与分配", en: "Accounting and distribution" },
    text: {
      zh: "收入来自读数，规则来自合同，分配依据规则。三者均可追溯。",
      en: "Income comes from readings, rules from contracts, and distributions from rules. All three can be traced.",
    },
  },
  {
    key: "rules",
    parent: "accounts",
    title: { zh: "编写分成规则", en: "Writing sharing rules" },
    text: {
      zh: "一条规则包含四项内容：对象、比例、生效时间、上下限。\n\n```\n场地方  12%   自 2026-01-01   保底 200 / 月\n运营方  30%   自 2026-01-01\n权属方  余额\n```\n\n规则按顺序计算，余额归最后一方。保存之前可用历史数据试算。（以上为示例数据。）",
      en: "A rule has four parts: party, share, effective date, and any minimum or maximum.\n\n```\nsite host  12%    from 2026-01-01    minimum 200 per month\noperator   30%    from 2026-01-01\nowner      remainder\n```\n\nRules are applied in order, and the remainder goes to the last party. Test them on past data before saving. (Sample data.)",
    },
  },
  {
    key: "reconciling",
    parent: "accounts",
    title: { zh: "对账", en: "Reconciliation" },
    text: {
      zh: "打开一笔分配，点击“展开”：依次显示设备、日期，以及读数和当时的价格。\n\n每一层的合计与上一层一致。若不一致，问题就在该层。",
      en: "Open a distribution and select Expand: it shows devices, then days, then readings with the price at the time.\n\nEach level adds up to the one above. If it does not, the problem is at that level.",
    },
  },
  {
    key: "recalculation",
    parent: "accounts",
    title: { zh: "重新核算", en: "Recalculation" },
    text: {
      zh: "规则有误或迟到数据较多时，可重新核算一个周期。原结果不会被覆盖，差额单独记账，并注明原因和确认人。\n\n已支付的款项不会自动追回，差额在下一期抵扣或补发。",
      en: "If a rule was wrong, or a large amount of data arrived late, a period can be recalculated. The earlier result is not overwritten; the difference is recorded as a separate entry with its reason and the person who confirmed it.\n\nPayments already made are not recovered automatically. The difference is deducted or paid in the next period.",
    },
  },
  {
    key: "payout",
    parent: "accounts",
    title: { zh: "提现", en: "Payout" },
    text: {
      zh: "提现账户在管理后台的“提现设置”中填写，需要支付密码。变更提现账户后有等待期，我们会短信通知您。\n\n提现申请由财务确认，到账时间取决于银行。",
      en: "Add your payout account under Payout settings in the admin area; your payment password is required. Payouts are paused after an account change, and we notify you by SMS.\n\nRequests are confirmed by finance. Arrival times depend on the bank.",
    },
  },
  {
    key: "service",
    parent: null,
    title: { zh: "运维", en: "Maintenance" },
    text: {
      zh: "设备停机意味着收入与数据的损失。本章介绍运维工单、备件与巡检。",
      en: "Downtime means lost income and data. This chapter covers maintenance work orders, spare parts and inspection.",
    },
  },
  {
    key: "orders",
    parent: "service",
    title: { zh: "工单流程", en: "Work order lifecycle" },
    text: {
      zh: "受理、派单、到场、处理、验收、关闭。每一步都记录时间、人员与依据。\n\n设备恢复上报之前，工单无法关闭。因此，每一张已关闭的工单都对应一台正常运行的设备。",
      en: "Accepted, dispatched, attended, resolved, signed off, closed. Each step records a time, a person and supporting evidence.\n\nA work order cannot be closed until the device reports again, so every closed work order corresponds to a working device.",
    },
  },
  {
    key: "parts",
    parent: "service",
    title: { zh: "备件", en: "Spare parts" },
    text: {
      zh: "备件随工单流转：领用时扣减库存，安装时登记到设备，拆下的旧件注明去向（返修、报废或带回）。\n\n库存表显示在库、在途与预留。可用数量 = 在库 + 在途 − 预留。",
      en: "Spare parts are tied to work orders: deducted from stock when issued, registered to the device when fitted, and removed parts are marked as repaired, scrapped or returned.\n\nThe stock list shows quantities in stock, in transit and reserved. Available = in stock + in transit − reserved.",
    },
  },
  {
    key: "inspection",
    parent: "service",
    title: { zh: "巡检路线", en: "Inspection routes" },
    text: {
      zh: "系统根据设备状态计算巡检优先级并生成路线。您可以调整顺序，也可以指定必到点位。\n\n到场后扫码、查看、拍照并填写记录，约需三十秒。",
      en: "Inspection priority is calculated from device condition and turned into a route. You can change the order or pin required stops.\n\nOn site: scan, inspect, take a photo and add a note. It takes about half a minute.",
    },
  },
  {
    key: "safety",
    parent: null,
    title: { zh: "安全与合规", en: "Safety and compliance" },
    text: {
      zh: "技术可以保证记录可信，但不能代替法律判断。本章说明我们做什么、不做什么。",
      en: "Technology can make records trustworthy, but it cannot replace legal judgement. This chapter explains what we do and what we do not do.",
    },
  },
  {
    key: "personal-data",
    parent: "safety",
    title: { zh: "个人信息", en: "Personal data" },
    text: {
      zh: "我们只收集完成服务所需的信息。手机号默认隐藏中间四位，查看完整号码需填写理由并留存记录。\n\n您可以随时导出自己的数据，也可以注销账号；注销后七天内可以撤回。详见[隐私政策](/html?method=contract&id=3)。",
      en: "We collect only what is needed to provide the service. Mobile numbers are masked by default; viewing one in full requires a reason, which is recorded.\n\nYou can export your data at any time, or close your account. You can withdraw the request within seven days. See the [privacy policy](/html?method=contract&id=3).",
    },
  },
  {
    key: "disclosure",
    parent: "safety",
    title: { zh: "披露", en: "Disclosure" },
    text: {
      zh: "定期披露每个周期一次；临时披露在事件发生后尽快发布，例如设备停机、转移、规则变更、登记信息更正。\n\n披露一经发布就不能修改，只能补充。补充与原文并排显示。",
      en: "Regular disclosures are published once per period. Events such as downtime, transfers, rule changes or corrections to the register are disclosed as soon as possible.\n\nA published disclosure cannot be edited, only supplemented. The supplement is shown beside the original.",
    },
  },
  {
    key: "limits",
    parent: "safety",
    title: { zh: "我们不做什么", en: "What we do not do" },
    text: {
      zh: "- 不发行金融产品\n- 不承诺收益\n- 不保管客户资金\n- 不代为判断适当性\n\n以上事项由持牌机构依照所在地法律办理。本站内容仅供介绍，不构成投资建议或要约。",
      en: "- We issue no financial products\n- We promise no returns\n- We hold no client funds\n- We do not assess suitability\n\nThese matters are handled by licensed institutions under local law. Nothing on this site is investment advice or an offer.",
    },
  },
];
