import { AutoScreen } from "#features/admin/auto.screen.tsx";
import { MakeApiKey } from "#features/integrations/make-api-key.tsx";

/** API keys of the space, and the way to make one. */
export function ApiKeysScreen() {
  return <AutoScreen actions={<MakeApiKey />} />;
}
