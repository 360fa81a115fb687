import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { closingDays } from "#kit/account-periods.ts";
import { dateTime } from "#kit/format.ts";
import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { call } from "#client/call.ts";
import { FormDialog } from "#render/form/form-dialog.tsx";
import { useText } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";
import { payPasswordQueryKey, useMustSetPayPassword } from "#render/form/must-set-pay-password.ts";
import type { Person } from "#client/person.ts";
import { TwoStepSetting } from "#features/auth/second-step/two-step-setting.tsx";
import { Section, Setting } from "#ui/section.tsx";
import { securityForm, type SecurityFormName } from "#features/auth/form/security-forms.ts";

const texts = {
  security: { zh: "账号安全", en: "Security" },
  password: { zh: "登录密码", en: "Password" },
  hasPassword: {
    zh: "已设置。修改后，其他设备将退出登录。",
    en: "Password set. Changing it signs out other devices.",
  },
  noPassword: {
    zh: "尚未设置，目前只能用短信验证码登录。",
    en: "Not set. You can sign in only with an SMS code.",
  },
  payPassword: { zh: "支付密码", en: "Payment password" },
  paySet: { zh: "已设置。修改提现账户等操作前需要输入。", en: "Set. Required for changes to payout accounts." },
  payUnset: {
    zh: "未设置或已锁定。6 位数字，用于确认提现账户的修改。",
    en: "Not set or locked. Six digits that confirm changes to payout accounts.",
  },
  mobile: { zh: "手机号", en: "Mobile number" },
  mobileText: { zh: "{mobile}，用于登录和接收验证码。", en: "{mobile}, used to sign in and receive codes." },
  set: { zh: "设置", en: "Set" },
  change: { zh: "修改", en: "Change" },
  cancel: { zh: "注销账号", en: "Close account" },
  cancelText: {
    zh: "注销后立即退出所有设备，{n} 天内登录可以撤销。",
    en: "You are signed out everywhere immediately. Sign in within {n} {n|day|days} to undo this.",
  },
  ending: { zh: "账号将于 {time} 注销。", en: "Your account will close on {time}." },
  keep: { zh: "撤销注销", en: "Keep account" },
  kept: { zh: "已保留账号", en: "Account restored" },
};

/** Settings for password, payment password, mobile number and closing the account. */
export function SecuritySection({ person }: { person: Person }) {
  const t = useText();
  const client = useQueryClient();
  const [openForm, setOpenForm] = useState<SecurityFormName>();
  const mustSetPayPassword = useMustSetPayPassword();
  const close = () => setOpenForm(undefined);
  const form = openForm === undefined ? undefined : securityForm(openForm, person, t);
  async function handleSaved(message: string): Promise<void> {
    close();
    notify("success", message);
    await Promise.all(
      [["person"], payPasswordQueryKey, ["sessions"]].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  }
  const { mutate: keepAccount, isPending: isKeeping } = useMutation({
    mutationFn: () => call("POST Api/UserDetail/CancelUndo", {}),
    onSuccess: () => handleSaved(t(texts.kept)),
    onError: (error) => notify("error", error.message),
  });
  const editButton = (name: SecurityFormName, isSet: boolean) => (
    <Button onClick={() => setOpenForm(name)}>{t(isSet ? texts.change : texts.set)}</Button>
  );

  return (
    <Section title={t(texts.security)}>
      <Setting name={t(texts.password)} action={editButton("password", person.hasPassword)}>
        {t(person.hasPassword ? texts.hasPassword : texts.noPassword)}
      </Setting>
      <TwoStepSetting person={person} />
      <Setting name={t(texts.payPassword)} action={editButton("payPassword", mustSetPayPassword === false)}>
        {t(mustSetPayPassword === false ? texts.paySet : texts.payUnset)}
      </Setting>
      <Setting name={t(texts.mobile)} action={editButton("mobile", true)}>
        <span className="tabular-nums">{t(formatText(texts.mobileText, { mobile: person.mobile }))}</span>
      </Setting>
      <Setting
        name={t(texts.cancel)}
        action={
          person.cancelAt === null ? (
            <Button kind="danger" onClick={() => setOpenForm("closeAccount")}>
              {t(texts.cancel)}
            </Button>
          ) : (
            <Button kind="primary" disabled={isKeeping} onClick={() => keepAccount()}>
              {t(texts.keep)}
            </Button>
          )
        }
      >
        {t(
          person.cancelAt === null
            ? formatText(texts.cancelText, { n: closingDays })
            : formatText(texts.ending, { time: dateTime(person.cancelAt, "yyyy-MM-dd HH:mm") }),
        )}
      </Setting>
      {form !== undefined && (
        <FormDialog {...form} onSave={async (values) => handleSaved(await form.submit(values))} onClose={close} />
      )}
    </Section>
  );
}
