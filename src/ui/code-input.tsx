import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { type Diagnostic, linter, lintKeymap } from "@codemirror/lint";
import { search, searchKeymap } from "@codemirror/search";
import { Annotation, Compartment, EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder as placeholderExtension,
} from "@codemirror/view";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { CodeLanguage } from "#kit/code-language.ts";
import { jsonErrorPlace } from "#kit/json-place.ts";
import { formatText, type Locale } from "#kit/text.ts";
import { languageSupport } from "./code-languages.ts";
import { chinesePhrases, codeTheme } from "./code-theme.ts";
import { keyLabel } from "./command.ts";
import { textBoxAttributes, useLabelClick } from "./text-box.ts";

const texts = {
  keys: {
    zh: "Tab 离开编辑框，{more} 增加缩进，{less} 减少缩进",
    en: "Tab leaves the box. {more} indents, {less} outdents.",
  },
  format: { zh: "格式化", en: "Format" },
  bad: { zh: "第 {line} 行第 {column} 个字符有误", en: "Error at line {line}, column {column}" },
};

export type CodeInputProps = {
  id: string;
  value: string | null;
  /** Its accessible name, when there is no label. */
  name: string;
  rows: number;
  language: CodeLanguage | undefined;
  locale: Locale;
  placeholder: string | undefined;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (text: string) => void;
  onBlur: () => void;
};

/** Marks a change of the `value` prop, which is not reported to the form. */
const externalChange = Annotation.define<boolean>();

/** The syntax error of a JSON text, with its position; undefined if the text is valid or blank. */
function jsonProblem(text: string, locale: Locale): (Diagnostic & { line: number }) | undefined {
  const place = text.trim() === "" ? undefined : jsonErrorPlace(text);
  if (place === undefined) return undefined;
  const severity = "error";
  const lineStart =
    text
      .split("\n")
      .slice(0, place.line - 1)
      .join("\n").length + (place.line > 1 ? 1 : 0);
  const from = Math.min(lineStart + place.column - 1, text.length);
  const message = formatText(texts.bad, place)[locale];
  return {
    from: Math.max(0, Math.min(from, text.length - 1)),
    to: Math.min(text.length, from + 1),
    severity,
    message,
    line: place.line,
  };
}

const jsonLinter = (locale: Locale): Extension =>
  linter(
    ({ state }) => {
      const problem = jsonProblem(state.doc.toString(), locale);
      return problem === undefined ? [] : [problem];
    },
    { delay: 300 },
  );

/** The extensions of an editor that can be reconfigured. */
type Compartments = { language: Compartment; attributes: Compartment };

function extensionsOf({ language, locale, placeholder }: CodeInputProps, compartments: Compartments): Extension[] {
  return [
    lineNumbers(),
    highlightActiveLineGutter(),
    highlightActiveLine(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    search({ top: true }),
    // Tab is not bound, so that it leaves the editor as it leaves other inputs.
    keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap]),
    codeTheme,
    compartments.language.of([]),
    compartments.attributes.of([]),
    ...(language === "json" ? [jsonLinter(locale)] : []),
    ...(placeholder === undefined ? [] : [placeholderExtension(placeholder)]),
    ...(locale === "zh" ? [EditorState.phrases.of(chinesePhrases)] : []),
  ];
}

/** Creates the editor in `host`, and keeps its text and its language like those of the props. */
function useCodeView(props: CodeInputProps) {
  const { value, language, onChange } = props;
  const host = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView>();
  const [compartments] = useState<Compartments>(() => ({ language: new Compartment(), attributes: new Compartment() }));
  const latestOnChange = useRef(onChange);
  useLayoutEffect(() => {
    latestOnChange.current = onChange;
  });
  const initialProps = useRef(props);
  const lastReported = useRef(value);
  useEffect(() => {
    const editorView = new EditorView({
      parent: host.current!,
      doc: initialProps.current.value ?? "",
      extensions: [
        extensionsOf(initialProps.current, compartments),
        EditorView.updateListener.of(({ docChanged, transactions, state }) => {
          if (!docChanged || transactions.some((transaction) => transaction.annotation(externalChange) === true))
            return;
          lastReported.current = state.doc.toString();
          latestOnChange.current(lastReported.current);
        }),
      ],
    });
    setView(editorView);
    return () => editorView.destroy();
  }, [compartments]);
  useEffect(() => {
    if (view === undefined || language === undefined) return;
    let isUnmounted = false;
    languageSupport[language]().then(
      (support) => {
        if (!isUnmounted) view.dispatch({ effects: compartments.language.reconfigure(support) });
      },
      // If it cannot be loaded, the text is not highlighted.
      () => undefined,
    );
    return () => void (isUnmounted = true);
  }, [view, language, compartments]);
  useEffect(() => {
    if (view === undefined || value === lastReported.current) return;
    lastReported.current = value;
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: value ?? "" },
      annotations: [externalChange.of(true)],
    });
  }, [view, value]);
  return { host, view, compartments };
}

/** A code editor: line numbers, highlighting, brackets, search. JSON is validated while typing, and can be formatted. */
export function CodeInput(props: CodeInputProps) {
  const { id, name, value, rows, language, locale, invalid, disabled, describedBy, onBlur } = props;
  const { host, view, compartments } = useCodeView(props);
  const focus = useCallback(() => view?.focus(), [view]);
  useLabelClick(id, view === undefined ? undefined : focus);
  const height = `calc(${rows} * 1.4rem + 16px)`;
  useEffect(() => {
    const descriptionIds = [describedBy, `${id}-keys`].filter((description) => description !== undefined).join(" ");
    const attributes = {
      ...textBoxAttributes({ id, name, invalid, disabled, describedBy: descriptionIds }),
      style: `min-height: ${height}`,
      spellcheck: "false",
      autocapitalize: "off",
    };
    view?.dispatch({
      effects: compartments.attributes.reconfigure([
        EditorView.contentAttributes.of(attributes),
        EditorView.editable.of(!disabled),
        EditorState.readOnly.of(disabled),
      ]),
    });
  }, [view, compartments, id, name, height, invalid, disabled, describedBy]);
  const problem = language === "json" ? jsonProblem(value ?? "", locale) : undefined;
  const canFormat = language === "json" && !disabled && problem === undefined && (value ?? "").trim() !== "";

  function format(): void {
    if (view === undefined || value === null) return;
    const text = JSON.stringify(JSON.parse(value), null, 2);
    if (text !== value) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    view.focus();
  }

  return (
    <div
      role="presentation"
      aria-busy={view === undefined}
      className={`overflow-clip rounded-sm border bg-sheet ${invalid ? "border-danger" : "border-line-2 focus-within:border-ink-2"}`}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur()}
    >
      <div ref={host} {...(view === undefined ? { id } : {})} style={{ minHeight: height }} />
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 border-t border-line bg-paper-2 px-3 text-sm">
        {problem === undefined ? (
          <span id={`${id}-keys`} className="text-ink-3">
            {formatText(texts.keys, { more: keyLabel("$mod+]"), less: keyLabel("$mod+[") })[locale]}
          </span>
        ) : (
          <button
            id={`${id}-keys`}
            type="button"
            className="min-h-8 text-left text-danger underline underline-offset-3 pointer-coarse:min-h-11"
            onClick={() => {
              view?.dispatch({ selection: { anchor: problem.from }, scrollIntoView: true });
              view?.focus();
            }}
          >
            {problem.message}
          </button>
        )}
        {language === "json" && (
          <button
            type="button"
            disabled={!canFormat}
            className="min-h-8 text-ink-2 not-disabled:hover:text-ink disabled:opacity-55 pointer-coarse:min-h-11"
            onClick={format}
          >
            {texts.format[locale]}
          </button>
        )}
      </div>
    </div>
  );
}
