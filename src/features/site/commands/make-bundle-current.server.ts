import { administrator } from "#kit/access.ts";
import appBundle from "#entities/appBundle.ts";
import { defineRowCommand } from "#records/change/row-commands.server.ts";
import { makeCurrent } from "../app-bundle/app-bundles.server.ts";

/** Goes back to an earlier version: what apps are told is the current one. */
export default defineRowCommand({
  id: "makeCurrent",
  entity: appBundle,
  name: { zh: "设为当前版本", en: "Make current" },
  icon: "check",
  access: administrator,
  if: { field: "current", op: "ne", value: true },
  question: { title: { zh: "将“{name}”设为当前版本？", en: "Make {name} the current version?" } },
  async run({ tx, context }, [target]) {
    await makeCurrent(tx, context, target!);
    return { text: { zh: "已设为当前版本", en: "This is the current version now" }, kind: "success" };
  },
});
