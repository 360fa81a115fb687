import { defineSiteTemplate } from "#kit/site-template.ts";
import {
  articlePart,
  cardsPart,
  closingPart,
  contactPage,
  featurePart,
  figuresPart,
  heroPart,
  same,
  titlePart,
} from "./parts/parts.ts";

const network = { zh: "彩色线路交汇的路网图", en: "A network of coloured lines that meet at stations" };
const road = { zh: "日出时驶来的货车与轿车", en: "A lorry and a car on a road at sunrise" };

/** A carrier or an operator of lines: cool paper, large bold headings, tight corners. */
export default defineSiteTemplate({
  key: "transport",
  order: 2,
  name: { zh: "干线", en: "Mainline" },
  intro: { zh: "交通：客运、物流与车队", en: "Transport: passengers, freight and fleets" },
  isFeatured: true,
  picture: "/assets/template-transport.svg",
  tokens: {
    paper: "#f6f9fe",
    ink: "#0a1730",
    brand: "#1648c4",
    seal: "#c03a12",
    headingSize: "large",
    headingWeight: "bold",
    radius: 3,
    motion: "quick",
  },
  pages: [
    {
      path: "/index",
      title: { zh: "首页", en: "Home" },
      description: {
        zh: "城际货运与客运，准点可查。",
        en: "Freight and passengers between cities, with punctuality you can look up.",
      },
      parts: [
        heroPart({
          subjects: [
            { zh: "货运", en: "Freight" },
            { zh: "客运", en: "Passengers" },
            { zh: "车队托管", en: "Fleet care" },
          ],
          headline: { zh: "准点，\n是最好的广告", en: "On time\nis the best\nadvertisement" },
          lead: {
            zh: "每一班车的出发、经停与到达都实时公开。您不必打电话问，打开页面就知道。",
            en: "Every departure, stop and arrival is public as it happens. Nobody has to call and ask: open the page and you know.",
          },
          primary: { zh: "查看线路", en: "See the lines" },
          primaryUrl: "/services",
          secondary: { zh: "获取报价", en: "Get a quote" },
          secondaryUrl: "/contactus",
          image: "/assets/template-transport.svg",
          alt: network,
          background: "plate",
        }),
        figuresPart("brand", [
          { value: same("98.6%"), name: { zh: "上月准点率", en: "on time last month" } },
          { value: same("214"), name: { zh: "座直达城市", en: "cities without a change" } },
          { value: { zh: "26 分钟", en: "26 min" }, name: { zh: "平均装车时间", en: "average loading time" } },
          { value: same("24/7"), name: { zh: "调度中心在线", en: "dispatch on duty" } },
        ]),
        cardsPart(
          {
            eyebrow: { zh: "服务", en: "Services" },
            heading: { zh: "一张路网，三种用法", en: "One network, three ways to use it" },
          },
          [
            {
              note: same("01"),
              name: { zh: "整车与零担", en: "Full and part loads" },
              text: {
                zh: "从一个托盘到四十吨，同一套时刻表，同一个客服。",
                en: "From one pallet to forty tonnes: one timetable, one contact.",
              },
              link: { zh: "货运", en: "Freight" },
              url: "/services",
            },
            {
              note: same("02"),
              name: { zh: "城际客运", en: "Coaches between cities" },
              text: {
                zh: "座位可选，行李免费两件，晚点半小时退票款。",
                en: "Choose your seat, take two bags, and get the fare back if we are half an hour late.",
              },
              link: { zh: "客运", en: "Passengers" },
              url: "/services",
            },
            {
              note: same("03"),
              name: { zh: "车队托管", en: "Fleet care" },
              text: {
                zh: "您的车，我们的调度、保养与合规档案。",
                en: "Your vehicles, with our dispatch, maintenance and paperwork.",
              },
              link: { zh: "车队", en: "Fleets" },
              url: "/services",
            },
          ],
        ),
        featurePart({
          eyebrow: { zh: "在途可见", en: "In transit, in sight" },
          heading: { zh: "货走到哪里，单子就写到哪里", en: "The record travels with the load" },
          lead: {
            zh: "司机扫码交接，温度与震动自动记录，收货人当场签收。",
            en: "Drivers scan at every hand-over, temperature and shock are recorded, and the receiver signs on the spot.",
          },
          points: [
            {
              name: { zh: "预计到达逐分钟更新", en: "Arrival, minute by minute" },
              text: { zh: "堵车与天气都算在内。", en: "Traffic and weather included." },
            },
            {
              name: { zh: "异常先通知您", en: "You hear of problems first" },
              text: {
                zh: "偏离路线或温度超限，三十秒内提醒。",
                en: "Off the route or too warm: an alert within thirty seconds.",
              },
            },
            {
              name: { zh: "电子回单当天到账", en: "Proof of delivery the same day" },
              text: { zh: "签收照片与时间一并归档。", en: "Filed with photographs and times." },
            },
          ],
          link: { zh: "看一份示例运单", en: "See a sample waybill" },
          url: "/contactus",
          image: "/assets/template-transport-road.svg",
          alt: road,
          side: "right",
          background: "tinted",
        }),
        closingPart("plate", {
          heading: { zh: "下一班，什么时候走？", en: "When does your next one leave?" },
          lead: {
            zh: "告诉我们起点、终点与货量，一小时内给您时刻与价格。",
            en: "Tell us from where, to where and how much. You have a time and a price within the hour.",
          },
          button: { zh: "获取报价", en: "Get a quote" },
        }),
      ],
    },
    {
      path: "/services",
      title: { zh: "服务", en: "Services" },
      description: { zh: "货运、客运与车队托管。", en: "Freight, passengers and fleet care." },
      parts: [
        titlePart(
          { zh: "服务", en: "Services" },
          { zh: "按时刻表做事", en: "Run to a timetable" },
          { zh: "发车不等货满，到站不看心情。", en: "We leave when the timetable says so, full or not." },
        ),
        cardsPart({ heading: { zh: "货运", en: "Freight" } }, [
          {
            name: { zh: "次日达", en: "Next day" },
            text: {
              zh: "晚八点前交货，次日上午送达 214 城。",
              en: "Handed over by eight, delivered before noon in 214 cities.",
            },
          },
          {
            name: { zh: "冷链", en: "Cold chain" },
            text: {
              zh: "−18 ℃ 到 8 ℃，全程记录，超限免单。",
              en: "From −18 to 8 °C, recorded all the way. Free of charge if we miss it.",
            },
          },
          {
            name: { zh: "大件与危化", en: "Heavy and hazardous" },
            text: {
              zh: "持证车队，路线审批由我们办理。",
              en: "Licensed vehicles. We obtain the permits for the route.",
            },
          },
          {
            name: { zh: "仓到店", en: "Warehouse to shop" },
            text: { zh: "夜间配送，开门前上架。", en: "Delivered by night, on the shelf before opening." },
          },
        ]),
        cardsPart({ heading: { zh: "客运与车队", en: "Passengers and fleets" } }, [
          {
            name: { zh: "城际快线", en: "City lines" },
            text: { zh: "每三十分钟一班，手机即车票。", en: "A coach every thirty minutes. Your phone is the ticket." },
          },
          {
            name: { zh: "企业班车", en: "Staff shuttles" },
            text: { zh: "按班次设计路线，按月结算。", en: "Routes around your shifts, one invoice a month." },
          },
        ]),
      ],
    },
    {
      path: "/about-us",
      title: { zh: "关于我们", en: "About us" },
      description: { zh: "我们如何保证准点与安全。", en: "How we keep to time and stay safe." },
      parts: [
        articlePart(
          { zh: "关于", en: "About" },
          { zh: "把路上的事，说清楚", en: "Plain words about the road" },
          { zh: "准点率、事故率、油耗，每月公布。", en: "Punctuality, accidents and fuel, published every month." },
          { zh: "安全不是口号", en: "Safety is not a slogan" },
          {
            zh: "司机连续驾驶不超过四小时，系统到点自动排休。每辆车出发前做二十一项检查，记录可查。\n\n# 人\n\n我们的司机平均在岗九年。收入按安全与准点计算，不按趟数。\n\n# 车\n\n车龄不超过六年，三分之一为电动或氢能。",
            en: "Nobody drives for more than four hours at a stretch: the roster sees to it. Each vehicle passes twenty-one checks before it leaves, and the record is open.\n\n# People\n\nOur drivers stay nine years on average. They are paid for safety and punctuality, not for the number of trips.\n\n# Vehicles\n\nNone is older than six years, and a third run on electricity or hydrogen.",
          },
        ),
      ],
    },
    contactPage(
      { zh: "获取报价", en: "Get a quote" },
      {
        zh: "起点、终点、货量与时间，一小时内回复。",
        en: "From, to, how much and when. You hear from us within the hour.",
      },
      {
        zh: "# 调度中心\n\n全天在线\n\n# 对公合作\n\n周一至周五 9:00–18:00",
        en: "# Dispatch\n\nAround the clock\n\n# Business customers\n\nMonday to Friday, 9 am to 6 pm",
      },
    ),
  ],
});
