import { useLocation, useParams } from "react-router";
import { areas } from "#kit/app-pages.ts";
import { ImportScreen } from "./import-screen.tsx";

/** The import that an admin path asks for: `/paas/wiki/import`. */
export function AutoImportScreen() {
  const { type = "" } = useParams();
  const [, first = ""] = useLocation().pathname.split("/");
  const area = areas.find((one) => one === first.toLowerCase()) ?? "paas";
  // Another entity is another import: nothing of the one before may linger in it.
  return <ImportScreen key={type} area={area} type={type} />;
}
