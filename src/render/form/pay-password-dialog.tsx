import { payPasswordRequired } from "#kit/pay-password.ts";
import { call } from "#client/call.ts";
import { usePerson } from "#client/person.ts";
import { useText } from "#ui/locale.ts";
import { FormDialog } from "./form-dialog.tsx";
import { useMustSetPayPassword } from "./must-set-pay-password.ts";
import type { Values } from "./form-store.ts";

const texts = {
  payPassword: { zh: "支付密码", en: "Payment password" },
  confirm: { zh: "确认", en: "Confirm" },
  unsetOrLocked: { zh: "您的支付密码未设置或已锁定。", en: "Your payment password is not set, or is locked." },
  settings: { zh: "去设置", en: "Account settings" },
};

export type PayPasswordProps = {
  /** Text that describes what the person confirms. */
  description: string;
  /** The form and the values to confirm: the token is valid for one save of exactly these values. */
  form: string;
  body: Values;
  /** Called with the token. The dialog is busy until the promise settles, and shows its error. */
  onConfirmed: (confirmToken: string) => Promise<void>;
  onClose: () => void;
};

/** Asks for the payment password before a save (B-129). Reports a wrong password in the dialog; the form behind keeps its values. */
export function PayPasswordDialog({ description, form, body, onConfirmed, onClose }: PayPasswordProps) {
  const t = useText();
  const { data: person } = usePerson();
  const mustSetPayPassword = useMustSetPayPassword();
  return (
    <FormDialog
      size="pay"
      title={t(payPasswordRequired)}
      description={description}
      intro={
        mustSetPayPassword === true && (
          <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 border-l-2 border-seal pl-4 text-sm">
            {t(texts.unsetOrLocked)}
            {/* Opens in a new tab, because the form behind is not saved yet. */}
            <a href="/paas/user/setting" target="_blank" rel="noopener" className="button-link">
              {t(texts.settings)}
            </a>
          </p>
        )
      }
      save={t(texts.confirm)}
      fields={[{ name: "payPassword", label: t(texts.payPassword), type: "digits", max: 6, isSecret: true }]}
      onSave={async ({ payPassword = "" }) => {
        const { confirmToken } = await call("POST Api/User/ConfirmPayPassword", {
          payPassWord: payPassword,
          userId: person!.id,
          form,
          body,
        });
        await onConfirmed(confirmToken);
      }}
      onClose={onClose}
    />
  );
}
