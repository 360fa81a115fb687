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

const stage = { zh: "舞台追光与举手的观众", en: "Spotlights over a crowd with raised hands" };
const tiles = { zh: "拼色几何图案的海报", en: "A poster of coloured geometric tiles" };

/** A venue: huge bold headings, square corners, hard shadows, made for the dark. */
export default defineSiteTemplate({
  key: "entertainment",
  order: 4,
  name: { zh: "夜场", en: "Encore" },
  intro: { zh: "文娱：演出、场馆与节展", en: "Entertainment: shows, venues and festivals" },
  isFeatured: true,
  picture: "/assets/template-entertainment.svg",
  tokens: {
    paper: "#fff8fc",
    ink: "#1a0b2e",
    brand: "#b8136a",
    seal: "#6426d9",
    paperDark: "#150825",
    inkDark: "#fdf2f9",
    brandDark: "#ff7ab8",
    sealDark: "#b99cff",
    headingSize: "huge",
    headingWeight: "bold",
    radius: 0,
    shadow: "hard",
    motion: "lively",
  },
  pages: [
    {
      path: "/index",
      title: { zh: "首页", en: "Home" },
      description: { zh: "现场音乐、喜剧与深夜放映。", en: "Live music, comedy and late-night screenings." },
      parts: [
        heroPart({
          subjects: [
            { zh: "音乐", en: "Music" },
            { zh: "喜剧", en: "Comedy" },
            { zh: "放映", en: "Film" },
          ],
          headline: { zh: "灯灭了，\n才刚开始", en: "Lights out.\nNow it starts." },
          lead: {
            zh: "三个舞台，一周六晚。第一排永远留给早到的人，最后一排永远听得清。",
            en: "Three stages, six nights a week. The front row belongs to whoever comes first, and the back row hears everything.",
          },
          primary: { zh: "本月节目", en: "What’s on" },
          primaryUrl: "/events",
          secondary: { zh: "租用场地", en: "Hire the venue" },
          secondaryUrl: "/contactus",
          image: "/assets/template-entertainment.svg",
          alt: stage,
          background: "plate",
        }),
        figuresPart("brand", [
          { value: { zh: "3 个", en: "3" }, name: { zh: "舞台", en: "stages" } },
          { value: { zh: "320 场", en: "320" }, name: { zh: "每年的演出", en: "shows a year" } },
          { value: same("1,200"), name: { zh: "最大容量", en: "people, standing" } },
        ]),
        cardsPart(
          {
            eyebrow: { zh: "即将上演", en: "Coming up" },
            heading: { zh: "这周，别待在家", en: "Don’t stay in this week" },
          },
          [
            {
              note: { zh: "周四 20:00 · 大舞台", en: "Thu 8 pm · Main stage" },
              name: { zh: "午夜电台", en: "Midnight radio" },
              text: {
                zh: "六人乐队，两台合成器，一面墙的音箱。",
                en: "Six players, two synthesisers and a wall of speakers.",
              },
              link: { zh: "购票", en: "Tickets" },
              url: "/events",
            },
            {
              note: { zh: "周五 21:00 · 地下室", en: "Fri 9 pm · The cellar" },
              name: { zh: "开放麦", en: "Open mic" },
              text: { zh: "五分钟一位，台下负责笑。", en: "Five minutes each. The audience does the laughing." },
              link: { zh: "报名", en: "Sign up" },
              url: "/events",
            },
            {
              note: { zh: "周六 23:30 · 放映厅", en: "Sat 11:30 pm · Screen" },
              name: { zh: "胶片之夜", en: "Night of film" },
              text: { zh: "三十五毫米拷贝，现场配乐。", en: "A 35 mm print with live music." },
              link: { zh: "购票", en: "Tickets" },
              url: "/events",
            },
          ],
        ),
        featurePart({
          eyebrow: { zh: "会员", en: "Members" },
          heading: { zh: "一张卡，整年的夜晚", en: "One card, a year of nights" },
          lead: {
            zh: "提前两天买票，免排队入场，每月带一位朋友。",
            en: "Buy two days early, skip the queue, and bring a friend every month.",
          },
          points: [
            {
              name: { zh: "优先购票", en: "First pick of tickets" },
              text: { zh: "热门场次也不用抢。", en: "Even for the nights that sell out." },
            },
            {
              name: { zh: "后台日", en: "Backstage days" },
              text: { zh: "每季一次，看灯光怎么亮起来。", en: "Once a season: see how the lights come on." },
            },
          ],
          link: { zh: "加入会员", en: "Become a member" },
          url: "/contactus",
          image: "/assets/template-entertainment-tiles.svg",
          alt: tiles,
          side: "left",
          background: "tinted",
        }),
        closingPart("plate", {
          heading: { zh: "把舞台留给您的作品", en: "Put your work on this stage" },
          lead: { zh: "音响、灯光、票务与宣传，我们都有。", en: "Sound, light, tickets and posters: we have it all." },
          button: { zh: "租用场地", en: "Hire the venue" },
        }),
      ],
    },
    {
      path: "/events",
      title: { zh: "节目", en: "What’s on" },
      description: { zh: "本月演出与购票说明。", en: "This month’s shows, and how to get in." },
      parts: [
        titlePart(
          { zh: "节目", en: "What’s on" },
          { zh: "六个夜晚，任选其一", en: "Six nights. Pick one." },
          {
            zh: "开演前一小时开门，迟到者中场入座。",
            en: "Doors open an hour before. Latecomers are seated at the interval.",
          },
        ),
        cardsPart({ heading: { zh: "每周固定", en: "Every week" } }, [
          {
            note: { zh: "周二", en: "Tue" },
            name: { zh: "爵士即兴", en: "Jazz session" },
            text: { zh: "带乐器来，就可以上台。", en: "Bring an instrument and you are in." },
          },
          {
            note: { zh: "周三", en: "Wed" },
            name: { zh: "短片放映", en: "Short films" },
            text: { zh: "新导演，映后谈。", en: "New directors, and talk afterwards." },
          },
          {
            note: { zh: "周五", en: "Fri" },
            name: { zh: "开放麦", en: "Open mic" },
            text: { zh: "当天五点前报名。", en: "Sign up by five." },
          },
          {
            note: { zh: "周日", en: "Sun" },
            name: { zh: "家庭剧场", en: "Family theatre" },
            text: { zh: "下午三点，孩子免票。", en: "Three in the afternoon. Children come free." },
          },
        ]),
      ],
    },
    {
      path: "/about-us",
      title: { zh: "关于场馆", en: "About the venue" },
      description: { zh: "旧仓库里的三个舞台。", en: "Three stages in an old warehouse." },
      parts: [
        articlePart(
          { zh: "关于", en: "About" },
          { zh: "旧仓库，新声音", en: "Old walls, new noise" },
          { zh: "砖墙没动，声学重做。", en: "We kept the bricks and rebuilt the sound." },
          { zh: "我们相信现场", en: "We believe in being there" },
          {
            zh: "票款的七成直接给演出者，结算单对他们公开。\n\n# 无障碍\n\n全馆坡道，每场留轮椅席，周日场配手语。\n\n# 规则\n\n不录像，不推挤，互相照顾。",
            en: "Seven tenths of every ticket go to the performers, and they see the accounts.\n\n# Access\n\nRamps everywhere, wheelchair places at every show, sign language on Sundays.\n\n# House rules\n\nNo filming, no shoving, look after each other.",
          },
        ),
      ],
    },
    contactPage(
      { zh: "租用场地，或者加入会员", en: "Hire the venue, or join" },
      { zh: "写下日期与人数，两天内回复。", en: "Give us a date and a number. We reply within two days." },
      {
        zh: "# 售票处\n\n周二至周日 16:00–21:00\n\n# 地址\n\n请在此填写场馆地址",
        en: "# Box office\n\nTuesday to Sunday, 4 pm to 9 pm\n\n# Address\n\nAdd the address of your venue here",
      },
    ),
  ],
});
