import type { Text } from "#kit/text.ts";

/** A page of the wiki: `/wiki/{key}`; `parent` is the key of the page above it. `text` is Markdown. */
export type WikiPage = { key: string; parent: string | null; title: Text; text: Text };

export const wiki: WikiPage[] = [
  {
    key: "start",
    parent: null,
    title: { zh: "入门", en: "Getting started" },
    text: {
      zh: "这里说明经纬怎么用、为什么这样设计。第一次来，建议按顺序读完这一章，大约十分钟。\n\n之后遇到具体问题，用左边的目录，或者直接搜索。",
      en: "How Meridian works, and why it works that way. If you are new, read this chapter from top to bottom; it takes about ten minutes.\n\nAfter that, use the tree on the left or the search box.",
    },
  },
  {
    key: "one-chain",
    parent: "start",
    title: { zh: "一条链路，五个环节", en: "One chain, five links" },
    text: {
      zh: "经纬把一台设备变成一份可以核验的资产，要走五步：\n\n1. **设备**：安装时登记身份\n2. **数据**：读数在设备端签名\n3. **凭证**：权属与状态写成凭证\n4. **份额**：凭证拆成登记在册的份额\n5. **分配**：收益按份额核算\n\n每一步都引用上一步的结果。所以从任何一笔分配出发，都能倒着走回那台设备。",
      en: "Meridian turns a machine into an asset that can be verified, in five steps:\n\n1. **Device**: an identity is registered on installation\n2. **Data**: readings are signed in the machine\n3. **Certificate**: title and state are written down\n4. **Units**: the certificate is divided into registered units\n5. **Distribution**: income is accounted per unit\n\nEach step refers to the one before. From any distribution you can walk back to the machine that earned it.",
    },
  },
  {
    key: "words",
    parent: "start",
    title: { zh: "常用词", en: "Words we use" },
    text: {
      zh: "| 词 | 意思 |\n|---|---|\n| 设备身份 | 安全芯片里的一对密钥，以及登记在它名下的记录 |\n| 读数 | 设备产生并签名的一条数据 |\n| 台账 | 全部设备的现状与变更 |\n| 凭证 | 一台或一批设备的权利与状态 |\n| 份额 | 凭证的等分，登记在持有人名下 |\n| 周期 | 一次核算覆盖的时间段 |\n\n文中凡写「样张」或「示例数据」，都只用于说明。",
      en: "| Word | Meaning |\n|---|---|\n| Device identity | A key pair in a secure chip, and the record kept under it |\n| Reading | A piece of data made and signed by a machine |\n| Ledger | The present state of all machines and every change |\n| Certificate | The rights in one or several machines, and their state |\n| Unit | An equal part of a certificate, registered to a holder |\n| Period | The time that one calculation covers |\n\nWherever it says Specimen or Sample data, the figures only illustrate.",
    },
  },
  {
    key: "first-device",
    parent: "start",
    title: { zh: "接入第一台设备", en: "Your first machine" },
    text: {
      zh: "## 准备\n\n- 设备型号和控制板接口\n- 场地的网络情况\n- 一位能确认安装的同事\n\n## 步骤\n\n1. 在台账里新建设备，打印安装单\n2. 工程师装上模组，扫描安装单\n3. 第二个人核对照片和位置，点确认\n4. 等第一条签名读数到达\n\n第一条读数通常在一分钟内出现。没有出现，先看[断网与补传](/wiki/offline)。",
      en: "## Before you start\n\n- The model and the interface of its control board\n- How the site is connected\n- A colleague who can confirm the installation\n\n## Steps\n\n1. Create the machine in the ledger and print its slip\n2. The engineer fits the module and scans the slip\n3. A second person checks photograph and place, and confirms\n4. Wait for the first signed reading\n\nIt usually arrives within a minute. If not, see [Outages](/wiki/offline).",
    },
  },
  {
    key: "roles",
    parent: "start",
    title: { zh: "角色与空间", en: "Roles and spaces" },
    text: {
      zh: "注册之后，您就是自己空间的管理员。空间之间互相看不见：数据、页面、账目都各归各的。\n\n一个空间里可以有运营、财务、审计、工程师等角色。角色决定能打开哪些页面、能改哪些字段。没有写明允许的，就是不允许。",
      en: "When you register you become the administrator of a space of your own. Spaces cannot see one another: data, pages and books are kept apart.\n\nWithin a space there are roles such as operations, finance, audit and engineering. A role decides which pages open and which fields can be changed. What is not allowed in writing is not allowed.",
    },
  },
  {
    key: "devices",
    parent: null,
    title: { zh: "设备接入", en: "Connecting machines" },
    text: {
      zh: "数据可信，从设备里面开始。这一章讲身份、模组、网关，以及网络不好时会发生什么。",
      en: "Trust in data begins inside the machine. This chapter is about identities, modules and gateways, and what happens when the line is bad.",
    },
  },
  {
    key: "identity",
    parent: "devices",
    title: { zh: "身份怎样写入", en: "How an identity is written" },
    text: {
      zh: "芯片在内部生成密钥对，只交出公钥。平台把公钥、型号和批次登记为一条身份，再由第二个人确认。\n\n> 私钥没有备份。芯片坏了，换一个新身份，旧身份注销，历史保留。\n\n同一公钥不能登记两次；同一台设备同时只有一个有效身份。",
      en: "The chip makes a key pair inside and gives out the public half. The platform registers it with model and batch as an identity, and a second person confirms.\n\n> There is no copy of the private key. If a chip fails, the machine gets a new identity; the old one ends and its history stays.\n\nA public key can be registered only once, and a machine has one valid identity at a time.",
    },
  },
  {
    key: "fitting",
    parent: "devices",
    title: { zh: "加装模组", en: "Fitting a module" },
    text: {
      zh: "模组从控制板取电、取数，不改原来的接线逻辑。\n\n1. 断电，拍下原状\n2. 接电源与数据线，固定外壳，合上防拆回路\n3. 上电，指示灯由红转绿\n4. 扫码、拍照、提交\n\n指示灯一直是红色，多半是接口速率不对；闪烁，是没有网络。",
      en: "The module takes power and data from the control board and changes none of its logic.\n\n1. Switch off and photograph what you find\n2. Connect power and data, fix the housing, close the tamper loop\n3. Switch on; the lamp turns from red to green\n4. Scan, photograph, submit\n\nA lamp that stays red usually means the wrong interface speed. A blinking one means there is no network.",
    },
  },
  {
    key: "gateway",
    parent: "devices",
    title: { zh: "什么时候用网关", en: "When to use a gateway" },
    text: {
      zh: "一个现场超过五台设备，或者网络经常中断，就装一台网关。它负责收集、排队和本地记账。\n\n少于五台、网络稳定，模组可以直接上传，不必多一个环节。",
      en: "With more than five machines on a site, or a line that often breaks, install a gateway. It collects, queues and keeps the books on site.\n\nWith fewer machines and a steady line, modules can send directly. Do not add a part you do not need.",
    },
  },
  {
    key: "offline",
    parent: "devices",
    title: { zh: "断网与补传", en: "Outages and late data" },
    text: {
      zh: "断网时，读数按顺序存在模组或网关里。恢复之后依次补传，每条都带两个时间：产生时间和到达时间。\n\n## 核算怎么处理\n\n周期关闭前到达的，计入本期。之后到达的，单独成笔，计入下一期，并标明原属哪一期。\n\n## 常见原因\n\n- 物联网卡到期\n- 场地更换了路由器\n- 天线被遮挡",
      en: "During an outage readings are kept in order, in the module or the gateway. Afterwards they are sent one by one, each with two times: when it was made and when it arrived.\n\n## In the accounts\n\nWhat arrives before a period closes belongs to it. What arrives later becomes an entry of its own in the next period and says where it came from.\n\n## Usual causes\n\n- The data plan has expired\n- The site has a new router\n- Something covers the antenna",
    },
  },
  {
    key: "commands",
    parent: "devices",
    title: { zh: "远程指令", en: "Remote commands" },
    text: {
      zh: "指令分三级：日常、影响营业、涉及权属。级别越高，需要确认的人越多。\n\n设备收到指令后先核对授权，再执行，最后回一条签名的回执。没有回执，指令就不算完成。现场急停始终优先。",
      en: "Commands have three levels: everyday, stopping business, touching title. The higher the level, the more people confirm.\n\nA machine checks the authorisation, acts, and answers with a signed acknowledgement. Without it, a command does not count as done. The emergency stop on site always comes first.",
    },
  },
  {
    key: "books",
    parent: null,
    title: { zh: "台账与凭证", en: "Ledger and certificates" },
    text: {
      zh: "台账回答设备在哪、归谁、怎么样；凭证把答案固定下来，让别人也能核验。",
      en: "The ledger says where a machine is, whose it is and how it is doing. A certificate fixes the answer so that others can check it.",
    },
  },
  {
    key: "stocktaking",
    parent: "books",
    title: { zh: "盘点", en: "Stocktaking" },
    text: {
      zh: "选择范围，点开始。系统把台账与设备最近的签名读数逐台比对，结果分三类：\n\n- **一致**：不用管\n- **不一致**：位置、状态或场地对不上\n- **没有消息**：超过约定时间没有读数\n\n只需要处理后两类。处理完，盘点表自动归档。",
      en: "Choose a range and start. The ledger is compared with the latest signed reading of each machine, and the result falls into three groups:\n\n- **Agrees**: nothing to do\n- **Differs**: place, state or site do not match\n- **Silent**: no reading for longer than agreed\n\nOnly the last two need work. When they are settled the sheet is filed.",
    },
  },
  {
    key: "transfer",
    parent: "books",
    title: { zh: "设备转移", en: "Moving a machine" },
    text: {
      zh: "转移由一方发起，另一方确认，双方都确认后在约定的时间生效。\n\n生效那一刻，结算自动切开：之前归原场地，之后归新场地。中途撤回，只影响还没有生效的部分。",
      en: "One side proposes a move, the other confirms, and it takes effect at the time they agreed on.\n\nAt that moment settlement divides: everything before belongs to the old site, everything after to the new one. Withdrawing it changes only what has not yet happened.",
    },
  },
  {
    key: "reading-certificates",
    parent: "books",
    title: { zh: "看懂一张凭证", en: "How to read a certificate" },
    text: {
      zh: "凭证自上而下是：编号、设备身份、权利内容、限制条件、份额总数、登记时间、现状。\n\n花纹不是装饰：瓣数等于份额数。底部的微缩文字写着五个环节的名字，复印会糊成一条线。\n\n下方的二维码指向公开核验页，见[核验](/wiki/verification)。",
      en: "From top to bottom: number, device identity, rights, limits, number of units, time of registration, present state.\n\nThe rosette is no ornament: it has as many lobes as there are units. The micro print names the five links of the chain and blurs into a line when copied.\n\nThe code below leads to the public page described under [Verification](/wiki/verification).",
    },
  },
  {
    key: "verification",
    parent: "books",
    title: { zh: "核验", en: "Verification" },
    text: {
      zh: "任何人都可以核验，不需要账号。核验页只说三件事：这张凭证是否由本平台登记、现在是否有效、有没有质押或冻结。\n\n它不显示持有人，也不显示金额。",
      en: "Anyone can verify a certificate without an account. The page says three things: whether it was registered here, whether it is valid now, and whether it is pledged or frozen.\n\nIt shows neither holders nor amounts.",
    },
  },
  {
    key: "accounts",
    parent: null,
    title: { zh: "核算与分配", en: "Accounts and distribution" },
    text: {
      zh: "收入从读数来，规则从合同来，分配从规则来。三者都可以倒查。",
      en: "Income comes from readings, rules from contracts, distributions from rules. All three can be traced back.",
    },
  },
  {
    key: "rules",
    parent: "accounts",
    title: { zh: "写分成规则", en: "Writing sharing rules" },
    text: {
      zh: "一条规则说清四件事：谁、什么比例、从什么时候起、有没有上下限。\n\n```\n场地方  12%   自 2026-01-01   保底 200 / 月\n运营方  30%   自 2026-01-01\n权属方  余额\n```\n\n规则之间按顺序计算，余额归最后一方。保存之前可以用过去的数据试算。（以上为示例数据。）",
      en: "A rule says four things: who, which share, from when, and whether there is a floor or a ceiling.\n\n```\nsite       12%    from 2026-01-01    at least 200 a month\noperator   30%    from 2026-01-01\nowner      the rest\n```\n\nRules are applied in order, and what remains goes to the last party. Try them on past data before you save. (Sample data.)",
    },
  },
  {
    key: "reconciling",
    parent: "accounts",
    title: { zh: "对账", en: "Reconciling" },
    text: {
      zh: "打开一笔分配，点「展开」：先看到设备，再看到日期，最后看到读数和当时的价格。\n\n每一层的合计都等于上一层的数。哪一层对不上，问题就在哪一层。",
      en: "Open a distribution and press Expand: machines first, then days, then readings with the price of the moment.\n\nEach layer adds up to the one above. Where it does not, that is where the problem lies.",
    },
  },
  {
    key: "recalculation",
    parent: "accounts",
    title: { zh: "重算", en: "Calculating again" },
    text: {
      zh: "规则写错了，或者迟到的数据很多，可以重算一个周期。旧结果不会被覆盖，差额成为新的一笔，注明原因和确认人。\n\n已经付出的款项不会自动追回，差额在下一期抵扣或补发。",
      en: "If a rule was wrong, or much data came late, a period can be calculated again. The old result is not overwritten; the difference becomes a new entry with its reason and the person who confirmed it.\n\nMoney already paid is not called back. The difference is set off or paid with the next period.",
    },
  },
  {
    key: "payout",
    parent: "accounts",
    title: { zh: "提现", en: "Payout" },
    text: {
      zh: "提现账户在管理区的「提现设置」里填写，需要支付密码。账户变更之后有等待期，期间会通知您留下的手机号。\n\n提现申请由财务确认，到账时间取决于银行。",
      en: "Enter your account under Withdrawal setup in the management area; it asks for the pay password. After a change there is a waiting time, and the mobile number on file is told.\n\nA request is confirmed by finance. When it arrives depends on the bank.",
    },
  },
  {
    key: "service",
    parent: null,
    title: { zh: "运维", en: "Keeping machines running" },
    text: {
      zh: "设备停一天，就少一天的收入和数据。这一章讲工单、备件和巡检。",
      en: "A day of downtime is a day without income or data. This chapter covers orders, spare parts and inspection.",
    },
  },
  {
    key: "orders",
    parent: "service",
    title: { zh: "工单的一生", en: "The life of an order" },
    text: {
      zh: "受理、派单、到场、处理、验收、关闭。每一步有时间、有人、有依据。\n\n设备没有恢复上报，工单关不掉。这条规则没有例外：关掉的工单，一定对应一台正常的设备。",
      en: "Received, assigned, attended, worked on, accepted, closed. Each step has a time, a person and its grounds.\n\nAn order cannot be closed while the machine is silent. There is no exception: behind a closed order there is always a machine that works.",
    },
  },
  {
    key: "parts",
    parent: "service",
    title: { zh: "备件", en: "Spare parts" },
    text: {
      zh: "备件跟着工单走：领用时扣库存，装上时登记到设备，拆下的旧件写明去向（返修、报废或带回）。\n\n库存表同时显示在库、在途和预留，三个数加起来才是真正能用的。",
      en: "Parts move with orders: taken from stock, registered on the machine, and the part removed is accounted for as repaired, scrapped or returned.\n\nThe stock list shows what is in, on its way and reserved. Only the three together tell you what you can use.",
    },
  },
  {
    key: "inspection",
    parent: "service",
    title: { zh: "巡检路线", en: "Inspection routes" },
    text: {
      zh: "系统按设备状态给每台设备一个「该去了」的程度，再排成一条路线。您可以调整顺序，也可以固定必去的点。\n\n到了现场扫码，看一眼，拍一张，写一句。三十秒够了。",
      en: "Each machine gets a measure of how due a visit is, and the measures become a route. Change the order, or fix the stops that must not be missed.\n\nOn site: scan, look, take a picture, write a line. Half a minute is enough.",
    },
  },
  {
    key: "safety",
    parent: null,
    title: { zh: "安全与合规", en: "Safety and compliance" },
    text: {
      zh: "技术能让记录可信，不能代替法律判断。这一章写清楚我们做什么、不做什么。",
      en: "Technology can make records trustworthy; it cannot make legal judgements. This chapter says what we do and what we do not.",
    },
  },
  {
    key: "personal-data",
    parent: "safety",
    title: { zh: "个人信息", en: "Personal data" },
    text: {
      zh: "我们只收集完成服务所需的信息。手机号默认遮盖中间四位，查看完整号码需要写明理由，理由会留档。\n\n您可以随时导出自己的数据，也可以注销账号；注销后有七天可以反悔。详见[隐私政策](/html?method=contract&id=3)。",
      en: "We collect what a service needs and nothing else. Mobile numbers are masked; seeing one in full takes a reason, and the reason is kept.\n\nYou can export your data at any time, or close your account and change your mind within seven days. See the [privacy policy](/html?method=contract&id=3).",
    },
  },
  {
    key: "disclosure",
    parent: "safety",
    title: { zh: "披露", en: "Disclosure" },
    text: {
      zh: "定期披露每个周期一次；临时披露在事件发生后尽快发布，例如设备停机、转移、规则变更、登记信息更正。\n\n披露一经发布就不能修改，只能补充。补充与原文并排显示。",
      en: "Regular disclosure comes once a period. Events such as downtime, a transfer, a change of rules or a corrected entry are disclosed as soon as possible.\n\nA disclosure cannot be changed once it is out, only added to. The addition stands beside the original.",
    },
  },
  {
    key: "limits",
    parent: "safety",
    title: { zh: "我们不做什么", en: "What we do not do" },
    text: {
      zh: "- 不发行金融产品\n- 不承诺收益\n- 不保管客户资金\n- 不替客户判断适当性\n\n这些事由持牌机构按所在地的法律办理。本站内容仅供介绍，不构成投资建议或要约。",
      en: "- We issue no financial products\n- We promise no return\n- We hold no client money\n- We do not decide whether something suits you\n\nThese are for licensed institutions under local law. Nothing on this site is investment advice or an offer.",
    },
  },
];
