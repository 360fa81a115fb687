import { type Expectation, noId } from "#kit/expectation.ts";

/** The file does not exist. */
export default {
  requiredAccess: "member",
  input: () => ({ name: "a.pdf", path: `/files/${noId}.pdf` }),
  answers: [404],
} satisfies Expectation;
