import { Sparkles, X } from "lucide-react";
import { type RefObject, useContext, useEffect, useId, useRef, useState } from "react";
import type { LocalizedField } from "#kit/field.ts";
import { ownLocaleNames } from "#kit/locale-names.ts";
import { isSame } from "#kit/same.ts";
import { type Locale, locales, type LocalizedValue } from "#kit/text.ts";
import { type AskedField, markdownOf } from "#client/assistant/known-inputs.ts";
import type { WriteMode } from "#client/assistant/text-panel.tsx";
import { usePerson } from "#client/person.ts";
import { lazyControl } from "#ui/lazy-control.tsx";
import { loadAction } from "#ui/load-action.ts";
import { typeText } from "#ui/type-text.ts";
import { fieldTypeOf } from "#render/field-types.ts";
import { type AssistScope, AssistScopeContext, FormStoreContext } from "./form-store-context.ts";
import "./assist.css";

const texts = {
  ai: { zh: "AI", en: "AI" },
  suggest: { zh: "建议", en: "Suggest" },
  write: { zh: "用 AI 撰写", en: "Write with AI" },
  writeAlt: { zh: "用 AI 建议替代文字", en: "Suggest an alt text with AI" },
  close: { zh: "收起", en: "Close" },
};

const loadRichText = loadAction(() => import("#kit/rich-text-from-markdown.ts"));

/** The options of a text field that the AI works with. `describes`: see `textbox`. */
type TextField = LocalizedField & { max?: number; describes?: string };

// Loaded when somebody opens it.
const TextPanel = lazyControl<
  Parameters<typeof import("#client/assistant/text-panel.tsx").TextPanel>[0] & { id?: string }
>(async () => (await import("#client/assistant/text-panel.tsx")).TextPanel, { height: 160 });
const AltPanel = lazyControl<
  Parameters<typeof import("#client/assistant/alt-panel.tsx").AltPanel>[0] & { id?: string }
>(async () => (await import("#client/assistant/alt-panel.tsx")).AltPanel, { height: 160 });

export type AssistProps = {
  /** The id of the control, or of the group of controls of a localized value. */
  id: string;
  name: string;
  field: LocalizedField;
  value: unknown;
  dependencies?: Readonly<Record<string, unknown>>;
  locale: Locale;
  disabled?: boolean;
  /** The language of the control; undefined for a value that is not per language. */
  language?: Locale;
  onChange: (name: string, value: unknown) => void;
};

/** The form around a field; undefined where the AI is not offered. */
function useScope(): AssistScope | undefined {
  const scope = useContext(AssistScopeContext);
  const store = useContext(FormStoreContext);
  return scope ?? (store && { values: store.values, asOneStep: (change) => change() });
}

/** How the text of a field is asked for; undefined for a field that is no text for readers. */
function formatOf(field: LocalizedField): AskedField["format"] | undefined {
  const { inlineText, writtenAs } = fieldTypeOf(field);
  if (writtenAs !== undefined) return writtenAs;
  if (field.localized !== true || inlineText === undefined) return undefined;
  return inlineText(field as never).hasLines ? "plain" : "line";
}

/** What the field had before the AI's text, and that text; as long as the field has it, it can be taken back. */
type Written = { before: unknown; after: unknown };

type OpenProps = AssistProps & { scope: AssistScope };

function useWriting({ name, value, onChange, scope }: Pick<OpenProps, "name" | "value" | "onChange" | "scope">) {
  const [written, setWritten] = useState<Written>();
  return {
    /** Writes a value as one step of undo. `type`: types it, if the control is one that people type in. */
    write(next: unknown, type: () => boolean = () => false): void {
      const before = value;
      scope.asOneStep(() => {
        if (!type()) onChange(name, next);
      });
      setWritten({ before, after: next });
    },
    undo:
      written === undefined || !isSame(written.after, value)
        ? undefined
        : () => {
            scope.asOneStep(() => onChange(name, written.before));
            setWritten(undefined);
          },
  };
}

/** Asks for the text of a field in one language. */
function TextAssist(props: OpenProps & { format: AskedField["format"] }) {
  const { id, name, value, language, locale, format, scope } = props;
  const field: TextField = props.field;
  const { write, undo } = useWriting(props);
  const all = (value ?? {}) as LocalizedValue<unknown>;
  const content = language === undefined ? value : all[language];
  const other = language === undefined ? "" : all[locales.find((one) => one !== language)!];
  const question: AskedField = {
    name,
    title: field.name,
    locale: language ?? locale,
    format,
    max: field.max,
    text: markdownOf(content),
    other: markdownOf(other),
  };

  async function handleWrite(text: string, mode: WriteMode): Promise<void> {
    const { withText } = fieldTypeOf(field);
    const isAtEnd = mode === "append";
    const wrap = (next: unknown) => (language === undefined ? next : { ...all, [language]: next });
    if (withText === undefined) {
      const added = isAtEnd ? `\n\n${text}` : text;
      const control = document.getElementById(language === undefined ? id : `${id}-${language}`);
      return write(wrap(isAtEnd ? question.text + added : text), () => typeText(control, added, isAtEnd));
    }
    const code = await loadRichText(locale);
    if (code === undefined) return;
    const next = withText(isAtEnd ? (content ?? null) : null, text, { markdown: code.richTextFromMarkdown });
    if (next !== undefined) write(wrap(next));
  }
  return (
    <TextPanel
      field={question}
      values={scope.values}
      onWrite={(text, mode) => void handleWrite(text, mode)}
      undo={undo}
    />
  );
}

/** Asks for the alternative text of a picture in both languages. */
function AltAssist(props: OpenProps & { picture: unknown }) {
  const { name, value, scope, picture } = props;
  const { max = 200 }: TextField = props.field;
  const { write, undo } = useWriting(props);
  return (
    <AltPanel
      name={name}
      picture={typeof picture === "string" ? picture : undefined}
      value={(value ?? {}) as LocalizedValue<string>}
      max={max}
      values={scope.values}
      onWrite={write}
      undo={undo}
    />
  );
}

/** Moves the focus into a panel when it opens. */
function useFocusWhenOpen(panel: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useEffect(() => {
    if (isOpen) panel.current?.focus();
  }, [panel, isOpen]);
}

/**
 * The button that opens the AI for a text field, in the line of its label, and its panel below the control. Nothing where no AI service is set up, or where the
 * field is no text for readers. The alternative text of a picture has one button for both languages.
 */
export function Assist(props: AssistProps) {
  const { field, language, locale, disabled = false } = props;
  const { describes }: TextField = field;
  const scope = useScope();
  const { data: person } = usePerson();
  const format = formatOf(field);
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useFocusWhenOpen(panel, isOpen);
  const isAlt = describes !== undefined;
  if (scope === undefined || format === undefined || disabled || person?.mayAskAi !== true) return null;
  if (isAlt && language === "en") return null;
  const picture = isAlt ? props.dependencies?.[describes] : undefined;
  const action = texts[isAlt ? "writeAlt" : "write"][locale];
  const label = [
    `${action}${locale === "zh" ? "：" : ": "}${field.name}`,
    !isAlt && language && ownLocaleNames[language],
  ]
    .filter(Boolean)
    .join(" · ");
  function close(): void {
    setOpen(false);
    button.current?.focus();
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        aria-controls={wasOpen ? id : undefined}
        lang={locale}
        className="assist-button"
        onClick={() => {
          setWasOpen(true);
          setOpen(!isOpen);
        }}
      >
        <Sparkles size={13} strokeWidth={1.5} aria-hidden="true" />
        {texts[isAlt ? "suggest" : "ai"][locale]}
      </button>
      {/* A closed panel stays, with its answer. */}
      {wasOpen && (
        // The keys of the controls in it; the form around it has its own.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <div
          ref={panel}
          id={id}
          role="group"
          aria-label={label}
          lang={locale}
          tabIndex={-1}
          hidden={!isOpen}
          className="mt-2 grid min-w-0 gap-3 rounded-sm border border-line-2 bg-paper-2 p-3 -outline-offset-2"
          onKeyDown={(event) => {
            if (event.key !== "Escape" || event.defaultPrevented) return;
            event.preventDefault();
            event.stopPropagation();
            close();
          }}
        >
          <div className="flex items-center gap-2">
            <p className="mr-auto min-w-0 text-sm font-semibold break-words">{label}</p>
            <button
              type="button"
              aria-label={texts.close[locale]}
              className="grid size-8 place-items-center rounded-sm text-ink-2 hover:bg-paper-3 pointer-coarse:size-11"
              onClick={close}
            >
              <X size={16} strokeWidth={1.5} aria-hidden="true" />
            </button>
          </div>
          {isAlt ? (
            <AltAssist {...props} scope={scope} picture={picture} />
          ) : (
            <TextAssist {...props} scope={scope} format={format} />
          )}
        </div>
      )}
    </>
  );
}
