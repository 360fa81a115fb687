import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { dateTime } from "#kit/format.ts";
import { fill } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { call } from "#client/call.ts";
import { FormDialog } from "#render/form/form-dialog.tsx";
import { useSay } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";
import { payPasswordKey, useNeedsPayPassword } from "#features/auth/pay-password/pay-password.ts";
import type { Person } from "#client/person.ts";
import { TwoStepSetting } from "#features/auth/second-step/two-step-setting.tsx";
import { Section, Setting } from "#ui/section.tsx";
import { securityForm, type SecurityFormName } from "#features/auth/form/security-forms.ts";

const words = {
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
    zh: "注销后立即退出所有设备，7 天内登录可以撤销。",
    en: "You are signed out everywhere immediately. Sign in within 7 days to undo this.",
  },
  ending: { zh: "账号将于 {time} 注销。", en: "Your account will close on {time}." },
  keep: { zh: "撤销注销", en: "Keep account" },
  kept: { zh: "已保留账号", en: "Account restored" },
};

/** Password, pay password, number, and the end of the account. */
export function SecuritySection({ person }: { person: Person }) {
  const say = useSay();
  const client = useQueryClient();
  const [open, setOpen] = useState<SecurityFormName>();
  const needsPayPassword = useNeedsPayPassword();
  const close = () => setOpen(undefined);
  const form = open === undefined ? undefined : securityForm(open, person, say);
  async function saved(message: string): Promise<void> {
    close();
    notify("success", message);
    await Promise.all(
      [["person"], payPasswordKey, ["sessions"]].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  }
  async function keep(): Promise<void> {
    await call("POST Api/UserDetail/CancelUndo", {});
    await saved(say(words.kept));
  }
  const button = (name: SecurityFormName, isSet: boolean) => (
    <Button onClick={() => setOpen(name)}>{say(isSet ? words.change : words.set)}</Button>
  );

  return (
    <Section title={say(words.security)}>
      <Setting name={say(words.password)} action={button("password", person.hasPassword)}>
        {say(person.hasPassword ? words.hasPassword : words.noPassword)}
      </Setting>
      <TwoStepSetting person={person} />
      <Setting name={say(words.payPassword)} action={button("payPassword", needsPayPassword === false)}>
        {say(needsPayPassword === false ? words.paySet : words.payUnset)}
      </Setting>
      <Setting name={say(words.mobile)} action={button("mobile", true)}>
        <span className="tabular-nums">{say(fill(words.mobileText, { mobile: person.mobile }))}</span>
      </Setting>
      <Setting
        name={say(words.cancel)}
        action={
          person.cancelAt === null ? (
            <Button kind="danger" onClick={() => setOpen("cancel")}>
              {say(words.cancel)}
            </Button>
          ) : (
            <Button kind="primary" onClick={() => void keep()}>
              {say(words.keep)}
            </Button>
          )
        }
      >
        {say(
          person.cancelAt === null
            ? words.cancelText
            : fill(words.ending, { time: dateTime(person.cancelAt, "yyyy-MM-dd HH:mm") }),
        )}
      </Setting>
      {form !== undefined && (
        <FormDialog {...form} onSave={async (values) => saved(await form.submit(values))} onClose={close} />
      )}
    </Section>
  );
}
