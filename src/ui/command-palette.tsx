import { Dialog as Base } from "@base-ui/react/dialog";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { type Command, type CommandSearch, keyLabel } from "./command.ts";
import { useText } from "./locale.ts";
import { type Pinyin, usePinyin } from "./use-pinyin.ts";

const texts = {
  title: { zh: "搜索命令", en: "Search commands" },
  placeholder: { zh: "输入命令或页面名称", en: "Type a command or the name of a page" },
  none: { zh: "没有匹配的命令", en: "No matching commands" },
  searching: { zh: "正在搜索…", en: "Searching…" },
};

/** The text in which a command is searched: name and group in both languages. */
const searchText = (command: Command) => {
  const { zh, en } = command.name();
  return `${zh} ${en} ${command.group.zh} ${command.group.en}`.toLowerCase();
};

/** Debounce of the search, ms. */
const searchDelay = 200;

/** The search results for a query; undefined while the search is in progress. */
function useSearch(search: CommandSearch | undefined, query: string): readonly Command[] | undefined {
  const [result, setResult] = useState<{ typed: string; commands: readonly Command[] }>();
  const trimmedQuery = query.trim();
  useEffect(() => {
    if (search === undefined || trimmedQuery === "") return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      search(trimmedQuery, controller.signal).then(
        (commands) => setResult({ typed: trimmedQuery, commands }),
        // A failed search gives no results; the commands of the screen are still listed.
        () => controller.signal.aborted || setResult({ typed: trimmedQuery, commands: [] }),
      );
    }, searchDelay);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [search, trimmedQuery]);
  if (search === undefined || trimmedQuery === "") return [];
  return result?.typed === trimmedQuery ? result.commands : undefined;
}

/** The commands that contain every word of the query: first those whose name starts with the first word, unavailable commands last. */
function findCommands(commands: readonly Command[], query: string, pinyin: Pinyin | undefined): Command[] {
  const words = query.normalize("NFKC").toLowerCase().split(/\s+/).filter(Boolean);
  const rank = (command: Command) => {
    const { zh, en } = command.name();
    const startsWithFirstWord =
      words[0] !== undefined && [zh, en].some((name) => name.toLowerCase().startsWith(words[0]!));
    return (command.reason() === undefined ? 0 : 2) + (startsWithFirstWord ? 0 : 1);
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

/** The command palette: filters commands by the typed query and appends the results of `search`. Arrow keys choose, Enter runs. */
export function CommandPalette({ commands, search, onClose }: PaletteProps) {
  const t = useText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState("");
  const [activeIndex, setActiveIndex] = useState(0);
  const pinyin = usePinyin();
  const searchResults = useSearch(search, typed);
  const matches = useMemo(
    () => [...findCommands(commands, typed, pinyin), ...(searchResults ?? [])],
    [commands, typed, pinyin, searchResults],
  );
  const optionId = (index: number) => `${id}-${index}`;

  function run(command: Command | undefined): void {
    if (command === undefined || command.reason() !== undefined) return;
    onClose();
    // Runs when the palette is closed, so that whatever opens next keeps the focus.
    requestAnimationFrame(() => command.run());
  }
  function handleKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" && !event.nativeEvent.isComposing) run(matches[activeIndex]);
    if (step === undefined || matches.length === 0) return;
    event.preventDefault();
    const next = (activeIndex + step + matches.length) % matches.length;
    setActiveIndex(next);
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
            aria-activedescendant={matches.length === 0 ? undefined : optionId(activeIndex)}
            placeholder={t(texts.placeholder)}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            value={typed}
            className="min-h-12 shrink-0 border-b border-line bg-transparent px-4 text-base outline-none placeholder:text-ink-3"
            onChange={(event) => {
              setTyped(event.target.value);
              setActiveIndex(0);
            }}
            onKeyDown={handleKeyDown}
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
                  aria-selected={index === activeIndex}
                  aria-disabled={reason !== undefined}
                  className="flex min-h-10 cursor-default items-center gap-3 rounded-sm px-3 text-sm text-ink-2 aria-selected:bg-paper-3 aria-selected:text-ink pointer-coarse:min-h-11"
                  onPointerMove={() => setActiveIndex(index)}
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
                  <span className="max-w-2/5 shrink-0 truncate text-xs">{t(command.group)}</span>
                  {keys[0] !== undefined && (
                    <kbd className="shrink-0 font-mono text-xs pointer-coarse:hidden">{keyLabel(keys[0])}</kbd>
                  )}
                </div>
              );
            })}
          </div>
          {matches.length === 0 && (
            <p role="status" className="px-4 py-6 text-center text-sm text-ink-2">
              {t(searchResults === undefined ? texts.searching : texts.none)}
            </p>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
