import { useState } from "react";
import { AutoScreen } from "#features/admin/auto.screen.tsx";
import { CreateApiKeyButton, NewApiKeyDialog } from "#features/integrations/make-api-key.tsx";

/** API keys of the space, with a button that creates one. */
export function ApiKeysScreen() {
  const [key, setKey] = useState<string>();
  return (
    <>
      <AutoScreen actions={<CreateApiKeyButton onMade={setKey} />} />
      {key !== undefined && <NewApiKeyDialog value={key} onClose={() => setKey(undefined)} />}
    </>
  );
}
