import { useMutation, useQuery } from "@tanstack/react-query";
import { AtSign } from "lucide-react";
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { maxCommentText, maxMentions, type Mention, mentionsIn, typedMention } from "#kit/comment.ts";
import { formatText } from "#kit/text.ts";
import { maxLengthAttribute } from "#kit/text-length.ts";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { keyLabel } from "#ui/command.ts";
import { useText } from "#ui/locale.ts";
import { OptionList } from "#ui/option-list.tsx";
import { randomId } from "#ui/random-id.ts";
import { usePinyin } from "#ui/use-pinyin.ts";
import { useEditor } from "#features/builder/editor/editor.ts";
import { Tool, toolIcon } from "#features/builder/editor/tool.tsx";
import { type Draft, useDraft } from "./comment-drafts.ts";

const texts = {
  mention: { zh: "提及成员", en: "Mention someone" },
  people: { zh: "{n} 位成员", en: "{n} {n|member|members}" },
  nobody: { zh: "没有可提及的成员", en: "No matching members" },
  hint: { zh: "输入 @ 提及成员", en: "Type @ to mention someone" },
  send: { zh: "发送", en: "Send" },
  empty: { zh: "请输入评论内容", en: "Enter a comment" },
};

/** The most people in the list of a mention. */
const maxMatches = 8;
/** How long the list of people is kept, in ms. */
const peopleLifetime = 60_000;

/** The people who match the name that is being typed after an `@`; undefined while none is typed, or the list was closed. */
function useMatches(query: string | undefined): Mention[] | undefined {
  const { pageId } = useEditor();
  const matchesPinyin = usePinyin(query !== undefined);
  const { data } = useQuery({
    queryKey: ["builder comment people", pageId],
    queryFn: ({ signal }) => call("GET Api/SitePage/CommentPeople", { pageId }, { signal }),
    enabled: query !== undefined,
    staleTime: peopleLifetime,
  });
  if (query === undefined || data === undefined) return undefined;
  const word = query.toLowerCase();
  return data
    .filter(({ name }) => name.toLowerCase().includes(word) || matchesPinyin?.(name, word) === true)
    .slice(0, maxMatches);
}

type CommentFormProps = {
  /** Where the draft belongs. */
  place: string;
  label: string;
  /** Whether the text box takes the focus when it appears, or becomes true. */
  hasFocus?: boolean;
  /** @throws when it could not be sent; the text stays */
  onSend: (comment: { id: string; text: string; mentions: string[] }) => Promise<void>;
  children?: ReactNode;
};

/** A text box for a comment or a reply, with a list of members after an `@`. What could not be sent stays in it. */
export function CommentForm({ place, label, hasFocus = false, onSend, children }: CommentFormProps) {
  const t = useText();
  const id = useId();
  const { draft, change, remove } = useDraft(place);
  const [caret, setCaret] = useState(0);
  const [closedAt, setClosedAt] = useState<number>();
  const [active, setActive] = useState(0);
  const [problem, setProblem] = useState<string>();
  const box = useRef<HTMLTextAreaElement>(null);
  const wantedCaret = useRef<number>(undefined);
  const typed = typedMention(draft.text, caret);
  const isFinished = typed !== undefined && draft.mentions.some(({ name }) => typed.query.startsWith(`${name} `));
  const matches = useMatches(typed === undefined || isFinished || typed.start === closedAt ? undefined : typed.query);
  const isListOpen = matches !== undefined && matches.length > 0;
  const activeIndex = isListOpen ? Math.min(active, matches.length - 1) : 0;

  useEffect(() => {
    if (hasFocus) box.current?.focus();
  }, [hasFocus]);
  useLayoutEffect(() => {
    const position = wantedCaret.current;
    wantedCaret.current = undefined;
    if (position !== undefined) box.current?.setSelectionRange(position, position);
  });

  /** Replaces the draft. After a failure it is another comment: the server may have stored the first one. */
  function edit(next: Partial<Draft>, nextCaret: number): void {
    change({ ...draft, ...next, ...(problem === undefined ? {} : { id: randomId() }) });
    setProblem(undefined);
    setCaret(nextCaret);
    setActive(0);
  }
  function insert(words: string, from: number, to: number, mentions = draft.mentions): void {
    const nextCaret = from + words.length;
    wantedCaret.current = nextCaret;
    edit({ text: draft.text.slice(0, from) + words + draft.text.slice(to), mentions }, nextCaret);
    box.current?.focus();
  }
  function choose(index: number): void {
    const person = matches?.[index];
    if (person === undefined || typed === undefined) return;
    const others = draft.mentions.filter((mention) => mention.id !== person.id);
    insert(`@${person.name} `, typed.start, caret, [...others, person]);
  }
  function beginMention(): void {
    setClosedAt(undefined);
    const before = draft.text.slice(0, caret);
    insert(before === "" || /\s$/.test(before) ? "@" : " @", caret, caret);
  }

  const { mutate, isPending } = useMutation({
    // Without a network it fails and says so, instead of waiting for one.
    networkMode: "always",
    mutationFn: async () => {
      const mentioned = mentionsIn(draft.text, draft.mentions).slice(0, maxMentions);
      await onSend({ id: draft.id, text: draft.text.trim(), mentions: mentioned.map((person) => person.id) });
      remove();
    },
    onSuccess: () => {
      setCaret(0);
      setClosedAt(undefined);
    },
    onError: (error) => setProblem(error.message),
  });
  function submit(event?: FormEvent): void {
    event?.preventDefault();
    if (isPending) return;
    if (draft.text.trim() === "") return setProblem(t(texts.empty));
    setProblem(undefined);
    mutate();
  }

  /** Handles a key while the list of people is open; returns whether it did. */
  function handleListKey({ key }: KeyboardEvent): boolean {
    if (!isListOpen) return false;
    if (key === "ArrowDown" || key === "ArrowUp") {
      const step = key === "ArrowDown" ? 1 : -1;
      setActive((activeIndex + step + matches.length) % matches.length);
    } else if (key === "Enter" || key === "Tab") choose(activeIndex);
    else if (key === "Escape") setClosedAt(typed?.start);
    else return false;
    return true;
  }
  function handleKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const isSend = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (!isSend && !handleListKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (isSend) submit();
  }
  const problemId = `${id}-problem`;
  return (
    <form noValidate className="comment-form" onSubmit={submit}>
      <label id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      <textarea
        ref={box}
        id={id}
        rows={3}
        className="control"
        value={draft.text}
        placeholder={t(texts.hint)}
        readOnly={isPending}
        maxLength={maxLengthAttribute(maxCommentText)}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isListOpen ? `${id}-people` : undefined}
        aria-activedescendant={isListOpen ? `${id}-people-${activeIndex}` : undefined}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : problemId}
        onChange={({ target }) => edit({ text: target.value }, target.selectionStart)}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onBlur={() => setClosedAt(typed?.start)}
        onFocus={() => setClosedAt(undefined)}
        onKeyDown={handleKeyDown}
      />
      {isListOpen && (
        <OptionList
          id={`${id}-people`}
          labelledBy={`${id}-label`}
          anchor={box}
          items={matches.map((person) => ({ value: person.id, name: person.name }))}
          selectedIndex={-1}
          activeIndex={activeIndex}
          onActive={setActive}
          onChoose={choose}
        />
      )}
      <p role="status" className="sr-only">
        {matches !== undefined &&
          typed?.query.includes(" ") === false &&
          t(matches.length === 0 ? texts.nobody : formatText(texts.people, { n: matches.length }))}
      </p>
      {problem !== undefined && (
        <p id={problemId} role="alert" className="comment-problem">
          {problem}
        </p>
      )}
      <div className="comment-form-tools">
        {children}
        <Tool name={t(texts.mention)} disabled={isPending} onClick={beginMention}>
          <AtSign {...toolIcon} />
        </Tool>
        <Button
          type="submit"
          kind="primary"
          className="comment-send"
          aria-busy={isPending}
          title={`${t(texts.send)}  ${keyLabel("$mod+Enter")}`}
        >
          {t(texts.send)}
        </Button>
      </div>
    </form>
  );
}
