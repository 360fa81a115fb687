import { Images } from "lucide-react";
import { useState } from "react";
import type { FileKind, FileValue } from "#kit/stored-file.ts";
import type { Locale } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { loadDialogLater } from "#ui/dialog-later.tsx";

const chooseText = { zh: "从文件库选择", en: "Choose from library" };

const LibraryDialog = loadDialogLater(() => import("./library-dialog.tsx").then((file) => file.LibraryDialog));

type LibraryButtonProps = {
  /** The kind of files to choose from; all kinds by default. */
  kind?: FileKind | undefined;
  /** Maximum number of files to choose. */
  max: number;
  locale: Locale;
  disabled: boolean;
  onChoose: (files: FileValue[]) => void;
};

/** Button and dialog to choose stored files instead of uploading new ones. */
export function LibraryButton({ locale, disabled, onChoose, ...dialogProps }: LibraryButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button disabled={disabled} onClick={() => setIsOpen(true)}>
        <Images size={16} strokeWidth={1.5} aria-hidden />
        {chooseText[locale]}
      </Button>
      {isOpen && (
        <LibraryDialog
          {...dialogProps}
          onClose={() => setIsOpen(false)}
          onChoose={(files) => {
            setIsOpen(false);
            onChoose(files);
          }}
        />
      )}
    </>
  );
}
