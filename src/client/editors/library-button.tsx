import { Images } from "lucide-react";
import { useState } from "react";
import type { FileKind, FileValue } from "#kit/stored-file.ts";
import type { Locale } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { loadDialogLater } from "#ui/dialog-later.tsx";

const choose = { zh: "从文件库选择", en: "Choose from library" };

const LibraryDialog = loadDialogLater(() => import("./library-dialog.tsx").then((file) => file.LibraryDialog));

type LibraryButtonProps = {
  /** Kind of files to choose from; all by default. */
  kind?: FileKind | undefined;
  /** Maximum number of files to choose. */
  max: number;
  locale: Locale;
  disabled: boolean;
  onChoose: (files: FileValue[]) => void;
};

/** Button and dialog to choose stored files instead of uploading new ones. */
export function LibraryButton({ locale, disabled, onChoose, ...which }: LibraryButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button disabled={disabled} onClick={() => setOpen(true)}>
        <Images size={16} strokeWidth={1.5} aria-hidden />
        {choose[locale]}
      </Button>
      {isOpen && (
        <LibraryDialog
          {...which}
          onClose={() => setOpen(false)}
          onChoose={(files) => {
            setOpen(false);
            onChoose(files);
          }}
        />
      )}
    </>
  );
}
