import { ScreenLoading } from "#client/screen-states.tsx";
import { lazyControl } from "#ui/lazy-control.tsx";

// Apart from the screen: the start of the app names every file that a screen imports, and a page shares many with other screens.
const PageView = lazyControl(async () => (await import("./page-view.tsx")).PageView, {
  renderFallback: () => <ScreenLoading />,
});

/** The index page or the report of the type in the address (S-057, S-059). */
export function AutoPageScreen() {
  return <PageView />;
}
