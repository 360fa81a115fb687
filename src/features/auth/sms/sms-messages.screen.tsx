import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CallOutput } from "#kit/call.ts";
import { dateTime } from "#kit/format.ts";
import { relativeTime } from "#kit/relative-time.ts";
import type { Text } from "#kit/text.ts";
import type { SmsTemplate } from "#server/sms/templates.server.ts";
import { MoreButton } from "#ui/more-button.tsx";
import { call } from "#client/call.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { ScreenLoading, ScreenProblem } from "#client/screen-states.tsx";
import { cellClass, RecordTable } from "#ui/record-table.tsx";
import { Select } from "#ui/select.tsx";
import { StatusTag } from "#ui/status-tag.tsx";
import { useTitle } from "#ui/title.ts";
import { smsStates } from "./sms-state.ts";
import screen from "./sms-messages.screen.ts";

const texts = {
  intro: {
    zh: "平台发出的短信及其送达状态。保留 90 天，不显示内容和完整号码。",
    en: "Messages sent by the platform, with delivery status. Kept for 90 days; content and full numbers are hidden.",
  },
  all: { zh: "全部状态", en: "All statuses" },
  state: { zh: "状态", en: "Status" },
  time: { zh: "时间", en: "Time" },
  mobile: { zh: "手机号", en: "Mobile number" },
  template: { zh: "用途", en: "Purpose" },
  tries: { zh: "尝试次数", en: "Attempts" },
  provider: { zh: "服务商消息编号", en: "Provider’s message ID" },
  none: { zh: "暂无短信", en: "No messages yet" },
  noneText: { zh: "平台发出的短信会显示在这里。", en: "Messages sent by the platform appear here." },
  noneFiltered: { zh: "没有符合条件的短信", en: "No matching messages" },
};

type State = (typeof smsStates)[number];
const stateLabels: Record<State, { name: Text; color: string }> = {
  waiting: { name: { zh: "等待发送", en: "Queued" }, color: "orpiment" },
  sent: { name: { zh: "已发送", en: "Sent" }, color: "azurite" },
  delivered: { name: { zh: "已送达", en: "Delivered" }, color: "malachite" },
  undelivered: { name: { zh: "未送达", en: "Not delivered" }, color: "cinnabar" },
  failed: { name: { zh: "未发送", en: "Not sent" }, color: "cinnabar" },
};
const templateNames: Record<SmsTemplate, Text> = {
  code: { zh: "验证码", en: "Verification code" },
  passwordChanged: { zh: "登录密码已修改", en: "Password changed" },
  payPasswordChanged: { zh: "支付密码已修改", en: "Payment password changed" },
  mobileChanged: { zh: "手机号已更换", en: "Mobile number changed" },
  accountCancelled: { zh: "账号将注销", en: "Account closing" },
  payeeChanged: { zh: "提现账户已修改", en: "Payout account changed" },
  newDevice: { zh: "新设备登录", en: "New device sign-in" },
  twoStepOn: { zh: "两步验证已开启", en: "Two-step verification on" },
  twoStepOff: { zh: "两步验证已关闭", en: "Two-step verification off" },
  invited: { zh: "空间邀请", en: "Invitation" },
};
const templateNameOf = (template: string): Text | undefined => (templateNames as Record<string, Text>)[template];

type Message = CallOutput<"GET paas/sms/messages">["list"][number];

/** On a phone a row has two lines, with number and state on the first; technical details are hidden. */
const rowClass =
  "border-t border-line max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-4 max-sm:gap-y-1 max-sm:px-4 max-sm:py-3";

function MessageRow({ message }: { message: Message }) {
  const t = useText();
  const locale = useLocale();
  const { createdAt, mobile, template, state, tries, providerId, reason } = message;
  const { name, color } = stateLabels[state];
  return (
    <tr className={rowClass}>
      <td className={`${cellClass} font-mono text-sm`}>{mobile}</td>
      <td className={`${cellClass} max-sm:row-span-2 max-sm:text-right`}>
        <StatusTag color={color}>{t(name)}</StatusTag>
        {reason !== "" && (
          <span className="mt-0.5 block max-w-56 font-mono text-xs break-words text-ink-3">{reason}</span>
        )}
      </td>
      <td className={`${cellClass} max-sm:text-sm max-sm:text-ink-2`}>
        {t(templateNameOf(template) ?? { zh: template, en: template })}
        <span className="text-ink-3 sm:hidden"> · {relativeTime(createdAt, locale)}</span>
      </td>
      <td className={`${cellClass} whitespace-nowrap text-ink-2 max-sm:hidden`}>
        <time dateTime={createdAt} title={dateTime(createdAt, "yyyy-MM-dd HH:mm:ss")}>
          {relativeTime(createdAt, locale)}
        </time>
      </td>
      <td className={`${cellClass} tabular-nums max-sm:hidden`}>{tries}</td>
      <td className={`${cellClass} font-mono text-xs text-ink-3 select-all max-sm:hidden`}>{providerId}</td>
    </tr>
  );
}

function Messages({ list, isFiltered }: { list: Message[]; isFiltered: boolean }) {
  const t = useText();
  const columnTitles = [texts.mobile, texts.state, texts.template, texts.time, texts.tries, texts.provider];
  if (list.length === 0 && isFiltered) return <EmptyState title={t(texts.noneFiltered)} />;
  if (list.length === 0) return <EmptyState title={t(texts.none)} text={t(texts.noneText)} />;
  return (
    <RecordTable label={t(screen.title)} heads={columnTitles.map((head) => ({ key: head.en, name: t(head) }))}>
      {list.map((message) => (
        <MessageRow key={message.id} message={message} />
      ))}
    </RecordTable>
  );
}

/** SMS sent by the platform and their delivery states, for platform administrators. */
export function SmsMessagesScreen() {
  const t = useText();
  useTitle(t(screen.title));
  const [state, setState] = useState<State>();
  const query = useInfiniteQuery({
    queryKey: ["sms-messages", state],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam: before }) =>
      call(
        "GET paas/sms/messages",
        { ...(state === undefined ? {} : { state }), ...(before === undefined ? {} : { before }) },
        { signal },
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const { data, error, refetch } = query;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <header className="flex flex-wrap items-end gap-4">
        <div className="mr-auto">
          <h1 className="text-2xl font-semibold tracking-tight">{t(screen.title)}</h1>
          <p className="mt-1 max-w-prose text-sm text-ink-2">{t(texts.intro)}</p>
        </div>
        <Select
          label={t(texts.state)}
          className="w-auto! min-w-36"
          value={state ?? "all"}
          options={[
            { key: "all", name: t(texts.all) },
            ...smsStates.map((key) => ({ key, name: t(stateLabels[key].name) })),
          ]}
          onChange={(key) => setState(smsStates.find((candidate) => candidate === key))}
        />
      </header>
      {data !== undefined ? (
        <Messages list={data.pages.flatMap(({ list }) => list)} isFiltered={state !== undefined} />
      ) : error === null ? (
        <ScreenLoading />
      ) : (
        <ScreenProblem problem={error} onRetry={() => void refetch()} />
      )}
      <MoreButton query={query} className="justify-self-center" />
    </div>
  );
}
