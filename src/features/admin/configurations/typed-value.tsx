import { Braces, PanelsTopLeft } from "lucide-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { use, useMemo, useState, useSyncExternalStore } from "react";
import { isSecretKey } from "#kit/configuration-secrets.ts";
import type { LocalizedField } from "#kit/field.ts";
import { type Json, type JsonObject, jsonText, readJsonObject } from "#kit/json-object.ts";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { FieldsForm } from "#render/form/form-fields.tsx";
import { FormStoreContext } from "#render/form/form-store-context.ts";
import { Button } from "#ui/button.tsx";
import type { JsonObjectEditorProps } from "#ui/json-object-editor.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { useSettled } from "#ui/use-settled.ts";
import { SecretField } from "./secret-field.tsx";

const texts = {
  secrets: { zh: "密钥", en: "Secrets" },
  json: { zh: "以 JSON 编辑", en: "Edit as JSON" },
  form: { zh: "以表单编辑", en: "Edit as form" },
  others: {
    zh: "另有 {n} 项不在表单中，可在 JSON 中查看。",
    en: "{n} other {n|value|values} can be seen as JSON only.",
  },
};

/** The type and the secret keys in the form of the configuration. */
function useConfiguration(): { type: string; secretKeys: readonly string[] } {
  const store = use(FormStoreContext)!;
  useSyncExternalStore(store.subscribeAll, store.revision);
  const { configType, secretKeys } = store.values();
  return {
    type: typeof configType === "string" ? configType.trim() : "",
    secretKeys: Array.isArray(secretKeys) ? (secretKeys as string[]) : [],
  };
}

type Column = { field: string; config: LocalizedField };
type FormProps = JsonObjectEditorProps & {
  columns: readonly Column[];
  secretKeys: readonly string[];
  object: JsonObject;
};

/** The object with another value for a key, or without the key if the value is empty. */
function withValue(object: JsonObject, name: string, value: unknown): JsonObject {
  const { [name]: _before, ...rest } = object;
  return value === null || value === undefined || value === "" ? rest : { ...object, [name]: value as Json };
}

/** The fields of the form, and below them the secrets. */
function ValueForm({ id, columns, secretKeys, object, locale, disabled, problems, onChange }: FormProps) {
  const t = useText();
  const [plain, secret] = useMemo(() => {
    const isSecret = ({ field }: Column) => isSecretKey(field, secretKeys);
    const plainFields = columns
      .filter((column) => !isSecret(column))
      .map(({ field, config }) => [field, config] as const);
    return [Object.fromEntries(plainFields), columns.filter(isSecret)];
  }, [columns, secretKeys]);
  const names = new Set(columns.map(({ field }) => field));
  const otherCount = Object.keys(object).filter((name) => !names.has(name)).length;
  const change = (name: string, value: unknown) => onChange(jsonText(withValue(object, name, value)));
  const firstProblems = Object.fromEntries(Object.entries(problems).map(([path, text]) => [path.split(".")[0]!, text]));
  return (
    <div id={id} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-6 outline-none">
      <FieldsForm
        fields={plain}
        values={object}
        locale={locale}
        disabled={disabled}
        isNew
        problems={firstProblems}
        onChange={change}
      />
      {secret.length > 0 && (
        <fieldset className="grid gap-4 border-t border-line pt-4">
          <legend className="pr-3 text-sm font-semibold">{t(texts.secrets)}</legend>
          {secret.map(({ field, config }) => (
            <SecretField
              key={field}
              field={config}
              value={typeof object[field] === "string" ? object[field] : ""}
              disabled={disabled}
              problem={firstProblems[field]}
              onChange={(value) => change(field, value)}
            />
          ))}
        </fieldset>
      )}
      {otherCount > 0 && <p className="text-sm text-ink-3">{t(formatText(texts.others, { n: otherCount }))}</p>}
    </div>
  );
}

/** The value of a configuration: the form of its type, if there is one, or JSON. */
export function TypedValue(props: JsonObjectEditorProps) {
  const { value, json } = props;
  const t = useText();
  const locale = useLocale();
  const { type, secretKeys } = useConfiguration();
  const settledType = useSettled(type);
  const [isJsonWanted, setJsonWanted] = useState(false);
  const query = useQuery({
    queryKey: ["form of configurations", settledType, locale],
    queryFn: ({ signal }) => call("GET paas/autoConfig/form", { type: settledType }, { signal }),
    enabled: settledType !== "",
    placeholderData: keepPreviousData,
  });
  const object = value === null ? {} : readJsonObject(value);
  if (settledType === "") return json;
  return (
    <QueryContent query={query} height="h-40">
      {(form) => {
        // What is no object cannot be shown in fields.
        if (form === null || object === undefined) return json;
        const Icon = isJsonWanted ? PanelsTopLeft : Braces;
        return (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="text-base font-semibold">{form.name}</h3>
              <Button kind="quiet" onClick={() => setJsonWanted(!isJsonWanted)}>
                <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
                {t(isJsonWanted ? texts.form : texts.json)}
              </Button>
            </div>
            {isJsonWanted ? (
              json
            ) : (
              <ValueForm
                {...props}
                object={object}
                columns={form.fields as unknown as readonly Column[]}
                secretKeys={[...secretKeys, ...form.secretKeys]}
              />
            )}
          </div>
        );
      }}
    </QueryContent>
  );
}
