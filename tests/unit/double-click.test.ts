import { expect, it } from "vitest";
import { createDoubleClickGuard } from "#kit/double-click.ts";

it("B-162: runs an action once within 300 ms of its start, independently of other actions", () => {
  let now = 1000;
  const mayRun = createDoubleClickGuard(() => now);
  const clickAt = (time: number, key: string) => ((now = time), mayRun(key));
  expect([
    clickAt(1000, "delete 1"),
    clickAt(1100, "delete 1"),
    clickAt(1100, "delete 2"),
    clickAt(1299, "delete 1"),
  ]).toEqual([true, false, true, false]);
  // The interval starts with the action that ran, not with the ignored action.
  expect([clickAt(1300, "delete 1"), clickAt(1399, "delete 2"), clickAt(1400, "delete 2")]).toEqual([
    true,
    false,
    true,
  ]);
});
