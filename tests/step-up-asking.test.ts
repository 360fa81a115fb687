/** When the browser asks for a step-up, and which calls it repeats (src/client/step-up.ts). */
import { afterEach, expect, it } from "vitest";
import { shouldRepeat, registerProver, countProofs } from "#client/step-up.ts";

const stepUp = { methods: ["password" as const], mobile: "137****0000" };
const tooOld = { status: 403, data: { stepUp } };
const signedOut = { status: 401, data: undefined };

let answer: ((isProved: boolean) => void) | undefined;
let asked = 0;
let stop: (() => void) | undefined;
const register = () => {
  asked = 0;
  stop = registerProver(() => {
    asked += 1;
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
};
afterEach(() => stop?.());

it("asks once however many calls are refused at once, and repeats them all", async () => {
  register();
  const before = countProofs();
  const waiting = [tooOld, tooOld, tooOld].map((refusal) => shouldRepeat(refusal, before));
  answer!(true);
  expect(await Promise.all(waiting)).toEqual([true, true, true]);
  expect(asked).toBe(1);
});

it("repeats none when the person would rather not, and asks again next time", async () => {
  register();
  const waiting = [tooOld, tooOld].map((refusal) => shouldRepeat(refusal, countProofs()));
  answer!(false);
  expect(await Promise.all(waiting)).toEqual([false, false]);
  const again = shouldRepeat(tooOld, countProofs());
  answer!(true);
  expect([await again, asked]).toEqual([true, 2]);
});

it("repeats what was on its way with the token from before, during and after the question", async () => {
  register();
  const before = countProofs();
  const asking = shouldRepeat(tooOld, before);
  const during = shouldRepeat(signedOut, before);
  answer!(true);
  expect([await asking, await during]).toEqual([true, true]);
  expect(await shouldRepeat(signedOut, before)).toBe(true);
  expect(await shouldRepeat(tooOld, before)).toBe(true);
  // Sent since: it is what it says.
  expect(await shouldRepeat(signedOut, countProofs())).toBe(false);
  expect(asked).toBe(1);
});

it("asks nobody for other refusals, on pages without a question, and where nothing can be proved", async () => {
  register();
  expect(await shouldRepeat({ status: 403, data: undefined }, countProofs())).toBe(false);
  expect(await shouldRepeat({ status: 422, data: { stepUp } }, countProofs())).toBe(false);
  expect(await shouldRepeat({ status: 403, data: { stepUp: { ...stepUp, methods: [] } } }, countProofs())).toBe(false);
  expect(asked).toBe(0);
  stop!();
  expect(await shouldRepeat(tooOld, countProofs())).toBe(false);
});
