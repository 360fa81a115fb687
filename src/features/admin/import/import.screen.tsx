import { useLocation, useParams } from "react-router";
import { areas } from "#kit/app-pages.ts";
import { ImportScreen } from "./import-screen.tsx";

/** The import of an admin path: `/paas/wiki/import`. */
export function AutoImportScreen() {
  const { type = "" } = useParams();
  const [, areaSegment = ""] = useLocation().pathname.split("/");
  const area = areas.find((candidate) => candidate === areaSegment.toLowerCase()) ?? "paas";
  // A new key per entity, so that no state is carried over.
  return <ImportScreen key={type} area={area} type={type} />;
}
