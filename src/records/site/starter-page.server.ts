import type { NewPage } from "./add-page.server.ts";
import type { Text } from "#kit/text.ts";
import { documentOf } from "./document.server.ts";

const title = { zh: "首页", en: "Home" };
const description = { zh: "产品与服务。", en: "Products and services." };

const card = (name: Text, text: Text) => ({ note: null, name, text, link: null, url: null });

/** The first page of every new space: a home page that can be published unchanged, and is meant to be rewritten. */
export const starter: NewPage = {
  path: "/index",
  title,
  description,
  document: documentOf({ title, description }, [
    {
      name: "page-title",
      value: {
        eyebrow: null,
        heading: { zh: "欢迎访问我们的网站", en: "Welcome to our site" },
        lead: {
          zh: "在这里了解我们的产品与服务。",
          en: "Read about our products and services.",
        },
      },
    },
    {
      name: "cards",
      value: {
        eyebrow: null,
        heading: { zh: "我们提供什么", en: "What we offer" },
        lead: null,
        items: [
          card(
            { zh: "产品", en: "Products" },
            { zh: "我们提供的产品与适用场景。", en: "What we offer and where it is used." },
          ),
          card(
            { zh: "服务", en: "Services" },
            { zh: "安装、维护与售后支持。", en: "Installation, maintenance and support." },
          ),
          card(
            { zh: "合作", en: "Partnership" },
            { zh: "面向企业与渠道的合作方式。", en: "How companies and resellers work with us." },
          ),
        ],
      },
    },
  ]),
};
