import { useId, useMemo, useRef, useState } from "react";
import { isEmptyChange } from "#kit/edit.ts";
import { dateTime } from "#kit/format.ts";
import { formatText, type Locale, type Text, textIn } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useEditor } from "#features/builder/editor/editor.ts";
import { pageChanges, type PartChange } from "#features/builder/document/page-changes.ts";
import { isRestorable, restorePart } from "#features/builder/document/restore-part.ts";
import { PagePreview } from "#features/builder/canvas/page-preview.tsx";
import { versionReference } from "#features/builder/session/versions.ts";
import type { Snapshot, Version } from "#features/builder/session/session-state.ts";
import { ChangeList } from "./change-list.tsx";
import type { RestoreSource } from "./restore-button.tsx";

const texts = {
  from: { zh: "从", en: "From" },
  to: { zh: "到", en: "To" },
  draft: { zh: "当前草稿", en: "Current draft" },
  live: { zh: "线上版本", en: "Live version" },
  changes: { zh: "恢复后草稿的变化", en: "Changes to the draft" },
  changesBetween: { zh: "从{from}到{to}的变化", en: "Changes from {from} to {to}" },
  same: { zh: "与当前草稿相同。", en: "Same as the current draft." },
  sameVersions: { zh: "两侧内容相同。", en: "Both sides are the same." },
  preview: { zh: "预览：{version}", en: "Preview of {version}" },
  restoredPart: {
    zh: "已恢复“{name}”，发布后访客可见",
    en: "Restored “{name}”. Publish the page to show it to visitors.",
  },
  unchanged: { zh: "草稿中的“{name}”已是如此，无需恢复", en: "“{name}” is already like this in the draft." },
  orphan: {
    zh: "无法恢复“{name}”：所需的画布或组合已不在草稿中，请先恢复该画布或组合",
    en: "“{name}” cannot be restored: a canvas or group that it needs is no longer in the draft. Restore that first.",
  },
  depth: {
    zh: "无法恢复“{name}”：组合的嵌套层级过多",
    en: "“{name}” cannot be restored: groups would be nested too deeply.",
  },
  undo: { zh: "撤销", en: "Undo" },
  theme: { zh: "主题“{name}”第 {n} 版", en: "Theme “{name}”, version {n}" },
};

/** What the draft is called within a sentence. */
export const draftReference: Text = { zh: "当前草稿", en: "the current draft" };

/** One side of a comparison. `version`: undefined for the draft. `name`: what it is called within a sentence. */
export type Side = {
  version: Version | undefined;
  name: Text;
  query: { data: Snapshot | undefined; error: Error | null; refetch: () => unknown };
};
type SideName = "from" | "to";
const sideNames: readonly SideName[] = ["from", "to"];

const draftKey = "draft";
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const timeOf = ({ createdAt }: Version): string => dateTime(createdAt, "yyyy-MM-dd HH:mm");

/** The author, the theme and the note of a version. */
function detailsOf(version: Version, locale: Locale): string {
  if ("name" in version) return version.memberName;
  const { theme, note, memberName } = version;
  const themeText =
    theme === null ? "" : formatText(texts.theme, { name: textIn(theme.name, locale), n: theme.version })[locale];
  return [memberName, themeText, note].filter((part) => part !== "").join(" · ");
}

type SideSelectProps = {
  label: string;
  side: Side;
  versions: readonly Version[];
  onChoose: (id: string | null) => void;
};

/** Chooses what is on one side. */
function SideSelect({ label, side: { version }, versions, onChoose }: SideSelectProps) {
  const locale = useLocale();
  const t = useText();
  const id = useId();
  const optionOf = (option: Version) => ({
    key: option.id,
    name: [
      capitalised(t(versionReference(option))),
      timeOf(option),
      ...("isPublished" in option && option.isPublished ? [t(texts.live)] : []),
    ].join(" · "),
  });
  return (
    <div className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] content-start items-center gap-x-3 gap-y-1">
      <label htmlFor={id} className="min-w-10 text-sm font-medium text-ink-2">
        {label}
      </label>
      <Select
        id={id}
        value={version?.id ?? draftKey}
        options={[{ key: draftKey, name: t(texts.draft) }, ...versions.map(optionOf)]}
        onChange={(key) => onChoose(key === draftKey ? null : key)}
      />
      {version !== undefined && <p className="col-start-2 truncate text-sm text-ink-3">{detailsOf(version, locale)}</p>}
    </div>
  );
}

/** The heading of the differences: restoring is told as a change of the draft. */
function headingOf({ from, to }: Record<SideName, Side>): Text {
  if (from.version === undefined) return texts.changes;
  const names = (locale: Locale) => ({ from: from.name[locale], to: to.name[locale] });
  return {
    zh: formatText(texts.changesBetween, names("zh")).zh,
    en: formatText(texts.changesBetween, names("en")).en,
  };
}

type DifferencesProps = {
  draft: Snapshot;
  sides: Record<SideName, Side>;
  changes: readonly PartChange[] | undefined;
};

/** The list of the differences, from which parts are restored to the draft. */
function Differences({ draft, sides, changes }: DifferencesProps) {
  const locale = useLocale();
  const t = useText();
  const { store } = useEditor();
  const heading = useRef<HTMLHeadingElement>(null);
  /** The outcome of the last restoration. It is told in the dialog, because an open dialog hides toasts from screen readers. */
  const [outcome, setOutcome] = useState<{ text: string; kind: "restored" | "unchanged" | "refused" }>();

  /** Restores one part in one undo step. Its button may disappear with the difference, so the heading of the list gets the focus. */
  function restore(part: PartChange, version: Snapshot): void {
    const change = restorePart(draft, version, part.id);
    const [kind, text] =
      typeof change === "string"
        ? (["refused", texts[change]] as const)
        : isEmptyChange(change)
          ? (["unchanged", texts.unchanged] as const)
          : (["restored", texts.restoredPart] as const);
    setOutcome({ text: formatText(text, { name: part.name })[locale], kind });
    if (typeof change === "string" || kind === "unchanged") return;
    store.edit(change, { isStored: true });
    heading.current?.focus();
  }

  function undo(): void {
    store.undo();
    setOutcome(undefined);
    heading.current?.focus();
  }

  const sourcesOf = (part: PartChange): RestoreSource[] =>
    sideNames.flatMap((side) => {
      const { version, name, query } = sides[side];
      if (version === undefined || query.data === undefined || !isRestorable(draft, query.data, part.id)) return [];
      const { data } = query;
      return [{ name, run: () => restore(part, data) }];
    });

  const title = t(headingOf(sides));
  const { from, to } = sides;
  const failed = [from, to].filter(({ query }) => query.error !== null && query.data === undefined);
  const query = {
    data: changes,
    error: failed[0]?.query.error ?? null,
    refetch: () => Promise.all(failed.map((side) => side.query.refetch())),
  };
  const hasDraft = from.version === undefined || to.version === undefined;
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className="mb-2 text-sm font-medium break-words text-ink-2 outline-none">
        {title}
      </h3>
      <div role="status" className="text-sm">
        {outcome !== undefined && (
          <p className="mb-3 flex items-start gap-3">
            <span
              className={{ restored: "text-success", unchanged: "text-ink-2", refused: "text-danger" }[outcome.kind]}
            >
              {outcome.text}
            </span>
            {outcome.kind === "restored" && (
              <Button kind="quiet" onClick={undo}>
                {t(texts.undo)}
              </Button>
            )}
          </p>
        )}
      </div>
      <QueryContent query={query} height="h-24">
        {(list) =>
          list.length === 0 ? (
            <p className="text-sm text-ink-3">{t(hasDraft ? texts.same : texts.sameVersions)}</p>
          ) : (
            <ChangeList label={title} changes={list} sourcesOf={sourcesOf} />
          )
        }
      </QueryContent>
    </>
  );
}

type VersionComparisonProps = {
  versions: readonly Version[];
  draft: Snapshot;
  sides: Record<SideName, Side>;
  onChoose: (side: SideName, id: string | null) => void;
};

/**
 * Two sides, each with its choice and its preview, with outlines around what differs, and the list of these differences. On phones and tablets
 * the choices come first, then the list, then the previews.
 */
export function VersionComparison({ versions, draft, sides, onChoose }: VersionComparisonProps) {
  const locale = useLocale();
  const t = useText();
  const [before, after] = [sides.from.query.data, sides.to.query.data];
  const changes = useMemo(
    () => (before === undefined || after === undefined ? undefined : pageChanges(before, after, locale)),
    [before, after, locale],
  );
  const key = sideNames.map((name) => sides[name].version?.id ?? draftKey).join(" ");
  return (
    <div className="mt-4 grid gap-x-5 gap-y-3 md:h-[62dvh] md:grid-cols-2 md:grid-rows-[auto_fit-content(20dvh)_minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_280px] lg:grid-rows-[auto_minmax(0,1fr)]">
      {sideNames.map((name) => (
        <SideSelect
          key={name}
          label={t(texts[name])}
          side={sides[name]}
          versions={versions}
          onChoose={(id) => onChoose(name, id)}
        />
      ))}
      <section className="min-h-0 overflow-auto max-md:mt-3 max-lg:col-span-full lg:col-start-3 lg:row-span-2 lg:row-start-1">
        <Differences key={key} draft={draft} sides={sides} changes={changes} />
      </section>
      {sideNames.map((name) => {
        const { query, version, name: reference } = sides[name];
        const title = version === undefined ? t(texts.draft) : capitalised(t(reference));
        return (
          <section key={name} className="flex min-h-0 flex-col max-md:mt-3">
            <h3 className="mb-2 truncate text-sm font-medium text-ink-2 md:sr-only">{title}</h3>
            <div className="h-[40dvh] min-h-0 border border-line md:h-auto md:flex-1">
              {query.data !== undefined ? (
                <PagePreview
                  snapshot={query.data}
                  label={t(formatText(texts.preview, { version: t(reference) }))}
                  changes={changes ?? []}
                />
              ) : (
                query.error === null && <Skeleton className="h-full" />
              )}
            </div>
          </section>
        );
      })}
    </div>
  );
}
