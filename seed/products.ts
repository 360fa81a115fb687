import type { Text } from "#kit/text.ts";

/** A product: its page is `/web/{key}`. `text` is Markdown. Sample wording, nothing claimed as fact. */
export type Product = { key: string; name: Text; intro: Text; text: Text; points: Text[] };
export type ProductGroup = { name: Text; intro: Text; products: Product[] };

const software: Product[] = [
  {
    key: "device-identity",
    name: { zh: "设备身份登记", en: "Device identity" },
    intro: {
      zh: "一台设备，一个身份，从出厂用到退役。",
      en: "One machine, one identity, from the factory floor to retirement.",
    },
    text: {
      zh: "# 登记一次，用到退役\n\n设备出厂或改造时写入身份，之后的安装、转移、维修、退役都记在这个身份名下。换外壳、换主板、换网络都不影响它，因为身份由安全芯片持有，不是贴在机身上的编号。\n\n# 身份记录里有什么\n\n- 型号、出厂批次、安全芯片的公钥\n- 当前场地、运营方和权属方\n- 每一次变更：谁提出，谁确认，什么时候生效\n\n# 怎么接入\n\n新设备在产线上写入；在用设备由工程师到场加装可信采集模组，拍照、扫码、双人确认后生效。接入当天就能在资产台账里看到它。",
      en: "# Registered once, known for life\n\nAn identity is written when a machine is built or refitted. Installation, transfer, repair and retirement are all recorded under it. A new cover, board or network changes nothing: the identity is held by a secure chip, not by a number on the casing.\n\n# What the record holds\n\n- Model, production batch and the public key of the chip\n- Present site, operator and owner\n- Every change: who asked for it, who confirmed it and when it took effect\n\n# Getting on board\n\nNew machines receive theirs on the production line. For machines already at work, an engineer fits a trusted data module, photographs and scans it, and a second person confirms. The machine appears in the asset ledger the same day.",
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
    text: {
      zh: "# 先签名，再上传\n\n读数在设备里就由安全芯片签名，并与上一条首尾相连。少一条、改一条、换一条，校验都会在那个位置断开。\n\n# 断网怎么办\n\n- 模组按时间顺序缓存，恢复后依次补传\n- 补传的记录标明产生时间和到达时间\n- 缓存将满时优先保留计费与告警数据\n\n# 怎么核对\n\n在任意一条读数上点「核对」，页面会显示签名、公钥和它在链条里的位置。摘要定期写入您选定的公开账本，任何一方都可以自己验证，不需要问我们。",
      en: "# Signed first, sent second\n\nA reading is signed by the secure chip while it is still in the machine, and linked to the one before. Remove, alter or swap a reading and the check fails at exactly that place.\n\n# When the line is down\n\n- The module keeps readings in order and sends them when it is back\n- What arrives late says when it was made and when it came\n- When memory runs short, billing and alarm data are kept first\n\n# Checking it yourself\n\nPress Verify on any reading to see its signature, its public key and its place in the chain. Digests are written at intervals to a public ledger of your choice, so any party can check without asking us.",
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
    text: {
      zh: "# 一本账，三个问题\n\n设备在哪里，归谁，现在怎么样。台账只回答这三个问题，但每个答案都带着依据：定位和场地合同、权属凭证、最近一次签名读数。\n\n# 日常怎么用\n\n- 盘点：台账与设备上报逐台比对，只处理对不上的\n- 转移：新旧场地各自确认，结算按生效时间自动切开\n- 退役：注销身份，保留历史\n\n# 与其他系统\n\n台账提供开放接口，也能按约定格式导入导出。财务系统里的固定资产编号可以与设备身份一一对应。",
      en: "# One book, three questions\n\nWhere is the machine, whose is it, and how is it doing? The ledger answers only these, and gives its grounds each time: location and site contract, title certificate, latest signed reading.\n\n# From day to day\n\n- Stocktaking compares ledger and machines one by one and leaves you the differences\n- A transfer is confirmed by both sites; settlement is divided at the moment it takes effect\n- Retirement ends the identity and keeps its history\n\n# Beside your other systems\n\nThe ledger has an open interface and imports and exports agreed formats. Asset numbers from your accounts can be tied to machine identities one to one.",
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
    text: {
      zh: "# 凭证写了什么\n\n一张凭证对应一台或一批设备，写明设备身份、权利内容、限制条件、登记时间和现状。它引用的每一项依据都能点开。\n\n# 持有与拆分\n\n- 可以整张持有，也可以登记为若干份额\n- 份额总数固定，登记簿上的合计永远等于它\n- 质押、冻结、转让各有一条记录，冲突的登记会被拒绝\n\n# 核验\n\n凭证上的二维码指向一个公开的核验页，只显示真伪与现状，不显示持有人。凭证是登记与核验的工具，具体权利以适用法律和签署的合同为准。",
      en: "# What a certificate says\n\nA certificate stands for a machine or a batch. It names the machines, the rights, their limits, the time of registration and the present state. Every ground it refers to can be opened.\n\n# Held whole or divided\n\n- Held as one, or registered as a number of units\n- The number of units is fixed, and the register always adds up to it\n- Pledge, freeze and transfer each leave an entry; entries that contradict one another are refused\n\n# Verification\n\nThe code on the certificate leads to a public page that shows whether it is genuine and what state it is in, never who holds it. A certificate is an instrument of registration; the rights themselves follow from the law and the signed contracts.",
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
    text: {
      zh: "# 从读数到分配\n\n收入由设备签名的用量乘以当时生效的价格得出，扣除约定的成本后，按份额逐笔分配。没有人需要手工填报，也没有人能悄悄改数。\n\n# 规则写成什么样\n\n- 分成比例、保底、阶梯和封顶，按生效时间分段\n- 场地方、运营方、权属方各有自己的规则，互不干扰\n- 上线之前先用历史数据试算，差异逐行列出\n\n# 对账\n\n每一笔分配都能展开到设备、日期和价格版本。发现规则写错，可以重算：旧结果保留，差额单独成笔。",
      en: "# From reading to distribution\n\nIncome is the usage that machines signed, times the price then in force. Agreed costs come off, and the rest is distributed unit by unit. Nobody fills in a form, and nobody can quietly change a figure.\n\n# How rules are written\n\n- Shares, minimums, steps and caps, each valid from a date\n- Site, operator and owner have their own rules, which do not get in each other's way\n- A rule is tried on past data first, and every difference is listed\n\n# Reconciling\n\nEach distribution opens up to machine, day and version of the price. When a rule proves wrong, calculate again: the old result stays, and the difference becomes an entry of its own.",
    },
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
    text: {
      zh: "# 给审计的线索\n\n从一笔分配出发，可以一路走到规则、价格、读数和设备，也可以反方向走。抽样、复算和导出都在同一个页面完成，审计人员只读，他们看过什么也有记录。\n\n# 给持有人的说明\n\n- 每个周期一份报告，数字与台账同源\n- 重要事件即时披露：停机、转移、规则变更\n- 中英文两个版本同时发布\n\n# 权限\n\n每个角色看到自己应该看到的。个人信息默认遮盖，查看需要理由，理由留档。",
      en: "# A trail for auditors\n\nStart from a distribution and walk to the rule, the price, the reading and the machine, or walk the other way. Sampling, recalculating and exporting happen on one page. Auditors can read and nothing else, and what they read is recorded too.\n\n# An account for holders\n\n- One report per period, from the same figures as the ledger\n- Events that matter are disclosed at once: downtime, transfer, a change of rules\n- Chinese and English appear together\n\n# Who sees what\n\nEach role sees what it is entitled to. Personal data is masked unless there is a reason to look, and the reason is kept.",
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
    text: {
      zh: "# 它做四件事\n\n读数、签名、缓存、上传。模组装在设备内部，从控制板取数，不改变设备原来的控制逻辑。\n\n# 接口\n\n- 串口、CAN、以太网，以及数字与模拟量输入\n- 有线优先，蜂窝网络备用\n- 直流宽压供电，掉电时写完最后一条再关机\n\n# 安装与防拆\n\n外壳带防拆回路，打开后模组继续工作，但之后的读数会带上「已拆机」标记，直到工程师到场重新确认。",
      en: "# It does four things\n\nIt reads, signs, keeps and sends. The module sits inside the machine, takes its data from the control board and leaves the machine's own logic alone.\n\n# Interfaces\n\n- Serial, CAN and Ethernet, digital and analogue inputs\n- Wired first, cellular as the second line\n- Wide-range DC supply; on power loss it finishes the last record before it stops\n\n# Fitting and tamper evidence\n\nThe housing carries a tamper loop. After it is opened the module goes on working, but its readings are marked as opened until an engineer confirms them on site.",
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
    text: {
      zh: "# 一个现场一台\n\n网关把同一现场的设备接到一起：收集、核对、排队、上传。设备多、网络差的地方，它就是现场的账房。\n\n# 断网也记账\n\n- 本地保存完整账目，恢复后与中心核对\n- 断网期间的控制指令按预先授权执行\n- 时钟由多个来源校准，漂移会被记录\n\n# 升级\n\n固件分批升级，先一台、再一组、后全部。任何一步异常，网关自动退回上一版本，并把原因报上来。",
      en: "# One for each site\n\nThe gateway brings the machines of a site together: it collects, checks, queues and sends. Where there are many machines and little bandwidth, it is the site's own book-keeper.\n\n# The books go on without a line\n\n- Complete books are kept on site and compared with the centre afterwards\n- Commands during an outage follow what was authorised beforehand\n- The clock is set from several sources, and its drift is recorded\n\n# Updates\n\nFirmware goes to one gateway, then a group, then all. If anything is wrong the gateway returns to the version before and says why.",
    },
    points: [
      { zh: "网络不好的时候照样记账", en: "Keeps the books when the connection does not" },
      { zh: "远程升级，失败自动退回", en: "Updated remotely, and rolled back by itself when an update fails" },
    ],
  },
  {
    key: "secure-chip",
    name: { zh: "安全身份芯片", en: "Secure identity chip" },
    intro: { zh: "私钥在芯片里生成，也只留在芯片里。", en: "The private key is made in the chip and never leaves it." },
    text: {
      zh: "# 私钥从不离开\n\n密钥对在芯片内部生成，私钥没有导出的通道。签名在芯片里完成，外面只看得到结果。\n\n# 芯片里还有什么\n\n- 单调计数器：旧数据不能冒充新数据\n- 防拆状态位：写进每一次签名\n- 受保护的时钟与少量存储\n\n# 供货方式\n\n出厂贴装、模组内置、后装三种。更换芯片等于更换身份，需要权属方与运营方共同确认，旧身份同时注销。",
      en: "# The key stays inside\n\nThe key pair is made in the chip, and there is no way to export the private half. Signing happens inside; only the result comes out.\n\n# What else it holds\n\n- A counter that only goes up, so that old data cannot pass as new\n- A tamper flag that goes into every signature\n- A protected clock and a little memory\n\n# How it is supplied\n\nSoldered at the factory, inside our module, or fitted later. Changing the chip means changing the identity: owner and operator confirm it together, and the old identity ends.",
    },
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
    text: {
      zh: "# 远程，但有规矩\n\n启动、停机、锁定、限功率。每条指令都要写明谁下达、为什么、作用到哪台设备，设备执行后回一条签名的回执。\n\n# 分级授权\n\n- 日常指令由值班人员下达\n- 影响营业的指令需要第二个人确认\n- 涉及权属的锁定，只能由约定的一方发起\n\n# 失联怎么办\n\n终端与平台失联超过约定时间，会进入事先定好的安全状态。现场急停始终优先，任何远程指令都盖不过它。",
      en: "# Remote, with rules\n\nStart, stop, lock, limit power. Each command says who gave it, why, and to which machine; the machine answers with a signed acknowledgement.\n\n# Levels of authority\n\n- Everyday commands are given by whoever is on duty\n- Commands that stop business need a second person\n- A lock that concerns title can only be asked for by the party agreed upon\n\n# Losing contact\n\nOut of contact for longer than agreed, the unit enters a safe state chosen beforehand. The emergency stop on site always comes first; no remote command overrides it.",
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
    text: {
      zh: "# 一张工单走到底\n\n报警、报修、巡检发现的问题，都变成同一种工单：受理、派单、到场、处理、验收。处理人手机上看到的，与客户看到的是同一张。\n\n# 到场与验收\n\n- 到场要扫设备身份码，位置和时间自动记下\n- 更换的备件从库存里扣，旧件登记去向\n- 设备恢复上报后，工单才能关闭\n\n# 时限\n\n响应与修复时限按合同设置，快到时提醒，超时逐级上报。每月的达标情况自动汇总。",
      en: "# One order from start to finish\n\nAn alarm, a call, a finding on inspection: each becomes the same kind of order, received, assigned, attended, done and accepted. The engineer's phone shows what the customer sees.\n\n# On site\n\n- Arrival means scanning the machine's identity; place and time are noted by themselves\n- Parts come out of stock, and what was taken out is accounted for\n- The order closes when the machine reports again\n\n# Time limits\n\nResponse and repair times come from the contract. A reminder comes before they run out, and an escalation after. Each month is summed up automatically.",
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
    text: {
      zh: "# 三方各看各的账\n\n场地方看租金与分成，运营方看点位与毛利，投放方看设备与回款。数字同源，范围不同。\n\n# 合作怎么写进系统\n\n- 合同拆成规则：比例、保底、账期、起止时间\n- 规则由双方在线确认，生效前可以试算\n- 终止合作时，未结的账自动列清\n\n# 点位\n\n新点位从踏勘开始留档，安装、调价、移机都在时间线上。历史结算按当时的点位和规则计算，不会因为今天的调整而改变。",
      en: "# Three parties, three views\n\nThe site sees rent and share, the operator sees locations and margin, the owner sees machines and returns. The figures are the same; the view is their own.\n\n# Writing down an agreement\n\n- A contract becomes rules: shares, minimums, periods, dates\n- Both sides confirm them online, and can try them first\n- When it ends, everything still open is listed\n\n# Locations\n\nA location is on file from the first visit. Installation, price changes and moves lie on one timeline. Past settlements keep the place and the rules of their day.",
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
    text: {
      zh: "# 一个片区，一个中心\n\n安装队、巡检员、备件库和客户电话归到一处。中心看到本片区的全部设备，看不到别人的。\n\n# 备件\n\n- 按工单领用，余量与在途一起看\n- 常换件按故障规律备货\n- 返修件有自己的去向与周期\n\n# 巡检\n\n路线按设备状态排，不按日历排。设备说自己正常，就少去一次；读数开始偏离，就提前去。",
      en: "# One centre for a region\n\nFitters, inspectors, spare parts and the customer line come together. A centre sees all machines of its region, and none of anybody else's.\n\n# Spare parts\n\n- Drawn by order; stock and deliveries are seen together\n- Parts that fail often are stocked by how they fail\n- Returned parts have a path and a period of their own\n\n# Inspection\n\nRoutes follow the state of the machines, not the calendar. A machine that says it is well is visited less; one whose readings drift is visited early.",
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
    text: {
      zh: "# 把流程管住\n\n尽调资料、法律文件、估值报告、登记申请，每一步有负责人、有依据、有时间。缺一样，下一步打不开。\n\n# 份额登记\n\n- 份额与设备凭证一一对应，总数对得上才能登记\n- 持有人名册由登记机构确认\n- 转让、继承、司法冻结按规则办理\n\n# 说明\n\n平台管理流程与登记，不发行产品，也不承诺收益。能否发行、向谁发行，由持牌机构按所在地的法律决定。",
      en: "# A process that holds\n\nDue diligence, legal papers, valuation, application: each step has somebody responsible, its grounds and its date. While one is missing, the next does not open.\n\n# Registering units\n\n- Units correspond to machine certificates and must add up before they are registered\n- The list of holders is confirmed by the registrar\n- Transfer, inheritance and court orders follow written rules\n\n# To be clear\n\nThe platform runs the process and the register. It issues nothing and promises no return. Whether an issue may take place, and to whom, is for licensed institutions to decide under local law.",
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
    text: {
      zh: "# 打开就知道\n\n持有哪些份额，对应哪些设备，这一期分了多少，依据是什么。每个数字都能点开，一直点到读数。\n\n# 先确认，再参与\n\n- 身份核验与适当性评估完成之前，看不到任何份额\n- 风险说明逐条确认，留存时间与版本\n- 评估过期，先重新评估\n\n# 安全\n\n登录设备可查可退，重要操作需要第二次确认。提现账户变更后设有等待期，期间会通知到您留下的手机号。",
      en: "# What you hold, at a glance\n\nWhich units, which machines behind them, what this period paid and on what grounds. Every figure opens, all the way down to the reading.\n\n# First confirmed, then admitted\n\n- No units are shown before identity and suitability are confirmed\n- Each risk is acknowledged by itself, with its date and version\n- An assessment that has expired is done again first\n\n# Safety\n\nSee where you are signed in and sign out there. Important steps are confirmed twice. After a change of payout account there is a waiting time, and the mobile number on file is told.",
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
