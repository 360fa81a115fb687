import { productGroups } from "./products.ts";
import { solutions } from "./solutions.ts";

/** The demonstration company: its tenant's name and its site, as rows of `site` hold them. */
export const company = {
  name: { zh: "经纬", en: "Meridian" },
  description: {
    zh: "AI 智能设备资产管理、现实世界资产（RWA）通证化与投融资平台。",
    en: "Asset management for AI smart devices, real-world asset (RWA) tokenisation and investment platforms.",
  },
  links: [
    { name: { zh: "首页", en: "Home" }, url: "/index", place: "before" },
    {
      name: { zh: "关于我们", en: "About us" },
      url: "/introduce",
      place: "before",
      below: "/about\n/advantage\n/team\n/joinus\n/news\n/news/edit",
    },
    { name: { zh: "价格", en: "Pricing" }, url: "/price", place: "after" },
    { name: { zh: "联系我们", en: "Contact us" }, url: "/contactus", place: "after" },
  ],
  menuName: { zh: "产品与服务", en: "Products & services" },
  menu: productGroups.map(({ name, intro, products }) => ({
    name,
    intro,
    items: products.map((product) => ({ name: product.name, url: `/web/${product.key}` })),
  })),
  menuBelow: solutions.map(({ key }) => `/web/${key}`).join("\n"),
  footer: [
    {
      name: { zh: "公司", en: "Company" },
      links: [
        { name: { zh: "关于我们", en: "About us" }, url: "/introduce" },
        { name: { zh: "优势", en: "Strengths" }, url: "/advantage" },
        { name: { zh: "团队", en: "Team" }, url: "/team" },
        { name: { zh: "新闻", en: "News" }, url: "/news" },
        { name: { zh: "文档", en: "Documentation" }, url: "/wiki" },
        { name: { zh: "价格", en: "Pricing" }, url: "/price" },
        { name: { zh: "加入我们", en: "Careers" }, url: "/joinus" },
        { name: { zh: "联系我们", en: "Contact us" }, url: "/contactus" },
      ],
    },
  ],
  legal: [
    { name: { zh: "用户协议", en: "User agreement" }, url: "/html?method=contract&id=2" },
    { name: { zh: "隐私政策", en: "Privacy policy" }, url: "/html?method=contract&id=3" },
  ],
  contactUrl: "/contactus",
  aliases: [
    { from: "/pricing", to: "/price" },
    { from: "/about/wiki", to: "/wiki" },
  ],
  disclaimer: {
    zh: "本站内容仅供介绍，不构成投资建议或要约。平台不发行金融产品、不保管客户资金、不承诺收益。",
    en: "For information only; nothing here is investment advice or an offer. Meridian issues no financial products, holds no client funds and promises no returns.",
  },
};
