import { useState } from "react";
import { AutoScreen } from "#features/admin/auto.screen.tsx";
import { MakeWebhook, NewWebhookSecret } from "#features/integrations/make-webhook.tsx";

/** Webhooks of the space, and the way to make one. */
export function WebhooksScreen() {
  const [secret, setSecret] = useState<string>();
  return (
    <>
      <AutoScreen actions={<MakeWebhook onMade={setSecret} />} />
      {secret !== undefined && <NewWebhookSecret value={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}
