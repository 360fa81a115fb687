import { useState } from "react";
import { AutoScreen } from "#features/admin/auto.screen.tsx";
import { useRelationDialogs } from "#features/admin/relations/relation-dialogs.ts";
import { CreateWebhookButton, WebhookSecretDialog } from "#features/integrations/make-webhook.tsx";
import { RelationDialogs } from "#ui/relation-dialogs.ts";

/** A role can be added from the dialog, because a webhook without one sends nothing. */
const addable = ["role"];

/** Webhooks of the space, with a button that creates one. */
export function WebhooksScreen() {
  const [secret, setSecret] = useState<string>();
  const dialogs = useRelationDialogs(addable);
  return (
    <>
      <AutoScreen
        actions={
          <RelationDialogs value={dialogs}>
            <CreateWebhookButton onMade={setSecret} />
          </RelationDialogs>
        }
      />
      {secret !== undefined && <WebhookSecretDialog value={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}
