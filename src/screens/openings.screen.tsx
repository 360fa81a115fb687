import { AutoScreen } from "#features/admin/auto.screen.tsx";
import { OpenLink } from "#features/service/open-link.tsx";

/** The plans that the space has activated, with a link to the plans on offer. */
export function OpeningsScreen() {
  return <AutoScreen actions={<OpenLink />} />;
}
