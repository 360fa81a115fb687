import { useQueryClient } from "@tanstack/react-query";
import { Webhook } from "lucide-react";
import { useState } from "react";
import type { Subscription } from "#kit/webhook.ts";
import { call } from "#client/call.ts";
import { EventRows } from "#client/editors/event-rows.tsx";
import { FormDialog } from "#render/form/form-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";
import { randomId } from "#ui/random-id.ts";
import { useRoleField } from "./role-field.tsx";
import { SecretDialog } from "./secret-dialog.tsx";

const texts = {
  make: { zh: "创建 Webhook", en: "Create webhook" },
  intro: {
    zh: "数据发生变化时，本空间向您的程序发送带签名的 POST 请求。",
    en: "When data changes, this space sends a signed POST request to your program.",
  },
  name: { zh: "名称", en: "Name" },
  nameHint: { zh: "例如：ERP 同步", en: "e.g. ERP sync" },
  address: { zh: "接收地址", en: "Endpoint address" },
  addressHint: {
    zh: "以 https:// 开头，可从互联网访问",
    en: "Begins with https:// and can be reached from the internet",
  },
  events: { zh: "事件", en: "Events" },
  rolesHint: { zh: "只推送这些角色有权查看的数据", en: "Only data that these roles may view is sent" },
  made: { zh: "签名密钥", en: "Signing secret" },
  once: {
    zh: "密钥仅显示这一次，请立即复制并保存到接收程序，用于校验每次推送的签名。",
    en: "The secret is shown only once. Copy it to your program, which uses it to verify the signature of every delivery.",
  },
};

/** Parses the form's value of the field `events`: JSON, or an empty string. */
const parseEvents = (value: string): Subscription[] => (value === "" ? [] : (JSON.parse(value) as Subscription[]));

/** Shows once the secret of a new webhook, or a webhook's new secret after rotation. */
export function WebhookSecretDialog({ value, onClose }: { value: string; onClose: () => void }) {
  const t = useText();
  return (
    <SecretDialog
      title={t(texts.made)}
      description={t(texts.once)}
      label={t(texts.made)}
      value={value}
      onClose={onClose}
    />
  );
}

/** The button, with its dialog, that creates a webhook. Its parent shows the secret. */
export function CreateWebhookButton({ onMade }: { onMade: (secret: string) => void }) {
  const t = useText();
  const client = useQueryClient();
  const roleField = useRoleField(t(texts.rolesHint));
  const [isOpen, setIsOpen] = useState(false);
  const [requestId, setRequestId] = useState(randomId);
  async function createWebhook({
    name = "",
    address = "",
    events = "",
    roles = "",
  }: Record<string, string>): Promise<void> {
    const created = await call("POST paas/webhook/make", {
      name,
      address,
      events: parseEvents(events),
      roles: roles.split(","),
      requestId,
    });
    setIsOpen(false);
    setRequestId(randomId());
    onMade(created.secret);
    await client.invalidateQueries({ queryKey: ["table", "webhook"] });
  }
  return (
    <>
      <Button kind="primary" onClick={() => setIsOpen(true)}>
        <Webhook size={16} strokeWidth={1.5} aria-hidden="true" />
        {t(texts.make)}
      </Button>
      {isOpen && (
        <FormDialog
          title={t(texts.make)}
          description={t(texts.intro)}
          save={t(texts.make)}
          fields={[
            { name: "name", label: t(texts.name), hint: t(texts.nameHint), type: "text", max: 60 },
            { name: "address", label: t(texts.address), hint: t(texts.addressHint), type: "text", max: 500 },
            {
              name: "events",
              label: t(texts.events),
              type: "other",
              render: ({ id, value, describedBy, onChange }) => (
                <EventRows
                  id={id}
                  value={parseEvents(value)}
                  disabled={false}
                  describedBy={describedBy}
                  onChange={(next) => onChange(next.length === 0 ? "" : JSON.stringify(next))}
                />
              ),
            },
            roleField,
          ]}
          onSave={createWebhook}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
