/** What a list says about actions that cannot be run, in the words of the contract. */
import { afterAll, beforeEach, expect, it } from "vitest";
import type { RowAction } from "#kit/auto.ts";
import { runRowAction } from "#features/admin/rows/run-row-action.ts";
import { registerToasts, type ToastOptions } from "#ui/toast.tsx";

let toasts: ToastOptions[] = [];
afterAll(registerToasts({ show: (toast) => toasts.push(toast), close: () => undefined }));
beforeEach(() => {
  toasts = [];
});

const deletion = { name: "删除", icon: "delete", type: "request", method: "DELETE", event: "delete" } as const;
const address = "Api/news/QueryDelete";

it.each([
  ["B-155, B-267: without an address", { ...deletion, url: "" }, ["a"], "删除接口ApiUrl不能为空"],
  ["B-155, B-267: of a row without an id", { ...deletion, url: address }, [""], "行数据Id不存在"],
  ["of no rows", { ...deletion, url: address }, [], "请选择需要删除的数据"],
  [
    "B-155, B-267: that the browser does not know",
    { name: "跳舞", icon: "open", type: "event", url: "", event: "dance", command: "dance" } as unknown as RowAction,
    ["a"],
    "操作按钮配置错误",
  ],
] satisfies [string, RowAction, string[], string][])(
  "an action %s is refused in words",
  async (_when, action, ids, title) => {
    const run = { type: "news", ids, name: undefined, action, locale: "zh" as const, onUndone: async () => undefined };
    expect(await runRowAction(run)).toBe(false);
    expect(toasts).toEqual([expect.objectContaining({ kind: "error", title })]);
  },
);
