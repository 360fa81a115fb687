import { type Expectation, noId } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  input: () => ({ payPassWord: "482913", userId: noId }),
  answers: [403],
} satisfies Expectation;
