import type { ClientType } from "#kit/client-type.ts";
import { clientNames } from "#kit/client-type.ts";
import { formatText, type Locale, locales, type Text } from "#kit/text.ts";
import { shorten } from "#kit/text-length.ts";
import type { ZipInput } from "#server/spreadsheet/zip-part.server.ts";
import { entry } from "../static-export/static-pages.server.ts";
import { type Bundle, versionName } from "./bundle.server.ts";

/** The characters that stores accept in a name and in a summary. */
const maxLength = { name: 30, summary: 80 };

const texts = {
  news: { zh: "{name} {version} 版", en: "{name} {version}" },
  privacy: {
    zh: "本应用打开 {origin} 的页面。应用自身不申请任何设备权限，不含统计和广告代码，也不收集个人信息。您在页面中填写的内容，按以下文件处理：",
    en: "This app opens the pages of {origin}. The app itself asks for no permission of the device, contains no analytics or advertising, and collects no personal data. What you enter on a page is handled as these documents say:",
  },
  noPolicy: {
    zh: "（请在“网站信息”的页脚中添加隐私政策的链接，再制作安装包。）",
    en: "(Add a link to your privacy policy in the footer of the website details, then make the bundle again.)",
  },
  about: {
    zh: "{client}安装包，版本 {number}，网址 {origin}",
    en: "App bundle for {client}, version {number}, address {origin}",
  },
  store: {
    zh: "store 文件夹中有应用商店所需的名称、简介、介绍、更新说明、隐私说明和图标。",
    en: "The folder store has what the forms of app stores ask for: name, summary, description, release notes, privacy statement and icons.",
  },
};

/** How a bundle is published, step by step. */
const steps: Record<ClientType, readonly Text[]> = {
  WapH5: [
    {
      zh: "将所有文件上传到 {origin} 的根目录，使用 HTTPS。",
      en: "Upload all files to the root of {origin}, with HTTPS.",
    },
    {
      zh: "文件夹的地址返回其中的 index.html，不存在的地址返回 404.html。",
      en: "The address of a folder answers with its index.html, and an unknown address with 404.html.",
    },
    {
      zh: "service-worker.js 不要缓存（Cache-Control: no-cache），访客才能收到新版本。",
      en: "Serve service-worker.js with “Cache-Control: no-cache”, so that visitors get new versions.",
    },
  ],
  WeChat: [
    {
      zh: "将所有文件上传到 {origin} 的根目录，使用 HTTPS 和已备案的域名。",
      en: "Upload all files to the root of {origin}, with HTTPS and a domain that is registered in China.",
    },
    {
      zh: "在公众号后台将域名设置为业务域名和 JS 接口安全域名，并将微信给出的 MP_verify 文件放在根目录。",
      en: "In the console of your official account, add the domain as a business domain and a JS interface domain, and put the MP_verify file that WeChat gives you into the root.",
    },
    {
      zh: "分享卡片的标题、描述和图片来自每个页面的设置。",
      en: "Title, description and image of shared cards come from the settings of each page.",
    },
  ],
  WeChatLite: [
    {
      zh: "用微信开发者工具打开此文件夹，在 project.config.json 中填写您的 AppID。",
      en: "Open this folder in WeChat DevTools and enter your AppID in project.config.json.",
    },
    {
      zh: "在小程序后台的“开发设置”中，将 {origin} 添加为业务域名（须为 HTTPS）。个人主体的小程序不能使用业务域名。",
      en: "In the console of the mini program, add {origin} as a business domain; it has to use HTTPS. Mini programs of individuals cannot have one.",
    },
    {
      zh: "按 store 文件夹中的 privacy.txt 填写《用户隐私保护指引》，上传代码并提交审核。",
      en: "Fill in the privacy guide with privacy.txt of the folder store, upload the code and submit it for review.",
    },
  ],
  AppPlus: [
    {
      zh: "用 HBuilderX 打开此文件夹，在 manifest.json 中获取 AppID。",
      en: "Open this folder in HBuilderX and get an AppID in manifest.json.",
    },
    {
      zh: "在“发行 > 原生 App-云打包”中填写包名和证书，生成 Android 和 iOS 安装文件。",
      en: "Build for Android and iOS with the name and the certificate of your app.",
    },
    {
      zh: "将生成的文件和 store 文件夹中的内容提交到应用商店。",
      en: "Submit the built files to app stores, with what is in the folder store.",
    },
  ],
};

/** The full address of a link of the site. */
const fullAddress = (url: string, origin: string) => (url.startsWith("/") ? origin + url : url);

function privacyText({ site, origin }: Bundle, locale: Locale): string {
  const { legal } = site.footer;
  const links = legal.map(({ name, url }) => `${name[locale]}: ${fullAddress(url, origin)}`);
  return [formatText(texts.privacy, { origin })[locale], ...(links.length > 0 ? links : [texts.noPolicy[locale]])].join(
    "\n",
  );
}

function storeTexts(bundle: Bundle, locale: Locale): Record<string, string> {
  const { site, origin } = bundle;
  const { name, description } = site.app;
  const about = description[locale] === "" ? site.description[locale] : description[locale];
  return {
    name: shorten(name[locale], maxLength.name),
    summary: shorten(about.replaceAll("\n", " "), maxLength.summary),
    description: about,
    news: formatText(texts.news, { name: name[locale], version: versionName(bundle) })[locale],
    privacy: privacyText(bundle, locale),
    ...(site.contactUrl === "" ? {} : { support: fullAddress(site.contactUrl, origin) }),
  };
}

/** How the bundle is published, in both languages. */
function readMe(bundle: Bundle): string {
  const { client, number, origin, site } = bundle;
  const parts = locales.map((locale) => {
    const values = { client: clientNames[client][locale], number, origin };
    const lines = [...steps[client], texts.store].map(
      (text, index) => `${index + 1}. ${formatText(text, values)[locale]}`,
    );
    return `# ${site.app.name[locale]}\n\n${formatText(texts.about, values)[locale]}\n\n${lines.join("\n")}\n`;
  });
  return parts.join("\n");
}

/** The texts that app stores ask for in both languages, and how the bundle is published. */
export const storeFiles = (bundle: Bundle): ZipInput[] => [
  entry("/README.md", readMe(bundle)),
  ...locales.flatMap((locale) =>
    Object.entries(storeTexts(bundle, locale)).map(([name, text]) =>
      entry(`/store/${locale}/${name}.txt`, `${text}\n`),
    ),
  ),
];
