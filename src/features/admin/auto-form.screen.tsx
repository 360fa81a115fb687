import { useLocation } from "react-router";
import { NotFound } from "#client/screen-states.tsx";
import { parseAutoPath } from "./auto-path.ts";
import { EditScreen } from "./auto-edit.tsx";

/** The form of an admin path (B-039). */
export function AutoFormScreen() {
  const { pathname } = useLocation();
  const path = parseAutoPath(pathname);
  if (path === undefined) return <NotFound />;
  const { area, type, screen } = path;
  // A new key per entity, so that no state is carried over.
  return <EditScreen key={`${type} ${screen}`} area={area} type={type} isNew={screen === "add"} />;
}
