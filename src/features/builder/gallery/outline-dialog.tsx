import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { rootId } from "#kit/page-tree.ts";
import { textIn } from "#kit/text.ts";
import { errorMessage } from "#kit/error-message.ts";
import { QuestionForm } from "#client/assistant/question-form.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { notify } from "#ui/toast.tsx";
import { insertPart } from "#features/builder/document/insert-part.ts";
import { loadOutlineComponents, outlineComponentList, readOutline } from "#features/builder/document/outline-part.ts";
import { selectedWidget } from "#features/builder/document/selection.ts";
import { useEditor } from "#features/builder/editor/editor.ts";
import { undoLastStep } from "./insert-item.ts";
import { FitPreview } from "./source-picture.tsx";

const texts = {
  title: { zh: "用 AI 拟定页面大纲", en: "Outline the page with AI" },
  intro: {
    zh: "描述页面，AI 会用现有组件拟定中英文内容。插入前可预览，插入后可撤销。",
    en: "Describe the page. The AI writes it in both languages with existing components. You see it before you insert it, and can undo it.",
  },
  preview: { zh: "大纲预览", en: "Preview of the outline" },
  insert: { zh: "插入", en: "Insert" },
  inserted: { zh: "已插入大纲", en: "Outline inserted" },
  undo: { zh: "撤销", en: "Undo" },
  close: { zh: "关闭", en: "Close" },
};

/** An outline as it looks on this site, and the button that inserts it below the selected component, or at the end. */
function OutlineResult({ answer, onDone }: { answer: string; onDone: () => void }) {
  const t = useText();
  const { store, site } = useEditor();
  const { data, error } = useQuery({
    queryKey: ["builder", "outline", answer],
    queryFn: () => readOutline(answer, site.tokens),
    staleTime: Infinity,
    retry: false,
  });
  const part = data !== undefined && !("zh" in data) ? data.part : undefined;
  const page = useMemo(
    () =>
      part && {
        schema: 1 as const,
        setting: { title: {}, description: {}, showHead: false, showFoot: false },
        records: Object.fromEntries(part.records.map((item) => [item.id, item])),
      },
    [part],
  );
  if (error !== null)
    return (
      <p role="alert" className="text-sm text-danger">
        {errorMessage(error)}
      </p>
    );
  if (data === undefined) return <Skeleton className="h-48" />;
  if ("zh" in data)
    return (
      <p role="alert" className="text-sm text-danger">
        {t(data)}
      </p>
    );
  function insert(): void {
    const selected = selectedWidget(store);
    const index = selected === undefined ? -1 : store.children(rootId).indexOf(selected);
    const target = index === -1 ? ({ kind: "append" } as const) : ({ kind: "insert", index: index + 1 } as const);
    const insertion = insertPart(store.page(), part!, target);
    if ("zh" in insertion) return notify("error", t(insertion));
    store.edit(insertion.change, { select: insertion.select, isStored: true });
    notify("success", t(texts.inserted), { actions: [undoLastStep(store, t(texts.undo))] });
    onDone();
  }
  return (
    <>
      <div className="h-[40dvh] min-h-0 border border-line">
        <FitPreview page={page!} isPage={false} label={t(texts.preview)} />
      </div>
      <div>
        <Button kind="primary" onClick={insert}>
          {t(texts.insert)}
        </Button>
      </div>
    </>
  );
}

/** Asks the AI for the outline of a page, and inserts its components as one step of undo. */
export function OutlineDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const locale = useLocale();
  const { store } = useEditor();
  const components = useQuery({
    queryKey: ["builder", "outline components"],
    queryFn: async () => {
      await loadOutlineComponents();
      return outlineComponentList();
    },
    staleTime: Infinity,
  });
  return (
    <Dialog
      isOpen
      size="wide"
      title={t(texts.title)}
      description={t(texts.intro)}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t(texts.close)}</Button>}
    >
      <QueryContent query={components} height="h-48 mt-4">
        {(list) => (
          <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3">
            <QuestionForm
              purposes={["outline"]}
              first="outline"
              known={() => ({ components: list, purpose: textIn(store.setting().title, locale) })}
            >
              {({ text }) => <OutlineResult answer={text} onDone={onClose} />}
            </QuestionForm>
          </div>
        )}
      </QueryContent>
    </Dialog>
  );
}
