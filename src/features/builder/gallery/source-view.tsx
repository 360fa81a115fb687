import { useId, useState } from "react";
import { rootId, treeOf } from "#kit/page-tree.ts";
import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { ask } from "#ui/confirm.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { RadioList } from "#ui/radio-list.tsx";
import { Select } from "#ui/select.tsx";
import type { PartTarget } from "#features/builder/document/insert-part.ts";
import { labelOf } from "#features/builder/document/names.ts";
import { isLocked, selectedWidget } from "#features/builder/document/selection.ts";
import { useEditor } from "#features/builder/editor/editor.ts";
import { FitNotes } from "./fit-notes.tsx";
import { useInsert } from "./insert-item.ts";
import type { Opened } from "./item-list.tsx";
import { FitPreview } from "./source-picture.tsx";
import { type Content, type Fit, sectionsOf, type Source, useContent, useFit } from "./source.ts";

const texts = {
  preview: { zh: "“{name}”在本站主题下的预览", en: "Preview of {name} in your theme" },
  look: { zh: "查看原来的样子", en: "See the original" },
  content: { zh: "内容", en: "Content" },
  all: { zh: "全部组件", en: "All components" },
  place: { zh: "插入位置", en: "Place" },
  below: { zh: "“{name}”下方", en: "Below “{name}”" },
  end: { zh: "页面末尾", en: "At the end of the page" },
  instead: { zh: "替换“{name}”", en: "In place of “{name}”" },
  back: { zh: "返回", en: "Back" },
  insert: { zh: "插入", en: "Insert" },
  inserting: { zh: "正在插入…", en: "Inserting…" },
  append: { zh: "添加到页面", en: "Add to page" },
  replacePage: { zh: "替换页面", en: "Replace page" },
  cancel: { zh: "取消", en: "Cancel" },
  // The titles of these two questions are literal (B-199).
  replaceQuestion: { zh: "是否替换页面数据？", en: "Replace the content of this page?" },
  replaceText: {
    zh: "页面现有的 {n} 个组件将被移除，换成“{name}”的组件和背景。标题和访问设置不变，可撤销。",
    en: "The {n} {n|component|components} on this page will be removed in favour of the components and background of {name}. Title and access stay as they are. You can undo this.",
  },
  appendQuestion: { zh: "是否添加页面数据？", en: "Add to the content of this page?" },
  appendText: {
    zh: "“{name}”的组件将添加到页面末尾，现有内容不变，可撤销。",
    en: "The components of {name} will be added at the end. What is on the page stays. You can undo this.",
  },
};

type Place = "below" | "end" | "instead";

/** Where components go, as far as the page has such a place. */
function usePlaces() {
  const t = useText();
  const locale = useLocale();
  const { store } = useEditor();
  const selected = selectedWidget(store);
  const ids = store.children(rootId);
  const index = selected === undefined ? -1 : ids.indexOf(selected);
  const name = selected === undefined ? "" : labelOf(store, selected, locale);
  const named = (key: Place, text: { zh: string; en: string }) => ({ key, name: t(formatText(text, { name })) });
  const places = [
    ...(index === -1 ? [] : [named("below", texts.below)]),
    named("end", texts.end),
    ...(index === -1 || isLocked(store, selected!) ? [] : [named("instead", texts.instead)]),
  ];
  const targetOf: Record<Place, PartTarget> = {
    below: { kind: "insert", index: index + 1 },
    end: { kind: "append" },
    instead: { kind: "replace", index },
  };
  return { places, targetOf };
}

/** The questions whether to replace the page or to add to it. Each resolves to whether the person agrees. */
function useQuestions(name: string) {
  const t = useText();
  const { store } = useEditor();
  const n = store.children(rootId).length;
  const no = t(texts.cancel);
  return {
    replace: () =>
      ask({
        title: t(texts.replaceQuestion),
        text: t(formatText(texts.replaceText, { n, name })),
        yes: t(texts.replacePage),
        no,
      }),
    append: () =>
      ask({
        title: t(texts.appendQuestion),
        text: t(formatText(texts.appendText, { name })),
        yes: t(texts.append),
        no,
      }),
  };
}

type PreviewProps = { source: Source; fit: Fit | undefined; isPage: boolean };

function SourcePreview({ source: { name }, fit, isPage }: PreviewProps) {
  const t = useText();
  if (fit?.page === undefined) return null;
  return <FitPreview page={fit.page} isPage={isPage} label={t(formatText(texts.preview, { name }))} />;
}

/** Which of several components are meant. */
function SectionSelect({
  content: { page },
  value,
  onChange,
}: {
  content: Content;
  value: string | undefined;
  onChange: (section: string | undefined) => void;
}) {
  const t = useText();
  const locale = useLocale();
  const sections = sectionsOf(page);
  if (page === undefined || sections.length === 0) return null;
  const { record } = treeOf(page);
  return (
    <div>
      <p className="mb-1.5 font-medium text-ink-2">{t(texts.content)}</p>
      <Select
        label={t(texts.content)}
        value={value ?? null}
        placeholder={t(texts.all)}
        isClearable
        options={sections.map(({ id }) => ({ key: id, name: labelOf({ record }, id, locale) }))}
        onChange={(key) => onChange(key ?? undefined)}
      />
    </div>
  );
}

function PlaceChoice({
  places,
  value,
  onChange,
}: {
  places: readonly { key: string; name: string }[];
  value: Place;
  onChange: (place: Place) => void;
}) {
  const t = useText();
  const id = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-ink-2">{t(texts.place)}</legend>
      <RadioList
        id={id}
        value={value}
        options={places}
        isColumn
        invalid={false}
        disabled={false}
        describedBy={undefined}
        onChange={(key) => onChange(key as Place)}
        onBlur={() => undefined}
      />
    </fieldset>
  );
}

type ViewProps = Opened & { onBack: () => void; onClose: () => void };

/** A source as it looks on this site, what was adapted, and the buttons that insert it: everything, or one of its components. */
export function SourceView({ source, onBack, onClose }: ViewProps) {
  const t = useText();
  const { name, facts, intro, url, kind } = source;
  const query = useContent(source);
  const [section, setSection] = useState<string>();
  const fit = useFit(query.data, kind, section);
  const { places, targetOf } = usePlaces();
  const [chosen, setChosen] = useState<Place>();
  const place = chosen ?? places[0]!.key;
  const insert = useInsert(onClose);
  const questions = useQuestions(name);
  const isBusy = insert.isPending;
  const isReady = query.data !== undefined && fit?.problem === undefined && !isBusy;
  const problem = fit?.problem === undefined ? insert.error?.message : t(fit.problem);
  const isWholePage = kind === "page" && section === undefined;
  const insertAt = (target: PartTarget) =>
    query.data !== undefined && insert.mutate({ source, section, content: query.data, target });

  const actions = {
    page: (
      <>
        <Button
          disabled={!isReady}
          aria-busy={isBusy}
          onClick={() => void questions.append().then((isSure) => isSure && insertAt({ kind: "append" }))}
        >
          {t(isBusy ? texts.inserting : texts.append)}
        </Button>
        <Button
          kind="primary"
          disabled={!isReady}
          onClick={() => void questions.replace().then((isSure) => isSure && insertAt({ kind: "page" }))}
        >
          {t(texts.replacePage)}
        </Button>
      </>
    ),
    components: (
      <Button kind="primary" disabled={!isReady} aria-busy={isBusy} onClick={() => insertAt(targetOf[place])}>
        {t(isBusy ? texts.inserting : texts.insert)}
      </Button>
    ),
  };
  return (
    <Dialog
      isOpen
      size="full"
      title={name}
      description={facts.join(" · ")}
      onClose={() => !isBusy && onClose()}
      actions={
        <>
          <Button disabled={isBusy} onClick={onBack}>
            {t(texts.back)}
          </Button>
          {actions[isWholePage ? "page" : "components"]}
        </>
      }
    >
      <QueryContent query={query} height="h-[50dvh] mt-4">
        {(content) => (
          <div className="mt-4 grid gap-5 md:h-[62dvh] md:grid-cols-[minmax(0,1fr)_280px]">
            <div className="h-[40dvh] min-h-0 border border-line md:h-auto">
              <SourcePreview source={source} fit={fit} isPage={isWholePage} />
            </div>
            <section className="grid min-h-0 content-start gap-5 overflow-auto text-sm">
              {intro !== "" && <p className="break-words text-ink-2">{intro}</p>}
              <SectionSelect content={content} value={section} onChange={setSection} />
              {!isWholePage && <PlaceChoice places={places} value={place} onChange={setChosen} />}
              {fit?.page !== undefined && <FitNotes report={fit.report} />}
              <a href={url} target="_blank" rel="noreferrer" className="text-brand underline underline-offset-3">
                {t(texts.look)}
              </a>
              {problem !== undefined && (
                <p role="alert" className="text-danger">
                  {problem}
                </p>
              )}
            </section>
          </div>
        )}
      </QueryContent>
    </Dialog>
  );
}
