import { Dialog as Base } from "@base-ui/react/dialog";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { type Command, type CommandSearch, keyLabel } from "./command.ts";
import { useLocale, useText } from "./locale.ts";

const texts = {
  title: { zh: "搜索命令", en: "Search commands" },
  placeholder: { zh: "输入命令或页面名称", en: "Type a command or the name of a page" },
  none: { zh: "没有匹配的命令", en: "No matching commands" },
  searching: { zh: "正在搜索…", en: "Searching…" },
};

/** The words that a command is found by, in both languages. */
const searchText = (command: Command) => {
  const { zh, en } = command.name();
  return `${zh} ${en} ${command.group.zh} ${command.group.en}`.toLowerCase();
};

type Pinyin = (text: string, query: string) => boolean;

/** Matches names by their pinyin, for readers of Chinese; loaded with the first palette. Without it, names are matched as they are written. */
function usePinyin(): Pinyin | undefined {
  const isChinese = useLocale() === "zh";
  const [match, setMatch] = useState<Pinyin>();
  useEffect(() => {
    if (!isChinese) return;
    import("#kit/pinyin.ts").then(
      ({ matchesPinyin }) => setMatch(() => matchesPinyin),
      () => undefined,
    );
  }, [isChinese]);
  return isChinese ? match : undefined;
}

/** ms after the last key before a search. */
const searchDelay = 200;

/** What the search of the palette has found for the typed words; undefined while it is under way. */
function useSearch(search: CommandSearch | undefined, query: string): readonly Command[] | undefined {
  const [found, setFound] = useState<{ typed: string; commands: readonly Command[] }>();
  const words = query.trim();
  useEffect(() => {
    if (search === undefined || words === "") return undefined;
    const stopping = new AbortController();
    const timer = setTimeout(() => {
      search(words, stopping.signal).then(
        (commands) => setFound({ typed: words, commands }),
        // The commands of the screen are still found.
        () => stopping.signal.aborted || setFound({ typed: words, commands: [] }),
      );
    }, searchDelay);
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, [search, words]);
  if (search === undefined || words === "") return [];
  return found?.typed === words ? found.commands : undefined;
}

/** The commands that contain every typed word; names that begin with the text first, unavailable commands last. */
function find(commands: readonly Command[], query: string, pinyin: Pinyin | undefined): Command[] {
  const words = query.normalize("NFKC").toLowerCase().split(/\s+/).filter(Boolean);
  const rank = (command: Command) => {
    const { zh, en } = command.name();
    const begins = words[0] !== undefined && [zh, en].some((name) => name.toLowerCase().startsWith(words[0]!));
    return (command.reason() === undefined ? 0 : 2) + (begins ? 0 : 1);
  };
  return commands
    .filter(({ only }) => only === undefined)
    .filter((command) =>
      words.every((word) => searchText(command).includes(word) || pinyin?.(command.name().zh, word) === true),
    )
    .map((command) => ({ command, rank: rank(command) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ command }) => command);
}

type PaletteProps = { commands: readonly Command[]; search?: CommandSearch | undefined; onClose: () => void };

/** The command palette: all available commands by name, filtered by typing, chosen by arrows, run by Enter. `search` adds more. */
export function CommandPalette({ commands, search, onClose }: PaletteProps) {
  const t = useText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const pinyin = usePinyin();
  const searched = useSearch(search, typed);
  const matches = useMemo(
    () => [...find(commands, typed, pinyin), ...(searched ?? [])],
    [commands, typed, pinyin, searched],
  );
  const optionId = (index: number) => `${id}-${index}`;

  function run(command: Command | undefined): void {
    if (command === undefined || command.reason() !== undefined) return;
    onClose();
    // Runs when the palette is closed, so that whatever opens next keeps the focus.
    requestAnimationFrame(() => command.run());
  }
  function move(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" && !event.nativeEvent.isComposing) run(matches[at]);
    if (step === undefined || matches.length === 0) return;
    event.preventDefault();
    const next = (at + step + matches.length) % matches.length;
    setAt(next);
    list.current?.children[next]?.scrollIntoView({ block: "nearest" });
  }
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fade fixed inset-0 z-40 bg-[rgb(3_13_9/0.5)]" />
        <Base.Popup
          initialFocus={input}
          className="rise fixed top-[max(16px,12dvh)] left-1/2 z-50 flex max-h-[min(560px,calc(100dvh-32px))] w-[calc(100vw-32px)] max-w-[560px] -translate-x-1/2 flex-col overflow-hidden rounded-md border border-line bg-sheet text-ink shadow-xl outline-none"
        >
          <Base.Title className="sr-only">{t(texts.title)}</Base.Title>
          <input
            ref={input}
            type="text"
            role="combobox"
            aria-label={t(texts.title)}
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={matches.length === 0 ? undefined : optionId(at)}
            placeholder={t(texts.placeholder)}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            value={typed}
            className="min-h-12 shrink-0 border-b border-line bg-transparent px-4 text-base outline-none placeholder:text-ink-3"
            onChange={(event) => {
              setTyped(event.target.value);
              setAt(0);
            }}
            onKeyDown={move}
          />
          <div ref={list} id={`${id}-list`} role="listbox" aria-label={t(texts.title)} className="overflow-auto p-1">
            {matches.map((command, index) => {
              const { icon: Icon, keys } = command;
              const reason = command.reason();
              return (
                <div
                  key={command.id}
                  id={optionId(index)}
                  role="option"
                  aria-selected={index === at}
                  aria-disabled={reason !== undefined}
                  className="flex min-h-10 cursor-default items-center gap-3 rounded-sm px-3 text-sm text-ink-2 aria-selected:bg-paper-3 aria-selected:text-ink pointer-coarse:min-h-11"
                  onPointerMove={() => setAt(index)}
                  onClick={() => run(command)}
                >
                  <span
                    className={`grid size-4 shrink-0 place-items-center ${reason === undefined ? "" : "opacity-40"}`}
                  >
                    {Icon !== undefined && <Icon size={16} strokeWidth={1.5} aria-hidden="true" />}
                  </span>
                  <span className="min-w-0 flex-1">
                    <span className="block truncate">{t(command.name())}</span>
                    {reason !== undefined && <span className="block truncate text-xs">{t(reason)}</span>}
                  </span>
                  <span className="shrink-0 text-xs max-sm:hidden">{t(command.group)}</span>
                  {keys[0] !== undefined && (
                    <kbd className="shrink-0 font-mono text-xs pointer-coarse:hidden">{keyLabel(keys[0])}</kbd>
                  )}
                </div>
              );
            })}
          </div>
          {matches.length === 0 && (
            <p role="status" className="px-4 py-6 text-center text-sm text-ink-2">
              {t(searched === undefined ? texts.searching : texts.none)}
            </p>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
