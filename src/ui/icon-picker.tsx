import { ChevronDown, X } from "lucide-react";
import {
  type ComponentType,
  type KeyboardEvent,
  type RefObject,
  type SVGProps,
  useCallback,
  useMemo,
  useRef,
  useState,
} from "react";
import type { SpaceIcon } from "#kit/icon.ts";
import { formatText, type Locale, type Text } from "#kit/text.ts";
import { Button } from "./button.tsx";
import { iconSet } from "./icon-set.ts";
import { Input } from "./input.tsx";
import { Popup } from "./popup.tsx";
import { rememberIcon, recentIcons } from "./recent-icons.ts";

const texts = {
  choose: { zh: "选择图标", en: "Choose an icon" },
  search: { zh: "搜索图标", en: "Search icons" },
  none: { zh: "没有符合条件的图标", en: "No icons match" },
  clear: { zh: "清空", en: "Clear" },
  chosen: { zh: "已选图标：{name}", en: "Chosen: {name}" },
  recent: { zh: "最近使用", en: "Recently used" },
  added: { zh: "本空间图标", en: "Icons of this space" },
  all: { zh: "内置图标", en: "Built-in icons" },
  found: { zh: "{n} 个图标", en: "{n} {n|icon|icons}" },
};

type IconProps = { size: number; strokeWidth: number } & SVGProps<SVGSVGElement>;
/** An icon to choose. `label`: what its button says, and `words`: what a search looks in, besides the name. */
type Icon = { name: string; title: Text; label: Text; words: string; Icon: ComponentType<IconProps> };

const builtInIcons: readonly Icon[] = iconSet.map(({ name, words, Icon }) => ({
  name,
  title: { zh: words.split(" ")[0]!, en: name.replaceAll("-", " ") },
  label: { zh: words, en: name.replaceAll("-", " ") },
  words,
  Icon,
}));

/** Icons of the space as those of the program are: each draws itself. */
const iconsOfSpace = (added: readonly SpaceIcon[]): Icon[] =>
  added.map(({ name, title, words, url }) => ({
    name,
    title: { zh: title, en: title },
    label: { zh: title, en: title },
    words,
    Icon: ({ size, strokeWidth: _strokeWidth, ...props }) => (
      <svg width={size} height={size} {...props}>
        <use href={url} />
      </svg>
    ),
  }));

/** Whether an icon is found by a text in lower case. */
const isFound = ({ name, title, words }: Icon, text: string) =>
  [name, ...Object.values(title), words].some((word) => word.toLowerCase().includes(text));

type NamedIconProps = { id?: string; name: string; added: readonly SpaceIcon[] };

/** The icon with this name, of the space or of the program; the name as text if there is no such icon. */
export function NamedIcon({ name, added }: NamedIconProps) {
  const own = added.find((icon) => icon.name === name);
  const Icon = builtInIcons.find((icon) => icon.name === name)?.Icon;
  const props = { role: "img", "aria-label": own?.title ?? name, className: "inline-block align-middle" };
  if (own !== undefined)
    return (
      <svg width={20} height={20} {...props}>
        <use href={own.url} />
      </svg>
    );
  return Icon === undefined ? name : <Icon size={20} strokeWidth={1.5} {...props} />;
}

type IconPickerProps = {
  id: string;
  /** The icons that the space added. */
  added: readonly SpaceIcon[];
  value: string | null;
  /** Its accessible name, when there is no label. */
  name: string;
  locale: Locale;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (name: string | null) => void;
  onBlur: () => void;
};

/** The button to which a key moves the focus; up and down keep the horizontal position. Undefined at the edge. */
function neighbour(buttons: readonly HTMLElement[], from: HTMLElement, key: string): HTMLElement | undefined {
  const index = buttons.indexOf(from);
  if (key === "ArrowRight") return buttons[index + 1];
  if (key === "ArrowLeft") return buttons[index - 1];
  if (key === "Home") return buttons[0];
  if (key === "End") return buttons.at(-1);
  const { offsetLeft, offsetTop } = from;
  const inColumn = buttons.filter((button) => button.offsetLeft === offsetLeft);
  return key === "ArrowDown"
    ? inColumn.find((button) => button.offsetTop > offsetTop)
    : inColumn.findLast((button) => button.offsetTop < offsetTop);
}

const navigationKeys: ReadonlySet<string> = new Set(["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "Home", "End"]);

type PanelProps = {
  id: string;
  added: readonly Icon[];
  builtIn: readonly Icon[];
  value: string | null;
  locale: Locale;
  anchor: RefObject<HTMLElement | null>;
  onChoose: (name: string) => void;
  onClose: () => void;
};

/** A panel of icons with a search in both languages and arrow keys. Shows recently used icons first, then those of the space. */
function IconPanel({ id, added, builtIn, value, locale, anchor, onChoose, onClose }: PanelProps) {
  const [query, setQuery] = useState("");
  const search = useRef<HTMLInputElement>(null);
  const searchedText = query.trim().toLowerCase();
  const all = [...added, ...builtIn];
  const matches = all.filter((icon) => isFound(icon, searchedText));
  const recent =
    searchedText === "" ? recentIcons().flatMap((name) => all.find((icon) => icon.name === name) ?? []) : [];
  const groups =
    searchedText === ""
      ? [
          { key: "recent", name: texts.recent[locale], icons: recent },
          { key: "added", name: texts.added[locale], icons: added },
          { key: "all", name: texts.all[locale], icons: builtIn },
        ]
      : [{ key: "all", name: formatText(texts.found, { n: matches.length })[locale], icons: matches }];
  /** Name of the icon that is the tab stop of the grid. */
  const tabStopName = matches.find(({ name }) => name === value)?.name ?? matches[0]?.name;

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const { target, currentTarget, key } = event;
    const buttons = [...currentTarget.querySelectorAll<HTMLElement>("[data-icon]")];
    if (target === search.current) {
      if (key === "ArrowDown") buttons[0]?.focus();
      // Enter chooses the first result.
      else if (key === "Enter" && matches[0] !== undefined) onChoose(matches[0].name);
      else return;
      return event.preventDefault();
    }
    if (!navigationKeys.has(key) || !(target instanceof HTMLElement) || !buttons.includes(target)) return;
    event.preventDefault();
    (neighbour(buttons, target, key) ?? (key === "ArrowUp" ? search.current : target))?.focus();
  }

  return (
    <Popup
      id={id}
      anchor={anchor}
      label={texts.choose[locale]}
      className="w-[22rem] p-2"
      onClose={onClose}
      onKeyDown={handleKeyDown}
    >
      <Input
        ref={search}
        data-first=""
        type="search"
        aria-label={texts.search[locale]}
        placeholder={texts.search[locale]}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <div className="mt-2 grid max-h-72 gap-2 overflow-auto">
        {groups.map(
          ({ key, name: groupName, icons }) =>
            icons.length > 0 && (
              <div key={key} role="group" aria-label={groupName}>
                <p aria-hidden="true" className="px-1 pb-1 text-xs text-ink-3">
                  {groupName}
                </p>
                <div className="grid grid-cols-[repeat(auto-fill,minmax(40px,1fr))] pointer-coarse:grid-cols-[repeat(auto-fill,minmax(44px,1fr))]">
                  {icons.map(({ name, label, Icon }) => (
                    <button
                      key={name}
                      type="button"
                      data-icon=""
                      tabIndex={key !== "recent" && name === tabStopName ? 0 : -1}
                      aria-label={label[locale]}
                      title={label[locale]}
                      aria-pressed={value === name}
                      className="grid h-10 place-items-center rounded-sm text-ink-2 -outline-offset-2 hover:bg-paper-3 hover:text-ink aria-pressed:bg-brand aria-pressed:text-on-brand pointer-coarse:h-11"
                      onClick={() => onChoose(name)}
                    >
                      <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
                    </button>
                  ))}
                </div>
              </div>
            ),
        )}
        {matches.length === 0 && (
          <p role="status" className="px-1 py-3 text-sm text-ink-3">
            {texts.none[locale]}
          </p>
        )}
      </div>
    </Popup>
  );
}

/** An icon field: a button with the chosen icon, which opens a panel of all icons. */
export function IconPicker({
  id,
  added,
  value,
  name,
  locale,
  invalid,
  disabled,
  describedBy,
  onChange,
  onBlur,
}: IconPickerProps) {
  const box = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => {
    setIsOpen(false);
    button.current?.focus();
  }, []);
  const addedIcons = useMemo(() => iconsOfSpace(added), [added]);
  // An icon of the space replaces the one of the program with its name.
  const builtIn = builtInIcons.filter(({ name: other }) => addedIcons.every((icon) => icon.name !== other));
  const selectedIcon = [...addedIcons, ...builtIn].find((icon) => icon.name === value);
  const word = selectedIcon?.title[locale] ?? value;
  return (
    <span
      ref={box}
      className="flex max-w-72 items-center gap-1"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur()}
    >
      <button
        ref={button}
        id={id}
        type="button"
        aria-label={
          word === null
            ? `${name}: ${texts.choose[locale]}`
            : `${name}: ${formatText(texts.chosen, { name: word })[locale]}`
        }
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-describedby={describedBy}
        disabled={disabled}
        data-invalid={invalid ? "" : undefined}
        className="control flex items-center gap-3 text-left data-invalid:border-danger"
        onClick={() => setIsOpen(!isOpen)}
      >
        {selectedIcon !== undefined && (
          <selectedIcon.Icon size={20} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
        )}
        <span className={`min-w-0 flex-1 truncate ${word === null ? "text-ink-3" : ""}`}>
          {word ?? texts.choose[locale]}
        </span>
        <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0 text-ink-3" />
      </button>
      {value !== null && (
        <Button
          kind="quiet"
          size="icon"
          aria-label={texts.clear[locale]}
          title={texts.clear[locale]}
          disabled={disabled}
          onClick={() => {
            onChange(null);
            button.current?.focus();
          }}
        >
          <X size={16} strokeWidth={1.5} aria-hidden="true" />
        </Button>
      )}
      {isOpen && (
        <IconPanel
          id={`${id}-panel`}
          anchor={box}
          added={addedIcons}
          builtIn={builtIn}
          value={value}
          locale={locale}
          onChoose={(next) => {
            rememberIcon(next);
            onChange(next);
            close();
          }}
          onClose={close}
        />
      )}
    </span>
  );
}
