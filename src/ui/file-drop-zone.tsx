import type { LucideIcon } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { useFileDrop } from "./file-drop.ts";
import { useText } from "./locale.ts";

const texts = { drop: { zh: "或将文件拖到此处", en: "or drop it here" } };

type FileDropZoneProps = {
  /** The accessible name of the zone. */
  label: string;
  Icon: LucideIcon;
  /** The text of the button. */
  action: string;
  /** File name endings that can be chosen, as the `accept` attribute has them. */
  accept: string;
  /** Which files are accepted, for people. */
  limits: string;
  /** While true, no file is accepted. */
  isBusy: boolean;
  error: Error | null;
  /** Called with the file, or the first of several. */
  onFile: (file: File) => void;
  children?: ReactNode;
};

/** Takes one file, which is chosen, dropped, or pasted while the focus is in the zone. */
export function FileDropZone({
  label,
  Icon,
  action,
  accept,
  limits,
  isBusy,
  error,
  onFile,
  children,
}: FileDropZoneProps) {
  const t = useText();
  const limitsId = useId();
  const input = useRef<HTMLInputElement>(null);
  const { isOver, handlers } = useFileDrop(!isBusy, ([file]) => onFile(file!));
  return (
    <div
      role="group"
      aria-label={label}
      className={classNames(
        "grid justify-items-center gap-4 rounded-sm border border-dashed px-6 py-10 text-center",
        isOver ? "border-brand bg-brand-tint" : "border-line-2 bg-sheet",
      )}
      {...handlers}
    >
      <Icon size={36} strokeWidth={1.25} aria-hidden="true" className="text-brand" />
      <div className="flex flex-wrap items-center justify-center gap-3">
        <Button kind="primary" disabled={isBusy} aria-describedby={limitsId} onClick={() => input.current?.click()}>
          {action}
        </Button>
        <span className="text-ink-3 pointer-coarse:hidden">{t(texts.drop)}</span>
      </div>
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-hidden="true"
        accept={accept}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined && !isBusy) onFile(file);
          // Allows choosing the same file again after it was corrected.
          event.target.value = "";
        }}
      />
      <p id={limitsId} className="max-w-xl text-sm text-ink-3">
        {limits}
      </p>
      {children}
      {error !== null && (
        <p role="alert" className="text-danger">
          {error.message}
        </p>
      )}
    </div>
  );
}
