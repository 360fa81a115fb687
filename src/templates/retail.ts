import { defineSiteTemplate } from "#kit/site-template.ts";
import {
  articlePart,
  cardsPart,
  closingPart,
  contactPage,
  featurePart,
  figuresPart,
  heroPart,
  titlePart,
} from "./parts/parts.ts";

const shelves = { zh: "街角小店的货架：瓶罐、面包与水果", en: "The shelves of a corner shop: jars, bread and fruit" };
const basket = { zh: "装着面包、酱料和水果的篮子", en: "A basket with bread, sauce and fruit" };

/** A neighbourhood shop: warm paper, serif headings, round corners. */
export default defineSiteTemplate({
  key: "retail",
  order: 1,
  name: { zh: "街角", en: "Corner" },
  intro: { zh: "零售：门店、市集与食品品牌", en: "Retail: shops, markets and food brands" },
  isFeatured: true,
  picture: "/assets/template-retail.svg",
  tokens: {
    paper: "#fffaf2",
    ink: "#2b1a12",
    brand: "#a63a12",
    seal: "#7a1f3d",
    headingFonts: "serif",
    headingWeight: "medium",
    radius: 14,
    shadow: "soft",
  },
  pages: [
    {
      path: "/index",
      title: { zh: "首页", en: "Home" },
      description: {
        zh: "附近农场与作坊的好东西，当天到店。",
        en: "Good things from farms and makers nearby, in the shop the same day.",
      },
      parts: [
        heroPart({
          subjects: [{ zh: "每天 7 点开门", en: "Open daily from 7" }],
          headline: { zh: "邻里之间，\n当天的新鲜", en: "Fresh today,\nfrom next door" },
          lead: {
            zh: "面包清晨出炉，蔬果来自五十公里内的农场。我们认识每一位种植的人，也愿意把他们介绍给您。",
            en: "Bread leaves the oven at dawn, fruit and vegetables come from farms within fifty kilometres. We know everyone who grows them, and like to introduce you.",
          },
          primary: { zh: "本周好物", en: "This week’s picks" },
          primaryUrl: "/products",
          secondary: { zh: "怎么找到我们", en: "Find the shop" },
          secondaryUrl: "/contactus",
          image: "/assets/template-retail.svg",
          alt: shelves,
          background: "plain",
        }),
        figuresPart("tinted", [
          { value: { zh: "42 家", en: "42" }, name: { zh: "附近的农场与作坊", en: "farms and makers nearby" } },
          {
            value: { zh: "50 公里", en: "50 km" },
            name: { zh: "货品最远的路程", en: "is as far as anything travels" },
          },
          { value: { zh: "0", en: "0" }, name: { zh: "一次性塑料袋", en: "single-use plastic bags" } },
        ]),
        featurePart({
          eyebrow: { zh: "订阅菜篮", en: "The weekly basket" },
          heading: { zh: "每周一篮，应季而变", en: "One basket a week, different every season" },
          lead: {
            zh: "留下口味和忌口，周五下班路上来取，或送到门口。",
            en: "Tell us what you like and what you avoid. Pick it up on Friday, or have it brought to your door.",
          },
          points: [
            {
              name: { zh: "两人份起", en: "For two or more" },
              text: {
                zh: "六种蔬果、一条面包、一样惊喜。",
                en: "Six kinds of fruit and vegetables, a loaf, and one surprise.",
              },
            },
            {
              name: { zh: "随时暂停", en: "Pause whenever you like" },
              text: { zh: "出门旅行？提前三天告诉我们即可。", en: "Away next week? Tell us three days before." },
            },
            {
              name: { zh: "篮子会回家", en: "The basket comes back" },
              text: {
                zh: "空篮换新篮，不留包装。",
                en: "Swap the empty one for a full one. No packaging stays behind.",
              },
            },
          ],
          link: { zh: "订一篮试试", en: "Try one basket" },
          url: "/contactus",
          image: "/assets/template-retail-basket.svg",
          alt: basket,
          side: "left",
        }),
        cardsPart({ heading: { zh: "这周货架上", en: "On the shelves this week" } }, [
          {
            note: { zh: "面包", en: "Bread" },
            name: { zh: "黑麦酸面包", en: "Rye sourdough" },
            text: {
              zh: "发酵三十六小时，外脆里韧，放三天更香。",
              en: "Thirty-six hours of rising. Crisp outside, and better on the third day.",
            },
          },
          {
            note: { zh: "果酱", en: "Preserves" },
            name: { zh: "山楂果酱", en: "Hawthorn jam" },
            text: { zh: "只有山楂、冰糖和时间。", en: "Hawthorn, rock sugar and time. Nothing else." },
          },
          {
            note: { zh: "蔬菜", en: "Vegetables" },
            name: { zh: "带泥胡萝卜", en: "Carrots with soil on" },
            text: {
              zh: "早上拔，中午到，叶子也能吃。",
              en: "Pulled in the morning, here by noon. Eat the leaves too.",
            },
          },
        ]),
        closingPart("brand", {
          heading: { zh: "路过时，进来坐坐", en: "Come in when you pass by" },
          lead: { zh: "门口有长椅，柜台后有热茶。", en: "There is a bench outside and hot tea behind the counter." },
          button: { zh: "地址与营业时间", en: "Address and hours" },
        }),
      ],
    },
    {
      path: "/products",
      title: { zh: "好物", en: "Products" },
      description: { zh: "我们卖什么，来自谁。", en: "What we sell, and who makes it." },
      parts: [
        titlePart(
          { zh: "好物", en: "Products" },
          { zh: "每一样都有名有姓", en: "Everything here has a maker" },
          { zh: "标签上写着是谁做的、哪天做的。", en: "The label says who made it, and when." },
        ),
        cardsPart({ heading: { zh: "天天都有", en: "Every day" } }, [
          {
            name: { zh: "面包与糕点", en: "Bread and pastry" },
            text: { zh: "七点、十一点、四点，一天三炉。", en: "Three bakes a day: seven, eleven and four." },
          },
          {
            name: { zh: "蔬菜与水果", en: "Fruit and vegetables" },
            text: { zh: "按当天采收定价，傍晚半价。", en: "Priced by the day’s harvest. Half price at dusk." },
          },
          {
            name: { zh: "奶与蛋", en: "Milk and eggs" },
            text: { zh: "玻璃瓶押金两元，随时退。", en: "Glass bottles with a deposit you get back any time." },
          },
          {
            name: { zh: "酱、油与干货", en: "Sauces, oils, dry goods" },
            text: { zh: "自带容器按重量买。", en: "Bring a jar and buy by weight." },
          },
        ]),
        featurePart({
          eyebrow: { zh: "送礼", en: "Gifts" },
          heading: { zh: "帮您装好一份心意", en: "A present, packed for you" },
          lead: {
            zh: "告诉我们送给谁、预算多少，我们挑好、包好、写上您的话。",
            en: "Tell us who it is for and what you want to spend. We choose, wrap and write your words on the card.",
          },
          image: "/assets/template-retail-basket.svg",
          alt: basket,
          side: "right",
          background: "tinted",
        }),
      ],
    },
    {
      path: "/about-us",
      title: { zh: "关于小店", en: "About the shop" },
      description: { zh: "一家开了十二年的小店。", en: "A small shop, twelve years old." },
      parts: [
        articlePart(
          { zh: "关于", en: "About" },
          { zh: "一家记得您口味的店", en: "A shop that knows how you like it" },
          { zh: "从一个面包摊开始，到现在的六个人。", en: "It began as a bread stall. Today we are six." },
          { zh: "我们怎么挑", en: "How we choose" },
          {
            zh: "我们只卖自己家里也吃的东西。每一家供货的农场我们都去过，每年再去一次：看土地，也看人。\n\n# 价格怎么来\n\n进价、人工、房租，写在店里的黑板上。涨价时，我们会说为什么。\n\n# 剩下的去哪里\n\n傍晚的面包送到社区厨房，果皮回到农场。",
            en: "We sell only what we eat at home. We have been to every farm that supplies us, and go back once a year to see the land and the people.\n\n# Where the price comes from\n\nCost, wages and rent are on the blackboard in the shop. When a price goes up, we say why.\n\n# What happens to the rest\n\nThe evening’s bread goes to the community kitchen, peelings go back to the farm.",
          },
        ),
      ],
    },
    contactPage(
      { zh: "来店里，或者写信", en: "Visit, or write to us" },
      { zh: "订菜篮、订蛋糕、提建议，都在这里。", en: "For baskets, cakes and suggestions." },
      {
        zh: "# 营业时间\n\n每天 7:00–20:00\n\n# 地址\n\n请在此填写门店地址",
        en: "# Opening hours\n\nDaily, 7 am to 8 pm\n\n# Address\n\nAdd the address of your shop here",
      },
    ),
  ],
});
