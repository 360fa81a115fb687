import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { NotFound } from "#client/screen-states.tsx";
import { parseAutoPath } from "./auto-path.ts";
import { EditScreen } from "./auto-edit.tsx";
import { ListScreen } from "./auto-list.tsx";

/** The screen that an admin path asks for (B-039). `actions` stand beside a list's own button. */
export function AutoScreen({ actions }: { actions?: ReactNode }) {
  const { pathname } = useLocation();
  const path = parseAutoPath(pathname);
  if (path === undefined) return <NotFound />;
  const { area, type, screen } = path;
  // Another entity is another screen: nothing of the one before may linger in it.
  return screen === "list" ? (
    <ListScreen key={type} area={area} type={type} actions={actions} />
  ) : (
    <EditScreen key={`${type} ${screen}`} area={area} type={type} isNew={screen === "add"} />
  );
}
