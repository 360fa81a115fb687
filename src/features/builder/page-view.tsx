import { Footer } from "#render/footer.tsx";
import { TopBar } from "#render/top-bar.tsx";
import { root } from "./document-store.ts";
import { useChildren, useSetting } from "./editor.ts";
import { useRenderContext } from "./own-element.ts";
import { WidgetView } from "./widget-view.tsx";

/** The page as it is edited: drawn by the very components that visitors' pages are made of. */
export function PageView() {
  const ids = useChildren(root);
  const { showHead, showFoot } = useSetting();
  const context = useRenderContext();
  return (
    <>
      {showHead && <TopBar context={context} />}
      <main id="main">
        {ids.map((id) => (
          <WidgetView key={id} id={id} />
        ))}
      </main>
      {showFoot && <Footer context={context} />}
    </>
  );
}
