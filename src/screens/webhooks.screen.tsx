import { useState } from "react";
import { AutoScreen } from "#features/admin/auto.screen.tsx";
import { CreateWebhookButton, WebhookSecretDialog } from "#features/integrations/make-webhook.tsx";

/** Webhooks of the space, with a button that creates one. */
export function WebhooksScreen() {
  const [secret, setSecret] = useState<string>();
  return (
    <>
      <AutoScreen actions={<CreateWebhookButton onMade={setSecret} />} />
      {secret !== undefined && <WebhookSecretDialog value={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}
