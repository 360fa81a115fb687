import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import type { AutoForm } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { queryParameter } from "#kit/url.ts";
import { call } from "#client/call.ts";
import { usePerson } from "#client/person.ts";
import { ScreenLoading, ScreenProblem } from "#client/screen-states.tsx";
import { adminUrlInArea, parseAutoPath } from "#features/admin/auto-path.ts";
import { formInput } from "#features/admin/first-calls.ts";
import { HistoryButton } from "#features/admin/history-button.tsx";
import { FormActions } from "#features/admin/rows/form-actions.tsx";
import type { Draft } from "#features/lightapp/draft/draft.ts";
import { LightAppEditor } from "#features/lightapp/editor/editor.tsx";
import type { PublishOutcome } from "#features/lightapp/editor/publish-dialog.tsx";
import { TemplateChooser } from "#features/lightapp/template-chooser.tsx";
import { deleteFormDraft, readFormDraft } from "#render/form/form-drafts.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";

const texts = { records: { zh: "查看数据", en: "View records" } };

const type = "lightApp";

/** The actions on the saved light app, without publishing, which the editor offers itself. */
const otherActions = ({ actions = [] }: AutoForm) =>
  actions.filter((action) => !("command" in action) || action.command !== "publish");

/** The editor for the light app in the address, or for a new one, which begins with a template. */
function LightAppScreenAt({
  area,
  id,
  copiedId,
  onAdded,
}: {
  area: string;
  id: string | undefined;
  copiedId: string | undefined;
  /** Called before the address of a new light app becomes that of its row. */
  onAdded: (id: string) => void;
}) {
  const locale = useLocale();
  const t = useText();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: person } = usePerson();
  const [template, setTemplate] = useState<Draft>();
  /** How often the row was loaded again, after a restored version or an action on it. */
  const [reloadCount, setReloadCount] = useState(0);
  const formKey = id ?? (copiedId === undefined ? "new" : `copy ${copiedId}`);
  const form = useQuery({
    queryKey: ["form", type, formKey, locale],
    queryFn: ({ signal }) =>
      call("GET Api/Ui/AutoForm", formInput(type, id, copiedId), { signal }) as Promise<AutoForm>,
    staleTime: Infinity,
    gcTime: 0,
    // Keeps the editor on the screen while the form loads in another language.
    placeholderData: keepPreviousData,
  });
  const { data, error, refetch } = form;
  if (error !== null) return <ScreenProblem problem={error} onRetry={() => void refetch()} />;
  if (data === undefined || person === undefined) return <ScreenLoading />;
  const storageKey = [person.id, person.tenant.id, type, formKey].join(" ");
  const isNew = id === undefined && copiedId === undefined;
  if (isNew && template === undefined && readFormDraft(storageKey) === undefined)
    return <TemplateChooser onChoose={setTemplate} />;

  const refreshLists = () => client.invalidateQueries({ queryKey: ["table", type] });
  async function reload(): Promise<void> {
    await Promise.all([refetch(), refreshLists()]);
    setReloadCount((count) => count + 1);
  }
  /** Begins anew with the row as it is stored, or with the choice of a template. */
  function discard(): void {
    deleteFormDraft(storageKey);
    setTemplate(undefined);
    setReloadCount((count) => count + 1);
  }
  async function handleAdded(added: AnyRow): Promise<void> {
    onAdded(added.id);
    await navigate(`/${area}/${type}/edit?id=${added.id}`, { replace: true });
    await refreshLists();
  }
  /** Confirms the publication, and resolves to the version of the row after it. */
  async function handlePublished({ text, kind }: PublishOutcome, tableName: string): Promise<number | undefined> {
    const open = () => void navigate(`/${area}/${tableName}/list`);
    notify(kind, text, { actions: [{ name: t(texts.records), run: open }] });
    // Menus, which have published light apps, come with the person.
    const refreshMenus = client.invalidateQueries({ queryKey: ["person"] });
    const [{ data: next }] = await Promise.all([refetch(), refreshLists(), refreshMenus]);
    return next?.row?.version;
  }

  return (
    <LightAppEditor
      key={reloadCount}
      form={data}
      initialDraft={template}
      storageKey={storageKey}
      onDiscard={discard}
      onAdded={(row) => void handleAdded(row)}
      onPublished={handlePublished}
      renderActions={(isDirty) =>
        id !== undefined &&
        data.row?.id === id && (
          <>
            <FormActions
              {...{ type, id, isDirty }}
              name={data.rowName}
              actions={otherActions(data)}
              onOpen={(url) => void navigate(adminUrlInArea(url, area).replace("{id}", id))}
              onChanged={reload}
            />
            <HistoryButton
              {...{ type, id, isDirty }}
              form={data}
              mayRestore={!data.hiddenButton}
              lastChange={undefined}
              onRestored={() => void reload()}
            />
          </>
        )
      }
    />
  );
}

/** The editor of light apps, anew for each of them. A new one stays open when its first save gives it an address of its own. */
export function LightAppScreen() {
  const address = useLocation();
  const [query] = useSearchParams();
  const { area = "paas", screen } = parseAutoPath(address.pathname) ?? {};
  const id = screen === "edit" ? queryParameter(query, "id") : undefined;
  const copiedId = screen === "add" ? queryParameter(query, "from") : undefined;
  /** The light app that was added here, with the key of its editor. */
  const [added, setAdded] = useState<{ id: string; key: string }>();
  const key = id === undefined ? `new ${address.key}` : added?.id === id ? added.key : id;
  return (
    <LightAppScreenAt key={key} {...{ area, id, copiedId }} onAdded={(addedId) => setAdded({ id: addedId, key })} />
  );
}
