import { expect, test } from "vitest";
import { addStep, firstStep, redoStep, undoStep } from "#ui/undo-steps.ts";

test("changes of one input are one step, until a step is undone or another input changes", () => {
  let steps = firstStep("");
  for (const text of ["a", "ab", "abc"]) steps = addStep(steps, text, "name");
  steps = addStep(steps, "abc!", "mark");
  expect(undoStep(steps).present).toBe("abc");
  expect(undoStep(undoStep(steps)).present).toBe("");
  const again = addStep(undoStep(steps), "abcd", "name");
  expect(undoStep(again).present).toBe("abc");
  expect(redoStep(again)).toBe(again);
});

test("steps that were undone are repeated in order", () => {
  const steps = addStep(addStep(firstStep(1), 2), 3);
  const start = undoStep(undoStep(undoStep(steps)));
  expect(start.present).toBe(1);
  expect(redoStep(start).present).toBe(2);
  expect(redoStep(redoStep(redoStep(start)))).toEqual(steps);
});

test("200 steps can be undone", () => {
  let steps = firstStep(0);
  for (let value = 1; value <= 300; value++) steps = addStep(steps, value);
  expect(steps.past).toHaveLength(200);
  expect(steps.past[0]).toBe(100);
});
