/** When the browser asks for a step-up, and which calls it repeats (src/client/step-up.ts). */
import { afterEach, expect, it } from "vitest";
import { completeStepUp, registerStepUpPrompt, countStepUps } from "#client/step-up.ts";

const stepUp = { methods: ["password" as const], mobile: "137****0000" };
const needsProof = { status: 403, data: { stepUp } };
const signedOut = { status: 401, data: undefined };

let answerQuestion: ((hasProof: boolean) => void) | undefined;
let questionCount = 0;
let unregister: (() => void) | undefined;
const register = () => {
  questionCount = 0;
  unregister = registerStepUpPrompt(() => {
    questionCount += 1;
    return new Promise((resolve) => {
      answerQuestion = resolve;
    });
  });
};
afterEach(() => unregister?.());

it("asks once for several refused calls, and repeats them all", async () => {
  register();
  const stepUpCount = countStepUps();
  const pending = [needsProof, needsProof, needsProof].map((refusal) => completeStepUp(refusal, stepUpCount));
  answerQuestion!(true);
  expect(await Promise.all(pending)).toEqual([true, true, true]);
  expect(questionCount).toBe(1);
});

it("repeats none when the person cancels, and asks again next time", async () => {
  register();
  const pending = [needsProof, needsProof].map((refusal) => completeStepUp(refusal, countStepUps()));
  answerQuestion!(false);
  expect(await Promise.all(pending)).toEqual([false, false]);
  const nextCall = completeStepUp(needsProof, countStepUps());
  answerQuestion!(true);
  expect([await nextCall, questionCount]).toEqual([true, 2]);
});

it("repeats calls sent with the old token before, during and after the question", async () => {
  register();
  const stepUpCount = countStepUps();
  const firstCall = completeStepUp(needsProof, stepUpCount);
  const callDuringQuestion = completeStepUp(signedOut, stepUpCount);
  answerQuestion!(true);
  expect([await firstCall, await callDuringQuestion]).toEqual([true, true]);
  expect(await completeStepUp(signedOut, stepUpCount)).toBe(true);
  expect(await completeStepUp(needsProof, stepUpCount)).toBe(true);
  // A call sent afterwards is not repeated.
  expect(await completeStepUp(signedOut, countStepUps())).toBe(false);
  expect(questionCount).toBe(1);
});

it("does not ask for other refusals, on pages without a prover, or without a method", async () => {
  register();
  expect(await completeStepUp({ status: 403, data: undefined }, countStepUps())).toBe(false);
  expect(await completeStepUp({ status: 422, data: { stepUp } }, countStepUps())).toBe(false);
  expect(await completeStepUp({ status: 403, data: { stepUp: { ...stepUp, methods: [] } } }, countStepUps())).toBe(
    false,
  );
  expect(questionCount).toBe(0);
  unregister!();
  expect(await completeStepUp(needsProof, countStepUps())).toBe(false);
});
