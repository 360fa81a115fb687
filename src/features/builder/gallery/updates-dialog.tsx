import { useState } from "react";
import { withoutOrigins } from "#kit/page-origin.ts";
import { marketKinds } from "#kit/market.ts";
import type { PageDocument } from "#kit/page.ts";
import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { PagePreview } from "#features/builder/canvas/page-preview.tsx";
import { ChangeList } from "#features/builder/dialogs/change-list.tsx";
import { pageChanges } from "#features/builder/document/page-changes.ts";
import { useEditor } from "#features/builder/editor/editor.ts";
import type { ReadPage } from "#render/page/read-page.ts";
import { type CopyUpdate, type UpdatedPage, useCopyUpdates, useTakeUpdate, useUpdatedPage } from "./market-updates.ts";

const texts = {
  title: { zh: "市场更新", en: "Market updates" },
  text: {
    zh: "本页的组件来自市场，其提供者发布了新版本。更新前可以比较，您自己的修改会保留。",
    en: "Components on this page came from the market, and there is a later version of them. Compare before you update. Your own changes are kept.",
  },
  none: { zh: "本页来自市场的组件均为最新版本", en: "Everything from the market on this page is up to date" },
  versions: { zh: "版本 {from} → {to}", en: "Version {from} → {to}" },
  compare: { zh: "查看变化", en: "See changes" },
  compareOne: { zh: "查看“{name}”的变化", en: "See the changes of {name}" },
  changes: { zh: "更新后页面的变化", en: "Changes to the page" },
  unknownBase: {
    zh: "原版本已不再保存，更新会替换这些组件的全部内容。",
    en: "The earlier version is no longer stored. Updating replaces everything in these components.",
  },
  same: { zh: "页面内容不会改变。", en: "The page stays the same." },
  preview: { zh: "更新后的预览", en: "Preview after the update" },
  back: { zh: "返回", en: "Back" },
  close: { zh: "关闭", en: "Close" },
  update: { zh: "更新", en: "Update" },
  updating: { zh: "正在更新…", en: "Updating…" },
};

/** A page, with what cannot be read on it, whose records do not say where they came from. */
const readPageOf = (page: PageDocument, broken: Iterable<string>): ReadPage => ({
  page: withoutOrigins(page),
  broken: [...broken],
});

/** The page after an update, and what changes on it. */
function Comparison({ updated: { page, difference } }: { updated: UpdatedPage }) {
  const locale = useLocale();
  const t = useText();
  const { store, broken } = useEditor();
  const [snapshot] = useState(() => ({ page, broken: [...broken] }));
  // The edition of a record is no change that anybody sees on the page.
  const changes = pageChanges(readPageOf(store.page(), broken), readPageOf(page, broken), locale);
  return (
    <div className="mt-4 grid gap-5 md:h-[62dvh] md:grid-cols-[minmax(0,1fr)_280px]">
      <div className="h-[40dvh] min-h-0 border border-line md:h-auto">
        <PagePreview snapshot={snapshot} label={t(texts.preview)} />
      </div>
      <section className="min-h-0 overflow-auto">
        <h3 className="mb-2 text-sm font-medium text-ink-2">{t(texts.changes)}</h3>
        {difference.before === null && <p className="mb-2 text-sm text-warning">{t(texts.unknownBase)}</p>}
        {changes.length === 0 ? (
          <p className="text-sm text-ink-3">{t(texts.same)}</p>
        ) : (
          <ChangeList label={t(texts.changes)} changes={changes} />
        )}
      </section>
    </div>
  );
}

function UpdateView({ update, onBack, onClose }: { update: CopyUpdate; onBack: () => void; onClose: () => void }) {
  const t = useText();
  const { query, result } = useUpdatedPage(update);
  const take = useTakeUpdate(update, onClose);
  const updated = result === undefined || "zh" in result ? undefined : result;
  const problem = result !== undefined && "zh" in result ? t(result) : take.error?.message;
  const { copy, latest, name } = update;
  return (
    <Dialog
      isOpen
      size="full"
      title={name}
      description={t(formatText(texts.versions, { from: copy.edition, to: latest }))}
      onClose={() => !take.isPending && onClose()}
      actions={
        <>
          <Button disabled={take.isPending} onClick={onBack}>
            {t(texts.back)}
          </Button>
          <Button
            kind="primary"
            disabled={updated === undefined || take.isPending}
            aria-busy={take.isPending}
            onClick={() => updated !== undefined && take.mutate(updated)}
          >
            {t(take.isPending ? texts.updating : texts.update)}
          </Button>
        </>
      }
    >
      <QueryContent query={query} height="h-[50dvh] mt-4">
        {() => updated !== undefined && <Comparison updated={updated} />}
      </QueryContent>
      {problem !== undefined && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {problem}
        </p>
      )}
    </Dialog>
  );
}

/** The components of the page of which the market has a later edition; each can be compared and updated. */
export function UpdatesDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { updates, error, refetch } = useCopyUpdates();
  const [open, setOpen] = useState<CopyUpdate>();
  if (open !== undefined) return <UpdateView update={open} onBack={() => setOpen(undefined)} onClose={onClose} />;
  return (
    <Dialog
      isOpen
      size="wide"
      title={t(texts.title)}
      description={t(texts.text)}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t(texts.close)}</Button>}
    >
      <div className="mt-4 min-h-32">
        <QueryContent query={{ data: updates, error, refetch }} height="h-24">
          {(list) =>
            list.length === 0 ? (
              <EmptyState title={t(texts.none)} />
            ) : (
              <ul className="border-t border-line">
                {list.map((update) => (
                  <li
                    key={update.copy.widgets.join(" ")}
                    className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2"
                  >
                    <span className="min-w-40 flex-1">
                      <span className="block font-medium break-words">{update.name}</span>
                      <span className="text-sm text-ink-2">
                        {t(marketKinds[update.kind].name)} ·{" "}
                        {t(formatText(texts.versions, { from: update.copy.edition, to: update.latest }))}
                      </span>
                    </span>
                    <Button
                      aria-label={t(formatText(texts.compareOne, { name: update.name }))}
                      onClick={() => setOpen(update)}
                    >
                      {t(texts.compare)}
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </QueryContent>
      </div>
    </Dialog>
  );
}
