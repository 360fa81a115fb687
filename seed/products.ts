import type { Text } from "#kit/text.ts";

/** A product: its page is `/web/{key}`. `text` is Markdown. Sample wording, nothing claimed as fact. */
export type Product = { key: string; name: Text; intro: Text; text: Text; points: Text[] };
export type ProductGroup = { name: Text; intro: Text; products: Product[] };

const software: Product[] = [
  {
    key: "device-identity",
    name: { zh: "设备身份登记", en: "Device identity" },
    intro: {
      zh: "一台设备一个身份，从出厂到退役。",
      en: "One identity per device, from production to retirement.",
    },
    text: {
      zh: "# 一次登记，全程有效\n\n设备出厂或改造时写入身份，之后的安装、转移、维修、退役都记在这个身份名下。换外壳、换主板、换网络都不影响它，因为身份由安全芯片持有，不是贴在机身上的编号。\n\n# 身份记录里有什么\n\n- 型号、出厂批次、安全芯片的公钥\n- 当前场地、运营方和权属方\n- 每一次变更：谁提出，谁确认，什么时候生效\n\n# 怎么接入\n\n新设备在产线上写入；在用设备由工程师到场加装可信采集模组，拍照、扫码、双人确认后生效。接入当天就能在资产台账里看到它。",
      en: "# Registered once, valid for life\n\nAn identity is written when a device is built or refitted. Installation, transfer, repair and retirement are all recorded under it. A new cover, board or network does not change it: the identity is held by a secure chip, not by a number on the casing.\n\n# What the record contains\n\n- Model, production batch and the public key of the chip\n- Current site, operator and owner\n- Every change: who requested it, who confirmed it and when it took effect\n\n# Onboarding\n\nNew devices receive an identity on the production line. For devices already in service, an engineer fits a trusted data module, photographs and scans it, and a second person confirms. The device appears in the asset ledger the same day.",
    },
    points: [
      {
        zh: "身份存于安全芯片，更换外壳或主板不受影响",
        en: "The identity is held in a secure chip and survives a new cover or board",
      },
      { zh: "登记、转移、注销各留一条记录", en: "Registration, transfer and retirement are each recorded" },
    ],
  },
  {
    key: "data-notary",
    name: { zh: "运行数据存证", en: "Data notarisation" },
    intro: {
      zh: "数据在离开设备之前签名，此后任何改动都能被发现。",
      en: "Data is signed before it leaves the device, so any later change can be detected.",
    },
    text: {
      zh: "# 先签名，再上传\n\n读数在设备内由安全芯片签名，并与上一条首尾相连。缺失、改动或替换任何一条，校验都会在该位置失败。\n\n# 断网时\n\n- 模组按时间顺序缓存，恢复后依次补传\n- 补传的记录标明产生时间和到达时间\n- 缓存将满时优先保留计费与告警数据\n\n# 如何核验\n\n在任意一条读数上点击“核验”，页面会显示签名、公钥和它在链条里的位置。摘要定期写入您选定的公开账本，任何一方都可以独立验证。",
      en: "# Signed first, then sent\n\nEach reading is signed by the secure chip inside the device and linked to the previous one. If a reading is removed, altered or replaced, the check fails at exactly that point.\n\n# During an outage\n\n- The module stores readings in order and uploads them after reconnection\n- Late readings carry both the time of creation and the time of arrival\n- When storage runs low, billing and alarm data take priority\n\n# Verify it yourself\n\nSelect Verify on any reading to see its signature, public key and position in the chain. Digests are written periodically to a public ledger of your choice, so any party can verify them independently.",
    },
    points: [
      {
        zh: "断网先存在本地，恢复后按顺序补传",
        en: "Readings are stored during an outage and uploaded in order after reconnection",
      },
      { zh: "任意一条记录都可现场验签", en: "The signature of any reading can be verified on the spot" },
    ],
  },
  {
    key: "asset-ledger",
    name: { zh: "资产台账", en: "Asset ledger" },
    intro: {
      zh: "每台设备的位置、权属与状态，一本台账完整呈现。",
      en: "Location, owner and status of every device, in one ledger.",
    },
    text: {
      zh: "# 三个问题，一本台账\n\n设备在哪里，归谁所有，状态如何。台账回答这三个问题，每个答案都附有依据：定位与场地合同、权属凭证、最近一次签名读数。\n\n# 日常使用\n\n- 盘点：台账与设备上报逐台比对，只需处理差异\n- 转移：新旧场地各自确认，结算按生效时间自动分段\n- 退役：注销身份，保留历史\n\n# 对接其他系统\n\n台账提供开放接口，也能按约定格式导入导出。财务系统中的固定资产编号可以与设备身份一一对应。",
      en: "# Three questions, one ledger\n\nWhere is the device, who owns it, and what is its status? The ledger answers these three questions and supports every answer: location and site contract, ownership certificate, latest signed reading.\n\n# Daily use\n\n- Stocktaking compares the ledger with each device and lists only the differences\n- A transfer is confirmed by both sites, and settlement is split at the time it takes effect\n- Retirement closes the identity and keeps its history\n\n# Working with other systems\n\nThe ledger has an open API and imports and exports agreed formats. Asset numbers from your finance system can be matched one to one with device identities.",
    },
    points: [
      { zh: "盘点以设备自行上报的数据为准", en: "Stocktaking uses the data that devices report themselves" },
      { zh: "每次变更都保留变更前后的值", en: "Every change shows the values before and after" },
    ],
  },
  {
    key: "title-certificate",
    name: { zh: "权属凭证", en: "Ownership certificates" },
    intro: {
      zh: "将设备的权利与状态登记为可核验的凭证。",
      en: "The rights in a device and its status, recorded in a certificate that anyone can verify.",
    },
    text: {
      zh: "# 凭证写了什么\n\n一张凭证对应一台或一批设备，写明设备身份、权利内容、限制条件、登记时间和现状。所引用的每一项依据均可查看。\n\n# 持有与拆分\n\n- 可以整张持有，也可以登记为若干份额\n- 份额总数固定，登记簿上的合计永远等于它\n- 质押、冻结、转让各有一条记录，冲突的登记会被拒绝\n\n# 核验\n\n凭证上的二维码指向一个公开的核验页，只显示真伪与现状，不显示持有人。凭证是登记与核验的工具，具体权利以适用法律和签署的合同为准。",
      en: "# What a certificate contains\n\nA certificate represents a device or a batch. It lists the device identities, the rights, their limits, the time of registration and the current status. Every document it refers to can be opened.\n\n# Whole or divided\n\n- Held as a whole, or registered as a number of units\n- The number of units is fixed, and the register always adds up to it\n- Pledges, freezes and transfers are each recorded; conflicting entries are rejected\n\n# Verification\n\nThe QR code on the certificate opens a public page that shows whether it is genuine and its current status, but never who holds it. A certificate is a tool for registration and verification; the rights themselves are determined by applicable law and signed contracts.",
    },
    points: [
      { zh: "凭证可整张持有，也可拆成登记在册的份额", en: "Held whole, or divided into registered units" },
      { zh: "任何人扫码即可核验真伪", en: "Anyone can scan it to check that it is genuine" },
    ],
  },
  {
    key: "revenue-accounting",
    name: { zh: "收益核算", en: "Revenue accounting" },
    intro: { zh: "按设备、份额与周期核算，精确到分。", en: "By device, unit and period, to the cent." },
    text: {
      zh: "# 从读数到分配\n\n收入由设备签名的用量乘以当时生效的价格得出，扣除约定的成本后，按份额逐笔分配。无需人工填报，数据也无法私下修改。\n\n# 分成规则\n\n- 分成比例、保底、阶梯和封顶，按生效时间分段\n- 场地方、运营方、权属方各有自己的规则，互不影响\n- 生效之前先用历史数据试算，差异逐行列出\n\n# 对账\n\n每一笔分配都能展开到设备、日期和价格版本。发现规则有误可重新核算：原结果保留，差额单独记账。",
      en: "# From reading to distribution\n\nIncome is the usage signed by devices multiplied by the price in force at the time. Agreed costs are deducted, and the rest is distributed per unit. There is nothing to fill in by hand, and no figure can be changed unnoticed.\n\n# Sharing rules\n\n- Percentages, minimums, tiers and caps, each with an effective date\n- Site hosts, operators and owners each have their own rules\n- Rules are tested on past data first, and every difference is listed\n\n# Reconciliation\n\nEach distribution can be traced to device, day and price version. If a rule was wrong, recalculate: the earlier result is kept, and the difference is recorded as a separate entry.",
    },
    points: [
      {
        zh: "收入来自设备的签名数据，不靠人工填报",
        en: "Income comes from signed device data, not from manual reports",
      },
      { zh: "可重新核算，原结果予以保留", en: "Periods can be recalculated, and earlier results are kept" },
    ],
  },
  {
    key: "audit-disclosure",
    name: { zh: "审计与披露", en: "Audit & disclosure" },
    intro: {
      zh: "为审计提供完整线索，为持有人提供清晰说明。",
      en: "A complete audit trail for auditors, and clear reports for holders.",
    },
    text: {
      zh: "# 给审计的线索\n\n从一笔分配可以追溯到规则、价格、读数和设备，也可以反向查询。抽样、复算和导出在同一页面完成。审计人员仅有查看权限，查看记录留存。\n\n# 给持有人的说明\n\n- 每个周期一份报告，数字与台账同源\n- 重要事件即时披露：停机、转移、规则变更\n- 中英文两个版本同时发布\n\n# 权限\n\n每个角色只能查看授权范围内的内容。个人信息默认遮盖，查看需要理由，理由留档。",
      en: "# Audit trail\n\nTrace a distribution to its rule, price, readings and device, or start from a device and trace forward. Sampling, recalculation and export are on one page. Auditors have read-only access, and what they view is logged.\n\n# Reports for holders\n\n- One report per period, based on the same figures as the ledger\n- Material events are disclosed promptly: downtime, transfers, rule changes\n- Chinese and English versions are published together\n\n# Permissions\n\nEach role sees what it is entitled to. Personal data is masked by default; viewing it requires a reason, which is recorded.",
    },
    points: [
      { zh: "从一笔分配一路追到产生它的那台设备", en: "Trace any distribution to the device that earned it" },
      { zh: "披露内容按角色可见", en: "Each role sees what it is entitled to see" },
    ],
  },
];

const hardware: Product[] = [
  {
    key: "trusted-module",
    name: { zh: "可信采集模组", en: "Trusted data module" },
    intro: {
      zh: "安装在设备内的采集模组，在源头为数据签名。",
      en: "An in-device module that signs data at the source.",
    },
    text: {
      zh: "# 四项功能\n\n采集、签名、缓存、上传。模组装在设备内部，从控制板取数，不改变设备原来的控制逻辑。\n\n# 接口\n\n- 串口、CAN、以太网，以及数字与模拟量输入\n- 有线优先，蜂窝网络备用\n- 直流宽压供电，掉电时写完最后一条再关机\n\n# 安装与防拆\n\n外壳带防拆回路，打开后模组继续工作，但之后的读数会带上“已拆机”标记，直到工程师到场重新确认。",
      en: "# Four functions\n\nCollect, sign, store and upload. The module is installed inside the device, reads data from the control board and leaves the device’s control logic unchanged.\n\n# Interfaces\n\n- Serial, CAN and Ethernet, digital and analogue inputs\n- Wired connection with cellular backup\n- Wide-range DC supply; completes the last record on power loss\n\n# Installation and tamper detection\n\nThe housing contains a tamper loop. If it is opened, the module keeps working, but readings are marked as opened until an engineer confirms on site.",
    },
    points: [
      { zh: "支持常用总线与接口", en: "Supports common buses and interfaces" },
      { zh: "拆机自动留痕", en: "Opening the device is recorded" },
    ],
  },
  {
    key: "edge-gateway",
    name: { zh: "边缘网关", en: "Edge gateway" },
    intro: { zh: "每个场地一台，接入周围的设备。", en: "One per site, connecting every device on it." },
    text: {
      zh: "# 每个场地一台\n\n网关连接同一场地的设备：收集、校验、排队、上传。设备多、网络不稳定的场地，由网关保存本地账本。\n\n# 断网期间持续记录\n\n- 本地保存完整账本，恢复后与中心核对\n- 断网期间的控制指令按预先授权执行\n- 时钟由多个来源校准，漂移会被记录\n\n# 升级\n\n固件分批升级，先一台、再一组、后全部。任何一步异常，网关自动退回上一版本，并把原因报上来。",
      en: "# One per site\n\nThe gateway connects the devices of a site: it collects, checks, queues and uploads their data. Where there are many devices or an unstable network, it keeps a local ledger.\n\n# Records continue during an outage\n\n- A complete local ledger is kept and reconciled with the centre after reconnection\n- Commands during an outage follow prior authorisation\n- The clock is synchronised from several sources, and drift is recorded\n\n# Updates\n\nFirmware is rolled out to one gateway, then a group, then all. If anything fails, the gateway returns to the previous version and reports why.",
    },
    points: [
      { zh: "断网期间本地持续记录", en: "Records continue locally during an outage" },
      { zh: "远程升级，失败自动退回", en: "Remote updates with automatic rollback" },
    ],
  },
  {
    key: "secure-chip",
    name: { zh: "安全身份芯片", en: "Secure identity chip" },
    intro: {
      zh: "私钥在芯片内生成，永不离开芯片。",
      en: "The private key is generated in the chip and never leaves it.",
    },
    text: {
      zh: "# 私钥不离开芯片\n\n密钥对在芯片内部生成，私钥无法导出。签名在芯片内完成，只输出结果。\n\n# 芯片的其他功能\n\n- 单调计数器：旧数据不能冒充新数据\n- 防拆状态位：写入每一次签名\n- 受保护的时钟与少量存储\n\n# 供货方式\n\n出厂贴装、模组内置、后装三种。更换芯片等于更换身份，需要权属方与运营方共同确认，旧身份同时注销。",
      en: "# The key stays in the chip\n\nThe key pair is generated inside the chip, and the private key cannot be exported. Signing happens inside; only the result leaves the chip.\n\n# Also on the chip\n\n- A monotonic counter, so old data cannot pass as new\n- A tamper flag included in every signature\n- A protected clock and a small amount of storage\n\n# Supply options\n\nFactory-mounted, inside our module, or retrofitted. Replacing the chip means replacing the identity: owner and operator both confirm, and the old identity is closed.",
    },
    points: [
      { zh: "签名在芯片内完成", en: "Signatures are made inside the chip" },
      { zh: "随设备出厂，也可后装", en: "Factory-mounted or retrofitted" },
    ],
  },
  {
    key: "remote-control",
    name: { zh: "远程控制终端", en: "Remote control unit" },
    intro: {
      zh: "远程启停、锁定与限功率，每条指令有授权、有回执。",
      en: "Start, stop, lock or limit power remotely, with authorisation and receipts.",
    },
    text: {
      zh: "# 受控的远程操作\n\n启动、停机、锁定、限功率。每条指令都要写明谁下达、为什么、作用到哪台设备，设备执行后回一条签名的回执。\n\n# 分级授权\n\n- 日常指令由值班人员下达\n- 影响营业的指令需要第二个人确认\n- 涉及权属的锁定，只能由约定的一方发起\n\n# 失联处理\n\n终端与平台失联超过约定时间，会进入事先定好的安全状态。现场急停始终优先于任何远程指令。",
      en: "# Controlled remote operation\n\nStart, stop, lock, limit power. Each command states who issued it, why, and for which device; the device returns a signed receipt.\n\n# Authorisation levels\n\n- Routine commands are issued by staff on duty\n- Commands that interrupt business require a second approval\n- Locks that concern ownership can only be requested by the agreed party\n\n# Loss of connection\n\nIf contact is lost for longer than agreed, the unit enters a predefined safe state. The on-site emergency stop always overrides remote commands.",
    },
    points: [
      { zh: "每条指令有人授权、有回执", en: "Every command has authorisation and a receipt" },
      { zh: "失联后按约定进入安全状态", en: "Enters an agreed safe state when contact is lost" },
    ],
  },
];

const operations: Product[] = [
  {
    key: "service-orders",
    name: { zh: "运维工单", en: "Maintenance work orders" },
    intro: {
      zh: "报修、派单、到场、验收，一张工单全程跟踪。",
      en: "Report, dispatch, visit and acceptance, tracked in one work order.",
    },
    text: {
      zh: "# 从报修到验收\n\n报警、报修和巡检发现的问题统一生成工单：受理、派单、到场、处理、验收。处理人与客户看到的是同一张工单。\n\n# 到场与验收\n\n- 到场扫描设备身份码，自动记录位置与时间\n- 更换的备件从库存扣减，旧件登记去向\n- 设备恢复上报后，工单才能关闭\n\n# 时限\n\n响应与修复时限按合同设置，临期提醒，超时逐级上报。每月的达标情况自动汇总。",
      en: "# One work order from start to finish\n\nAlarms, repair requests and inspection findings all become work orders: accepted, dispatched, attended, resolved and signed off. The engineer and the customer see the same work order.\n\n# On site\n\n- The engineer scans the device identity on arrival; location and time are recorded automatically\n- Replacement parts are deducted from stock, and removed parts are accounted for\n- A work order can be closed only after the device reports again\n\n# Time limits\n\nResponse and repair times follow the contract, with reminders before they expire and escalation afterwards. Performance is summarised every month.",
    },
    points: [
      { zh: "设备报警自动生成工单", en: "Device alarms create work orders automatically" },
      { zh: "设备恢复上报后方可关闭", en: "Closed only after the device reports again" },
    ],
  },
  {
    key: "sites-partners",
    name: { zh: "场地与合伙人", en: "Sites & partners" },
    intro: {
      zh: "场地方、运营方与权属方，各自查看授权范围内的账目。",
      en: "Site hosts, operators and owners each see the accounts that concern them.",
    },
    text: {
      zh: "# 三方各有视图\n\n场地方查看租金与分成，运营方查看点位与毛利，权属方查看设备与收益。数据同源，范围不同。\n\n# 合作约定\n\n- 合同拆成规则：比例、保底、账期、起止时间\n- 规则由双方在线确认，生效前可以试算\n- 终止合作时，未结账目自动列出\n\n# 点位\n\n新点位从踏勘开始留档，安装、调价、移机都在时间线上。历史结算按当时的点位和规则计算，不会因为今天的调整而改变。",
      en: "# Three parties, three views\n\nSite hosts see rent and shares, operators see locations and margins, owners see devices and revenue. The data is the same; the scope differs.\n\n# Agreements\n\n- A contract becomes rules: percentages, minimums, accounting periods, dates\n- Both parties confirm the rules online and can test them before they take effect\n- When an agreement ends, all open items are listed\n\n# Locations\n\nA location is recorded from the first site survey. Installation, price changes and relocations appear on one timeline. Past settlements keep the location and rules of their time.",
    },
    points: [
      { zh: "合作约定写成分成规则", en: "Agreements are recorded as sharing rules" },
      { zh: "点位调整不影响历史结算", en: "Relocating a device does not change past settlements" },
    ],
  },
  {
    key: "service-centres",
    name: { zh: "区域服务中心", en: "Regional service centres" },
    intro: {
      zh: "统一管理一个区域的安装、巡检与备件。",
      en: "Installation, inspection and spare parts for a whole region.",
    },
    text: {
      zh: "# 一个区域，一个中心\n\n安装人员、巡检人员、备件库与客服电话集中管理。中心可查看本区域的全部设备，无法查看其他区域。\n\n# 备件\n\n- 按工单领用，余量与在途一起看\n- 常换件按故障规律备货\n- 返修件有自己的去向与周期\n\n# 巡检\n\n巡检路线按设备状态安排，而不是按日历。运行正常的设备减少巡检，读数异常的设备提前巡检。",
      en: "# One centre per region\n\nInstallers, inspectors, spare parts and the customer hotline are managed together. A centre sees every device in its region and none outside it.\n\n# Spare parts\n\n- Issued by work order, with stock and deliveries shown together\n- Frequently replaced parts are stocked according to failure patterns\n- Returned parts are tracked separately\n\n# Inspection\n\nRoutes follow device condition rather than the calendar. Healthy devices are visited less often; devices whose readings drift are visited early.",
    },
    points: [
      { zh: "备件随工单出入库", en: "Spare parts are issued by work order" },
      { zh: "巡检路线按设备状态排", en: "Inspection routes follow device condition" },
    ],
  },
];

const financing: Product[] = [
  {
    key: "asset-issuance",
    name: { zh: "资产发行管理", en: "Asset issuance" },
    intro: {
      zh: "从资料准备到份额登记，统一管理流程、文件与责任人。",
      en: "From documents to registered units: process, files and responsibilities in one place.",
    },
    text: {
      zh: "# 流程管理\n\n尽调资料、法律文件、估值报告、登记申请，每一步都有负责人、依据和时间。资料不全，无法进入下一步。\n\n# 份额登记\n\n- 份额与设备凭证一一对应，合计一致方可登记\n- 持有人名册由登记机构确认\n- 转让、继承、司法冻结按规则办理\n\n# 说明\n\n平台管理流程与登记，不发行金融产品，也不承诺收益。能否发行、向谁发行，由持牌机构按所在地的法律决定。",
      en: "# Process\n\nDue diligence, legal documents, valuation report, registration: each step has an owner, supporting documents and a date. The next step opens only when the previous one is complete.\n\n# Registering units\n\n- Units correspond one to one with device certificates, and totals must match before registration\n- The list of holders is confirmed by the registrar\n- Transfer, inheritance and court orders follow written rules\n\n# Scope\n\nThe platform manages the process and the register. It issues no financial products and promises no returns. Whether an issue may take place, and to whom, is decided by licensed institutions under local law.",
    },
    points: [
      { zh: "每一步的确认人都有记录", en: "The person confirming each step is recorded" },
      { zh: "份额登记与设备凭证一一对应", en: "Units correspond one to one with device certificates" },
    ],
  },
  {
    key: "investor-portal",
    name: { zh: "投资人门户", en: "Investor portal" },
    intro: {
      zh: "持有份额、收益与依据，登录即可查看。",
      en: "Holdings, distributions and the data behind them, in one place.",
    },
    text: {
      zh: "# 持有情况一览\n\n持有的份额、对应的设备、本期分配及其依据。每个数字都可以逐层查看，直至读数。\n\n# 先确认，再参与\n\n- 身份核验与适当性评估完成之前，看不到任何份额\n- 风险说明逐条确认，留存时间与版本\n- 评估过期，先重新评估\n\n# 安全\n\n可查看并退出登录设备，重要操作需要二次确认。变更提现账户后有等待期，我们会短信通知您。",
      en: "# Holdings at a glance\n\nUnits, the devices behind them, this period’s distribution and its basis. Every figure can be traced down to the reading.\n\n# Confirmation before access\n\n- No units are shown until identity and suitability are confirmed\n- Each risk disclosure is acknowledged separately, with date and version\n- Expired assessments must be renewed first\n\n# Security\n\nReview your signed-in devices and sign them out. Important actions require a second confirmation. Payouts are paused after an account change, and we notify you by SMS.",
    },
    points: [
      { zh: "先完成身份与适当性确认", en: "Identity and suitability are confirmed first" },
      { zh: "每笔收益附设备运行依据", en: "Each distribution comes with the device data behind it" },
    ],
  },
];

/** The product menu: 6, 4, 3 and 2 (B-017). */
export const productGroups: ProductGroup[] = [
  {
    name: { zh: "可信链上软件", en: "Trusted on-chain software" },
    intro: {
      zh: "设备与资产的每一次变更都有据可查。",
      en: "A verifiable record of every change to a device or asset.",
    },
    products: software,
  },
  {
    name: { zh: "可控链上硬件", en: "On-chain hardware you control" },
    intro: { zh: "数据在源头签名，设备可远程控制。", en: "Data signed at the source, on devices you control." },
    products: hardware,
  },
  {
    name: { zh: "闭环运营生态", en: "Closed-loop operations" },
    intro: {
      zh: "安装、维护、运营与对账，一套流程。",
      en: "Installation, maintenance, operation and reconciliation.",
    },
    products: operations,
  },
  {
    name: { zh: "投融资平台", en: "Investment platforms" },
    intro: {
      zh: "管理发行流程与持有人名册，向投资人逐笔说明收益依据。",
      en: "Run issuance with licensed institutions, and show investors the basis of every distribution.",
    },
    products: financing,
  },
];
