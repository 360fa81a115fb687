import { rowAccess } from "#kit/access.ts";
import marketItem from "#entities/marketItem.ts";
import { defineRowCommand } from "#records/change/row-commands.server.ts";
import { withdrawItem } from "#features/builder/market/items.server.ts";

/** Takes the item out of the market and out of the review. Copies that others have made stay theirs. */
export default defineRowCommand({
  id: "withdraw",
  entity: marketItem,
  name: { zh: "下架", en: "Withdraw" },
  icon: "unpublish",
  access: rowAccess("update", "marketItem"),
  // A new draft of an item that others see is withdrawn too.
  if: {
    or: [
      { field: "state", op: "in", value: ["review", "offered", "refused"] },
      { field: "offeredEdition", op: "gte", value: 1 },
    ],
  },
  question: {
    title: {
      zh: "下架“{name}”？其他空间不再看到它，已复制的内容不受影响。",
      en: "Withdraw {name}? Other spaces no longer see it. Copies that they made stay.",
    },
    isDangerous: true,
  },
  async run({ tx, context }, [target]) {
    await withdrawItem(tx, context, target!);
    return { text: { zh: "已下架", en: "Withdrawn" }, kind: "success" };
  },
});
