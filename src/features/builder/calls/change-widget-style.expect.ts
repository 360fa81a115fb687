import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  namesRow: true,
  input: ({ page }) => ({ widget: { dataId: `${page}.wd_notice0001` }, diyPageInfo: { pageId: page } }),
} satisfies Expectation;
