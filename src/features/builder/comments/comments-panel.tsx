import { X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { localeNames } from "#kit/locale-names.ts";
import { formatText, isLocale, type Locale, locales } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { Select } from "#ui/select.tsx";
import { comments as commentsCommand } from "#features/builder/commands/page.ts";
import { useValue } from "#features/builder/document/value.ts";
import { type Editor, useEditor, useSelected } from "#features/builder/editor/editor.ts";
import { showRecord } from "#features/builder/editor/show-record.ts";
import { Tool, toolIcon } from "#features/builder/editor/tool.tsx";
import { CommentForm } from "./comment-form.tsx";
import { numbered, type Thread, useComments, usePlaceName, useRefreshComments } from "./comment-queries.ts";
import { CommentThread } from "./comment-thread.tsx";

const texts = {
  close: { zh: "关闭", en: "Close" },
  filter: { zh: "评论状态", en: "Comment state" },
  open: { zh: "未解决 {n}", en: "Open {n}" },
  resolved: { zh: "已解决 {n}", en: "Resolved {n}" },
  noneOpen: { zh: "没有未解决的评论。", en: "No open comments." },
  noneResolved: { zh: "没有已解决的评论。", en: "No resolved comments." },
  hint: {
    zh: "选择页面上的元素并在下方评论；未选择时评论整个页面。",
    en: "Select an element and comment on it below. With nothing selected, you comment on the whole page.",
  },
  missing: { zh: "链接指向的评论已被删除。", en: "The comment in the link was deleted." },
  about: { zh: "评论：{place}", en: "Comment on: {place}" },
  language: { zh: "评论针对的语言", en: "Language of the comment" },
  allLanguages: { zh: "全部语言", en: "All languages" },
  unsaved: {
    zh: "此元素尚未保存，保存页面后才能评论",
    en: "This element is not saved yet. Save the page, then comment.",
  },
};

/** Shows what a thread is about: in its language, selected and in view. */
function showPlace(editor: Editor, { recordId, locale }: Thread): void {
  const { store, view } = editor;
  if (locale !== null) view.set({ ...view.get(), locale });
  if (recordId === null || store.record(recordId) === undefined) return;
  store.selected.set([recordId]);
  showRecord(editor, recordId);
}

/** The text box for a new comment on what is selected, or on the page. */
function NewComment({ hasFocus, onSent }: { hasFocus: boolean; onSent: (id: string) => void }) {
  const t = useText();
  const locale = useLocale();
  const { pageId, session } = useEditor();
  const refresh = useRefreshComments();
  const [language, setLanguage] = useState<Locale>();
  const recordId = useSelected().at(-1) ?? null;
  const place = usePlaceName({ recordId, recordName: null }, locale);
  return (
    <CommentForm
      place={pageId}
      label={t(formatText(texts.about, { place }))}
      hasFocus={hasFocus}
      onSend={async (comment) => {
        // Others see what the comment is about, so the element is saved first.
        if (recordId !== null && !session.isOnServer(recordId) && !(await session.save()))
          throw new Error(t(texts.unsaved));
        await call("POST Api/SitePage/Comment", {
          ...comment,
          pageId,
          ...(recordId === null ? {} : { recordId }),
          ...(language === undefined ? {} : { locale: language }),
        });
        await refresh();
        onSent(comment.id);
      }}
    >
      <Select
        label={t(texts.language)}
        className="comment-language"
        value={language ?? ""}
        options={[
          { key: "", name: t(texts.allLanguages) },
          ...locales.map((key) => ({ key, name: t(localeNames[key]) })),
        ]}
        onChange={(key) => setLanguage(isLocale(key) ? key : undefined)}
      />
    </CommentForm>
  );
}

/** Returns the focus to where it was when the panel is closed from within. */
function useReturnedFocus(panel: RefObject<HTMLElement | null>): void {
  const [before] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    const element = panel.current;
    return () => {
      const isWithin = element?.contains(document.activeElement) === true;
      if (isWithin && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [panel, before]);
}

/** The comments of the open page: a list of open or resolved ones, and a text box for a new one. */
export function CommentsPanel({ onClose }: { onClose: () => void }) {
  const t = useText();
  const editor = useEditor();
  const query = useComments();
  const { comment: wanted, isWriting } = useValue(editor.comments);
  const [isShowingResolved, setShowingResolved] = useState(false);
  const [openId, setOpenId] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  /** The thread to which the list scrolls as soon as it is there. */
  const scrollWanted = useRef<{ id: string; hasFocus: boolean }>(undefined);
  useReturnedFocus(panel);
  const { data, isFetching } = query;

  /** Shows a thread in the list and on the page. `hasFocus`: the thread gets the focus. */
  function show(thread: Thread, hasFocus: boolean): void {
    setShowingResolved(thread.resolved !== null);
    setOpenId(thread.id);
    showPlace(editor, thread);
    scrollWanted.current = { id: thread.id, hasFocus };
  }
  useEffect(() => {
    const head = document.getElementById(`comment-${scrollWanted.current?.id}`);
    if (head === null) return;
    head.closest("li")?.scrollIntoView({ block: "nearest" });
    if (scrollWanted.current?.hasFocus === true) head.focus({ preventScroll: true });
    scrollWanted.current = undefined;
  });
  useEffect(() => {
    if (wanted === undefined || data === undefined) return;
    const thread = data.find(({ comments }) => comments.some(({ id }) => id === wanted));
    // It may be newer than what was read.
    if (thread === undefined && isFetching) return;
    setMissing(thread === undefined);
    editor.comments.set({ isOpen: true });
    if (thread !== undefined) show(thread, true);
    // Only when another comment is wanted, or its data has come.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted, data, isFetching]);
  useEffect(() => {
    if (wanted === undefined && isWriting === undefined) title.current?.focus();
    // Only when the panel opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  useEffect(() => {
    if (isWriting !== true) return;
    // Beside an open comment a narrow screen has no room for the text box. Without one it has the focus by now.
    if (openId === undefined) editor.comments.set({ isOpen: true });
    else setOpenId(undefined);
  }, [editor, isWriting, openId]);

  function closeByKey(event: KeyboardEvent): void {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    // Elsewhere the key selects the parent of what is selected.
    event.stopPropagation();
    onClose();
  }
  const threads = numbered(data ?? []);
  const isInState = (thread: Thread, isResolved: boolean) => (thread.resolved !== null) === isResolved;
  const countOf = (isResolved: boolean) => threads.filter(({ thread }) => isInState(thread, isResolved)).length;
  const visibleThreads = threads.filter(({ thread }) => isInState(thread, isShowingResolved));
  return (
    // The panel itself takes no press; the key works from everything in it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={panel} className="comments-panel" onKeyDown={closeByKey}>
      <header>
        <h2 ref={title} tabIndex={-1} className="panel-title">
          {t(commentsCommand.name)}
        </h2>
        <div role="group" aria-label={t(texts.filter)} className="segments">
          {[false, true].map((isResolved) => (
            <button
              key={String(isResolved)}
              type="button"
              className="tool"
              aria-pressed={isShowingResolved === isResolved}
              onClick={() => setShowingResolved(isResolved)}
            >
              {t(formatText(isResolved ? texts.resolved : texts.open, { n: countOf(isResolved) }))}
            </button>
          ))}
        </div>
        <Tool name={t(texts.close)} onClick={onClose}>
          <X {...toolIcon} />
        </Tool>
      </header>
      <div className="comments-list scroll">
        {isMissing && <p role="status">{t(texts.missing)}</p>}
        <QueryContent query={query} height="h-16">
          {() =>
            visibleThreads.length === 0 ? (
              <>
                <p>{t(isShowingResolved ? texts.noneResolved : texts.noneOpen)}</p>
                {!isShowingResolved && <p>{t(texts.hint)}</p>}
              </>
            ) : (
              <ol aria-label={t(commentsCommand.name)}>
                {visibleThreads.map(({ thread, number }) => (
                  <CommentThread
                    key={thread.id}
                    thread={thread}
                    number={number}
                    isOpen={thread.id === openId}
                    onToggle={() => (thread.id === openId ? setOpenId(undefined) : show(thread, false))}
                  />
                ))}
              </ol>
            )
          }
        </QueryContent>
      </div>
      <NewComment
        hasFocus={isWriting === true && openId === undefined}
        onSent={(id) => {
          setShowingResolved(false);
          setMissing(false);
          scrollWanted.current = { id, hasFocus: false };
        }}
      />
    </div>
  );
}
