import type { Text } from "#kit/text.ts";
import type { NewPage } from "#records/add-page.server.ts";
import { documentOf, type SeedWidget } from "#records/document.server.ts";
import { productGroups } from "./products.ts";

const contact: SeedWidget = {
  name: "call-to-action",
  value: {
    heading: { zh: "先从一台设备开始", en: "Start with one device" },
    lead: {
      zh: "告诉我们您的设备类型和数量，我们给出接入方案。",
      en: "Tell us what you operate and how many. We will come back with an onboarding plan.",
    },
    button: { zh: "联系我们", en: "Talk to us" },
    url: "/contactus",
  },
};

const others: SeedWidget = {
  name: "product-index",
  value: {
    eyebrow: { zh: "产品与服务", en: "Products & services" },
    heading: { zh: "全部产品", en: "All products" },
    lead: null,
  },
};

type Article = { path: string; eyebrow: Text; title: Text; description: Text; text: Text; after: SeedWidget[] };

function article({ path, eyebrow, title, description, text, after }: Article): NewPage {
  const words: SeedWidget = { name: "rich-text", value: { eyebrow, heading: title, text } };
  return { path, title, description, document: documentOf({ title, description }, [words, ...after]) };
}

const introduce = article({
  path: "/introduce",
  eyebrow: { zh: "关于我们", en: "About us" },
  title: { zh: "把设备的账算清楚", en: "Making machines accountable" },
  description: { zh: "经纬做什么、怎么做，以及不做什么。", en: "What Meridian does, how, and what it does not do." },
  text: {
    zh: "经纬为分散在各地的智能设备建立身份、记录运行、登记权属、核算收益。软件负责把账记对，硬件负责让数据可信。\n\n# 我们相信的几件事\n\n- 数据要在源头签名，而不是事后解释\n- 账本要能被任何一方独立核对\n- 技术解决可信问题，合规问题按规则办\n\n# 关于这个站点\n\n这是一个演示站点。凡标有「样张」或「示例数据」的内容，只用于说明产品。",
    en: "Meridian gives smart devices in the field an identity, records what they do, registers whose they are and accounts for what they earn. Software keeps the books right; hardware makes the data trustworthy.\n\n# What we hold to\n\n- Data is signed at its source, not explained afterwards\n- Any party can check the ledger without asking us\n- Technology answers questions of trust; questions of law are answered by the rules\n\n# About this site\n\nThis is a demonstration site. Whatever is marked Specimen or Sample data only illustrates the product.",
  },
  after: [contact],
});

const contactUs = article({
  path: "/contactus",
  eyebrow: { zh: "联系我们", en: "Contact us" },
  title: { zh: "说说您的设备", en: "Tell us about your machines" },
  description: { zh: "服务时间与联系方式。", en: "Support hours and how to reach us." },
  text: {
    zh: "请告诉我们三件事：设备的类型、大致数量，以及它们现在用什么方式联网。我们会据此给出接入方案。\n\n# 服务时间\n\n周一至周五",
    en: "Three things help us most: the kind of machine, roughly how many, and how they are connected today. With these we can propose a way to bring them on board.\n\n# Support hours\n\nMonday to Friday",
  },
  after: [],
});

const products = productGroups.flatMap((group) =>
  group.products.map(({ key, name, intro, points }) => {
    const text = (locale: "zh" | "en") =>
      `${intro[locale]}\n\n${points.map((point) => `- ${point[locale]}`).join("\n")}`;
    return article({
      path: `/web/${key}`,
      eyebrow: group.name,
      title: name,
      description: intro,
      text: { zh: text("zh"), en: text("en") },
      after: [others, contact],
    });
  }),
);

/** Every other page of the demonstration company: what its menu leads to. */
export const pages: NewPage[] = [introduce, contactUs, ...products];
