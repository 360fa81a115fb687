import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { AnyRow } from "#kit/entity.ts";
import { errorMessage } from "#kit/error-message.ts";
import { dateTime, seconds } from "#kit/format.ts";
import { formatText } from "#kit/text.ts";
import { deliveryDays, deliveryStates, secretOverlapDays } from "#kit/webhook.ts";
import { call } from "#client/call.ts";
import { ScreenProblem } from "#client/screen-states.tsx";
import { Button } from "#ui/button.tsx";
import { MoreButton } from "#ui/more-button.tsx";
import { ask } from "#ui/confirm.tsx";
import { loadDialogLater } from "#ui/dialog-later.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { randomId } from "#ui/random-id.ts";
import { Select } from "#ui/select.tsx";
import { StatusTag } from "#ui/status-tag.tsx";
import { useTitle } from "#ui/title.ts";
import { notify } from "#ui/toast.tsx";
import type { Delivery } from "./delivery-dialog.tsx";
import { outcomeOf, stateNames } from "./delivery-texts.ts";
import screen from "./deliveries.screen.ts";
import { WebhookSecretDialog } from "./make-webhook.tsx";

const texts = {
  intro: {
    zh: "“{name}”的推送记录保留 {days} 天。",
    en: "What was sent to {name}. Kept for {days} {days|day|days}.",
  },
  state: { zh: "结果", en: "Result" },
  all: { zh: "全部", en: "All" },
  test: { zh: "发送测试", en: "Send test" },
  failed: { zh: "失败", en: "Failed" },
  rotate: { zh: "更换密钥", en: "Rotate secret" },
  sure: { zh: "更换“{name}”的签名密钥？", en: "Rotate the signing secret of {name}?" },
  sureText: {
    zh: "新密钥立即生效。原密钥在 {days} 天内仍会一并签名，请在此期间更新接收程序。",
    en: "The new secret signs at once. For {days} {days|day|days} the old one signs as well, so that you can update your program.",
  },
  no: { zh: "取消", en: "Cancel" },
  empty: { zh: "暂无推送", en: "No deliveries" },
  emptyText: {
    zh: "所选事件发生后，推送会显示在这里。您也可以先发送测试。",
    en: "Deliveries appear here when a chosen event happens. You can also send a test.",
  },
  noMatch: { zh: "没有符合条件的推送", en: "No matching deliveries" },
  tries: { zh: "第 {n} 次", en: "Attempt {n}" },
  next: { zh: "下次重试 {time}", en: "Next attempt {time}" },
};

const DeliveryDialog = loadDialogLater(() => import("./delivery-dialog.tsx").then((file) => file.DeliveryDialog));

/** The refetch interval while a delivery is in progress, in ms. */
const refetchInterval = seconds(2);
const formatTime = (timestamp: string) => dateTime(timestamp, "yyyy-MM-dd HH:mm:ss");

/** A delivery in the list: its event, time and state. Opens the delivery. */
function DeliveryItem({ delivery, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  const t = useText();
  const { event, createdAt, state, tries, dueAt, last } = delivery;
  const { name, color } = stateNames[state];
  const details = [
    ...(last === null ? [] : [t(outcomeOf(last)), `${last.ms} ms`]),
    ...(tries > 1 ? [t(formatText(texts.tries, { n: tries }))] : []),
    ...(state === "waiting" && tries > 0 ? [t(formatText(texts.next, { time: formatTime(dueAt) }))] : []),
  ].filter((detail) => detail !== "");
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        className="grid w-full gap-x-6 gap-y-1 px-4 py-3 text-left hover:bg-paper-2 sm:grid-cols-[8rem_minmax(0,1fr)_auto]"
        onClick={onOpen}
      >
        <StatusTag color={color}>{t(name)}</StatusTag>
        <span className="min-w-0">
          <span className="block truncate font-mono text-sm">{event}</span>
          {details.length > 0 && <span className="block text-sm text-ink-3">{details.join(" · ")}</span>}
        </span>
        <time dateTime={createdAt} className="text-sm text-ink-3 tabular-nums">
          {formatTime(createdAt)}
        </time>
      </button>
    </li>
  );
}

/** Buttons that send a test and rotate the secret. */
function WebhookActions({ hook, onSent }: { hook: AnyRow; onSent: () => void }) {
  const t = useText();
  const [secret, setSecret] = useState<string>();
  const name = String(hook.name);
  const showError = (error: unknown) => notify("error", t(texts.failed), { description: errorMessage(error) });
  const test = useMutation({
    mutationFn: () => call("POST Api/{type}/Command", { type: "webhook", command: "sendTest", ids: [hook.id] }),
    onSuccess: onSent,
    onError: showError,
  });
  const rotation = useMutation({
    mutationFn: () => call("POST paas/webhook/rotateSecret", { id: hook.id, requestId: randomId() }),
    onSuccess: (result) => setSecret(result.secret),
    onError: showError,
  });
  async function rotate(): Promise<void> {
    const isSure = await ask({
      title: t(formatText(texts.sure, { name })),
      text: t(formatText(texts.sureText, { days: secretOverlapDays })),
      yes: t(texts.rotate),
      no: t(texts.no),
    });
    if (isSure) rotation.mutate();
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button disabled={rotation.isPending} onClick={() => void rotate()}>
        {t(texts.rotate)}
      </Button>
      <Button kind="primary" disabled={test.isPending} onClick={() => test.mutate()}>
        {t(texts.test)}
      </Button>
      {secret !== undefined && <WebhookSecretDialog value={secret} onClose={() => setSecret(undefined)} />}
    </div>
  );
}

/** The deliveries of one webhook. */
export function DeliveriesScreen() {
  const t = useText();
  const locale = useLocale();
  const [search, setSearch] = useSearchParams();
  const [openDeliveryId, setOpenDeliveryId] = useState<string>();
  const id = search.get("id") ?? "";
  const state = deliveryStates.find((candidate) => candidate === search.get("state"));
  useTitle(t(screen.title));
  const webhookQuery = useQuery({
    queryKey: ["webhook", id, locale],
    queryFn: ({ signal }) => call("GET Api/{type}/QueryById", { type: "webhook", id }, { signal }),
  });
  const deliveriesQuery = useInfiniteQuery({
    queryKey: ["deliveries", id, state],
    queryFn: ({ pageParam: before, signal }) =>
      call(
        "GET paas/webhook/deliveries",
        { id, ...(state === undefined ? {} : { state }), ...(before === null ? {} : { before }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      const isInProgress = data?.pages[0]?.deliveries.some(
        (delivery) =>
          delivery.state === "sending" || (delivery.state === "waiting" && Date.parse(delivery.dueAt) <= Date.now()),
      );
      return isInProgress === true ? refetchInterval : false;
    },
  });
  if (webhookQuery.error !== null && webhookQuery.data === undefined)
    return <ScreenProblem problem={webhookQuery.error} onRetry={() => void webhookQuery.refetch()} />;
  const name = String(webhookQuery.data?.name ?? "");
  return (
    <div className="grid gap-5">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid gap-1">
          <h1 className="text-2xl font-semibold tracking-tight">{t(screen.title)}</h1>
          <p className="text-ink-2">{t(formatText(texts.intro, { name, days: deliveryDays }))}</p>
        </div>
        {webhookQuery.data !== undefined && (
          <WebhookActions hook={webhookQuery.data} onSent={() => void deliveriesQuery.refetch()} />
        )}
      </header>
      <Select
        label={t(texts.state)}
        className="w-full sm:w-56"
        value={state ?? null}
        placeholder={t(texts.all)}
        isClearable
        options={deliveryStates.map((key) => ({ key, name: t(stateNames[key].name) }))}
        onChange={(next) => setSearch(next === null ? { id } : { id, state: next }, { replace: true })}
      />
      <QueryContent query={deliveriesQuery} height="h-60">
        {({ pages }) => {
          const rows = pages.flatMap(({ deliveries }) => deliveries);
          if (rows.length === 0)
            return state === undefined ? (
              <EmptyState title={t(texts.empty)} text={t(texts.emptyText)} />
            ) : (
              <p className="text-ink-2">{t(texts.noMatch)}</p>
            );
          return (
            <ul className="border border-line bg-sheet">
              {rows.map((delivery) => (
                <DeliveryItem key={delivery.id} delivery={delivery} onOpen={() => setOpenDeliveryId(delivery.id)} />
              ))}
            </ul>
          );
        }}
      </QueryContent>
      <MoreButton query={deliveriesQuery} className="justify-self-center" />
      {openDeliveryId !== undefined && (
        <DeliveryDialog
          id={openDeliveryId}
          onSent={() => void deliveriesQuery.refetch()}
          onClose={() => setOpenDeliveryId(undefined)}
        />
      )}
    </div>
  );
}
