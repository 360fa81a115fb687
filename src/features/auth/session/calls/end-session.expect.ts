import { type Expectation, unknownId } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  input: () => ({ id: unknownId }),
} satisfies Expectation;
