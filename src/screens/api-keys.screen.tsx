import { useState } from "react";
import { AutoScreen } from "#features/admin/auto.screen.tsx";
import { useRelationDialogs } from "#features/admin/relations/relation-dialogs.ts";
import { CreateApiKeyButton, NewApiKeyDialog } from "#features/integrations/make-api-key.tsx";
import { RelationDialogs } from "#ui/relation-dialogs.ts";

/** A role can be added from the dialog, because a key without one cannot be created. */
const addable = ["role"];

/** API keys of the space, with a button that creates one. */
export function ApiKeysScreen() {
  const [key, setKey] = useState<string>();
  const dialogs = useRelationDialogs(addable);
  return (
    <>
      <AutoScreen
        actions={
          <RelationDialogs value={dialogs}>
            <CreateApiKeyButton onMade={setKey} />
          </RelationDialogs>
        }
      />
      {key !== undefined && <NewApiKeyDialog value={key} onClose={() => setKey(undefined)} />}
    </>
  );
}
