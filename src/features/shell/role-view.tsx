import { useEffect } from "react";
import type { Person } from "#client/person.ts";
import { loadLater } from "#ui/load-later.ts";

const bar = loadLater(() => import("./role-view-bar.tsx").then(({ RoleViewBar }) => RoleViewBar));

/** The bar that is shown while a person views the space as a role; its code is loaded only then. */
export function RoleView({ person: { view }, frame }: { person: Person; frame: "management" | "builder" }) {
  const isViewing = view !== null;
  useEffect(() => {
    if (isViewing) bar.preload();
  }, [isViewing]);
  return isViewing ? <bar.Component view={view} frame={frame} /> : null;
}
