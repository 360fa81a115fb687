import { type InfiniteData, useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { type ReactNode, useContext, useId } from "react";
import { type AutoForm, restoreFormName } from "#kit/auto.ts";
import { errorMessage } from "#kit/error-message.ts";
import { isEmpty, type LocalizedField } from "#kit/field.ts";
import { dateTime } from "#kit/format.ts";
import { actorName, type RowChange, type RowHistory, type ValueChange } from "#kit/row-history.ts";
import { formatText, type Locale, locales, type Text } from "#kit/text.ts";
import { call, CallProblem } from "#client/call.ts";
import { RelationTitles } from "#client/relation-title.tsx";
import { FieldTypesBoundary } from "#render/field-types-boundary.tsx";
import { FieldValue } from "#render/form/form-line.tsx";
import { clashIn } from "#render/form/use-auto-form.ts";
import { type Confirmation, usePayPassword } from "#render/form/use-pay-password.tsx";
import { Button } from "#ui/button.tsx";
import { MoreButton } from "#ui/more-button.tsx";
import { ask } from "#ui/confirm.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { LineView } from "#ui/line-view.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";
import { valueLines } from "./history-lines.ts";

const texts = {
  title: { zh: "修改记录", en: "History" },
  none: { zh: "暂无修改记录", en: "No changes yet" },
  before: { zh: "修改前", en: "Before" },
  after: { zh: "修改后", en: "After" },
  long: { zh: "内容过长，无法在此显示", en: "Too long to show here" },
  unfit: { zh: "此字段已不支持原来的内容", en: "This field no longer supports the earlier value" },
  restore: { zh: "恢复到此版本", en: "Restore this version" },
  sure: { zh: "恢复到 {time} 的版本？", en: "Restore the version of {time}?" },
  sureText: {
    zh: "此后修改过的字段将恢复为当时的内容，当前内容保留在修改记录中。",
    en: "Fields changed since then go back to what they were. The current values stay in the history.",
  },
  yes: { zh: "恢复", en: "Restore" },
  no: { zh: "取消", en: "Cancel" },
  restored: { zh: "已恢复", en: "Restored" },
  failed: { zh: "恢复失败", en: "Could not restore this version" },
  ofVersion: { zh: "{field}（第 {n} 版）", en: "{field} (version {n})" },
  atField: { zh: "{field}：{problem}", en: "{field}: {problem}" },
  changed: {
    zh: "他人已修改此数据，请查看最新的修改记录后重试",
    en: "Someone else changed this record. Check the latest changes and try again.",
  },
  unsaved: { zh: "请先保存或放弃当前修改", en: "Save or discard your changes first" },
  close: { zh: "关闭", en: "Close" },
  add: { zh: "新增", en: "added this" },
  update: { zh: "修改", en: "made changes" },
  delete: { zh: "删除", en: "deleted this" },
  undelete: { zh: "恢复", en: "restored this" },
  erase: { zh: "彻底删除", en: "permanently deleted this" },
  restoreValue: { zh: "恢复原值", en: "Restore" },
  restoreValueOf: { zh: "恢复原值：{field}", en: "Restore “{field}” to what it was before" },
  sureValue: { zh: "恢复“{field}”修改前的内容？", en: "Restore “{field}” to what it was before?" },
  sureValueText: {
    zh: "当前内容保留在修改记录中。",
    en: "The current content stays in the history.",
  },
};
const languages: Record<Locale, string> = { zh: "中文", en: "English" };

export type HistoryProps = {
  type: string;
  id: string;
  /** Whether this person may currently change the row. */
  mayRestore: boolean;
  /** The row's form: the conditions of a save, such as the payment password, apply here as well. */
  form: Pick<AutoForm, "type" | "name" | "checkSafePassword">;
  /** Whether the form has unsaved changes. */
  isDirty: () => boolean;
  /** Called after an earlier version was restored. */
  onRestored: () => void;
};

const timeOf = ({ at }: RowChange) => dateTime(at, "yyyy-MM-dd HH:mm");

/** A changed field, or one language of a localized field. */
type ChangeLine = { key: string; name: string; lang?: Locale; field: LocalizedField; change: ValueChange };

/** The lines of a changed field; a localized field has one for each language that changed. */
function linesOf(change: ValueChange, field: LocalizedField): ChangeLine[] {
  const { before, after } = change;
  if (field.localized !== true || change.omitted !== undefined)
    return [{ key: change.field, name: field.name, field, change }];
  const { localized: _localized, ...fieldOfLanguage } = field;
  const valueIn = (value: unknown, language: Locale) =>
    isEmpty(value) ? null : ((value as Partial<Record<Locale, unknown>>)[language] ?? null);
  return locales
    .map((language): ChangeLine => ({
      key: `${change.field} ${language}`,
      name: `${field.name} · ${languages[language]}`,
      lang: language,
      field: fieldOfLanguage,
      change: { field: change.field, before: valueIn(before, language), after: valueIn(after, language) },
    }))
    .filter((line) => JSON.stringify(line.change.before) !== JSON.stringify(line.change.after));
}

/** Values with more characters scroll in a box. */
const longValueLength = 300;

type ValueSideProps = { name: string; line: ChangeLine; value: unknown; children?: ReactNode };

/** The value before or after a change, with its actions. */
function ValueSide({ name, line, value, children }: ValueSideProps) {
  const locale = useLocale();
  const isLong = (JSON.stringify(value) ?? "").length > longValueLength;
  return (
    <dd className="min-w-0">
      <span className="block text-xs text-ink-3">{name}</span>
      <div
        lang={isEmpty(value) ? undefined : line.lang}
        className={`break-words ${isLong ? "max-h-60 overflow-auto" : ""}`}
        {...(isLong ? { tabIndex: 0 } : {})}
      >
        <FieldValue field={line.field} value={value} locale={locale} />
      </div>
      {children}
    </dd>
  );
}

type ChangedValueProps = { line: ChangeLine; version: number; isBusy: boolean; onRestore: (() => void) | undefined };

/** The lines that differ, for values that consist of rows or of JSON; undefined for all others. */
function useChangedLines({ field, change }: ChangeLine): { before: string | null; after: string | null } | undefined {
  const locale = useLocale();
  const titles = useContext(RelationTitles);
  const [before, after] = [change.before, change.after].map((value) => valueLines(field, value, { locale, titles }));
  if (before === undefined || after === undefined || (before === null && after === null)) return undefined;
  return { before, after };
}

/** A line: the name of the field, its value before and its value after, or the lines of both that differ. */
function ChangedValue({ line, version, isBusy, onRestore }: ChangedValueProps) {
  const t = useText();
  const { omitted, before, after } = line.change;
  const changedLines = useChangedLines(line);
  const restoreButton = onRestore !== undefined && (
    <button
      type="button"
      disabled={isBusy}
      aria-label={t(formatText(texts.restoreValueOf, { field: line.field.name }))}
      className="mt-1 min-h-6 text-xs text-ink-2 underline underline-offset-3 hover:text-brand disabled:opacity-50"
      onClick={onRestore}
    >
      {t(texts.restoreValue)}
    </button>
  );
  const isInColumns = omitted === undefined && changedLines === undefined;
  return (
    <div className="grid gap-x-4 gap-y-2 border-t border-line py-2 sm:grid-cols-[minmax(96px,1fr)_2fr_2fr]">
      {/* The padding puts the name next to the values, which have a caption above them. */}
      <dt className={`font-medium text-ink-2 ${isInColumns ? "sm:pt-4" : ""}`}>{line.name}</dt>
      {isInColumns ? (
        <>
          <ValueSide name={t(texts.before)} line={line} value={before}>
            {restoreButton}
          </ValueSide>
          <ValueSide name={t(texts.after)} line={line} value={after} />
        </>
      ) : omitted === undefined && changedLines !== undefined ? (
        <dd className="min-w-0 sm:col-span-2">
          <LineView label={t(formatText(texts.ofVersion, { field: line.name, n: version }))} {...changedLines} />
          {restoreButton}
        </dd>
      ) : (
        <dd className="text-ink-3 sm:col-span-2">{omitted && t(texts[omitted])}</dd>
      )}
    </div>
  );
}

type ChangeItemProps = {
  change: RowChange;
  fields: RowHistory["fields"];
  restorable: readonly string[];
  isBusy: boolean;
  /** Restores this version; undefined if it cannot be restored. */
  onRestore: (() => void) | undefined;
  /** Restores the value that a field had before this change; undefined if this person may not. */
  onRestoreValue: ((field: string) => void) | undefined;
};

/** A change: author, time, and changed values. */
function ChangeItem({ change, fields, restorable, isBusy, onRestore, onRestoreValue }: ChangeItemProps) {
  const t = useText();
  const headingId = useId();
  const { verb, at } = change;
  const lines = change.values.flatMap((value) => linesOf(value, fields[value.field]!));
  return (
    <li className="border-b border-line py-3 last:border-b-0">
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1">
        <h3 id={headingId} className="min-w-40 flex-1 text-sm font-normal text-ink-2">
          <span className="font-medium break-words text-ink">{t(actorName(change))}</span>{" "}
          {t(texts[verb === "restore" ? "undelete" : verb])}
          {" · "}
          <time dateTime={at}>{timeOf(change)}</time>
        </h3>
        {onRestore !== undefined && (
          <Button disabled={isBusy} aria-describedby={headingId} onClick={onRestore}>
            {t(texts.restore)}
          </Button>
        )}
      </div>
      {lines.length > 0 && (
        <dl className="mt-2 text-sm">
          {lines.map((line, index) => {
            const { field } = line.change;
            // The languages of a field are one value: the button on its first line restores all of them.
            const isFirst = lines[index - 1]?.change.field !== field;
            const isOffered = isFirst && restorable.includes(field);
            const restoreValue = isOffered && onRestoreValue !== undefined ? () => onRestoreValue(field) : undefined;
            return (
              <ChangedValue
                version={change.version}
                key={line.key}
                line={line}
                isBusy={isBusy}
                onRestore={restoreValue}
              />
            );
          })}
        </dl>
      )}
    </li>
  );
}

type ChangeListProps = {
  data: InfiniteData<RowHistory>;
  isBusy: boolean;
  onRestore: ((change: RowChange) => void) | undefined;
  onRestoreValue: ((change: RowChange, field: string) => void) | undefined;
};

function ChangeList({ data: { pages }, isBusy, onRestore, onRestoreValue }: ChangeListProps) {
  const t = useText();
  const latest = pages[0]?.changes[0];
  if (latest === undefined) return <p className="text-ink-2">{t(texts.none)}</p>;
  return (
    <ol className="my-0 list-none border-t border-line p-0">
      {pages.map(({ changes, fields, restorable, titles }) => (
        <RelationTitles key={changes[0]?.version} value={titles}>
          {changes.map((change) => (
            <ChangeItem
              key={change.version}
              change={change}
              fields={fields}
              restorable={restorable}
              isBusy={isBusy}
              onRestore={
                onRestore === undefined || change === latest || change.verb === "delete"
                  ? undefined
                  : () => onRestore(change)
              }
              onRestoreValue={onRestoreValue && ((field) => onRestoreValue(change, field))}
            />
          ))}
        </RelationTitles>
      ))}
    </ol>
  );
}

/** The reason why a version could not be restored. Of several invalid fields it names the first. */
function reasonOf(problem: unknown, pages: readonly RowHistory[]): Text {
  const message = errorMessage(problem);
  if (!(problem instanceof CallProblem)) return { zh: message, en: message };
  if (clashIn(problem) !== undefined) return texts.changed;
  const [path = "", text = ""] = Object.entries(problem.fields)[0] ?? [];
  const field = pages.flatMap(({ fields }) => fields[path.split(".")[0]!] ?? [])[0];
  return field === undefined
    ? { zh: message, en: message }
    : formatText(texts.atField, { field: field.name, problem: text });
}

/** The changes of a row, in pages, with buttons to restore earlier versions and values. */
export function HistoryDialog({
  type,
  id,
  mayRestore,
  form,
  isDirty,
  onRestored,
  onClose,
}: HistoryProps & { onClose: () => void }) {
  const locale = useLocale();
  const t = useText();
  const query = useInfiniteQuery({
    queryKey: ["history", type, id, locale],
    queryFn: ({ pageParam: before, signal }) =>
      call("GET Api/{type}/QueryHistory", { type, id, ...(before === null ? {} : { before }) }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    gcTime: 0,
  });
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (input: { version: number; to: number; field?: string } & Confirmation) =>
      call("POST Api/{type}/RestoreVersion", { type, id, ...input }),
  });
  const latest = query.data?.pages[0]?.changes[0];
  const { name, checkSafePassword: isRequired } = form;
  const payPassword = usePayPassword({ form: restoreFormName(form.type), name, isRequired });

  const nameOf = (field: string) => query.data?.pages.flatMap(({ fields }) => fields[field] ?? [])[0]?.name ?? field;

  /** Restores a version, or the value that one field had before. */
  async function restore(change: RowChange, field?: string): Promise<void> {
    if (isDirty()) return notify("error", t(texts.unsaved));
    const [title, text] =
      field === undefined
        ? [formatText(texts.sure, { time: timeOf(change) }), texts.sureText]
        : [formatText(texts.sureValue, { field: nameOf(field) }), texts.sureValueText];
    if (!(await ask({ title: t(title), text: t(text), yes: t(texts.yes), no: t(texts.no) }))) return;
    const input = { version: latest!.version, to: change.version, ...(field === undefined ? {} : { field }) };
    const confirmation = await payPassword.confirm({ id, ...input });
    if (confirmation === undefined) return;
    payPassword.forget();
    try {
      await mutateAsync({ ...input, ...confirmation });
    } catch (problem) {
      notify("error", t(texts.failed), { description: t(reasonOf(problem, query.data!.pages)) });
      await query.refetch();
      return;
    }
    notify("success", t(texts.restored));
    onRestored();
    onClose();
  }

  return (
    <Dialog
      isOpen
      size="wide"
      title={t(texts.title)}
      onClose={onClose}
      actions={
        <>
          <MoreButton query={query} />
          <Button onClick={onClose}>{t(texts.close)}</Button>
        </>
      }
    >
      {payPassword.dialog}
      <div className="mt-4 min-h-32">
        <QueryContent query={query} height="h-24">
          {(data) => (
            <FieldTypesBoundary fields={data.pages.flatMap(({ fields }) => Object.values(fields))} fallback={null}>
              <ChangeList
                data={data}
                isBusy={isPending}
                onRestore={mayRestore ? (change) => void restore(change) : undefined}
                onRestoreValue={mayRestore ? (change, field) => void restore(change, field) : undefined}
              />
            </FieldTypesBoundary>
          )}
        </QueryContent>
      </div>
    </Dialog>
  );
}
