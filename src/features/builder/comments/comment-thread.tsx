import { useMutation } from "@tanstack/react-query";
import { Check, RotateCcw, Trash2 } from "lucide-react";
import { commentParts } from "#kit/comment.ts";
import { dateTime } from "#kit/format.ts";
import { localeNames } from "#kit/locale-names.ts";
import { relativeTime } from "#kit/relative-time.ts";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { askToDelete } from "#ui/ask-to-delete.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";
import { useEditor, useRecord } from "#features/builder/editor/editor.ts";
import { Tool, toolIcon } from "#features/builder/editor/tool.tsx";
import { CommentForm } from "./comment-form.tsx";
import { type NumberedThread, placeState, type Thread, usePlaceName, useRefreshComments } from "./comment-queries.ts";

const texts = {
  deleted: { zh: "元素已删除", en: "Element deleted" },
  elsewhere: { zh: "他人新增的元素，保存或刷新后可见", en: "Added by someone else. Save or reload to see it." },
  gone: { zh: "评论已删除", en: "Comment deleted" },
  resolve: { zh: "解决", en: "Resolve" },
  reopen: { zh: "重新打开", en: "Reopen" },
  resolvedBy: { zh: "{name} 于 {time} 解决", en: "Resolved by {name}, {time}" },
  replies: { zh: "{n} 条回复", en: "{n} {n|reply|replies}" },
  reply: { zh: "回复", en: "Reply" },
  remove: { zh: "删除评论", en: "Delete comment" },
  question: { zh: "删除后无法恢复。", en: "This cannot be undone." },
};

type CommentItemProps = { comment: Thread["comments"][number]; onDelete: () => void };

function CommentItem({ comment, onDelete }: CommentItemProps) {
  const t = useText();
  const locale = useLocale();
  const { memberName, text, mentions, createdAt, isDeleted, mayDelete } = comment;
  return (
    <li className="comment">
      <p className="comment-head">
        <strong>{memberName}</strong>
        <time dateTime={createdAt} title={dateTime(createdAt, "yyyy-MM-dd HH:mm")}>
          {relativeTime(createdAt, locale)}
        </time>
        {mayDelete && (
          <Tool name={t(texts.remove)} className="comment-delete" onClick={onDelete}>
            <Trash2 {...toolIcon} size={14} />
          </Tool>
        )}
      </p>
      {isDeleted ? (
        <p className="comment-gone">{t(texts.gone)}</p>
      ) : (
        <p className="comment-text">
          {commentParts(text, mentions).map((part, index) =>
            part.mention === undefined ? (
              part.text
            ) : (
              // Two parts may have the same words.
              // oxlint-disable-next-line react/no-array-index-key
              <span key={index} className="comment-mention">
                {part.text}
              </span>
            ),
          )}
        </p>
      )}
    </li>
  );
}

type CommentThreadProps = NumberedThread & {
  isOpen: boolean;
  /** Opens or closes it. */
  onToggle: () => void;
};

/** A comment in the list: what it is about and its first words; when it is open, also the replies and the text box for one more. */
export function CommentThread({ thread, number, isOpen, onToggle }: CommentThreadProps) {
  const t = useText();
  const locale = useLocale();
  const editor = useEditor();
  const { pageId } = editor;
  const refresh = useRefreshComments();
  const { id, recordId, resolved, comments } = thread;
  const place = usePlaceName(thread, locale);
  const isInEditor = useRecord(recordId ?? "") !== undefined;
  const state = placeState(editor, thread, isInEditor);
  const isResolved = resolved !== null;
  const callbacks = {
    networkMode: "always" as const,
    onError: (problem: Error) => notify("error", problem.message),
    onSettled: refresh,
  };
  const resolution = useMutation({
    mutationFn: () => call("POST Api/SitePage/ResolveComment", { pageId, id, isResolved: !isResolved }),
    ...callbacks,
  });
  const deletion = useMutation({
    mutationFn: (comment: string) => call("POST Api/SitePage/DeleteComment", { pageId, id: comment }),
    ...callbacks,
  });
  async function askAndDelete(comment: string): Promise<void> {
    if (await askToDelete(t(texts.remove), texts.question, locale)) deletion.mutate(comment);
  }
  const shownComments = isOpen ? comments : comments.slice(0, 1);
  const hiddenCount = comments.length - shownComments.length;
  const headId = `comment-${id}`;
  return (
    <li className="comment-thread" data-open={isOpen} aria-labelledby={headId}>
      <div className="comment-place">
        <button type="button" id={headId} aria-expanded={isOpen} onClick={onToggle}>
          <span className="comment-number">{number}</span>
          <span className="comment-name">{place}</span>
        </button>
        <Tool
          name={t(isResolved ? texts.reopen : texts.resolve)}
          disabled={resolution.isPending}
          onClick={() => resolution.mutate()}
        >
          {isResolved ? <RotateCcw {...toolIcon} /> : <Check {...toolIcon} />}
        </Tool>
      </div>
      {(state !== "here" || thread.locale !== null) && (
        <p className="comment-marks">
          {state !== "here" && <span data-state={state}>{t(texts[state])}</span>}
          {thread.locale !== null && <span>{t(localeNames[thread.locale])}</span>}
        </p>
      )}
      <ol>
        {shownComments.map((comment) => (
          <CommentItem key={comment.id} comment={comment} onDelete={() => void askAndDelete(comment.id)} />
        ))}
      </ol>
      {hiddenCount > 0 && (
        <button type="button" className="comment-more" onClick={onToggle}>
          {t(formatText(texts.replies, { n: hiddenCount }))}
        </button>
      )}
      {resolved !== null && (
        <p className="comment-gone">
          {t(formatText(texts.resolvedBy, { name: resolved.by, time: dateTime(resolved.at, "yyyy-MM-dd HH:mm") }))}
        </p>
      )}
      {isOpen && (
        <CommentForm
          place={`${pageId} ${id}`}
          label={t(texts.reply)}
          onSend={async (reply) => {
            await call("POST Api/SitePage/Comment", { ...reply, pageId, threadId: id });
            await refresh();
          }}
        />
      )}
    </li>
  );
}
