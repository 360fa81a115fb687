import { AutoScreen } from "#features/admin/auto.screen.tsx";
import { OpenLink } from "#features/service/open-link.tsx";

/** What a customer has opened, and the way to more. */
export function OpeningsScreen() {
  return <AutoScreen actions={<OpenLink />} />;
}
