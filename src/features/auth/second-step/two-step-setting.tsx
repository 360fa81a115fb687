import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { call } from "#client/call.ts";
import { FormDialog } from "#render/form/form-dialog.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { useText } from "#ui/locale.ts";
import { keyInGroups, QrCode } from "#ui/qr-code.tsx";
import { notify } from "#ui/toast.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import type { Person } from "#client/person.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { Setting } from "#ui/section.tsx";
import { identityField } from "#features/auth/form/security-forms.ts";

const texts = {
  name: { zh: "两步验证", en: "Two-step verification" },
  off: {
    zh: "未开启。开启后，登录时还需要输入验证器应用中的验证码。",
    en: "Off. When on, signing in also requires a code from an authenticator app.",
  },
  on: { zh: "已开启，剩余 {n} 个恢复码。", en: "On. Recovery codes left: {n}." },
  low: {
    zh: "已开启，仅剩 {n} 个恢复码，请重新生成。",
    en: "On. Recovery codes left: {n}. Generate new ones.",
  },
  turnOn: { zh: "开启", en: "Turn on" },
  turnOff: { zh: "关闭", en: "Turn off" },
  confirmTurnOff: { zh: "关闭两步验证", en: "Turn off two-step verification" },
  newCodes: { zh: "重新生成恢复码", en: "Generate new codes" },
  proveText: { zh: "请先验证身份。", en: "First, verify your identity." },
  next: { zh: "下一步", en: "Continue" },
  scanText: {
    zh: "请用验证器应用（如 1Password、Google 或 Microsoft Authenticator）扫描二维码，或手动输入密钥。",
    en: "Scan with an authenticator app (such as 1Password, Google or Microsoft Authenticator), or enter the key.",
  },
  scan: { zh: "用验证器应用扫描的二维码", en: "QR code for the authenticator app" },
  key: { zh: "密钥", en: "Key" },
  copyKey: { zh: "复制密钥", en: "Copy key" },
  appCode: { zh: "验证器应用中的验证码", en: "Code from the app" },
  anyCode: { zh: "验证器应用中的验证码或恢复码", en: "Code from the app, or a recovery code" },
  offText: {
    zh: "关闭后，仅凭密码或短信验证码即可登录，恢复码也将失效。",
    en: "Afterwards a password or an SMS code is enough to sign in, and your recovery codes stop working.",
  },
  codesText: { zh: "原有的恢复码将全部失效。", en: "Old recovery codes stop working." },
  isOff: { zh: "两步验证已关闭", en: "Two-step verification is off" },
  isOn: { zh: "两步验证已开启", en: "Two-step verification is on" },
  make: { zh: "生成", en: "Generate" },
};

/** With fewer unused recovery codes, the setting recommends new ones. */
const minRecoveryCodes = 3;

type AppSetup = { ticket: string; secret: string; uri: string };
/** The open dialog. */
type TwoStepDialogState =
  | { name: "prove" | "off" | "renew" }
  | { name: "scan"; setup: AppSetup }
  | { name: "codes"; codes: string[] };

/** The secret of a new authenticator app, to scan or to type, in a dialog of the app. */
function AppSecret({ setup }: { setup: AppSetup }) {
  const t = useText();
  return (
    <div className="mt-4 flex flex-wrap items-center justify-center gap-x-5 gap-y-4 rounded-sm border border-line bg-paper-2 p-4">
      <QrCode text={setup.uri} name={t(texts.scan)} size={152} />
      <div className="grid min-w-0 flex-1 basis-44 justify-items-start gap-2">
        <p className="text-sm font-medium text-ink-2">{t(texts.key)}</p>
        <code className="font-mono text-sm break-words">{keyInGroups(setup.secret)}</code>
        <CopyButton text={setup.secret}>{t(texts.copyKey)}</CopyButton>
      </div>
    </div>
  );
}

type DialogProps = {
  person: Person;
  dialog: TwoStepDialogState;
  onDialogChange: (dialog: TwoStepDialogState | undefined) => void;
  onChanged: () => void;
};

/** The dialog in its current state. `onDialogChange(undefined)` closes it. */
function TwoStepDialog({ person, dialog, onDialogChange, onChanged }: DialogProps) {
  const t = useText();
  const close = () => onDialogChange(undefined);
  const codeField = { name: "code", label: t(texts.anyCode), type: "text", max: 20 } as const;
  function showCodes(codes: string[]): void {
    onChanged();
    onDialogChange({ name: "codes", codes });
  }
  switch (dialog.name) {
    case "prove":
      return (
        <FormDialog
          title={t(texts.name)}
          description={t(texts.proveText)}
          save={t(texts.next)}
          fields={[identityField(person, "twoStep", t)]}
          onSave={async (values) => onDialogChange({ name: "scan", setup: await call("POST user/totp/begin", values) })}
          onClose={close}
        />
      );
    case "scan":
      return (
        <FormDialog
          // A new key, so that the fields of the previous dialog are not reused.
          key="scan"
          title={t(texts.name)}
          description={t(texts.scanText)}
          intro={<AppSecret setup={dialog.setup} />}
          save={t(texts.turnOn)}
          fields={[{ name: "code", label: t(texts.appCode), type: "digits", max: 6, autoComplete: "one-time-code" }]}
          onSave={async ({ code = "" }) => {
            const { ticket } = dialog.setup;
            showCodes((await call("POST user/totp/confirm", { ticket, code })).recoveryCodes);
            notify("success", t(texts.isOn));
          }}
          onClose={close}
        />
      );
    case "renew":
      return (
        <FormDialog
          title={t(texts.newCodes)}
          description={t(texts.codesText)}
          save={t(texts.make)}
          fields={[codeField]}
          onSave={async ({ code = "" }) => showCodes((await call("POST user/totp/recovery", { code })).recoveryCodes)}
          onClose={close}
        />
      );
    case "off":
      return (
        <FormDialog
          title={t(texts.name)}
          description={t(texts.offText)}
          save={t(texts.confirmTurnOff)}
          isDangerous
          fields={[codeField]}
          onSave={async ({ code = "" }) => {
            await call("POST user/totp/off", { code });
            onChanged();
            close();
            notify("success", t(texts.isOff));
          }}
          onClose={close}
        />
      );
    case "codes":
      return <RecoveryCodes codes={dialog.codes} onClose={close} />;
  }
}

/** The setting of two-step verification: turning it on and off, and generating recovery codes. */
export function TwoStepSetting({ person }: { person: Person }) {
  const t = useText();
  const client = useQueryClient();
  const [dialog, setDialog] = useState<TwoStepDialogState>();
  const query = useQuery({ queryKey: ["twoStep"], queryFn: ({ signal }) => call("GET user/totp", {}, { signal }) });
  return (
    <>
      <QueryContent query={query}>
        {({ isOn, recoveryLeft }) => (
          <Setting
            name={t(texts.name)}
            action={
              isOn ? (
                <div className="flex flex-wrap gap-2">
                  <Button onClick={() => setDialog({ name: "renew" })}>{t(texts.newCodes)}</Button>
                  <Button onClick={() => setDialog({ name: "off" })}>{t(texts.turnOff)}</Button>
                </div>
              ) : (
                <Button onClick={() => setDialog({ name: "prove" })}>{t(texts.turnOn)}</Button>
              )
            }
          >
            {t(
              isOn
                ? formatText(recoveryLeft < minRecoveryCodes ? texts.low : texts.on, { n: recoveryLeft })
                : texts.off,
            )}
          </Setting>
        )}
      </QueryContent>
      {dialog !== undefined && (
        <TwoStepDialog
          person={person}
          dialog={dialog}
          onDialogChange={setDialog}
          onChanged={() => void client.invalidateQueries({ queryKey: ["twoStep"] })}
        />
      )}
    </>
  );
}
