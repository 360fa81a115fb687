import { type MouseEvent, useEffect, useId, useMemo, useState } from "react";
import {
  type AutoLayout,
  autoLayouts,
  type AutoPageKind,
  type AutoPagePart,
  isGroup,
  readAutoPageParts,
} from "#kit/auto-page.ts";
import { periodLengths } from "#kit/day.ts";
import { seconds } from "#kit/format.ts";
import { call } from "#client/call.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { PartsLayout, PreviewContext, type WidgetSource } from "../page-parts.tsx";
import { partOf } from "../part-output.ts";

const texts = {
  preview: { zh: "预览", en: "Preview" },
  empty: { zh: "还没有组件", en: "No components yet" },
  hint: { zh: "添加组件后，这里显示页面的样子。", en: "Add a component to see the page here." },
};

/** Time from the last change until the preview follows, ms. */
const previewDelay = seconds(0.3);

/** The parts as they were before the last changes, until there have been none for a moment and all values are valid. */
function useSettledParts(text: string, parts: readonly AutoPagePart[]): readonly AutoPagePart[] {
  const [settled, setSettled] = useState(parts);
  useEffect(() => {
    const timer = setTimeout(() => "parts" in readAutoPageParts(text) && setSettled(parts), previewDelay);
    return () => clearTimeout(timer);
  }, [text, parts]);
  return settled;
}

/** Parts without layouts that would cover the editor. */
const withoutFullScreen = (parts: readonly AutoPagePart[]): AutoPagePart[] =>
  parts.map((part) =>
    isGroup(part)
      ? {
          ...part,
          layout: part.layout === "fullscreen" ? "grid" : part.layout,
          widgets: withoutFullScreen(part.widgets),
        }
      : part,
  );

function layoutOf(layout: unknown): AutoLayout {
  const validLayout = autoLayouts.find((name) => name === layout) ?? "grid";
  return validLayout === "fullscreen" ? "grid" : validLayout;
}

type PreviewProps = {
  /** The stored form of the parts. */
  text: string;
  parts: readonly AutoPagePart[];
  page: Readonly<Record<string, unknown>>;
  selectedId: string | undefined;
  onSelect: (id: string) => void;
};

/** The page as its readers will see it, with the data of the person who edits it. A press on a part chooses it. */
export function PartPreview({ text, parts, page, selectedId, onSelect }: PreviewProps) {
  const t = useText();
  const locale = useLocale();
  const id = useId();
  const settled = useSettledParts(text, parts);
  const { layout, gutter, background } = page;
  const kind: AutoPageKind = page.kind === "index" ? "index" : "report";
  const days = periodLengths.find((length) => length === page.days) ?? "30";
  const outputs = useMemo(
    () => withoutFullScreen(settled).map((part) => partOf(part, { type: "", kind, locale })),
    [settled, kind, locale],
  );
  const source: WidgetSource = ({ name, value }) => {
    const input = { kind, name, value, days, timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone };
    return {
      key: ["preview", input],
      load: (signal) => call("POST paas/autoPage/preview", input, { signal }),
    };
  };
  const preview = useMemo(() => ({ selectedId }), [selectedId]);
  function choose(event: MouseEvent): void {
    const pressed = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-part]") : null;
    if (pressed?.dataset.part !== undefined) onSelect(pressed.dataset.part);
  }
  return (
    <section aria-labelledby={id} className="page-preview-frame">
      <h2 id={id} className="mb-3 text-xs font-semibold text-ink-3">
        {t(texts.preview)}
      </h2>
      {/* The list of parts does the same with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events */}
      <div
        className="page-preview"
        style={background ? { background: `var(--${String(background)})` } : {}}
        onClick={choose}
      >
        {outputs.length === 0 ? (
          <EmptyState title={t(texts.empty)} text={t(texts.hint)} />
        ) : (
          <PreviewContext value={preview}>
            <PartsLayout
              layout={layoutOf(layout)}
              gutter={typeof gutter === "number" ? gutter : 16}
              parts={outputs}
              source={source}
              level={3}
            />
          </PreviewContext>
        )}
      </div>
    </section>
  );
}
