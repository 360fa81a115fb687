import { type Expectation, noId } from "#kit/expectation.ts";

export default {
  least: "member",
  input: () => ({ id: noId }),
} satisfies Expectation;
