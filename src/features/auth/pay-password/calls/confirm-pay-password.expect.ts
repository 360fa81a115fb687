import { type Expectation, unknownId } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  input: () => ({ payPassWord: "482913", userId: unknownId }),
  answers: [403],
} satisfies Expectation;
