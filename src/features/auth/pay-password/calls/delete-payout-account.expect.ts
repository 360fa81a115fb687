import { type Expectation, noId } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  input: () => ({ id: noId }),
  answers: [404],
  stepUp: true,
} satisfies Expectation;
