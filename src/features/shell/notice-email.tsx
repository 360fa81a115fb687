import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import type { CallOutput } from "#kit/call.ts";
import { dateTime } from "#kit/format.ts";
import { formatText } from "#kit/text.ts";
import { call, CallProblem } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { Input } from "#ui/input.tsx";
import { useText } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";

const texts = {
  label: { zh: "通知邮箱", en: "Email address" },
  hint: {
    zh: "新留言也会发送到此邮箱。",
    en: "New enquiries are also sent to this address.",
  },
  local: {
    zh: "本系统未配置邮件服务器，邮件不会发出。请联系运维人员。",
    en: "No mail server is configured, so emails are not sent. Ask the operator of this installation.",
  },
  confirmed: { zh: "已确认：{address}", en: "Confirmed: {address}" },
  pending: {
    zh: "待确认：{address}。请在 24 小时内打开邮件中的链接。",
    en: "Not confirmed yet: {address}. Open the link in the email within 24 hours.",
  },
  refused: {
    zh: "邮件服务器于 {date} 拒收 {address}，不再向它发送邮件。请更换邮箱；如已恢复，请重新发送确认邮件。",
    en: "The mail server refused {address} on {date}, so nothing more is sent to it. Enter another address, or confirm this one again once it works.",
  },
  send: { zh: "发送确认邮件", en: "Send confirmation" },
  sent: { zh: "确认邮件已发送", en: "Confirmation sent" },
  stored: { zh: "确认邮件已保存，未发送", en: "Confirmation stored, not sent" },
  remove: { zh: "移除邮箱", en: "Remove address" },
  removed: { zh: "邮箱已移除", en: "Address removed" },
};
type Email = CallOutput<"GET Api/Notice/Settings">["email"];

/** The address for notices by email: typed, confirmed by the link that is sent to it, and removed here. */
export function NoticeEmail({ address, pending, refused, isLocal }: Email) {
  const t = useText();
  const client = useQueryClient();
  const id = useId();
  const [typedAddress, setTypedAddress] = useState(pending ?? refused?.address ?? "");
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (newAddress: string) => call("POST Api/Notice/SaveEmail", { address: newAddress }),
    onSuccess(_answer, newAddress) {
      notify("success", t(newAddress === "" ? texts.removed : isLocal ? texts.stored : texts.sent));
      setTypedAddress(newAddress);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["notice-settings"] }),
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (typedAddress.trim() !== "") mutate(typedAddress);
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-2 border-t border-line px-4 pt-3 pb-4">
      <label htmlFor={id} className="font-medium">
        {t(texts.label)}
      </label>
      <div id={`${id}-state`} className="grid gap-1 text-xs break-words text-ink-3">
        <p>{t(isLocal ? texts.local : texts.hint)}</p>
        {address !== null && address !== refused?.address && <p>{t(formatText(texts.confirmed, { address }))}</p>}
        {pending !== null && pending !== refused?.address && (
          <p>{t(formatText(texts.pending, { address: pending }))}</p>
        )}
        {refused !== null && (
          <p className="text-danger">
            {t(formatText(texts.refused, { address: refused.address, date: dateTime(refused.at, "yyyy-MM-dd") }))}
          </p>
        )}
      </div>
      <Input
        id={id}
        type="email"
        autoComplete="email"
        maxLength={254}
        value={typedAddress}
        aria-invalid={error !== null}
        aria-describedby={error === null ? `${id}-state` : `${id}-problem`}
        onChange={({ target }) => {
          setTypedAddress(target.value);
          reset();
        }}
      />
      {error !== null && (
        <p id={`${id}-problem`} role="alert" className="text-xs text-danger">
          {(error instanceof CallProblem ? error.fields.address : undefined) ?? error.message}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending || typedAddress.trim() === ""}>
          {t(texts.send)}
        </Button>
        {(address ?? pending ?? refused) !== null && (
          <Button kind="quiet" disabled={isPending} onClick={() => mutate("")}>
            {t(texts.remove)}
          </Button>
        )}
      </div>
    </form>
  );
}
