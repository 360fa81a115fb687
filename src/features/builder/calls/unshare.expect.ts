import { type Expectation, noId } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  namesRow: true,
  input: ({ page }) => ({ pageId: page, id: noId }),
} satisfies Expectation;
