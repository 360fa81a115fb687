import { rowAccess } from "#kit/access.ts";
import marketItem from "#entities/marketItem.ts";
import { defineRowCommand } from "#records/change/row-commands.server.ts";
import { submitItem } from "#features/builder/market/items.server.ts";

/** Asks the platform to review what the item has as its content and its name. */
export default defineRowCommand({
  id: "submit",
  entity: marketItem,
  name: { zh: "提交审核", en: "Submit for review" },
  icon: "publish",
  access: rowAccess("update", "marketItem"),
  stepUp: true,
  if: { field: "state", op: "ne", value: "review" },
  question: {
    title: {
      zh: "提交“{name}”给平台审核？通过后，所有空间都可以复制使用。",
      en: "Submit {name} for review? Once it has passed, every space can copy it.",
    },
  },
  async run({ tx, context }, [target]) {
    await submitItem(tx, context, target!);
    return { text: { zh: "已提交审核", en: "Submitted for review" }, kind: "success" };
  },
});
