import { FileUp } from "lucide-react";
import { useId, useRef } from "react";
import { maxSvgCharacters } from "#kit/svg.ts";
import type { Locale } from "#kit/text.ts";
import { Button } from "./button.tsx";
import { useFileDrop } from "./file-drop.ts";
import { TextArea } from "./input.tsx";
import { SvgView } from "./svg-view.tsx";

const texts = {
  choose: { zh: "选择 SVG 文件", en: "Choose an SVG file" },
  drop: { zh: "或拖到此处，或粘贴内容", en: "or drop it here, or paste its content" },
  preview: { zh: "预览", en: "Preview" },
};

/** The sizes of the preview: in menus, in forms, and enlarged. */
const sizes = [16, 20, 48];

type SvgInputProps = {
  id: string;
  value: string | null;
  locale: Locale;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (text: string) => void;
  onBlur: () => void;
};

/** The text of a drawing, typed, pasted, chosen or dropped as a file, with a preview. */
export function SvgInput({ id, value, locale, invalid, disabled, describedBy, onChange, onBlur }: SvgInputProps) {
  const file = useRef<HTMLInputElement>(null);
  const dropId = useId();
  // A file that is too long is still read as far as its check needs, which then says so.
  const read = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    onChange(await chosen.slice(0, (maxSvgCharacters + 1) * 4).text());
    onBlur();
  };
  const { isOver, handlers } = useFileDrop(!disabled, ([first]) => void read(first));
  return (
    <div className={`grid gap-2 ${isOver ? "outline-2 outline-brand" : ""}`} {...handlers}>
      <div className="flex flex-wrap items-center gap-3">
        <Button disabled={disabled} aria-describedby={dropId} onClick={() => file.current?.click()}>
          <FileUp size={16} strokeWidth={1.5} aria-hidden="true" />
          {texts.choose[locale]}
        </Button>
        <span id={dropId} className="text-sm text-ink-3">
          {texts.drop[locale]}
        </span>
        <input
          ref={file}
          type="file"
          accept=".svg,image/svg+xml"
          aria-label={texts.choose[locale]}
          className="hidden"
          onChange={({ target }) => {
            void read(target.files?.[0]);
            // The same file can be chosen again.
            target.value = "";
          }}
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <TextArea
          id={id}
          rows={6}
          className="font-mono text-sm"
          spellCheck={false}
          value={value ?? ""}
          placeholder='<svg viewBox="0 0 24 24">…</svg>'
          aria-invalid={invalid}
          aria-describedby={describedBy}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
        <div
          role="group"
          aria-label={texts.preview[locale]}
          className="flex min-h-16 min-w-40 items-center justify-center gap-4 border border-line bg-paper-2 p-3 text-ink"
        >
          {sizes.map((size) => (
            <SvgView key={size} text={value ?? ""} size={size} />
          ))}
        </div>
      </div>
    </div>
  );
}
