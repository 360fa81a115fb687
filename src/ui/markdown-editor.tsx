import { useState } from "react";
import { markdown } from "#kit/markdown.ts";
import type { Locale } from "#kit/text.ts";
import { TextArea } from "./input.tsx";

const texts = {
  write: { zh: "编辑", en: "Write" },
  preview: { zh: "预览", en: "Preview" },
  view: { zh: "编辑或预览", en: "Write or preview" },
  none: { zh: "暂无内容", en: "Nothing to preview" },
};

/** Markdown as it is read. The engine lets no HTML through and no link that leads where no address of ours may. */
export function MarkdownShown({ text }: { id?: string; text: string }) {
  return <div className="markdown" dangerouslySetInnerHTML={{ __html: markdown(text).html }} />;
}

type MarkdownEditorProps = {
  id: string;
  value: string | null;
  rows: number;
  locale: Locale;
  placeholder: string | undefined;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (text: string) => void;
  onBlur: () => void;
};

/** Markdown to write, and to look at as it will be read. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const { id, value, rows, locale, placeholder, invalid, disabled, describedBy, onChange, onBlur } = props;
  const [isPreview, setIsPreview] = useState(false);
  const text = value ?? "";
  return (
    <div className="grid gap-1.5">
      <div role="group" aria-label={texts.view[locale]} className="flex gap-1 text-sm">
        {([false, true] as const).map((preview) => (
          <button
            key={String(preview)}
            type="button"
            aria-pressed={isPreview === preview}
            className="min-h-8 rounded-sm px-3 text-ink-3 hover:text-ink aria-pressed:bg-paper-3 aria-pressed:text-ink pointer-coarse:min-h-11"
            onClick={() => setIsPreview(preview)}
          >
            {texts[preview ? "preview" : "write"][locale]}
          </button>
        ))}
      </div>
      {isPreview && (
        <div className="min-h-24 rounded-md border border-line bg-sheet px-4 py-3">
          {text.trim() === "" ? (
            <span className="text-ink-3">{texts.none[locale]}</span>
          ) : (
            <MarkdownShown text={text} />
          )}
        </div>
      )}
      <div hidden={isPreview}>
        <TextArea
          id={id}
          rows={rows}
          className="font-mono text-sm"
          value={text}
          placeholder={placeholder}
          aria-invalid={invalid}
          aria-describedby={describedBy}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      </div>
    </div>
  );
}
