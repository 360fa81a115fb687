import { useQuery } from "@tanstack/react-query";
import { Maximize2, Minimize2 } from "lucide-react";
import {
  createContext,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { type AutoLayout, layoutOfWire } from "#kit/auto-page.ts";
import type { CallOutput } from "#kit/call.ts";
import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { lazyControl } from "#ui/lazy-control.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { autoWidgets } from "./widget-types.ts";
import "./page-parts.css";

const texts = {
  unknown: { zh: "没有组件“{name}”", en: "There is no component “{name}”" },
  untitled: { zh: "第 {n} 项", en: "Tab {n}" },
  tabs: { zh: "选项卡", en: "Tabs" },
  fullScreen: { zh: "全屏", en: "Full screen" },
  exit: { zh: "退出全屏", en: "Exit full screen" },
};

export type AutoPageOutput = CallOutput<"GET Api/AutoPage/Index">;
export type PartOutput = AutoPageOutput["widgets"][number];
type Columns = { span: number; widgets: PartOutput[] }[];

export type WidgetData = Pick<CallOutput<"GET paas/autoPage/widget">, "value" | "data">;
/** How the data of a widget are loaded: the key of its query, and the request. */
export type WidgetSource = (part: PartOutput) => {
  key: readonly unknown[];
  load: (signal: AbortSignal) => Promise<WidgetData>;
};

/** Set in the editor of pages: parts can be chosen there, and their content cannot be used. */
export const PreviewContext = createContext<{ selectedId: string | undefined } | undefined>(undefined);

// The set of icons is larger than the page.
const NamedIcon = lazyControl(async () => (await import("#client/answers/space-icons.tsx")).NamedIcon, {
  renderFallback: () => null,
});

const borders: Record<string, string> = {
  plain: "border border-line",
  accent: "part-accent",
  dashed: "border border-dashed border-line-2",
};

const tokenStyle = (property: "color" | "background", token: string): CSSProperties =>
  /^[a-z0-9-]+$/.test(token) ? { [property]: `var(--${token})` } : {};

/** The level of headings: of parts of the page, and of parts of a group with a title. */
type Level = 2 | 3;
type FrameProps = { part: PartOutput; hasTitle: boolean; level: Level; children: ReactNode };

/** The frame of a part: its border, title, intro, icon and colours. */
function PartFrame({ part, hasTitle, level, children }: FrameProps) {
  const id = useId();
  const Heading = `h${level}` as const;
  const { border, setting, status } = part;
  const isSelected = use(PreviewContext)?.selectedId === part.id;
  const isTitled = hasTitle && border.title !== "";
  const padding = border.show || setting.background !== "" ? (status === "small" ? "p-3" : "p-5") : "";
  return (
    <div
      // No landmark: two parts may have the same title.
      {...(isTitled ? { role: "group", "aria-labelledby": id } : {})}
      data-part={part.id}
      data-selected={isSelected ? "" : undefined}
      className={`grid h-full min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3 break-inside-avoid ${padding} ${border.show ? `bg-sheet ${borders[border.class] ?? borders.plain}` : ""}`}
      style={tokenStyle("background", setting.background)}
    >
      {(isTitled || border.intro !== "") && (
        <header className="grid gap-1">
          {isTitled && (
            <Heading
              id={id}
              className="flex min-w-0 items-center gap-2 text-sm text-ink-2"
              style={tokenStyle("color", border.fontColor)}
            >
              {border.icon !== "" && (
                <span aria-hidden="true">
                  <NamedIcon name={border.icon} />
                </span>
              )}
              <span className="min-w-0 truncate">{border.title}</span>
            </Heading>
          )}
          {border.intro !== "" && <p className="text-xs whitespace-pre-line text-ink-2">{border.intro}</p>}
        </header>
      )}
      {children}
    </div>
  );
}

type PartProps = { part: PartOutput; source: WidgetSource; level: Level };

function WidgetPart({ part, source, level }: PartProps) {
  const t = useText();
  const locale = useLocale();
  const { key, load } = source(part);
  const definition = autoWidgets.get(part.name);
  const isPreview = use(PreviewContext) !== undefined;
  const query = useQuery({
    queryKey: ["auto page", "widget", ...key, locale],
    queryFn: ({ signal }) => load(signal),
    enabled: definition !== undefined,
    placeholderData: (previous) => (isPreview ? previous : undefined),
  });
  if (definition === undefined)
    return (
      <PartFrame part={part} hasTitle level={level}>
        <p className="text-sm text-danger">{t(formatText(texts.unknown, { name: part.name }))}</p>
      </PartFrame>
    );
  const { Show, title, hasTitle = false } = definition;
  return (
    <PartFrame part={part} hasTitle={!hasTitle || query.data === undefined} level={level}>
      <QueryContent query={query} height="h-16">
        {({ data, value }) => (
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)]" inert={isPreview}>
            <Show
              data={data}
              value={value as never}
              title={part.title === "" ? t(title) : part.title}
              isTitled={part.title !== ""}
              locale={locale}
              isSmall={part.status === "small"}
              level={level}
            />
          </div>
        )}
      </QueryContent>
    </PartFrame>
  );
}

const columnsOf = ({ value }: PartOutput): Columns => ("cols" in value ? (value.cols as Columns) : []);

function Part({ part, source, level }: PartProps) {
  if (part.componentPath !== "") return <WidgetPart part={part} source={source} level={level} />;
  return (
    <PartFrame part={part} hasTitle level={level}>
      <PartsLayout
        layout={layoutOfWire(part.layout)}
        gutter={Number(part.value.gutter ?? 0)}
        parts={columnsOf(part).flatMap(({ widgets }) => widgets)}
        source={source}
        level={part.title === "" ? level : 3}
      />
    </PartFrame>
  );
}

/** The part of an open tab, whose title is that of the tab. */
const withoutFrame = (part: PartOutput): PartOutput => ({
  ...part,
  border: { ...part.border, show: false, title: "" },
});

type LayoutProps = {
  layout: AutoLayout;
  gutter: number;
  parts: readonly PartOutput[];
  source: WidgetSource;
  level?: Level;
};

function Tabs({ parts, source, level }: Pick<LayoutProps, "parts" | "source"> & { level: Level }) {
  const t = useText();
  const id = useId();
  const [index, setIndex] = useState(0);
  const current = parts[index] ?? parts[0];
  const list = useRef<HTMLDivElement>(null);
  function select(next: number): void {
    setIndex(next);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  }
  function handleKey(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step !== undefined) select((index + step + parts.length) % parts.length);
    else if (event.key === "Home") select(0);
    else if (event.key === "End") select(parts.length - 1);
    else return;
    event.preventDefault();
  }
  if (current === undefined) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div
        ref={list}
        role="tablist"
        aria-label={t(texts.tabs)}
        className="part-tabs flex gap-1 overflow-x-auto border-b border-line"
        onKeyDown={handleKey}
      >
        {parts.map((part, at) => (
          <button
            key={part.id}
            type="button"
            role="tab"
            id={`${id}-tab-${at}`}
            aria-controls={`${id}-panel`}
            aria-selected={part === current}
            tabIndex={part === current ? 0 : -1}
            onClick={() => setIndex(at)}
          >
            {part.title === "" ? t(formatText(texts.untitled, { n: at + 1 })) : part.title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${parts.indexOf(current)}`}>
        <Part key={current.id} part={withoutFrame(current)} source={source} level={level} />
      </div>
    </div>
  );
}

/** Parts over the whole window, until the person leaves it. */
function FullScreen({ gutter, parts, source, level }: Omit<LayoutProps, "layout"> & { level: Level }) {
  const t = useText();
  const [isFull, setFull] = useState(true);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isFull) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isFull]);
  const content = <PartsLayout layout="grid" {...{ gutter, parts, source, level }} />;
  const Icon = isFull ? Minimize2 : Maximize2;
  const button = (
    <Button className="part-wall-button print:hidden" onClick={() => setFull(!isFull)}>
      <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
      {t(isFull ? texts.exit : texts.fullScreen)}
    </Button>
  );
  if (!isFull)
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {button}
        {content}
      </div>
    );
  return (
    <dialog
      ref={dialog}
      aria-label={t(texts.fullScreen)}
      className="part-wall overflow-auto bg-paper p-4 text-ink sm:p-6"
      onClose={() => setFull(false)}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
        {button}
        {content}
      </div>
    </dialog>
  );
}

/** The parts of a page, or of a group, in their layout (B-070). On narrow screens a grid has one column. */
export function PartsLayout({ layout, gutter, parts, source, level = 2 }: LayoutProps) {
  if (layout === "tab") return <Tabs {...{ parts, source, level }} />;
  if (layout === "fullscreen") return <FullScreen {...{ gutter, parts, source, level }} />;
  const spans = (part: PartOutput) => ({
    "--span": layout === "grid" ? part.columns : 24,
    "--narrow": autoWidgets.get(part.name)?.narrowSpan ?? 24,
  });
  return (
    <div className="part-grid" style={{ gap: `${gutter}px 0`, marginInline: -gutter / 2 }}>
      {parts.map((part) => (
        <div key={part.id} style={{ ...(spans(part) as CSSProperties), paddingInline: gutter / 2 }}>
          <Part part={part} source={source} level={level} />
        </div>
      ))}
    </div>
  );
}
