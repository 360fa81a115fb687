import { AutoScreen } from "#features/admin/auto.screen.tsx";
import { OpenLink } from "#features/service/open-link.tsx";

/** The packages that a customer has opened, with a link to the offer. */
export function OpeningsScreen() {
  return <AutoScreen actions={<OpenLink />} />;
}
