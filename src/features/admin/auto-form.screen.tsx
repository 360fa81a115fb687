import { useLocation } from "react-router";
import { routeType } from "#kit/route-settings.ts";
import { NotFound, ScreenLoading } from "#client/screen-states.tsx";
import { currentRoute } from "#client/legacy-headers.ts";
import { lazyControl } from "#ui/lazy-control.tsx";
import { parseAutoPath } from "./auto-path.ts";
import { EditScreen } from "./auto-edit.tsx";

const RecordPreview = lazyControl(async () => (await import("./preview/record-preview.tsx")).RecordPreview, {
  renderFallback: ScreenLoading,
});

/** The form of an admin path (B-039), or the record to read (S-058). */
export function AutoFormScreen() {
  const { pathname, search } = useLocation();
  if (/\/preview\/?$/i.test(pathname)) return <RecordPreview />;
  const path = parseAutoPath(pathname, routeType(new URLSearchParams(search), currentRoute()));
  if (path === undefined) return <NotFound />;
  const { area, type, screen } = path;
  // A new key per entity, so that no state is carried over.
  return <EditScreen key={`${type} ${screen}`} area={area} type={type} isNew={screen === "add"} />;
}
