import "./comments.css";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { firstCharacters } from "#kit/text-length.ts";
import { formatText } from "#kit/text.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { useAspect } from "#features/builder/document/value.ts";
import { useMark } from "#features/builder/canvas/marks.tsx";
import { useEditor, useRecord } from "#features/builder/editor/editor.ts";
import { nameOf } from "#features/builder/document/names.ts";
import {
  numbered,
  type NumberedThread,
  type Thread,
  useComments,
  useFollowComments,
  useRefreshComments,
} from "./comment-queries.ts";

const texts = {
  pin: { zh: "评论 {n}，{place}：{text}", en: "Comment {n} on {place}: {text}" },
  more: { zh: "另有 {n} 条评论，{place}", en: "{n} more {n|comment|comments} on {place}" },
  news: { zh: "{name} 添加了评论", en: "New comment from {name}" },
};

/** The pins that stand beside each other; one more stands for the others. */
const maxPins = 3;
/** The length of the first words in the name of a pin, in characters. */
const excerptLength = 60;

/** The pins of the open comments on one record. */
function RecordPins({ id, threads }: { id: string; threads: readonly NumberedThread[] }) {
  const t = useText();
  const locale = useLocale();
  const { comments } = useEditor();
  const record = useRecord(id);
  const mark = useMark(id);
  const place = record === undefined ? "" : nameOf(record, locale);
  const rest = threads.slice(maxPins);
  const open = ({ thread }: NumberedThread) => comments.set({ isOpen: true, comment: thread.id });
  return (
    <div ref={mark} className={record?.kind === "widget" ? "comment-mark is-inside" : "comment-mark"}>
      <div className="comment-pins">
        {threads.slice(0, maxPins).map((item) => {
          const words = firstCharacters(item.thread.comments[0]?.text ?? "", excerptLength);
          return (
            <button
              key={item.thread.id}
              type="button"
              aria-label={t(formatText(texts.pin, { n: item.number, place, text: words }))}
              title={words}
              onClick={() => open(item)}
            >
              {item.number}
            </button>
          );
        })}
        {rest.length > 0 && (
          <button
            type="button"
            aria-label={t(formatText(texts.more, { n: rest.length, place }))}
            onClick={() => open(rest[0]!)}
          >
            +{rest.length}
          </button>
        )}
      </div>
    </div>
  );
}

/** The comment of somebody else that came last, if comments were added since the component last rendered. */
function useNews(threads: readonly Thread[] | undefined): Thread["comments"][number] | undefined {
  const knownIds = useRef<ReadonlySet<string>>(undefined);
  const [news, setNews] = useState<Thread["comments"][number]>();
  useEffect(() => {
    if (threads === undefined) return;
    const all = threads.flatMap(({ comments }) => comments);
    const added = all.filter(({ id, isOwn }) => knownIds.current?.has(id) === false && !isOwn);
    knownIds.current = new Set(all.map(({ id }) => id));
    if (added.length > 0) setNews(added.at(-1));
  }, [threads]);
  return news;
}

/** The pins of open comments above the page, in the language in view. Opens the comment of a link (`?comment=`), follows those of others, and tells screen readers of new ones. */
export function CommentPins() {
  const t = useText();
  const { comments, view, session } = useEditor();
  const [query] = useSearchParams();
  const linked = query.get("comment");
  useEffect(() => {
    if (linked !== null) comments.set({ isOpen: true, comment: linked });
  }, [comments, linked]);
  useFollowComments();
  const { data } = useComments();
  const refresh = useRefreshComments();
  const isSaving = useAspect(session.state, ({ kind }) => kind === "saving");
  const hasPlaces = data?.some(({ recordId }) => recordId !== null) === true;
  useEffect(() => {
    // A save may have taken elements away or brought those of others.
    if (!isSaving && hasPlaces) void refresh();
  }, [isSaving, hasPlaces, refresh]);
  const news = useNews(data);
  const locale = useAspect(view, (shown) => shown.locale);
  const pinned = numbered(data ?? []).filter(
    ({ thread }) =>
      thread.resolved === null && thread.recordId !== null && (thread.locale === null || thread.locale === locale),
  );
  return (
    <>
      <div className="comment-layer">
        {[...Map.groupBy(pinned, ({ thread }) => thread.recordId!)].map(([id, threads]) => (
          <RecordPins key={id} id={id} threads={threads} />
        ))}
      </div>
      <p role="status" className="sr-only">
        {news !== undefined && t(formatText(texts.news, { name: news.memberName }))}
      </p>
    </>
  );
}
