import { CircleCheck, TriangleAlert } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { localeNames } from "#kit/locale-names.ts";
import { listSeparator } from "#kit/list-text.ts";
import type { PageDocument } from "#kit/page.ts";
import { formatText, type Locale, locales } from "#kit/text.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { PagePreview } from "#features/builder/canvas/page-preview.tsx";
import { labelOf } from "#features/builder/document/names.ts";
import { previewWidths, useEditor } from "#features/builder/editor/editor.ts";
import { mergeOverflow, type Overflow, type OverflowFinding, overflowIn } from "#features/builder/editor/overflow.ts";

const texts = {
  title: { zh: "版面检查", en: "Layout check" },
  checking: {
    zh: "正在检查两种语言在各宽度下的版面（{n}/{all}）",
    en: "Checking both languages at every width ({n} of {all})",
  },
  fits: { zh: "两种语言在 {widths} 宽度下都放得下。", en: "Both languages fit at {widths} px." },
  found: { zh: "{n} 处内容放不下", en: "{n} {n|part does|parts do} not fit" },
  box: { zh: "内容超出元素", en: "Content is larger than its element" },
  cut: { zh: "文字显示不全", en: "Text is cut off" },
  wide: { zh: "组件宽于页面", en: "Wider than the page" },
  place: { zh: "{language} {width}", en: "{language} {width}" },
  show: { zh: "查看{name}，{place}", en: "Show {name}, {place}" },
  more: { zh: "还有 {n} 处", en: "{n} more" },
};

/** A rendering of the page that is measured. */
type Rendering = { locale: Locale; width: number };
const renderings: readonly Rendering[] = locales.flatMap((locale) =>
  previewWidths.map((width): Rendering => ({ locale, width })),
);
/** The most findings that are listed. */
const maxListed = 20;
/** The longest time for which the data of components is awaited, ms. */
const dataTimeout = 8000;

/** Where the page is rendered to be measured. */
const offscreen = { top: 0, left: -9999, width: 1, height: 1 };

/** The findings of a page that was checked; an edit makes another document. */
const checked = new WeakMap<PageDocument, OverflowFinding[]>();

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Waits until a rendered page has its fonts and the data of its components. */
async function settle(frameDocument: Document): Promise<void> {
  const end = performance.now() + dataTimeout;
  await frameDocument.fonts.ready;
  await nextFrame();
  // Looks again in every frame, because data comes in its own time.
  // oxlint-disable-next-line no-await-in-loop
  while (frameDocument.querySelector(".loading-data") !== null && performance.now() < end) await nextFrame();
  await nextFrame();
}

/** Measures the page around it once it is rendered. */
function Measure({ onMeasured }: { onMeasured: (found: Overflow[]) => void }) {
  const { frame, store } = useEditor();
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let isWanted = true;
    const frameDocument = place.current?.ownerDocument;
    if (frameDocument === undefined) return undefined;
    void settle(frameDocument).then(() => isWanted && onMeasured(overflowIn(frame)));
    return () => {
      isWanted = false;
    };
    // Each rendering has a store of its own.
  }, [frame, store, onMeasured]);
  return <span ref={place} hidden />;
}

type Results = { page: PageDocument; measured: (Rendering & { found: Overflow[] })[] };

/**
 * The parts of the page that do not fit in either language at any width, by rendering it in all of them; undefined while they are found. `current`: what is
 * to be rendered next.
 */
function useOverflow(page: PageDocument) {
  const [results, setResults] = useState<Results>({ page, measured: [] });
  const measured = results.page === page ? results.measured : [];
  const known = checked.get(page);
  const current = known === undefined ? renderings[measured.length] : undefined;
  const findings = known ?? (current === undefined ? mergeOverflow(measured) : undefined);
  useEffect(() => {
    if (findings !== undefined) checked.set(page, findings);
  }, [page, findings]);
  const count = measured.length;
  const onMeasured = useCallback(
    (found: Overflow[]) =>
      setResults((before) => {
        const earlier = before.page === page ? before.measured : [];
        return earlier.length === count ? { page, measured: [...earlier, { ...renderings[count]!, found }] } : before;
      }),
    [page, count],
  );
  return { findings, current, count, onMeasured };
}

/** Checks before publishing that both languages fit at every width; each finding leads to its part, in its language and at its width. */
export function OverflowCheck({ onClose }: { onClose: () => void }) {
  const t = useText();
  const locale = useLocale();
  const { store, broken, view, frame } = useEditor();
  const page = store.page();
  const snapshot = useMemo(() => ({ page, broken: [...broken] }), [page, broken]);
  const { findings, current, count, onMeasured } = useOverflow(page);

  function show(id: string, place: Rendering): void {
    view.set({ ...view.get(), ...place });
    store.selected.set([id]);
    onClose();
    requestAnimationFrame(() => frame.elements.get(id)?.scrollIntoView({ block: "center" }));
  }
  const placeOf = (place: Rendering) =>
    t(formatText(texts.place, { language: localeNames[place.locale][locale], width: place.width }));
  const sizes = previewWidths.join(t(listSeparator));
  return (
    <section aria-label={t(texts.title)} className="mt-4 text-sm">
      {findings === undefined && (
        <p role="status" className="text-ink-3">
          {t(formatText(texts.checking, { n: count + 1, all: renderings.length }))}
        </p>
      )}
      {findings?.length === 0 && (
        <p role="status" className="flex gap-2 text-ink-2">
          <CircleCheck size={16} strokeWidth={1.5} aria-hidden="true" className="mt-0.5 shrink-0 text-success" />
          {t(formatText(texts.fits, { widths: sizes }))}
        </p>
      )}
      {findings !== undefined && findings.length > 0 && (
        <>
          <p role="status" className="mb-2 flex gap-2 font-medium text-ink">
            <TriangleAlert size={16} strokeWidth={1.5} aria-hidden="true" className="mt-0.5 shrink-0 text-warning" />
            {t(formatText(texts.found, { n: findings.length }))}
          </p>
          <ul className="max-h-[30dvh] overflow-auto border-t border-line">
            {findings.slice(0, maxListed).map(({ id, kind, places }) => {
              const name = labelOf(store, id, locale);
              return (
                <li key={`${id} ${kind}`} className="grid gap-1.5 border-b border-line py-2">
                  <span className="min-w-0">
                    <span className="block truncate text-ink">{name}</span>
                    <span className="block text-ink-3">{t(texts[kind])}</span>
                  </span>
                  <span className="flex flex-wrap gap-1.5">
                    {places.map((place) => (
                      <button
                        key={`${place.locale} ${place.width}`}
                        type="button"
                        aria-label={t(formatText(texts.show, { name, place: placeOf(place) }))}
                        className="rounded-sm border border-line px-2 py-1 text-xs text-ink-2 hover:text-brand"
                        onClick={() => show(id, place)}
                      >
                        {placeOf(place)}
                      </button>
                    ))}
                  </span>
                </li>
              );
            })}
            {findings.length > maxListed && (
              <li className="py-2 text-ink-3">{t(formatText(texts.more, { n: findings.length - maxListed }))}</li>
            )}
          </ul>
        </>
      )}
      {current !== undefined && (
        <div className="fixed overflow-hidden" style={offscreen} inert>
          <PagePreview snapshot={snapshot} {...current}>
            <Measure onMeasured={onMeasured} />
          </PagePreview>
        </div>
      )}
    </section>
  );
}
