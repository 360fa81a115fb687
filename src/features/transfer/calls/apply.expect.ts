import { type Expectation, unknownId } from "#kit/expectation.ts";

/** With an unknown file. */
export default {
  requiredAccess: "administrator",
  input: () => ({ file: unknownId, rows: [{ path: "role/Editor", version: null }] }),
  answers: [404],
  stepUp: true,
} satisfies Expectation;
