import { ChevronLeft, ChevronRight, Pencil, Trash2 } from "lucide-react";
import { useEffect } from "react";
import { Link } from "react-router";
import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useText } from "#ui/locale.ts";
import { FileButtons, FileFacts, type FileRow, LargePreview } from "../file-details.tsx";
import { FileUsesSection } from "../file-uses-section.tsx";

const texts = {
  edit: { zh: "编辑", en: "Edit" },
  remove: { zh: "删除", en: "Delete" },
  previous: { zh: "上一个", en: "Previous" },
  next: { zh: "下一个", en: "Next" },
  position: { zh: "第 {n}/{count} 个", en: "{n} of {count}" },
};
const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;

type DetailsProps = {
  file: FileRow;
  area: string;
  /** The number of the file among the files of the page. */
  position: number;
  count: number;
  /** Undefined: this person may not delete it. `reason`: why it cannot be deleted now. */
  deletion: { reason: string | undefined; run: () => void } | undefined;
  onStep: (step: -1 | 1) => void;
  onClose: () => void;
};

/** The details of a file over the library: preview, facts, uses, and what can be done with it. Arrow keys lead to its neighbours. */
export function LibraryDetails({ file, area, position, count, deletion, onStep, onClose }: DetailsProps) {
  const t = useText();
  useEffect(() => {
    const handleKey = ({ key, target }: KeyboardEvent) => {
      // A player uses the arrow keys itself, and a question over the details covers them.
      if (target instanceof HTMLMediaElement) return;
      if (document.querySelectorAll("[role=dialog], [role=alertdialog]").length > 1) return;
      if (key === "ArrowLeft" && position > 1) onStep(-1);
      if (key === "ArrowRight" && position < count) onStep(1);
    };
    // The dialog keeps arrow keys to itself, so they are caught before it.
    addEventListener("keydown", handleKey, { capture: true });
    return () => removeEventListener("keydown", handleKey, { capture: true });
  });
  return (
    <Dialog
      isOpen
      size="wide"
      title={file.name}
      onClose={onClose}
      actions={
        <span className="flex w-full flex-wrap items-center gap-2">
          <span className="mr-auto flex items-center gap-1 text-sm text-ink-2 tabular-nums">
            <Button size="icon" aria-label={t(texts.previous)} disabled={position <= 1} onClick={() => onStep(-1)}>
              <ChevronLeft {...icon} />
            </Button>
            <span className="px-2 whitespace-nowrap" aria-live="polite">
              {t(formatText(texts.position, { n: position, count }))}
            </span>
            <Button size="icon" aria-label={t(texts.next)} disabled={position >= count} onClick={() => onStep(1)}>
              <ChevronRight {...icon} />
            </Button>
          </span>
          {deletion !== undefined && (
            <Button
              kind="danger"
              disabled={deletion.reason !== undefined}
              title={deletion.reason}
              onClick={deletion.run}
            >
              <Trash2 {...icon} />
              {t(texts.remove)}
            </Button>
          )}
        </span>
      }
    >
      {/* A new key per file, so that a player does not keep what it played. */}
      <div key={file.id} className="mt-3 grid grid-cols-1 gap-5">
        <LargePreview {...file} />
        <FileFacts {...file} />
        <p className="flex flex-wrap gap-2">
          <FileButtons {...file} />
          <Link to={`/${area}/storageFile/edit?id=${file.id}`} className="button-link">
            <Pencil {...icon} />
            {t(texts.edit)}
          </Link>
        </p>
        <FileUsesSection id={file.id} area={area} />
      </div>
    </Dialog>
  );
}
