import type { ElevationName } from "#ui/art/elevations.ts";
import type { Text } from "#kit/text.ts";

/** An industry solution: its page is `/web/{key}`. `text` is Markdown; `products` are keys of products it is made of. */
export type Solution = { key: string; drawing: ElevationName; name: Text; intro: Text; text: Text; products: string[] };

export const solutions: Solution[] = [
  {
    key: "retail",
    drawing: "retail",
    name: { zh: "零售", en: "Retail" },
    intro: { zh: "智能零售柜、自助收银与无人货架。", en: "Smart vending, self-checkout and unattended shelves." },
    products: ["device-identity", "trusted-module", "revenue-accounting", "sites-partners"],
    text: {
      zh: `# 行业难点

零售柜分布在数百个点位，分属不同主体：场地方关注租金，运营方关注毛利，权属方关注收益。一笔交易需要三方分账，任何差错都会引发争议。

# 我们的方案

- 每台零售柜一个身份，出货与支付由设备签名，无需人工导表
- 分成规则与合同编号关联，租金、保底和阶梯按生效日期自动切换
- 缺货、断电、柜门未关等报警自动生成工单

# 如何起步

选择一个城市的 10 台零售柜，运行一个核算周期。周期结束时，三方使用同一份数据对账。`,
      en: `# The challenge

Vending cabinets stand in hundreds of locations and belong to different parties. Site hosts look at rent, operators at margins, owners at revenue. Every sale is shared three ways, and any error leads to a dispute.

# Our approach

- Each cabinet has an identity; sales and payments are signed by the device, with no manual exports
- Sharing rules are linked to the contract; rent, minimums and tiers switch on their effective dates
- Alarms such as out of stock, power loss or an open door create work orders automatically

# Where to start

Ten cabinets in one city, for one accounting period. At the end, all three parties reconcile against the same data.`,
    },
  },
  {
    key: "transport",
    drawing: "transport",
    name: { zh: "交通", en: "Transportation" },
    intro: { zh: "车载终端、共享出行与停车道闸。", en: "On-board units, shared vehicles and parking barriers." },
    products: ["edge-gateway", "data-notary", "remote-control", "service-orders"],
    text: {
      zh: `# 行业难点

车辆持续移动，网络时断时续；一条错误的控制指令就可能影响道路安全。

# 我们的方案

- 车载网关在隧道和地库中持续记录，恢复联网后补传
- 里程、能耗和订单由设备签名，结算与调度用同一份数据
- 锁车、限速等指令按级别授权并返回回执，现场操作优先

# 如何起步

先接入一条线路或一个停车场，仅采集数据，运行满一个月后再启用控制。`,
      en: `# The challenge

Vehicles keep moving and connections are intermittent. A single wrong command can affect road safety.

# Our approach

- The on-board gateway keeps recording in tunnels and garages and uploads after reconnection
- Distance, energy and orders are signed; settlement and dispatch use the same data
- Commands such as locking or speed limits need authorisation by level and a receipt; on-site control takes priority

# Where to start

One line or one car park, data collection only. Enable control after a full month.`,
    },
  },
  {
    key: "medical",
    drawing: "medical",
    name: { zh: "医疗", en: "Healthcare" },
    intro: { zh: "自助检测与移动诊疗设备。", en: "Self-service testing and mobile medical equipment." },
    products: ["secure-chip", "audit-disclosure", "asset-ledger", "service-centres"],
    text: {
      zh: `# 行业难点

设备在科室之间流转，保养记录仍是纸质，出现问题时难以确认使用人和具体设备。数据涉及患者，访问必须受控。

# 我们的方案

- 台账只登记设备，不登记患者；诊疗数据留在院内
- 校准、保养与消毒按设备身份记录，逾期自动停用
- 查看任何敏感字段均需填写理由

# 如何起步

从一类设备开始，例如输液泵或移动超声，先管理保养与借还。`,
      en: `# The challenge

Equipment moves between wards and maintenance records are on paper, so it is hard to establish later which device was used, and by whom. Patient data also requires controlled access.

# Our approach

- The ledger holds devices, not patients; clinical data stays in the hospital
- Calibration, maintenance and disinfection are recorded per device; overdue devices are taken out of service automatically
- Viewing any sensitive field requires a reason

# Where to start

One type of device, such as infusion pumps or mobile ultrasound: start with maintenance and lending.`,
    },
  },
  {
    key: "entertainment",
    drawing: "entertainment",
    name: { zh: "文娱", en: "Entertainment" },
    intro: { zh: "游艺机与沉浸式体验设备。", en: "Arcade machines and immersive attractions." },
    products: ["trusted-module", "revenue-accounting", "sites-partners", "remote-control"],
    text: {
      zh: `# 行业难点

投币、扫码与会员卡并存，场次与收入难以一致。设备更换主题后，历史记录中断。

# 我们的方案

- 每一局由设备签名，支付方式作为其中一项记录
- 更换主题不更换身份，历史连续
- 节假日临时调价设有起止时间，到期自动恢复

# 如何起步

选择一家门店，全部设备接入两周，与手工账并行核对。`,
      en: `# The challenge

Coins, QR codes and member cards are used side by side, so sessions rarely match takings. A new theme breaks a device’s history.

# Our approach

- Every game is signed by the device, with its payment method as part of the record
- A new theme keeps the identity, so the history is continuous
- Holiday prices have start and end dates and revert automatically

# Where to start

One venue, every device, two weeks in parallel with manual records.`,
    },
  },
  {
    key: "energy",
    drawing: "energy",
    name: { zh: "数字能源", en: "Digital energy" },
    intro: { zh: "充电桩、储能柜与换电设备。", en: "EV chargers, battery storage and battery-swap stations." },
    products: ["edge-gateway", "data-notary", "title-certificate", "asset-issuance"],
    text: {
      zh: `# 行业难点

电价分时段，补贴口径各异，每一度电的收益需在电网、场地方、运营方与权属方之间分配。一旦计量出现争议，后续结算全部停滞。

# 我们的方案

- 计量数据在充电桩端签名，时段与电价版本随读数保存
- 储能的充电与放电分别记录，损耗单列
- 设备批次登记为凭证，份额与装机一一对应

# 如何起步

先在一个场站完成计量与对账；连续三个周期一致后，再登记凭证。`,
      en: `# The challenge

Tariffs change by the hour, subsidy rules differ, and each kilowatt-hour is shared between grid, site host, operator and owner. When metering is disputed, settlement stops.

# Our approach

- Metering is signed at the charger, and the tariff version is stored with the reading
- Charging and discharging are recorded separately, with losses itemised
- A batch of devices is registered as a certificate whose units match the installed base

# Where to start

One station: metering and reconciliation first. Register certificates after three consistent periods.`,
    },
  },
  {
    key: "recycling",
    drawing: "recycle",
    name: { zh: "服务与回收", en: "Service & recycling" },
    intro: { zh: "自助回收箱与社区服务终端。", en: "Self-service recycling bins and community terminals." },
    products: ["device-identity", "service-orders", "service-centres", "audit-disclosure"],
    text: {
      zh: `# 行业难点

回收箱满溢无法及时知晓，称重存在争议，居民积分与清运结算难以一致。

# 我们的方案

- 投递、称重与清运均由箱体签名，三组数据可相互校验
- 根据满溢预测安排清运路线，减少空驶
- 去向可追溯：从一次投递到打包出站

# 如何起步

选择一个街道的 20 个回收箱，先管理满溢与称重。`,
      en: `# The challenge

Full bins go unnoticed, weights are disputed, and residents’ points rarely match what collectors are paid.

# Our approach

- Drop-off, weighing and collection are signed by the bin and can be checked against each other
- Collection routes follow predicted fill levels, with fewer empty trips
- Material is traceable from drop-off to the outgoing bale

# Where to start

One neighbourhood and 20 bins: start with fill levels and weights.`,
    },
  },
];
