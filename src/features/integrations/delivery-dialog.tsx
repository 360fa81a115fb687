import { indentedJson } from "#kit/indented-json.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { CallOutput } from "#kit/call.ts";
import { errorMessage } from "#kit/error-message.ts";
import { dateTime } from "#kit/format.ts";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { CodeView } from "#ui/code-view.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { useText } from "#ui/locale.ts";
import { StatusTag } from "#ui/status-tag.tsx";
import { notify } from "#ui/toast.tsx";
import { outcomeOf, problemTexts, stateNames } from "./delivery-texts.ts";

const texts = {
  title: { zh: "推送详情", en: "Delivery" },
  id: { zh: "编号", en: "ID" },
  event: { zh: "事件", en: "Event" },
  state: { zh: "结果", en: "Result" },
  attempts: { zh: "推送尝试", en: "Attempts" },
  request: { zh: "发送内容", en: "Request" },
  answer: { zh: "响应内容", en: "Response" },
  none: { zh: "无", en: "None" },
  again: { zh: "重新推送", en: "Send again" },
  queued: { zh: "已加入推送队列", en: "Queued for delivery" },
  failed: { zh: "失败", en: "Failed" },
  close: { zh: "关闭", en: "Close" },
};

export type Delivery = CallOutput<"GET paas/webhook/deliveries">["deliveries"][number];
type Details = CallOutput<"GET paas/webhook/delivery">;

function CodeSection({ title, text }: { title: string; text: string | null }) {
  const t = useText();
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-medium">{title}</h3>
      {text === null || text === "" ? (
        <p className="text-sm text-ink-3">{t(texts.none)}</p>
      ) : (
        <CodeView text={indentedJson(text) ?? text} isWhole />
      )}
    </section>
  );
}

function DeliveryParts({ delivery }: { delivery: Details }) {
  const t = useText();
  const { id, event, state, attempts, request, answer } = delivery;
  const { name, color } = stateNames[state];
  const facts = [
    { term: texts.event, text: <span className="font-mono break-all">{event}</span> },
    { term: texts.id, text: <span className="font-mono break-all">{id}</span> },
    { term: texts.state, text: <StatusTag color={color}>{t(name)}</StatusTag> },
  ];
  return (
    <div className="mt-4 grid gap-5">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-sm">
        {facts.map(({ term, text }) => (
          <div key={term.en} className="contents">
            <dt className="text-ink-3">{t(term)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <section className="grid gap-2">
        <h3 className="text-sm font-medium">{t(texts.attempts)}</h3>
        {attempts.length === 0 && <p className="text-sm text-ink-3">{t(texts.none)}</p>}
        <ol className="grid gap-1 text-sm">
          {attempts.map((attempt) => (
            <li key={attempt.at} className="flex flex-wrap gap-x-3 text-ink-2">
              <time dateTime={attempt.at} className="tabular-nums">
                {dateTime(attempt.at, "yyyy-MM-dd HH:mm:ss")}
              </time>
              <span>{t(outcomeOf(attempt))}</span>
              {attempt.problem === "status" && <span>{t(problemTexts.status)}</span>}
              <span className="text-ink-3 tabular-nums">{attempt.ms} ms</span>
            </li>
          ))}
        </ol>
      </section>
      <CodeSection title={t(texts.request)} text={request} />
      <CodeSection title={t(texts.answer)} text={answer} />
    </div>
  );
}

type DeliveryDialogProps = { id: string; onSent: () => void; onClose: () => void };

/** A delivery: its attempts, the request and the response, and a button that sends it again. */
export function DeliveryDialog({ id, onSent, onClose }: DeliveryDialogProps) {
  const t = useText();
  const query = useQuery({
    queryKey: ["delivery", id],
    queryFn: ({ signal }) => call("GET paas/webhook/delivery", { id }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const resend = useMutation({
    mutationFn: () => call("POST paas/webhook/sendAgain", { id }),
    onSuccess() {
      notify("success", t(texts.queued));
      onSent();
      onClose();
    },
    onError: (error) => notify("error", t(texts.failed), { description: errorMessage(error) }),
  });
  return (
    <Dialog
      isOpen
      hasClose
      title={t(texts.title)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t(texts.close)}</Button>
          <Button kind="primary" disabled={resend.isPending} onClick={() => resend.mutate()}>
            {t(texts.again)}
          </Button>
        </>
      }
    >
      <QueryContent query={query} height="mt-4 h-60">
        {(delivery) => <DeliveryParts delivery={delivery} />}
      </QueryContent>
    </Dialog>
  );
}
