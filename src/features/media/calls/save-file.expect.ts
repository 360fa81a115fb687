import { type Expectation, noId } from "#kit/expectation.ts";

/** There is no such file. */
export default {
  requiredAccess: "member",
  input: () => ({ name: "a.pdf", path: `/files/${noId}.pdf` }),
  answers: [404],
} satisfies Expectation;
