import { type Expectation, unknownId } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  namesRow: true,
  input: ({ page }) => ({ pageId: page, id: unknownId }),
  answers: [404],
} satisfies Expectation;
