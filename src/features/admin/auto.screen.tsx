import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { NotFound } from "#client/screen-states.tsx";
import { parseAutoPath } from "./auto-path.ts";
import { ListScreen } from "./auto-list.tsx";

/** The list that an admin path asks for (B-039). `actions` stand beside its own button. */
export function AutoScreen({ actions }: { actions?: ReactNode }) {
  const { pathname } = useLocation();
  const path = parseAutoPath(pathname);
  if (path?.screen !== "list") return <NotFound />;
  const { area, type } = path;
  // Another entity is another screen: nothing of the one before may linger in it.
  return <ListScreen key={type} area={area} type={type} actions={actions} />;
}
