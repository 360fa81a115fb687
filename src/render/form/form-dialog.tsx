import { type ReactNode, useEffect, useId, useMemo, useRef } from "react";
import { formatText, type Text } from "#kit/text.ts";
import { CodeButton } from "#client/editors/code-button.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Input } from "#ui/input.tsx";
import { RuleList, SecretInput } from "#ui/secret-input.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { Select, type SelectOption } from "#ui/select.tsx";
import type { FormField, Values } from "./form-store.ts";
import { wholeValueProblem, useForm, useFieldBindings } from "./use-form.ts";

const texts = {
  cancel: { zh: "取消", en: "Cancel" },
  required: { zh: "请输入{name}，{name}不能为空", en: "{name} is required" },
  choose: { zh: "请选择{name}", en: "Choose {name}" },
};

/** `hint`: a text below the control, which a problem replaces. */
type CommonProps = { name: string; label: string; hint?: string | undefined; isOptional?: boolean };

/** A rule for a value, checked off while typing. */
export type DialogRule = { text: string; holds: (value: string) => boolean };

/** A field of a dialog. `digits` accepts up to `max` digits only; `code` has a button that sends a code by SMS; `other` renders its own control. */
export type DialogField =
  | (CommonProps & { type: "text" | "tel"; autoComplete?: string; max?: number })
  | (CommonProps & { type: "password"; autoComplete?: string; max?: number; rules?: readonly DialogRule[] })
  | (CommonProps & { type: "digits"; max: number; isSecret?: boolean; autoComplete?: string })
  | (CommonProps & { type: "code"; send: (values: Record<string, string>) => Promise<{ seconds: number }> })
  | (CommonProps & { type: "select"; options: readonly SelectOption[] })
  | (CommonProps & { type: "other"; render: (props: OtherControlProps) => ReactNode });

export type OtherControlProps = {
  id: string;
  value: string;
  isInvalid: boolean;
  describedBy: string | undefined;
  onChange: (value: string) => void;
};

type FormDialogProps = {
  title: string;
  description?: string;
  /** Content between the description and the fields. */
  intro?: ReactNode;
  /** Content below the fields. */
  footer?: ReactNode;
  fields: readonly DialogField[];
  initialValues?: Record<string, string>;
  save: string;
  isDangerous?: boolean;
  /** See `DialogProps`. */
  size?: "small" | "pay";
  /** Validates the typed values before they are sent: problems by field name. */
  check?: (values: Record<string, string>) => Record<string, string>;
  /** Saves, and closes the dialog. If the promise is rejected, the dialog shows the error, next to the fields that the error names. */
  onSave: (values: Record<string, string>) => Promise<void>;
  onClose: () => void;
};

/** A label for the middle of a sentence: "New mobile" becomes "new mobile"; "SMS code" is unchanged. */
const lowerFirstLetter = (label: string) => label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
/** The first `max` digits of a text: a pasted number may contain spaces and dashes. */
const firstDigits = (text: string, max: number) => text.normalize("NFKC").replace(/\D/g, "").slice(0, max);

type LineProps = {
  field: DialogField;
  values: Record<string, string>;
  problem: string | undefined;
  onChange: (name: string, value: string) => void;
  onProblem: (name: string, error: unknown) => void;
};

type ControlProps = Omit<LineProps, "problem" | "onChange"> &
  Omit<OtherControlProps, "onChange"> & { change: (next: string) => void };

const textProps = ({ autoComplete = "off", max = 100 }: { autoComplete?: string; max?: number }) => ({
  autoComplete,
  maxLength: max,
});
/** The rules that are listed below a password while it is typed. */
const rulesOf = (field: DialogField) => ("rules" in field ? field.rules : undefined);

function Control({ field, values, onProblem, id, value, isInvalid, describedBy, change }: ControlProps) {
  const commonProps = { id, value, "aria-invalid": isInvalid, "aria-describedby": describedBy } as const;
  const digitsProps = { ...commonProps, inputMode: "numeric", autoComplete: "off" } as const;
  switch (field.type) {
    case "other":
      return field.render({ id, value, isInvalid, describedBy, onChange: change });
    case "select":
      return (
        <Select
          id={id}
          value={value === "" ? null : value}
          options={field.options}
          invalid={isInvalid}
          describedBy={describedBy}
          onChange={(next) => change(next ?? "")}
        />
      );
    case "code":
      return (
        <div className="flex gap-2">
          <Input
            {...digitsProps}
            autoComplete="one-time-code"
            onChange={({ target }) => change(firstDigits(target.value, 6))}
          />
          <CodeButton onSend={() => field.send(values)} onProblem={(error) => onProblem(field.name, error)} />
        </div>
      );
    case "digits": {
      const DigitsInput = field.isSecret === true ? SecretInput : Input;
      return (
        <DigitsInput
          {...digitsProps}
          autoComplete={field.autoComplete ?? "off"}
          onChange={({ target }) => change(firstDigits(target.value, field.max))}
        />
      );
    }
    case "password":
      return <SecretInput {...textProps(field)} {...commonProps} onChange={({ target }) => change(target.value)} />;
    default:
      return (
        <Input
          {...textProps(field)}
          {...commonProps}
          type={field.type}
          onChange={({ target }) => change(target.value)}
        />
      );
  }
}

function DialogLine({ field, values, problem, onChange, onProblem }: LineProps) {
  const id = useId();
  const value = values[field.name] ?? "";
  const note = problem ?? field.hint;
  const isInvalid = problem !== undefined;
  const rules = rulesOf(field);
  const notes = [...(rules === undefined ? [] : [`${id}-rules`]), ...(note === undefined ? [] : [`${id}-note`])];
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="justify-self-start text-sm font-medium text-ink-2">
        {field.label}
      </label>
      <Control
        field={field}
        values={values}
        id={id}
        value={value}
        isInvalid={isInvalid}
        describedBy={notes.length === 0 ? undefined : notes.join(" ")}
        change={(next) => onChange(field.name, next)}
        onProblem={onProblem}
      />
      {rules !== undefined && <RuleList id={`${id}-rules`} rules={rules} value={value} />}
      {note !== undefined && (
        <p id={`${id}-note`} className={isInvalid ? "form-problem text-sm text-danger" : "text-sm text-ink-3"}>
          {note}
        </p>
      )}
    </div>
  );
}

type Texts = Record<string, string>;
/** The typed text of each field. */
const textsIn = (values: Values): Texts =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === "string"));

/** The problem of a field: it is required and empty, violates one of its rules, or fails the check of the dialog. */
function problemOf(field: DialogField, values: Texts, { t, check }: CheckContext): string | undefined {
  const value = values[field.name] ?? "";
  const { label } = field;
  if (field.isOptional !== true && value.trim() === "")
    return t(
      field.type === "other"
        ? formatText(texts.choose, { name: lowerFirstLetter(label) })
        : formatText(texts.required, { name: label }),
    );
  const violatedRule = rulesOf(field)?.find(({ holds }) => !holds(value));
  return violatedRule?.text ?? check(values)?.[field.name];
}

type CheckContext = { t: (text: Text) => string; check: (values: Texts) => Texts | undefined };

const toFormField = (field: DialogField, context: CheckContext): FormField => ({
  name: field.name,
  problems: (_value, { values }) => wholeValueProblem(problemOf(field, textsIn(values), context)),
});

/** A dialog with a short form and one save button. */
export function FormDialog({
  title,
  description,
  intro,
  footer,
  fields,
  initialValues,
  save,
  isDangerous = false,
  size = "small",
  check,
  onSave,
  onClose,
}: FormDialogProps) {
  const t = useText();
  const locale = useLocale();
  const form = useRef<HTMLFormElement>(null);
  const formFields = useMemo(
    () => fields.map((field) => toFormField(field, { t, check: (values) => check?.(values) })),
    [fields, t, check],
  );
  const formEngine = useForm({ fields: formFields, initialValues: initialValues ?? {}, locale, element: form });
  const { store, isBusy, failure, change, showError } = formEngine;
  const bindingOf = useFieldBindings(formEngine);
  const firstInput = {
    get current(): HTMLElement | null {
      return form.current?.querySelector<HTMLElement>("input") ?? null;
    },
  };
  // A dialog with several steps changes its fields: focuses the first field of each step.
  const firstFieldName = fields[0]?.name;
  useEffect(() => form.current?.querySelector<HTMLElement>("input")?.focus(), [firstFieldName]);

  // During a save, Escape does not close the dialog, so that the typed values are still there if the save fails. The cancel button does.
  const closeUnlessBusy = () => {
    if (!isBusy) onClose();
  };
  const id = useId();
  return (
    <Dialog
      isOpen
      size={size}
      title={title}
      description={description}
      initialFocus={firstInput}
      hasClose
      onClose={closeUnlessBusy}
      actions={
        <>
          <Button onClick={onClose}>{t(texts.cancel)}</Button>
          <Button
            type="submit"
            form={id}
            kind={isDangerous ? "danger" : "primary"}
            disabled={isBusy}
            aria-busy={isBusy}
          >
            {save}
          </Button>
        </>
      }
    >
      {intro}
      <form
        ref={form}
        id={id}
        noValidate
        className="mt-4 grid gap-4 pb-1"
        onSubmit={(event) => {
          event.preventDefault();
          void formEngine.submit(() => onSave(textsIn(store.values())));
        }}
      >
        {fields.map((field) => (
          <DialogLine
            key={field.name}
            field={field}
            values={textsIn(store.values())}
            problem={bindingOf(field.name).problem}
            onChange={change}
            onProblem={(name, error) => showError(error, name)}
          />
        ))}
        {failure !== undefined && (
          <p role="alert" className="form-problem text-sm text-danger">
            {failure}
          </p>
        )}
      </form>
      {footer}
    </Dialog>
  );
}
