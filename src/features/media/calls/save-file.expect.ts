import { type Expectation, unknownId } from "#kit/expectation.ts";

/** The file does not exist. */
export default {
  requiredAccess: "member",
  input: () => ({ name: "a.pdf", path: `/files/${unknownId}.pdf` }),
  answers: [404],
} satisfies Expectation;
