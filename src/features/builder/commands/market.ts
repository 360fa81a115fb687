import { CloudUpload, RefreshCw, Store } from "lucide-react";
import { rootId } from "#kit/page-tree.ts";
import { defineCommand, defineEdit } from "#features/builder/editor/command.tsx";

const group = { zh: "市场", en: "Market" };

export const market = defineEdit({
  id: "market",
  group,
  name: { zh: "打开市场", en: "Open the market" },
  icon: Store,
  keys: ["Shift+KeyM"],
  opensDialog: true,
  run: ({ dialog }) => dialog.set("market"),
});

export const offer = defineCommand({
  id: "offerToMarket",
  group,
  name: { zh: "提供到市场", en: "Offer to the market" },
  icon: CloudUpload,
  opensDialog: true,
  when: ({ store }) =>
    store.children(rootId).length > 0 || { zh: "页面还没有组件", en: "The page has no components yet" },
  run: ({ dialog }) => dialog.set("offer"),
});

export const marketUpdates = defineEdit({
  id: "marketUpdates",
  group,
  name: { zh: "市场更新", en: "Market updates" },
  icon: RefreshCw,
  opensDialog: true,
  when: ({ store }) =>
    store.children(rootId).some((id) => store.record(id)?.origin !== undefined) || {
      zh: "本页没有来自市场的组件",
      en: "Nothing on this page came from the market",
    },
  run: ({ dialog }) => dialog.set("marketUpdates"),
});

export default [market, offer, marketUpdates];
