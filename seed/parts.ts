import type { Text } from "#kit/text.ts";
import type { NewPage } from "#records/site/add-page.server.ts";
import type { PagePart } from "#kit/page-part.ts";
import { documentOf } from "#records/site/document.server.ts";

/** What most pages end with. */
export const contact: PagePart = {
  name: "call-to-action",
  value: {
    heading: { zh: "先从一台设备开始", en: "Start with one device" },
    lead: {
      zh: "告诉我们设备类型、数量和联网方式，我们为您提供接入方案。",
      en: "Tell us what you run, how many and how they connect. We will send an onboarding plan.",
    },
    button: { zh: "联系我们", en: "Contact us" },
    url: "/contactus",
    background: null,
  },
};

/** The whole menu of products. */
export const allProducts: PagePart = {
  name: "product-index",
  value: {
    eyebrow: { zh: "产品与服务", en: "Products & services" },
    heading: { zh: "全部产品", en: "All products" },
    lead: null,
  },
};

export type About = { path: string; title: Text; description: Text };

/** A page made of widgets, from top to bottom. */
export const page = ({ path, title, description }: About, widgets: PagePart[]): NewPage => ({
  path,
  title,
  description,
  document: documentOf({ title, description }, widgets),
});

/** A page that stands alone: without the menu and the foot of the site (B-030). */
export function standalone(about: About, widgets: PagePart[]): NewPage {
  const { document, ...rest } = page(about, widgets);
  return { ...rest, document: { ...document, setting: { ...document.setting, showHead: false, showFoot: false } } };
}
