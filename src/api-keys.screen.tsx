import { useState } from "react";
import { AutoScreen } from "#features/admin/auto.screen.tsx";
import { MakeApiKey, NewApiKey } from "#features/integrations/make-api-key.tsx";

/** API keys of the space, with a button that creates one. */
export function ApiKeysScreen() {
  const [key, setKey] = useState<string>();
  return (
    <>
      <AutoScreen actions={<MakeApiKey onMade={setKey} />} />
      {key !== undefined && <NewApiKey value={key} onClose={() => setKey(undefined)} />}
    </>
  );
}
