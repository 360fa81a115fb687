import { useState } from "react";
import { ListWithButtons } from "#features/admin/list-with-buttons.tsx";
import { MakeApiKey, NewApiKey } from "#features/integrations/make-api-key.tsx";

/** API keys of the space, with a button that creates one. */
export function ApiKeysScreen() {
  const [key, setKey] = useState<string>();
  return (
    <>
      <ListWithButtons>
        <MakeApiKey onMade={setKey} />
      </ListWithButtons>
      {key !== undefined && <NewApiKey value={key} onClose={() => setKey(undefined)} />}
    </>
  );
}
