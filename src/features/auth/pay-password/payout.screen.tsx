import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { payoutHoldHours } from "#kit/account-periods.ts";
import type { CallInput, CallOutput } from "#kit/call.ts";
import { errorMessage } from "#kit/error-message.ts";
import { dateTime } from "#kit/format.ts";
import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { call } from "#client/call.ts";
import { ask } from "#ui/confirm.tsx";
import { type DialogField, FormDialog } from "#render/form/form-dialog.tsx";
import { useMustSetPayPassword } from "#render/form/must-set-pay-password.ts";
import { PayPasswordDialog } from "#render/form/pay-password-dialog.tsx";
import { useText } from "#ui/locale.ts";
import { ScreenProblem } from "#client/screen-states.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useTitle } from "#ui/title.ts";
import { notify } from "#ui/toast.tsx";
import { Section, Setting } from "#ui/section.tsx";
import screen from "./payout.screen.ts";

type PayoutAccount = CallOutput<"GET paas/user/payees">[number];
type Kind = PayoutAccount["kind"];
type NewPayoutAccount = Omit<CallInput<"POST paas/user/payee/save">, "confirmToken">;

const texts = {
  intro: {
    zh: "收益将提现到以下账户。修改需要支付密码，修改后 {n} 小时内暂停提现，并会短信通知您。",
    en: "Your earnings are paid to these accounts. Changes require your payment password. Payouts are then paused for {n} {n|hour|hours}, and you are notified by SMS.",
  },
  accounts: { zh: "提现账户", en: "Payout accounts" },
  bank: { zh: "银行卡", en: "Bank card" },
  alipay: { zh: "支付宝", en: "Alipay" },
  wechat: { zh: "微信", en: "WeChat" },
  unset: { zh: "未设置", en: "Not set" },
  held: { zh: "{time} 前暂停提现", en: "Payouts are paused until {time}" },
  set: { zh: "设置", en: "Set" },
  change: { zh: "修改", en: "Change" },
  remove: { zh: "删除", en: "Delete" },
  removeQuestion: { zh: "此操作将删除该提现账户，是否继续？", en: "Delete this payout account?" },
  cancel: { zh: "取消", en: "Cancel" },
  removed: { zh: "删除成功！", en: "Deleted" },
  next: { zh: "下一步", en: "Continue" },
  holder: { zh: "户名", en: "Account name" },
  bankName: { zh: "开户银行", en: "Bank" },
  card: { zh: "银行卡号", en: "Card number" },
  alipayNumber: { zh: "支付宝账号", en: "Alipay account" },
  wechatNumber: { zh: "微信号", en: "WeChat ID" },
  saved: { zh: "保存成功", en: "Saved" },
  payPasswordRequired: {
    zh: "请先在账号设置中设置支付密码。",
    en: "Set a payment password in account settings first.",
  },
  settings: { zh: "去设置", en: "Account settings" },
};
const payoutAccountKinds: readonly Kind[] = ["bank", "alipay", "wechat"];

function fieldsOf(kind: Kind, t: ReturnType<typeof useText>): DialogField[] {
  const holder: DialogField = { name: "holder", label: t(texts.holder), type: "text", autoComplete: "name", max: 50 };
  if (kind !== "bank") {
    const label = t(kind === "alipay" ? texts.alipayNumber : texts.wechatNumber);
    return [holder, { name: "number", label, type: "text", max: 60 }];
  }
  return [
    holder,
    { name: "bank", label: t(texts.bankName), type: "text", max: 60 },
    { name: "number", label: t(texts.card), type: "digits", max: 19 },
  ];
}

/** The open dialog: that of the payment password once `account` is filled in, else the form with the typed `values`. */
type DialogState = { kind: Kind; account?: NewPayoutAccount; values?: Record<string, string> };

/** The form of a payout account, followed by the payment password. A wrong password or a refused save keeps the typed values (B-129). */
function PayoutAccountDialogs({ kind, onClose, onSaved }: { kind: Kind; onClose: () => void; onSaved: () => void }) {
  const t = useText();
  const [{ account, values }, setDialog] = useState<DialogState>({ kind });
  if (account === undefined)
    return (
      <FormDialog
        key="account"
        title={t(texts[kind])}
        save={t(texts.next)}
        initialValues={values ?? {}}
        fields={fieldsOf(kind, t)}
        onSave={async ({ holder = "", bank = "", number = "" }) =>
          setDialog({ kind, account: { kind, holder: holder.trim(), bank: bank.trim(), number: number.trim() } })
        }
        onClose={onClose}
      />
    );
  const { holder, bank = "", number } = account;
  const body = { ...account, bank };
  return (
    <PayPasswordDialog
      key="confirm"
      description={`${t(texts[kind])} · ${holder} · ${bank} ${number}`}
      form="payee"
      body={body}
      onConfirmed={async (confirmToken) => {
        try {
          await call("POST paas/user/payee/save", { ...body, confirmToken }, { idempotencyKey: confirmToken });
        } catch (error) {
          // The payment password was correct, but the save was refused: shows the form again with the typed values.
          notify("error", errorMessage(error));
          return setDialog({ kind, values: { holder, bank, number } });
        }
        onSaved();
      }}
      onClose={onClose}
    />
  );
}

/** The settings of payouts: the payout account of each kind (S-039). */
export function PayoutScreen() {
  const t = useText();
  const client = useQueryClient();
  const [editedKind, setEditedKind] = useState<Kind>();
  useTitle(t(screen.title));
  const {
    data: accounts,
    error,
    refetch,
  } = useQuery({
    queryKey: ["payout accounts"],
    queryFn: ({ signal }) => call("GET paas/user/payees", {}, { signal }),
  });
  const mustSetPayPassword = useMustSetPayPassword();
  const refresh = () => client.invalidateQueries({ queryKey: ["payout accounts"] });
  const { mutate } = useMutation({
    mutationFn: (id: string) => call("POST paas/user/payee/delete", { id }),
    onSuccess: () => notify("success", t(texts.removed)),
    onError: (problem) => notify("error", problem.message),
    onSettled: refresh,
  });
  async function remove(id: string): Promise<void> {
    if (await ask({ title: t(texts.removeQuestion), yes: t(texts.remove), no: t(texts.cancel), isDangerous: true }))
      mutate(id);
  }
  if (error !== null) return <ScreenProblem problem={error} onRetry={() => void refetch()} />;
  const canEdit = mustSetPayPassword === false;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">{t(screen.title)}</h1>
      <p className="mt-2 mb-6 max-w-prose text-ink-2">{t(formatText(texts.intro, { n: payoutHoldHours }))}</p>
      <Section title={t(texts.accounts)}>
        {mustSetPayPassword === true && (
          <p className="flex flex-wrap items-center gap-3 border-l-2 border-seal pl-4">
            {t(texts.payPasswordRequired)}
            <Link to="/paas/user/setting" className="button-link">
              {t(texts.settings)}
            </Link>
          </p>
        )}
        {accounts === undefined ? (
          <Skeleton className="h-24" />
        ) : (
          payoutAccountKinds.map((kind) => {
            const account = accounts.find((candidate) => candidate.kind === kind);
            return (
              <Setting
                key={kind}
                name={t(texts[kind])}
                action={
                  <div className="flex gap-2">
                    {account !== undefined && (
                      <Button kind="quiet" onClick={() => void remove(account.id)}>
                        {t(texts.remove)}
                      </Button>
                    )}
                    <Button disabled={!canEdit} onClick={() => setEditedKind(kind)}>
                      {t(account === undefined ? texts.set : texts.change)}
                    </Button>
                  </div>
                }
              >
                {account === undefined ? (
                  t(texts.unset)
                ) : (
                  <>
                    <span className="tabular-nums">
                      {[account.holder, account.bank, account.number].filter((text) => text !== "").join(" · ")}
                    </span>
                    {account.isHeld && (
                      <span className="block text-warning">
                        {t(formatText(texts.held, { time: dateTime(account.heldUntil, "yyyy-MM-dd HH:mm") }))}
                      </span>
                    )}
                  </>
                )}
              </Setting>
            );
          })
        )}
      </Section>
      {editedKind !== undefined && (
        <PayoutAccountDialogs
          kind={editedKind}
          onClose={() => setEditedKind(undefined)}
          onSaved={() => {
            setEditedKind(undefined);
            notify("success", t(texts.saved));
            void refresh();
          }}
        />
      )}
    </>
  );
}
