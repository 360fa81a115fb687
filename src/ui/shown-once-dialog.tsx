import { Copy, Download } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Dialog } from "./dialog.tsx";
import { useText } from "./locale.ts";

const texts = {
  copy: { zh: "复制", en: "Copy" },
  download: { zh: "下载", en: "Download" },
  done: { zh: "完成", en: "Done" },
};
const iconProps = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;

type ShownOnceDialogProps = {
  title: string;
  description: string;
  /** What the button copies. */
  text: string;
  copyText?: string;
  /** The text file to download, if there is one. */
  file?: { name: string; text: string };
  doneText?: string;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog with a new secret, which cannot be shown again, to copy or to download. */
export function ShownOnceDialog({
  title,
  description,
  text,
  copyText,
  file,
  doneText,
  onClose,
  children,
}: ShownOnceDialogProps) {
  const t = useText();
  return (
    <Dialog
      isOpen
      // Only the button closes the dialog: a click beside it must not lose the secret.
      isClosable={false}
      title={title}
      description={description}
      onClose={onClose}
      actions={
        <>
          <CopyButton text={text}>
            <Copy {...iconProps} />
            {copyText ?? t(texts.copy)}
          </CopyButton>
          {file !== undefined && (
            <a
              className="button-link"
              download={file.name}
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(file.text)}`}
            >
              <Download {...iconProps} />
              {t(texts.download)}
            </a>
          )}
          <Button kind="primary" onClick={onClose}>
            {doneText ?? t(texts.done)}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
