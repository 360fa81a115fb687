import { useState } from "react";
import { ListWithButtons } from "#features/admin/list-with-buttons.tsx";
import { MakeWebhook, NewWebhookSecret } from "#features/integrations/make-webhook.tsx";

/** Webhooks of the space, and the way to make one. */
export function WebhooksScreen() {
  const [secret, setSecret] = useState<string>();
  return (
    <>
      <ListWithButtons>
        <MakeWebhook onMade={setSecret} />
      </ListWithButtons>
      {secret !== undefined && <NewWebhookSecret value={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}
