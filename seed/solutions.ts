import type { ElevationName } from "#ui/art/elevations.ts";
import type { Text } from "#kit/text.ts";

/** An industry solution: its page is `/web/{key}`. `text` is Markdown; `products` are keys of products it is made of. */
export type Solution = { key: string; drawing: ElevationName; name: Text; intro: Text; text: Text; products: string[] };

export const solutions: Solution[] = [
  {
    key: "retail",
    drawing: "retail",
    name: { zh: "零售", en: "Retail" },
    intro: { zh: "智能零售柜、自助收银与无人货架。", en: "Smart cabinets, self-checkout and unattended shelves." },
    products: ["device-identity", "trusted-module", "revenue-accounting", "sites-partners"],
    text: {
      zh: `# 难在哪里

柜子散在几百个点位，属于不同的人：场地方要租金，运营方要毛利，投放方要回款。一笔交易分三次账，谁都怕算错。

# 我们怎么做

- 每台柜子一个身份，出货与支付由设备签名，不靠后台人工导表
- 分成规则写进合同编号，租金、保底和阶梯自动切段
- 缺货、断电、门没关好，报警直接变成工单

# 从哪里开始

选十台柜子、一个城市、一个结算周期。周期结束时，三方拿着同一份账坐下来对。`,
      en: `# What makes it hard

Cabinets stand in hundreds of places and belong to different people. The site wants its rent, the operator a margin, the owner a return. One sale is divided three ways, and everybody fears a mistake.

# How we go about it

- Each cabinet has an identity; sales and payments are signed by the machine, not copied from a back office
- Shares are tied to the contract: rent, minimum and steps change on their dates by themselves
- Out of stock, out of power, door ajar: the alarm becomes a service order

# Where to start

Ten cabinets, one city, one settlement period. At its end three parties sit down with the same figures.`,
    },
  },
  {
    key: "transport",
    drawing: "transport",
    name: { zh: "交通", en: "Transportation" },
    intro: { zh: "车载终端、共享出行与道闸设备。", en: "On-board terminals, shared mobility and gates." },
    products: ["edge-gateway", "data-notary", "remote-control", "service-orders"],
    text: {
      zh: `# 难在哪里

车一直在动，网络时有时无；控制指令发错一条，影响的是路上的人。

# 我们怎么做

- 车载网关在隧道和地库里照样记账，出来再补
- 里程、能耗和订单由设备签名，结算与调度用同一份数据
- 锁车、限速这类指令分级授权，设备回执，现场操作优先

# 从哪里开始

先接入一条线路或一个停车场，只读不控，跑满一个月再打开控制。`,
      en: `# What makes it hard

Vehicles move, and the network comes and goes. One wrong command is felt by people on the road.

# How we go about it

- The on-board gateway keeps the books in tunnels and garages and catches up outside
- Distance, energy and orders are signed; settlement and dispatch use the same data
- Locking or limiting speed needs authority by level and an acknowledgement; whoever is in the vehicle comes first

# Where to start

One line or one car park, reading only. Control is switched on after a full month.`,
    },
  },
  {
    key: "medical",
    drawing: "medical",
    name: { zh: "医疗", en: "Medical" },
    intro: { zh: "自助检测与可移动诊疗设备。", en: "Self-service testing and mobile care devices." },
    products: ["secure-chip", "audit-disclosure", "asset-ledger", "service-centres"],
    text: {
      zh: `# 难在哪里

设备在科室之间借来借去，保养记录在纸上，出了问题说不清当时是谁、用的哪一台。数据里又有病人，不能随便看。

# 我们怎么做

- 台账只记设备，不记病人；诊疗数据留在院内
- 校准、保养、消毒按设备身份留痕，到期未做自动停用
- 查看任何敏感字段都要写明理由

# 从哪里开始

从一类设备做起，例如输液泵或移动超声，先管保养和借还。`,
      en: `# What makes it hard

Devices wander between wards and service records are on paper. Afterwards nobody can say which one was used, and by whom. And where there are patients, data is not for everybody.

# How we go about it

- The ledger holds devices, not patients; clinical data stays in the hospital
- Calibration, service and disinfection are recorded per device, and one that is overdue is taken out of use
- Looking at a sensitive field takes a reason

# Where to start

One kind of device, such as infusion pumps or mobile ultrasound: service and lending first.`,
    },
  },
  {
    key: "entertainment",
    drawing: "entertainment",
    name: { zh: "文娱", en: "Entertainment" },
    intro: { zh: "娱乐机与沉浸式体验设备。", en: "Amusement machines and immersive installations." },
    products: ["trusted-module", "revenue-accounting", "sites-partners", "remote-control"],
    text: {
      zh: `# 难在哪里

投币、扫码、会员卡混在一起，场次与收入总差一点。设备一换主题，旧账就断了。

# 我们怎么做

- 每一局由设备签名，支付方式只是它的一个属性
- 换主题不换身份，历史连续
- 节假日临时调价有起止时间，过点自动恢复

# 从哪里开始

挑一家门店，全部设备接入两周，与手工账并行比对。`,
      en: `# What makes it hard

Coins, codes and member cards mix, and sessions never quite match takings. A new theme cuts the old records off.

# How we go about it

- Every game is signed by the machine; how it was paid is only a property of it
- A new theme keeps the identity, and history goes on
- Holiday prices have a beginning and an end, and go back by themselves

# Where to start

One venue, every machine, two weeks beside the books kept by hand.`,
    },
  },
  {
    key: "energy",
    drawing: "energy",
    name: { zh: "数字能源", en: "Digital energy" },
    intro: { zh: "充电桩、储能柜与换电设备。", en: "Charging piles, storage cabinets and battery swap." },
    products: ["edge-gateway", "data-notary", "title-certificate", "asset-issuance"],
    text: {
      zh: `# 难在哪里

电价分时段，补贴看口径，一度电要在电网、场地、运营和投资之间分。计量一有争议，后面全部停下来。

# 我们怎么做

- 计量数据在桩端签名，时段与电价版本随读数保存
- 储能的充与放分开记，损耗单列，不混进收益
- 设备批次写成凭证，份额与装机一一对应

# 从哪里开始

一个场站，先做计量与对账；账对上三个周期，再谈凭证。`,
      en: `# What makes it hard

Tariffs change by the hour and subsidies by definition, and one kilowatt-hour is shared by grid, site, operator and owner. When the metering is disputed everything behind it stops.

# How we go about it

- Metering is signed at the pile, and the tariff version is kept with the reading
- Charging and discharging are separate entries; losses have a line of their own
- A batch of machines becomes a certificate whose units match what is installed

# Where to start

One station: metering and reconciliation first. After three periods that agree, talk about certificates.`,
    },
  },
  {
    key: "recycling",
    drawing: "recycle",
    name: { zh: "服务与回收", en: "Service & recycling" },
    intro: { zh: "自助回收箱与社区服务终端。", en: "Self-service recycling and community terminals." },
    products: ["device-identity", "service-orders", "service-centres", "audit-disclosure"],
    text: {
      zh: `# 难在哪里

回收箱满了没人知道，称重说不清，居民的积分和清运的结算对不到一起。

# 我们怎么做

- 投递、称重、清运都由箱体签名，三个数可以互相校验
- 满溢预测排出清运路线，少跑空车
- 去向可追溯：从一次投递到打包出站

# 从哪里开始

一个街道、二十个箱子，先把满溢和称重管住。`,
      en: `# What makes it hard

Nobody knows when a box is full, weights are disputed, and residents' points never match what the collectors are paid.

# How we go about it

- Dropping off, weighing and emptying are signed by the box, and each checks the others
- Predicted fill plans the round, so fewer trips are for nothing
- What happens afterwards can be followed, from a drop to the bale that leaves

# Where to start

One neighbourhood and twenty boxes: get fill and weight right first.`,
    },
  },
];
