import { type ReactNode, useEffect, useId, useMemo, useRef } from "react";
import { formatText, type Text } from "#kit/text.ts";
import { CodeButton } from "#client/editors/code-button.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Input } from "#ui/input.tsx";
import { Rules, SecretInput } from "#ui/secret-input.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { Select, type SelectOption } from "#ui/select.tsx";
import type { FormField, Values } from "./form-store.ts";
import { asProblems, useForm, useLines } from "./use-form.ts";

const texts = {
  cancel: { zh: "取消", en: "Cancel" },
  required: { zh: "请输入{name}，{name}不能为空", en: "{name} is required" },
  choose: { zh: "请选择{name}", en: "Choose {name}" },
};

type Common = { name: string; label: string; hint?: string | undefined; isOptional?: boolean };

/** A rule for a value, checked off while typing. */
export type DialogRule = { text: string; holds: (value: string) => boolean };

/** A line of a small form. `digits` takes up to `max` digits only; `code` has a button that sends a code by SMS. */
export type DialogField =
  | (Common & { type: "text" | "tel"; autoComplete?: string; max?: number })
  | (Common & { type: "password"; autoComplete?: string; max?: number; rules?: readonly DialogRule[] })
  | (Common & { type: "digits"; max: number; isSecret?: boolean; autoComplete?: string })
  | (Common & { type: "code"; send: (values: Record<string, string>) => Promise<{ seconds: number }> })
  | (Common & { type: "select"; options: readonly SelectOption[] })
  | (Common & { type: "other"; render: (line: OtherLine) => ReactNode });

export type OtherLine = {
  id: string;
  value: string;
  isInvalid: boolean;
  describedBy: string | undefined;
  onChange: (value: string) => void;
};

type FormDialogProps = {
  title: string;
  description?: string;
  /** Between the description and the lines. */
  intro?: ReactNode;
  /** Below the lines. */
  footer?: ReactNode;
  fields: readonly DialogField[];
  initialValues?: Record<string, string>;
  save: string;
  isDangerous?: boolean;
  size?: "small" | "pay";
  /** The problems of typed values, by field, before anything is sent. */
  check?: (values: Record<string, string>) => Record<string, string>;
  /** Saves. An error is shown in the form, next to the fields that it names. The form stays open until it has succeeded. */
  onSave: (values: Record<string, string>) => Promise<void>;
  onClose: () => void;
};

/** A label inside a sentence: "New mobile" becomes "new mobile", "SMS code" stays. */
const lowerFirstLetter = (label: string) => label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
/** The limit counts digits, not the blanks and dashes that numbers are copied with. */
const onlyDigits = (text: string, max: number) => text.normalize("NFKC").replace(/\D/g, "").slice(0, max);

type LineProps = {
  field: DialogField;
  values: Record<string, string>;
  problem: string | undefined;
  onChange: (name: string, value: string) => void;
  onProblem: (name: string, error: unknown) => void;
};

type ControlProps = Omit<LineProps, "problem" | "onChange"> &
  Omit<OtherLine, "onChange"> & { change: (next: string) => void };

const textProps = ({ autoComplete = "off", max = 100 }: { autoComplete?: string; max?: number }) => ({
  autoComplete,
  maxLength: max,
});
/** The rules that are listed below a field while it is typed. */
const rulesOf = (field: DialogField) => ("rules" in field ? field.rules : undefined);

/** The control of a field. */
function Control({ field, values, onProblem, id, value, isInvalid, describedBy, change }: ControlProps) {
  const common = { id, value, "aria-invalid": isInvalid, "aria-describedby": describedBy } as const;
  const digits = { ...common, inputMode: "numeric", autoComplete: "off" } as const;
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
            {...digits}
            autoComplete="one-time-code"
            onChange={({ target }) => change(onlyDigits(target.value, 6))}
          />
          <CodeButton onSend={() => field.send(values)} onProblem={(error) => onProblem(field.name, error)} />
        </div>
      );
    case "digits": {
      const Box = field.isSecret === true ? SecretInput : Input;
      return (
        <Box
          {...digits}
          autoComplete={field.autoComplete ?? "off"}
          onChange={({ target }) => change(onlyDigits(target.value, field.max))}
        />
      );
    }
    case "password":
      return <SecretInput {...textProps(field)} {...common} onChange={({ target }) => change(target.value)} />;
    default:
      return (
        <Input {...textProps(field)} {...common} type={field.type} onChange={({ target }) => change(target.value)} />
      );
  }
}

function Line({ field, values, problem, onChange, onProblem }: LineProps) {
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
      {rules !== undefined && <Rules id={`${id}-rules`} rules={rules} value={value} />}
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

/** The problem of a line: required and empty, invalid by one of its rules, or reported by the form. */
function problemOf(field: DialogField, values: Texts, { t, check }: LineCheck): string | undefined {
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

type LineCheck = { t: (text: Text) => string; check: (values: Texts) => Texts | undefined };

const toFormField = (field: DialogField, checking: LineCheck): FormField => ({
  name: field.name,
  problems: (_value, { values }) => asProblems(problemOf(field, textsIn(values), checking)),
});

/** A small form over the screen: a few lines, one button. */
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
  const engine = useForm({ fields: formFields, initialValues: initialValues ?? {}, locale, element: form });
  const { store, isBusy, failure, change, refuse } = engine;
  const line = useLines(engine);
  const first = {
    get current(): HTMLElement | null {
      return form.current?.querySelector<HTMLElement>("input") ?? null;
    },
  };
  // Focuses the first field of every step of the same dialog.
  const firstFieldName = fields[0]?.name;
  useEffect(() => form.current?.querySelector<HTMLElement>("input")?.focus(), [firstFieldName]);

  // Escape does not close the form while it is saving: an error must find the typed values. The cancel button still works.
  const leave = () => {
    if (!isBusy) onClose();
  };
  const id = useId();
  return (
    <Dialog
      isOpen
      size={size}
      title={title}
      description={description}
      initialFocus={first}
      hasClose
      onClose={leave}
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
          void engine.submit(() => onSave(textsIn(store.values())));
        }}
      >
        {fields.map((field) => (
          <Line
            key={field.name}
            field={field}
            values={textsIn(store.values())}
            problem={line(field.name).problem}
            onChange={change}
            onProblem={(name, error) => refuse(error, name)}
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
