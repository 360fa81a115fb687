import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import type { Fields } from "#kit/field.ts";
import { isEmpty } from "#kit/field.ts";
import { pageOfParts } from "#kit/fragment.ts";
import type { LocalizedValue } from "#kit/text.ts";
import { localizeFormFields, FieldsForm } from "#render/form/form-fields.tsx";
import { Button } from "#ui/button.tsx";
import { call, CallProblem } from "#client/call.ts";
import { Dialog } from "#ui/dialog.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { randomId } from "#ui/random-id.ts";
import { newRecordId } from "#features/builder/document/record-id.ts";
import { type PageTemplate, pageTemplates } from "#features/builder/document/page-templates.ts";

const texts = {
  title: { zh: "新建页面", en: "New page" },
  template: { zh: "模板", en: "Template" },
  cancel: { zh: "取消", en: "Cancel" },
  create: { zh: "创建并编辑", en: "Create and edit" },
  creating: { zh: "正在创建…", en: "Creating…" },
  pathTaken: { zh: "已有页面使用此路径，请换一个", en: "Another page uses this path. Choose another one." },
};
const fields: Fields = {
  title: { type: "textbox", name: { zh: "标题", en: "Title" }, localized: true, required: true, max: 80 },
  path: { type: "path", name: { zh: "路径", en: "Path" }, required: true, placeholder: { zh: "/about", en: "/about" } },
};
type PageValues = { title: LocalizedValue<string>; path: string };

/**
 * Adds a page and fills it from its template. Returns its id. A retry with the same `idempotencyKey` fills the page that an earlier call has added.
 */
async function createPage(
  template: PageTemplate,
  { title, path }: PageValues,
  idempotencyKey: string,
): Promise<string> {
  const added = await call("POST Api/{type}/QueryAdd", { type: "page", title, path }, { idempotencyKey });
  const { id } = added as { id: string };
  const { setting, records } = pageOfParts(
    { title, description: {}, showHead: true, showFoot: true },
    template.parts,
    newRecordId,
  );
  const changes = Object.values(records).map((after) => ({ id: after.id, after }));
  if (changes.length > 0)
    await call("POST api/sitepage/save", { diyPageInfo: { pageId: id }, baseRev: 0, changes, setting });
  return id;
}

/** The message for an error of `createPage`. A conflict with the field `path` means that another page uses the path. */
function problemText(error: Error, takenText: string): string {
  if (!(error instanceof CallProblem)) return error.message;
  if (error.status === 409 && error.fields.path !== undefined) return takenText;
  return Object.values(error.fields)[0] ?? error.message;
}

type TemplateChoiceProps = { selectedTemplate: PageTemplate; onChoose: (template: PageTemplate) => void };

function TemplateChoice({ selectedTemplate, onChoose }: TemplateChoiceProps) {
  const t = useText();
  return (
    <fieldset className="mt-4">
      <legend className="mb-2 text-sm font-medium text-ink-2">{t(texts.template)}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {pageTemplates.map((template) => (
          <label
            key={template.key}
            className="grid cursor-pointer content-start gap-0.5 rounded-sm border border-line-2 p-3 hover:border-ink has-checked:border-brand has-checked:bg-brand-tint has-focus-visible:outline-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name="template"
              className="sr-only"
              checked={template === selectedTemplate}
              onChange={() => onChoose(template)}
            />
            <span className="font-medium">{t(template.name)}</span>
            <span className="text-sm text-ink-2">{t(template.intro)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Creates a page from a template and opens it. `existingPaths`: paths of the space's pages, which are not suggested. */
export function NewPageDialog({ existingPaths, onClose }: { existingPaths: readonly string[]; onClose: () => void }) {
  const locale = useLocale();
  const t = useText();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [template, setTemplate] = useState(pageTemplates[0]!);
  const [enteredValues, setEnteredValues] = useState<Partial<PageValues>>({});
  const [idempotencyKey] = useState(randomId);
  const describedFields = useMemo(() => localizeFormFields(fields, locale), [locale]);
  const suggestedPath = existingPaths.includes(template.path) ? "" : template.path;
  const values: PageValues = {
    title: enteredValues.title ?? template.title,
    path: enteredValues.path ?? suggestedPath,
  };
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => createPage(template, values, idempotencyKey),
    async onSuccess(id) {
      await client.invalidateQueries({ queryKey: ["table", "page"] });
      onClose();
      await navigate(`/builder/${id}`);
    },
  });
  const isReady = !isEmpty(values.path) && Object.values(values.title).some((title) => !isEmpty(title));
  return (
    <Dialog
      isOpen
      size="wide"
      title={t(texts.title)}
      onClose={() => !isPending && onClose()}
      actions={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button kind="primary" disabled={!isReady || isPending} aria-busy={isPending} onClick={() => mutate()}>
            {t(isPending ? texts.creating : texts.create)}
          </Button>
        </>
      }
    >
      <TemplateChoice selectedTemplate={template} onChoose={setTemplate} />
      <div className="mt-5 pb-1">
        <FieldsForm
          fields={describedFields}
          values={values}
          isNew
          locale={locale}
          disabled={isPending}
          onChange={(name, value) => setEnteredValues((previous) => ({ ...previous, [name]: value }))}
        />
      </div>
      {error !== null && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {problemText(error, t(texts.pathTaken))}
        </p>
      )}
    </Dialog>
  );
}
