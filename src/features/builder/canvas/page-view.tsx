import { useEffect, useMemo } from "react";
import { withLayout } from "#kit/page-layout.ts";
import { Footer } from "#render/page/footer.tsx";
import { rootId } from "#kit/page-tree.ts";
import { loadLater } from "#ui/load-later.ts";
import { useText } from "#ui/locale.ts";
import { backgroundCss } from "#render/page/parts/background.ts";
import { TopBar } from "#render/page/top-bar.tsx";
import { useValue } from "#features/builder/document/value.ts";
import { useChildren, useEditor, useSetting } from "#features/builder/editor/editor.ts";
import { useRenderContext } from "#features/builder/editor/record-element.ts";
import { WidgetView } from "./widget-view.tsx";

// Few pages have tabs.
const tabBar = loadLater(() => import("#render/page/parts/tab-bar.tsx").then((file) => file.TabBar));

const texts = {
  empty: { zh: "将组件拖到这里，或在“添加”中点击", en: "Drag a component here, or click one under “Add”" },
};

/** The edited page, rendered by the same components as visitors' pages. */
export function PageView() {
  const ids = useChildren(rootId);
  const ownSetting = useSetting();
  const context = useRenderContext();
  const { view, layouts } = useEditor();
  const { client = "WapH5" } = useValue(view);
  const setting = useMemo(() => withLayout(ownSetting, layouts[client]), [ownSetting, layouts, client]);
  const { showHead, showFoot } = setting;
  const hasTabs = (setting.tabBarSetting?.items ?? []).length > 0;
  useEffect(() => {
    if (hasTabs) tabBar.preload();
  }, [hasTabs]);
  const t = useText();
  return (
    <>
      {showHead && <TopBar context={context} />}
      <main id="main">
        {ids.length === 0 && <p className="empty-page">{t(texts.empty)}</p>}
        {ids.map((id) => (
          <WidgetView key={id} id={id} />
        ))}
      </main>
      {showFoot && <Footer context={context} />}
      {hasTabs && <tabBar.Component setting={setting} client={client} context={context} />}
      <style>{backgroundCss(setting)}</style>
    </>
  );
}
