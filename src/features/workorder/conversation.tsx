import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { CallOutput } from "#kit/call.ts";
import { dateTime } from "#kit/format.ts";
import { formatText, inLocale } from "#kit/text.ts";
import { workSteps } from "#kit/work.ts";
import { Button } from "#ui/button.tsx";
import { call } from "#client/call.ts";
import { ImageInput } from "#client/editors/image-input.tsx";
import { TextArea } from "#ui/input.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { Picture } from "#ui/picture.tsx";
import { randomId } from "#ui/random-id.ts";

type Work = CallOutput<"GET paas/workorder/details">;
type Message = Work["messages"][number];

const texts = {
  title: { zh: "沟通记录", en: "Conversation" },
  none: { zh: "暂无回复。", en: "No replies yet." },
  message: { zh: "回复", en: "Reply" },
  send: { zh: "发送", en: "Send" },
  picture: { zh: "附图", en: "Attach an image" },
  attached: { zh: "附图 {n}", en: "Attached image {n}" },
  you: { zh: "您", en: "You" },
  empty: { zh: "请输入回复内容", en: "Enter a reply" },
  ended: { zh: "工单已取消，不能再回复。", en: "This work order is cancelled and cannot be replied to." },
};

function MessageItem({ message }: { message: Message }) {
  const t = useText();
  const locale = useLocale();
  const party = inLocale(message.party, locale);
  const author = party === undefined ? message.memberName : `${message.memberName} · ${party}`;
  const speaker = message.isOwn ? t(texts.you) : author;
  const time = (
    <time dateTime={message.createdAt} className="text-xs text-ink-3">
      {dateTime(message.createdAt, "yyyy-MM-dd HH:mm")}
    </time>
  );
  if (message.step !== null)
    return (
      <li className="flex flex-wrap items-baseline gap-x-3 border-l-2 border-brand pl-4 text-sm text-ink-2">
        <span>
          {speaker} · {t(workSteps[message.step].done)}
        </span>
        {time}
        {message.text !== "" && <p className="w-full wrap-anywhere whitespace-pre-wrap text-ink">{message.text}</p>}
      </li>
    );
  return (
    <li className={`grid gap-1.5 border border-line p-4 ${message.isOwn ? "bg-paper-2" : "bg-sheet"}`}>
      <p className="flex items-baseline justify-between gap-4 text-sm font-medium">
        {speaker} {time}
      </p>
      {message.text !== "" && <p className="wrap-anywhere whitespace-pre-wrap">{message.text}</p>}
      {message.pictures.length > 0 && (
        <div className="mt-1 grid grid-cols-2 gap-2 sm:grid-cols-3">
          {message.pictures.map((url, index) => (
            <a key={url} href={url} className="block border border-line">
              <Picture url={url} alt={t(formatText(texts.attached, { n: index + 1 }))} sizes="240px" />
            </a>
          ))}
        </div>
      )}
    </li>
  );
}

function ReplyForm({ work, onSent }: { work: Work; onSent: () => Promise<unknown> }) {
  const t = useText();
  const locale = useLocale();
  const [text, setText] = useState("");
  const [picture, setPicture] = useState<string | null>(null);
  // A retry sends the same id, so that the server adds the message only once.
  const [messageId, setMessageId] = useState(randomId);
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call("POST paas/workorder/message", {
        id: work.id,
        messageId,
        text,
        pictures: picture === null ? [] : [picture],
      }),
    onSuccess: () => {
      setText("");
      setPicture(null);
      setMessageId(randomId());
      return onSent();
    },
    onError: (error) => setProblem(error.message),
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    const isEmpty = text.trim() === "" && picture === null;
    setProblem(isEmpty ? t(texts.empty) : undefined);
    if (!isEmpty && !isPending) mutate();
  }
  return (
    <form noValidate className="grid gap-3" onSubmit={submit}>
      <label htmlFor="message" className="text-sm font-medium text-ink-2">
        {t(texts.message)}
      </label>
      <TextArea
        id="message"
        rows={3}
        maxLength={2000}
        value={text}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : "message-note"}
        onChange={({ target }) => setText(target.value)}
      />
      {problem !== undefined && (
        <p id="message-note" className="form-problem text-sm text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-end justify-between gap-3">
        <ImageInput
          id="message-picture"
          value={picture}
          invalid={false}
          disabled={isPending}
          describedBy={undefined}
          locale={locale}
          label={t(texts.picture)}
          onChange={setPicture}
        />
        <Button type="submit" kind="primary" disabled={isPending} aria-busy={isPending}>
          {t(texts.send)}
        </Button>
      </div>
    </form>
  );
}

/** The messages of a work order, and the form for a new one. */
export function Conversation({ work, onSent }: { work: Work; onSent: () => Promise<unknown> }) {
  const t = useText();
  return (
    <section aria-labelledby="conversation" className="grid gap-4 border-t border-line pt-6">
      <h2 id="conversation" className="font-semibold">
        {t(texts.title)}
      </h2>
      {work.messages.length === 0 ? (
        <p className="text-sm text-ink-2">{t(texts.none)}</p>
      ) : (
        <ol className="grid gap-3">
          {work.messages.map((message) => (
            <MessageItem key={message.id} message={message} />
          ))}
        </ol>
      )}
      {work.status === "cancelled" ? (
        <p className="text-sm text-ink-2">{t(texts.ended)}</p>
      ) : (
        work.mayReply && <ReplyForm work={work} onSent={onSent} />
      )}
    </section>
  );
}
