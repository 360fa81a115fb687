/** docs/glossary.md, checked against every text of the program and of its sample content. */
import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { violationsIn, readGlossary } from "./support/glossary.ts";
import { textsOf } from "./support/texts.ts";

const { terms, forbidden } = readGlossary(readFileSync("docs/glossary.md", "utf8"));

/** Names of products, people, places, programs and keys, which keep their capitals. */
const names = new Set(
  "Meridian Alipay WeChat Markdown JavaScript Microsoft Google Authenticator English Chinese China Beijing Monday Friday Android Trial Operations Assets Idempotency-Key Enter".split(
    " ",
  ),
);

const texts = globSync("{src,seed}/**/*.{ts,tsx}").flatMap((path) =>
  textsOf({ path, text: readFileSync(path, "utf8") }),
);
const violationsOf = (zh: string, en: string) =>
  textsOf({
    path: "planted.ts",
    text: `export const words = { zh: ${JSON.stringify(zh)}, en: ${JSON.stringify(en)} };`,
  }).flatMap((text) => violationsIn(text, forbidden, names));

describe("the glossary", () => {
  it("has every term once, and does not forbid its own terms", () => {
    expect(terms.length).toBeGreaterThan(66);
    expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
    const glossaryTerms = new Set(terms.flatMap((term) => term.split(/[、；]/)));
    expect(forbidden.filter(({ word }) => glossaryTerms.has(word))).toEqual([]);
  });

  it("Q-25: is followed by every Chinese and English text of src and seed, with full-width marks, 您 and sentence case", () => {
    expect(texts.filter(({ locale }) => locale === "zh").length).toBeGreaterThan(1_500);
    expect(texts.filter(({ locale }) => locale === "en").length).toBeGreaterThan(1_500);
    expect(texts.flatMap((text) => violationsIn(text, forbidden, names))).toEqual([]);
  });

  it("Q-25, B-384: the fixed messages of the contract stand word for word, with full-width marks", () => {
    const chinese = new Set(texts.filter(({ locale }) => locale === "zh").map(({ text }) => text));
    const fixed = [
      "登陆已过期，请重新登录",
      "请先登录",
      "您的权限不足，无权访问",
      "类型不能为空",
      "类型传入不正确，请重新传入",
      "操作按钮配置错误",
      "事件名称不能为空",
      "Url链接不能为空",
      "删除接口ApiUrl不能为空",
      "选择的行数据不存在",
      "行数据Id不存在",
      "高级搜索暂时无法使用",
      "删除成功！",
      "已取消删除",
      "保存成功，是否继续？",
      "后台入口地址错误",
      "KeyValue 数据源获取失败",
    ];
    expect(fixed.filter((message) => !chinese.has(message))).toEqual([]);
  });

  it.each([
    ["another Chinese word", "打开搭建器", "Open the page builder", "搭建器"],
    ["another English word, in any letter case", "登录", "Log in", "log in"],
    ["a half-width comma", "尚未注册,请先注册", "Not registered", "half-width"],
    ["a half-width mark after a value", "删除{name}?", "Delete it?", "half-width"],
    ["half-width brackets", "姓名(选填)", "Name", "brackets"],
    ["straight quotation marks", '删除"首页"', "Delete it", "quotation"],
    ["你", "你好", "Hello", "您"],
    ["an ellipsis of three dots", "正在加载...", "Loading…", "ellipsis"],
    ["a capital in the middle", "保存", "Save All Changes", "capital"],
    ["a straight apostrophe", "客户的数据", "A customer's data", "apostrophe"],
    ["a Chinese mark in English", "保存", "Saved，really", "Chinese mark"],
  ])("reports %s", (_what, zh, en, reason) => {
    expect(violationsOf(zh, en).join("\n")).toContain(reason);
  });

  it("reads templates, conditions, lists and bilingual messages, and ignores URLs and code", () => {
    const source = [
      "export const a = { zh: `共 ${n} 个搭建器`, en: `${n} widgets` };",
      'export const b = { zh: is ? "工作台" : "首页", en: ["ok", "workspace"] };',
      'export const c = "请登入 / please log in";',
      'export const d = { zh: "见 [文档](/wiki/a)", en: "See `login` at [the page](/login) and https://x.test/login" };',
    ].join("\n");
    const found = textsOf({ path: "planted.ts", text: source }).flatMap((text) => violationsIn(text, forbidden, names));
    expect(found.map((violation) => violation.replace(/^planted\.ts:(\d+).*“(.*?)”; .*$/, "$1 $2"))).toEqual([
      "1 搭建器",
      "1 widgets",
      "2 工作台",
      "2 workspace",
      "3 登入",
      "3 log in",
    ]);
  });
});
