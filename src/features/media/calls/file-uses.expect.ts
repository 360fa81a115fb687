import type { Expectation } from "#kit/expectation.ts";

/** Everyone who may read the file may see where it is used. */
export default {
  requiredAccess: "member",
  input: ({ storageFile }) => ({ id: storageFile }),
  namesRow: true,
} satisfies Expectation;
