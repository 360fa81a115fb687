import { defineAutoWidget } from "#kit/auto-widget.ts";
import { lazyControl } from "#ui/lazy-control.tsx";
import { sourceSetting } from "../widget-settings.ts";

const EmbeddedTree = lazyControl(async () => (await import("../embedded-tree.tsx")).EmbeddedTree, { height: 120 });

export default defineAutoWidget({
  name: "tree",
  title: { zh: "树", en: "Tree" },
  icon: "workflow",
  settings: sourceSetting,
  choices: { source: "entity" },
  // Checks that the reader may read it; branches are read as they are opened.
  load: ({ source }, reader) => ({ source, name: reader.nameOf(source) }),
  Show: ({ data: { source, name }, locale }) => <EmbeddedTree id="" source={source} name={name} locale={locale} />,
});
