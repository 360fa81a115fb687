/** The language shown to a visitor who has not chosen one: that of their country, else of their browser, else of the site. */
import { expect, it, vi } from "vitest";
import { acceptedLocale } from "#kit/language.ts";
import { client, contentOf } from "./support/client.ts";
import { lastCode } from "./support/mailbox.ts";
import { newSpaceOwner, nextMobile } from "./support/people.ts";
import { sendWithProof } from "./support/proof.ts";
import { readPage } from "./support/read-page.ts";
import { sharedServer } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";

const server = await sharedServer();
const { port } = new URL(server.url);

/** IP addresses of two countries, and one without a country. */
const chinaIp = "114.114.114.114";
const americaIp = "8.8.8.8";
const unknownIp = "192.168.7.7";

type Visit = { ip?: string; browser?: string; cookie?: string; host?: string };

function visit(address: string, { ip = unknownIp, browser, cookie = "", host = `localhost:${port}` }: Visit = {}) {
  const language = browser === undefined ? {} : { "accept-language": browser };
  return readPage(server.url + address, { host, cookie, "x-forwarded-for": ip, ...language });
}

const languageAt = async (address: string, visitor?: Visit) =>
  (await visit(address, visitor)).headers["content-language"];

it.each(["/index", "/price", "/no/such/page"])(
  "Q-24: %s is shown in the language of the browser if the country is unknown, also from the cache",
  async (page) => {
    for (let round = 0; round < 3; round += 1) {
      expect(await languageAt(page, { browser: "zh-CN,zh;q=0.9,en;q=0.8" })).toBe("zh-CN");
      expect(await languageAt(page, { browser: "en-GB,en;q=0.9" })).toBe("en");
      expect(await languageAt(page)).toBe("en");
    }
  },
);

it("B-333, Q-24: prefers the URL, a stored choice and the country over the browser", async () => {
  const browser = "zh-CN";
  expect(await languageAt("/index?language=en", { browser })).toBe("en");
  expect(await languageAt("/index", { browser, cookie: "locale_value=en" })).toBe("en");
  expect(await languageAt("/index", { browser, ip: americaIp })).toBe("en");
  expect(await languageAt("/index", { browser: "en", ip: chinaIp })).toBe("zh-CN");
});

it("B-262: the app and the calls follow the same rule", async () => {
  const html = async (browser: string) =>
    (await fetch(`${server.url}/paas/index`, { headers: { "accept-language": browser } })).text();
  expect(await html("zh-TW,en;q=0.5")).toContain('<html lang="zh-CN"');
  expect(await html("en-US")).toContain('<html lang="en"');
  const call = await fetch(`${server.url}/api/no/such`, { headers: { "accept-language": "zh-CN,zh;q=0.9" } });
  expect(await call.text()).toContain("接口未找到");
});

it("lists what a response depends on in the Vary header", async () => {
  for (const path of ["/index", "/paas/index", "/feed.xml"]) {
    const { headers } = await fetch(server.url + path);
    expect([path, headers.get("vary")]).toEqual([path, expect.stringContaining("accept-language")]);
    expect([path, headers.get("vary")]).toEqual([path, expect.stringContaining("cookie")]);
  }
});

it("uses the default language of a site, which its administrator can change", async () => {
  const owner = await newSpaceOwner(server);
  const admin = client(server, owner);
  const hostName = await siteHost(server, owner);
  const host = `${hostName}:${port}`;
  const setDefaultLanguage = async (defaultLanguage: string | null) => {
    const [site] = (await admin.call("GET Api/{type}/QueryList", { type: "site" })) as never as [
      { id: string; version: number },
    ];
    const { id, version } = site;
    const saved = await admin.send("POST Api/{type}/QueryUpdate", { type: "site", id, version, defaultLanguage });
    expect(saved.status, saved.text).toBe(200);
  };
  expect(await languageAt("/index", { host })).toBe("en");
  await setDefaultLanguage("zh");
  await vi.waitFor(async () => expect(await languageAt("/index", { host })).toBe("zh-CN"), 20_000);
  expect(await languageAt("/index", { host, browser: "fr-FR, de;q=0.5" })).toBe("zh-CN");
  expect(await languageAt("/index", { host, browser: "en-GB" })).toBe("en");
  expect(await languageAt("/index")).toBe("en");
  await setDefaultLanguage(null);
  await vi.waitFor(async () => expect(await languageAt("/index", { host })).toBe("en"), 20_000);
});

it.each([
  ["zh", "zh-CN", "新空间"],
  ["en", "en", "New space"],
] as const)(
  "the site of a person who registers in %s has that language and a name without personal data",
  async (locale, language, name) => {
    const mobile = nextMobile();
    const { send } = client(server);
    const headers = { "accept-language": locale, "x-forwarded-for": chinaIp };
    await sendWithProof(send, "POST Api/Sms/SendVerifiyCode", { mobile }, headers);
    const verifyCode = await lastCode(server.url, mobile);
    const answer = await send("POST Api/Member/Reg", { mobile, verifyCode, password: "Lantern7" }, headers);
    const { tenant } = contentOf(answer) as { tenant: { sign: string } };
    const host = `${tenant.sign}.localhost:${port}`;
    expect(await languageAt("/index", { host })).toBe(language);
    for (const path of ["/index", "/no/such/page", "/sitemap.xml", "/robots.txt"]) {
      const { text } = await visit(path, { host });
      const revealed = [mobile, `****${mobile.slice(-4)}`].filter((number) => text.includes(number));
      expect([path, revealed]).toEqual([path, []]);
    }
    expect((await visit("/index", { host })).text).toContain(name);
  },
);

it("reads a list of languages by weight and ignores invalid parts", () => {
  const lists: [string | undefined, string | undefined][] = [
    [undefined, undefined],
    ["*", undefined],
    ["fr, de;q=0.8", undefined],
    ["zh", "zh"],
    ["zh-Hant-HK,en;q=0.3", "zh"],
    ["fr, en;q=0.4, zh-CN;q=0.9", "zh"],
    ["zh;q=0, en;q=0.1", "en"],
    ["en;q=nonsense, zh;q=0.2", "zh"],
    ["english, zhuang", undefined],
    [`${",".repeat(15_000)}zh`, "zh"],
  ];
  for (const [list, locale] of lists)
    expect([list?.slice(-60), acceptedLocale(list)]).toEqual([list?.slice(-60), locale]);
});
