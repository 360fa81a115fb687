import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { addressOf, requestedLocale, clientOf, pagePath, storedLocale } from "#features/site/visitor.server.ts";

it("reads the stored language from any Cookie header", () => {
  expect(storedLocale("sid=1; locale_value=zh")).toBe("zh");
  expect(storedLocale("locale_value=en; sid=1")).toBe("en");
  expect(storedLocale("old_locale_value=zh")).toBeUndefined();
  expect(storedLocale("old_locale_value=zh; locale_value=en")).toBe("en");
  expect(storedLocale("locale_value=fr")).toBeUndefined();
  expect(storedLocale(undefined)).toBeUndefined();
});

it("B-190, B-334: reads a supported language from the query string and ignores others", () => {
  expect(requestedLocale("language=zh")).toBe("zh");
  expect(requestedLocale("a=1&lang=en")).toBe("en");
  expect(requestedLocale("language=zh-TW")).toBeUndefined();
  expect(requestedLocale("language=fr")).toBeUndefined();
  expect(requestedLocale("xlanguage=zh")).toBeUndefined();
});

it("S-002, S-009, S-027, B-035: maps every spelling of a path to one", () => {
  for (const home of ["/", "/index", "/Index/", "/web/home", "/pages/tabbar/index"])
    expect(pagePath(home)).toBe("/index");
  expect(pagePath("/Web/Edge-Gateway/")).toBe("/web/edge-gateway");
  expect(pagePath("/%E5%85%B3%E4%BA%8E")).toBe("/关于");
  expect(pagePath("/%E5%85")).toBeUndefined();
});

it("B-205: distinguishes the four clients", () => {
  expect(clientOf("Mozilla/5.0 (iPhone) Safari/605")).toBe("WapH5");
  expect(clientOf("Mozilla/5.0 MicroMessenger/8.0")).toBe("WeChat");
  expect(clientOf("Mozilla/5.0 MicroMessenger/8.0 miniProgram/wx1")).toBe("WeChatLite");
  expect(clientOf("Mozilla/5.0 Html5Plus/1.0")).toBe("AppPlus");
});

it("T-64: trusts X-Forwarded-For only from a configured proxy", () => {
  const clientAddress = (remoteAddress: string, forwarded?: string) =>
    addressOf(
      { socket: { remoteAddress }, headers: { "x-forwarded-for": forwarded } } as unknown as IncomingMessage,
      new Set(["10.0.0.1"]),
    );
  expect(clientAddress("::ffff:1.2.3.4")).toBe("1.2.3.4");
  expect(clientAddress("1.2.3.4", "9.9.9.9")).toBe("1.2.3.4");
  expect(clientAddress("10.0.0.1", "6.6.6.6, 9.9.9.9")).toBe("9.9.9.9");
  expect(clientAddress("10.0.0.1", "9.9.9.9, 10.0.0.1")).toBe("9.9.9.9");
});
