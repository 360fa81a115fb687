/** Events on pages: their targets, their calls, and the problems of invalid ones. */
import { describe, expect, it } from "vitest";
import { actionUrl, apiMethods } from "#kit/page-action.ts";
import { pageActions } from "#kit/page-actions.ts";
import { actionEvent, type PageEvent, targetOf } from "#kit/page-event.ts";
import { callDefinitions } from "../support/expectations.ts";

const event = (more: Partial<PageEvent>): PageEvent => ({ name: "Go", type: 1, url: "/index", ...more });
const fault = (zh: string) => ({ kind: "fault", text: expect.objectContaining({ zh }) });
const noAction = fault("操作按钮配置错误");

describe("an event of type 1", () => {
  it.each([
    ["/admin/news/list?q=1", "/paas/index", "/admin/news/list?q=1"],
    ["/admin/news/list?q=1", "/console/index", "/console/news/list?q=1"],
    ["/admin", "/Console", "/console"],
    ["/administration", "/console/index", "/administration"],
    ["/paas/admin/list", "/console/index", "/paas/admin/list"],
    ["/admin/news/list", "/consoles/index", "/admin/news/list"],
  ])("B-058, N-054: %s, pressed on %s, leads to %s", (url, path, expected) => {
    expect(targetOf(event({ url }), path)).toEqual({ kind: "page", url: expected });
  });

  it.each([
    "https://example.org/",
    "//example.org",
    "/\\example.org",
    "/\t/example.org",
    "javascript:alert(1)",
    "news",
  ])("B-317: does not leave the site: %s", (url) => expect(targetOf(event({ url }), "/paas/index")).toEqual(noAction));
});

describe("an event of type 30", () => {
  it("B-059, Q-12: announces another site before it opens it", () => {
    expect(targetOf(event({ type: 30, url: "https://example.org/a?b=1&c=2" }), "/paas/index")).toEqual({
      kind: "away",
      url: "/site/redirect?url=https%3A%2F%2Fexample.org%2Fa%3Fb%3D1%26c%3D2",
    });
  });

  it.each(["javascript:alert(1)", "ftp://example.org", "/index", "mailto:a@example.org", "https://a:b@example.org"])(
    "B-059, B-317: opens nothing but http and https: %s",
    (url) => expect(targetOf(event({ type: 30, url }), "/paas/index")).toEqual(noAction),
  );
});

describe("an event of type 2", () => {
  it.each(pageActions.map((action) => [action.id, action] as const))(
    "E-122, B-060, B-061, B-062, B-063, B-064: %s is found by its method and address, and its call takes both",
    (_id, action) => {
      expect(targetOf(event(actionEvent(action)), "/paas/index")).toEqual({ kind: "action", action });
      const { method, otherMethods = [], guardedGet, input } = callDefinitions[action.call];
      expect([method, ...otherMethods, ...(guardedGet === true ? ["POST"] : [])]).toContain(apiMethods[action.apiType]);
      expect(input.safeParse(action.input).success).toBe(true);
    },
  );

  it("B-061, B-062, B-063, B-064: has actions of all four methods, each with a unique address", () => {
    expect(new Set(pageActions.map(({ apiType }) => apiType))).toEqual(new Set([1, 2, 3, 4]));
    const names = pageActions.map((action) => `${action.apiType} ${actionUrl(action)}`);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(pageActions.map(({ id }) => id)).size).toBe(names.length);
  });

  it.each([
    ["a call that is no action", { apiType: 4, url: "/api/UserDetail/Cancel" }],
    ["another method", { apiType: 1, url: actionUrl(pageActions.find(({ apiType }) => apiType === 2)!) }],
    ["another site", { apiType: 2, url: "https://example.org/api/Job/Start?name=publishAll" }],
    ["further input", { apiType: 3, url: "/api/Notice/Read?ids=1" }],
    ["no method", { url: "/api/Notice/Read" }],
  ] satisfies [string, Partial<PageEvent>][])("B-060, B-316, Q-12: makes no call: %s", (_description, more) => {
    expect(targetOf(event({ type: 2, ...more }), "/paas/index")).toEqual(noAction);
  });
});

it.each([
  ["without an action", undefined, "操作按钮配置错误"],
  ["of a type that does not exist", event({ type: 3 }), "操作按钮配置错误"],
  ["without a type", { name: "Go", url: "/index" }, "操作按钮配置错误"],
  ["without a name", event({ name: " " }), "事件名称不能为空"],
  ["without an address", event({ url: "" }), "Url链接不能为空"],
  ["whose action is gone", event({ type: 2, url: "" }), "Url链接不能为空"],
] satisfies [string, Partial<PageEvent> | undefined, string][])(
  "B-065, B-267: an event %s does nothing",
  (_description, given, zh) => {
    expect(targetOf(given, "/paas/index")).toEqual(fault(zh));
  },
);
