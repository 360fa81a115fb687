import { ArrowLeft } from "lucide-react";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { userKey } from "#kit/storage-key.ts";
import type { AutoForm } from "#kit/auto.ts";
import type { CallInput } from "#kit/call.ts";
import type { AnyRow } from "#kit/entity.ts";
import { queryParameter } from "#kit/url.ts";
import { CallProblem, call } from "#client/call.ts";
import { useLocale } from "#ui/locale.ts";
import { ScreenLoading, ScreenProblem } from "#client/screen-states.tsx";
import { loadLater } from "#ui/load-later.ts";
import { useTitle } from "#ui/title.ts";
import { randomId } from "#ui/random-id.ts";
import { RelationDialogs } from "#ui/relation-dialogs.ts";
import { RowRuleDialog } from "#ui/row-rule-dialog.ts";
import { loadDialogLater } from "#ui/dialog-later.tsx";
import { closeToasts, notify } from "#ui/toast.tsx";
import { usePerson } from "#client/person.ts";
import { AutoFormView, type SaveAction } from "#render/form/auto-form.tsx";
import { deleteFormDraft } from "#render/form/form-drafts.ts";
import type { SaveForm } from "#render/form/use-auto-form.ts";
import { useLeaveQuestion } from "#render/form/use-leave-question.ts";
import { adminUrlInArea, openUrl } from "./auto-path.ts";
import { formInput } from "./first-calls.ts";
import { HistoryButton } from "./history-button.tsx";
import { formTitle } from "./relations/form-title.ts";
import { useRelationDialogs } from "./relations/relation-dialogs.ts";
import { listAddress, RowNeighbours, useListPage } from "./row-neighbours.tsx";

const texts = {
  backAction: { zh: "返回列表", en: "Back to list" },
  preview: { zh: "预览", en: "Preview" },
  saved: { zh: "保存成功", en: "Saved" },
  added: { zh: "保存成功，是否继续？", en: "Saved. Keep editing?" },
  addAnotherAction: { zh: "再新增一条", en: "Add another" },
  saveAnother: { zh: "保存并新增", en: "Save and add another" },
  saveBack: { zh: "保存并返回", en: "Save and go back" },
};

/** The topic of the notices of saves (`closeToasts`). */
const savedTopic = "saved";
/** Retries of a save that got no response; React Query makes them after 1, 2 and 4 s. */
const saveRetries = 3;
const rowRule = {
  Dialog: loadDialogLater(() => import("./conditions/row-rule-dialog.tsx").then((file) => file.RowRuleDialog)),
};
const FormActions = loadLater(() => import("./rows/form-actions.tsx").then((file) => file.FormActions));

/** The key of a form: the id of the edited row, "new", or "copy" with the id of the row that a new one copies. */
const formKeyOf = (id: string | undefined, copiedId: string | undefined): string =>
  id ?? (copiedId === undefined ? "new" : `copy ${copiedId}`);

function useAutoForm(type: string, id: string | undefined, copiedId: string | undefined) {
  const locale = useLocale();
  return useQuery({
    queryKey: ["form", type, formKeyOf(id, copiedId), locale],
    queryFn: ({ signal }) => call("GET Api/Ui/AutoForm", formInput(type, id, copiedId), { signal }),
    // Not refetched while the form is open: the values must not change while somebody edits them.
    staleTime: Infinity,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** The last change of a row if it was saved on this screen, else undefined. */
const ownLastChange = (saved: { id: string; at: string } | undefined, id: string): AutoForm["lastChange"] =>
  saved?.id === id ? { at: saved.at, actor: "member", name: "", isSelf: true } : undefined;

type RowActionsProps = {
  form: AutoForm;
  /** The row in the address, undefined for a new one. `form` may still be that of the previous row. */
  id: string | undefined;
  area: string;
  isDirty: () => boolean;
  onChanged: () => Promise<void>;
};

/** The buttons of the row's actions, for a saved row that has any. */
function RowActions({ form, id, area, isDirty, onChanged }: RowActionsProps) {
  const navigate = useNavigate();
  const { type, actions = [], rowName } = form;
  const hasActions = actions.length > 0;
  useEffect(() => {
    if (hasActions) FormActions.preload();
  }, [hasActions]);
  if (id === undefined || form.row?.id !== id || !hasActions) return null;
  const openLink = (url: string) => openUrl(adminUrlInArea(url, area).replace("{id}", id), navigate);
  return <FormActions.Component {...{ type, id, actions, isDirty, onChanged }} name={rowName} onOpen={openLink} />;
}

/** Leads to the record as it is read and printed. */
function PreviewLink({ area, type, id }: { area: string; type: string; id: string | undefined }) {
  const locale = useLocale();
  if (id === undefined) return null;
  return (
    <Link to={`/${area}/${type}/preview?id=${id}`} className="button-link">
      {texts.preview[locale]}
    </Link>
  );
}

/** The auto form of an entity's row, or of a new one (S-054, S-055). */
export function EditScreen({ area, type, isNew }: { area: string; type: string; isNew: boolean }) {
  const locale = useLocale();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [query] = useSearchParams();
  const id = isNew ? undefined : queryParameter(query, "id");
  /** The id of the row that a new row copies. */
  const copiedId = isNew ? queryParameter(query, "from") : undefined;
  const { data: form, error, refetch } = useAutoForm(type, id, copiedId);
  const [idempotencyKey, setIdempotencyKey] = useState(randomId);
  /** The number of rows added with "Save and add another". */
  const [addedCount, setAddedCount] = useState(0);
  /** How often the row was loaded again, after a restored version or an action on it. */
  const [reloadCount, setReloadCount] = useState(0);
  /** The last save on this screen: the form, with its last change, is not fetched again after a save. */
  const [lastSave, setLastSave] = useState<{ id: string; at: string }>();
  const { mutateAsync: send } = useMutation({
    mutationFn: (input: CallInput<"POST Api/{type}/QuerySave">) =>
      call("POST Api/{type}/QuerySave", input, { idempotencyKey }),
    // Browsers report being online shortly before requests succeed. The idempotency key makes a retry safe.
    retry: (failures, problem) => problem instanceof CallProblem && problem.status === 0 && failures < saveRetries,
  });
  // A ref, not state: a save that navigates away makes the form clean just before the blocker reads this.
  const isDirty = useRef(false);
  const setDirty = useCallback((isFormDirty: boolean) => void (isDirty.current = isFormDirty), []);
  const { data: person } = usePerson();
  const draftKey = person && userKey(person.id, person.tenant.id, type, formKeyOf(id, copiedId));
  const page = useListPage(type, locale, id);
  const listUrl = listAddress(`/${area}/${type}/list`, page);
  const title = form && formTitle(form, locale);
  const dialogs = useRelationDialogs(form?.addable);
  useTitle(title);
  useLeaveQuestion(isDirty, () => {
    if (draftKey !== undefined) deleteFormDraft(draftKey);
  });
  if (error !== null) return <ScreenProblem problem={error} onRetry={() => void refetch()} />;
  // The form restores its draft when it mounts, so it is rendered once the draft's key is known.
  if (form === undefined || draftKey === undefined) return <ScreenLoading />;

  const save: SaveForm = async (changes, version, confirm) => {
    // The id of the displayed row; the row in the address may still be loading.
    const rowId = form.row?.id;
    const body = { ...changes, ...(rowId === undefined ? {} : { id: rowId, version }) };
    const confirmation = await confirm(body);
    return confirmation && ((await send({ ...body, ...confirmation, type })) as AnyRow);
  };

  const refreshLists = () => client.invalidateQueries({ queryKey: ["table", type] });

  /** Shows the row as it is after the server has changed it. */
  async function reloadRow(): Promise<void> {
    setLastSave(undefined);
    // A command can change the menu of the space: published light apps are in it.
    await Promise.all([refetch(), refreshLists(), client.invalidateQueries({ queryKey: ["person"] })]);
    setReloadCount((count) => count + 1);
  }

  async function handleSaved(row: AnyRow): Promise<void> {
    setLastSave({ id: row.id, at: row.updatedAt });
    await refreshLists();
    // A notice of an earlier save would cover the form together with this one.
    closeToasts(savedTopic);
    const back = { name: texts.backAction[locale], run: () => void navigate(listUrl) };
    if (id !== undefined)
      return notify("success", texts.saved[locale], {
        actions: form?.isSingle === true ? [] : [back],
        topic: savedTopic,
      });
    // The form of an added row stays open, and a notice, not a dialog, offers to add another (B-134).
    await navigate(`/${area}/${type}/edit?id=${row.id}`, { replace: true });
    const another = { name: texts.addAnotherAction[locale], run: () => void navigate(`/${area}/${type}/add`) };
    notify("success", texts.added[locale], { actions: [another, back], topic: savedTopic });
  }

  /** Refreshes the lists and confirms the save, then runs `next`, which leaves the form or clears it. */
  async function finishAndRun(next: () => void): Promise<void> {
    await refreshLists();
    notify("success", texts.saved[locale]);
    next();
  }
  function addNext(): void {
    setIdempotencyKey(randomId());
    setAddedCount((count) => count + 1);
  }
  const saveActions: SaveAction[] = [
    { name: texts.saveBack[locale], onSaved: () => void finishAndRun(() => void navigate(listUrl)) },
    ...(form.row === null ? [{ name: texts.saveAnother[locale], onSaved: () => void finishAndRun(addNext) }] : []),
  ];

  return (
    <>
      <header className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        <span className="flex flex-wrap items-center gap-2">
          {id !== undefined && page !== undefined && page.ids.length > 1 && (
            <RowNeighbours page={page} id={id} hrefOf={(rowId) => `/${area}/${type}/edit?id=${rowId}`} />
          )}
          <RowActions form={form} id={id} area={area} isDirty={() => isDirty.current} onChanged={reloadRow} />
          <PreviewLink area={area} type={type} id={id} />
          {id !== undefined && (
            <HistoryButton
              type={type}
              id={id}
              mayRestore={!form.hiddenButton}
              form={form}
              lastChange={ownLastChange(lastSave, id) ?? form.lastChange}
              isDirty={() => isDirty.current}
              onRestored={() => void reloadRow()}
            />
          )}
        </span>
      </header>
      <RelationDialogs value={dialogs}>
        <RowRuleDialog value={rowRule}>
          <AutoFormView
            // The form is remounted for another row, after "Save and add another", and after `reloadRow`. A refetch or a change of language does not
            // remount it, so that typed values are kept.
            key={form.row === null ? `new ${addedCount}` : `${form.row.id} ${reloadCount}`}
            form={form}
            locale={locale}
            onSave={save}
            onSaved={(row) => void handleSaved(row)}
            onDirty={setDirty}
            draftKey={form.hiddenButton ? undefined : draftKey}
            {...(form.isSingle ? {} : { saveActions })}
            actions={
              !form.isSingle && (
                <Link to={listUrl} className="button-link max-sm:px-3">
                  <ArrowLeft size={16} strokeWidth={1.5} aria-hidden="true" className="sm:hidden" />
                  <span className="max-sm:sr-only">{texts.backAction[locale]}</span>
                </Link>
              )
            }
          />
        </RowRuleDialog>
      </RelationDialogs>
    </>
  );
}
