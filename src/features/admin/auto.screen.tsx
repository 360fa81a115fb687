import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { routeType } from "#kit/route-settings.ts";
import { NotFound } from "#client/screen-states.tsx";
import { currentRoute } from "#client/legacy-headers.ts";
import { useMovable } from "#ui/movable.tsx";
import { parseAutoPath } from "./auto-path.ts";
import { ListScreen } from "./auto-list.tsx";

/** The list of an admin path (B-039). `actions`: buttons next to its own. */
export function AutoScreen({ actions }: { actions?: ReactNode }) {
  const { pathname, search } = useLocation();
  // The actions are in the header of a list, but in the middle of an empty list: they keep their state when they move.
  const { content, slot } = useMovable(actions);
  const path = parseAutoPath(pathname, routeType(new URLSearchParams(search), currentRoute()));
  if (path?.screen !== "list") return <NotFound />;
  const { area, type } = path;
  // A new key per entity, so that no state is carried over.
  return (
    <>
      <ListScreen key={type} area={area} type={type} actions={slot} />
      {content}
    </>
  );
}
