import { useState } from "react";
import { AutoScreen } from "#features/admin/auto.screen.tsx";
import { MakeApiKey, NewApiKey } from "#features/integrations/make-api-key.tsx";

/** API keys of the space, and the way to make one. */
export function ApiKeysScreen() {
  const [key, setKey] = useState<string>();
  return (
    <>
      <AutoScreen actions={<MakeApiKey onMade={setKey} />} />
      {key !== undefined && <NewApiKey value={key} onClose={() => setKey(undefined)} />}
    </>
  );
}
