import { useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { keyLifetimes } from "#kit/api-key.ts";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { FormDialog } from "#render/form/form-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";
import { randomId } from "#ui/random-id.ts";
import { useRoleField } from "./role-field.tsx";
import { SecretDialog } from "./secret-dialog.tsx";

const texts = {
  make: { zh: "创建密钥", en: "Create key" },
  intro: {
    zh: "其他程序使用密钥读写本空间的数据，只拥有所选角色的权限。",
    en: "Another program reads and changes data of this space with the key. It has the permissions of the roles you choose.",
  },
  name: { zh: "名称", en: "Name" },
  nameHint: { zh: "例如：ERP 同步", en: "e.g. ERP sync" },
  lifetime: { zh: "有效期", en: "Expires after" },
  days: { zh: "{n} 天", en: "{n} {n|day|days}" },
  made: { zh: "密钥已创建", en: "Key created" },
  once: {
    zh: "密钥仅显示这一次，请立即复制并妥善保管。关闭后，列表中只保留末四位。",
    en: "The key is shown only once. Copy it and keep it safe: the list keeps only the last four characters.",
  },
  key: { zh: "API 密钥", en: "API key" },
};
const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;

/** A new key, shown once. */
export function NewApiKeyDialog({ value, onClose }: { value: string; onClose: () => void }) {
  const t = useText();
  return (
    <SecretDialog
      title={t(texts.made)}
      description={t(texts.once)}
      label={t(texts.key)}
      value={value}
      example={`curl -H "Authorization: Bearer ${value}" "${location.origin}/api/news/QueryPageList"`}
      onClose={onClose}
    />
  );
}

/** The button, with its dialog, that creates an API key. Its parent shows the key. */
export function CreateApiKeyButton({ onMade }: { onMade: (key: string) => void }) {
  const t = useText();
  const client = useQueryClient();
  const roleField = useRoleField();
  const [isOpen, setIsOpen] = useState(false);
  const [requestId, setRequestId] = useState(randomId);
  async function createKey({ name = "", roles = "", days }: Record<string, string>): Promise<void> {
    const lifetime = keyLifetimes.find((candidate) => String(candidate) === days) ?? keyLifetimes[0];
    const created = await call("POST paas/apiKey/make", { name, roles: roles.split(","), days: lifetime, requestId });
    setIsOpen(false);
    setRequestId(randomId());
    onMade(created.key);
    await client.invalidateQueries({ queryKey: ["table", "apiKey"] });
  }
  return (
    <>
      <Button kind="primary" onClick={() => setIsOpen(true)}>
        <KeyRound {...icon} />
        {t(texts.make)}
      </Button>
      {isOpen && (
        <FormDialog
          title={t(texts.make)}
          description={t(texts.intro)}
          save={t(texts.make)}
          initialValues={{ days: "90" }}
          fields={[
            { name: "name", label: t(texts.name), hint: t(texts.nameHint), type: "text", max: 60 },
            roleField,
            {
              name: "days",
              label: t(texts.lifetime),
              type: "select",
              options: keyLifetimes.map((n) => ({ key: String(n), name: t(formatText(texts.days, { n })) })),
            },
          ]}
          onSave={createKey}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
