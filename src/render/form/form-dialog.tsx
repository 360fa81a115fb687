import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { CallProblem } from "#client/call.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Input } from "#ui/input.tsx";
import { Rules, SecretInput } from "#ui/secret-input.tsx";
import { useText } from "#ui/locale.ts";
import { Select, type SelectOption } from "#ui/select.tsx";

import { useSendAgain } from "#client/send-again.ts";

const texts = {
  cancel: { zh: "取消", en: "Cancel" },
  send: { zh: "获取验证码", en: "Send code" },
  seconds: { zh: "{n} 秒", en: "{n} {n|second|seconds}" },
  required: { zh: "请输入{name}，{name}不能为空", en: "{name} is required" },
  choose: { zh: "请选择{name}", en: "Choose {name}" },
};

type Common = { name: string; label: string; hint?: string | undefined; isOptional?: boolean };

/** One thing that a value has to be; ticked off while typing. */
export type DialogRule = { text: string; holds: (value: string) => boolean };

/** A line of a small form. `digits` takes so many digits and nothing else; `code` has a button that has one sent. */
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
  /** Stands between the description and the lines. */
  intro?: ReactNode;
  /** Stands below the lines. */
  footer?: ReactNode;
  fields: readonly DialogField[];
  start?: Record<string, string>;
  save: string;
  isDangerous?: boolean;
  size?: "small" | "pay";
  /** What is wrong with what was typed, by field, before anything is sent. */
  check?: (values: Record<string, string>) => Record<string, string>;
  /** Saves. What it throws is said in the form, beside the fields that it names, and nothing typed is lost: while it runs, the form stays. */
  onSave: (values: Record<string, string>) => Promise<void>;
  onClose: () => void;
};

/** A label inside a sentence: "New mobile" becomes "new mobile", "SMS code" stays. */
const midSentence = (label: string) => label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
/** The limit counts digits, not the blanks and dashes that numbers are copied with. */
const onlyDigits = (text: string, max: number) => text.normalize("NFKC").replace(/\D/g, "").slice(0, max);

function CodeButton({
  onSend,
  onProblem,
}: {
  onSend: () => Promise<{ seconds: number }>;
  onProblem: (error: unknown) => void;
}) {
  const t = useText();
  const { seconds, isSending, send } = useSendAgain(onSend);
  return (
    <Button
      disabled={isSending || seconds > 0}
      aria-busy={isSending}
      className="shrink-0 tabular-nums"
      onClick={() => void send().catch(onProblem)}
    >
      {t(seconds > 0 ? formatText(texts.seconds, { n: seconds }) : texts.send)}
    </Button>
  );
}

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
/** What a line has to be, where that is said before it is typed. */
const rulesOf = (field: DialogField) => ("rules" in field ? field.rules : undefined);

/** What a line is filled in with. */
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

/** A small form over the screen: a few lines, one button. */
export function FormDialog({
  title,
  description,
  intro,
  footer,
  fields,
  start,
  save,
  isDangerous = false,
  size = "small",
  check,
  onSave,
  onClose,
}: FormDialogProps) {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Record<string, string>>(start ?? {});
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const first = {
    get current(): HTMLElement | null {
      return form.current?.querySelector<HTMLElement>("input") ?? null;
    },
  };
  // Another step of the same dialog begins at its first line too.
  const firstFieldName = fields[0]?.name;
  useEffect(() => form.current?.querySelector<HTMLElement>("input")?.focus(), [firstFieldName]);

  /** What is said about a field is about what stood there. */
  function change(name: string, value: string): void {
    setValues((before) => ({ ...before, [name]: value }));
    setProblems(({ [name]: _gone, ...others }) => others);
    setFailure(undefined);
  }

  /** Marks what is wrong; the focus goes to the first of it. */
  function focusFirstInvalid(found: Record<string, string>): void {
    flushSync(() => setProblems(found));
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }

  function show(error: unknown, at?: string): void {
    const message = error instanceof Error ? error.message : String(error);
    const named = error instanceof CallProblem ? error.fields : {};
    const fieldProblems = Object.fromEntries(
      Object.entries(named).filter(([name]) => fields.some((field) => field.name === name)),
    );
    if (Object.keys(fieldProblems).length > 0) focusFirstInvalid(fieldProblems);
    else if (at !== undefined) setProblems((before) => ({ ...before, [at]: message }));
    else setFailure(message);
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setFailure(undefined);
    const empty = fields.filter((field) => field.isOptional !== true && (values[field.name] ?? "").trim() === "");
    const missing = empty.map(({ name, label, type }) => [
      name,
      t(
        type === "other"
          ? formatText(texts.choose, { name: midSentence(label) })
          : formatText(texts.required, { name: label }),
      ),
    ]);
    const broken = fields.flatMap((field) => {
      const rules = rulesOf(field) ?? [];
      const rule = rules.find(({ holds }) => !holds(values[field.name] ?? ""));
      return rule === undefined ? [] : [[field.name, rule.text] as const];
    });
    const found = {
      ...check?.(values),
      ...Object.fromEntries(broken),
      ...(Object.fromEntries(missing) as Record<string, string>),
    };
    focusFirstInvalid(found);
    if (Object.keys(found).length > 0) return;
    setIsBusy(true);
    try {
      await onSave(values);
    } catch (error) {
      show(error);
    } finally {
      setIsBusy(false);
    }
  }

  // An answer that refuses what was typed must find it: no key closes the form before the answer is there. Who will not wait may cancel.
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
      <form ref={form} id={id} noValidate className="mt-4 grid gap-4 pb-1" onSubmit={(event) => void submit(event)}>
        {fields.map((field) => (
          <Line
            key={field.name}
            field={field}
            values={values}
            problem={problems[field.name]}
            onChange={change}
            onProblem={(name, error) => show(error, name)}
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
