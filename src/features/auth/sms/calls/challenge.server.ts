import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { challengeOutput, newChallenge } from "../proof-of-work.server.ts";

/** For clients that solve a challenge in advance. Calls that send messages also return one with the problem `proofRequired`. */
const challenge = defineCall({
  method: "GET",
  path: "basic/challenge",
  envelope: "data",
  title: {
    zh: "获取工作量证明题目",
    en: "Get a proof-of-work challenge (ALTCHA); its solution is valid for one message",
  },
  access: anyone,
  limit: { max: 60, windowSeconds: 60 },
  input: z.strictObject({}),
  output: challengeOutput,
  run: (_input, { services }) => newChallenge(services),
});

export default challenge;
declare module "#kit/call.ts" {
  interface Calls {
    "GET basic/challenge": typeof challenge;
  }
}
