import { Copy } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useText } from "#ui/locale.ts";

const texts = {
  copy: { zh: "复制", en: "Copy" },
  example: { zh: "示例", en: "Example" },
  done: { zh: "完成", en: "Done" },
};
const blockClass =
  "overflow-auto border border-line bg-paper-2 p-4 font-mono text-sm break-all whitespace-pre-wrap select-all";

type SecretDialogProps = {
  title: string;
  description: string;
  /** The name of the value. */
  label: string;
  value: string;
  example?: string;
  onClose: () => void;
};

/** Shows a new key or secret, which cannot be shown again. */
export function SecretDialog({ title, description, label, value, example, onClose }: SecretDialogProps) {
  const t = useText();
  return (
    <Dialog
      isOpen
      // Only the button closes the dialog: a click beside it must not lose the value.
      closable={false}
      title={title}
      description={description}
      onClose={onClose}
      actions={
        <>
          <CopyButton text={value}>
            <Copy size={16} strokeWidth={1.5} aria-hidden="true" />
            {t(texts.copy)}
          </CopyButton>
          <Button kind="primary" onClick={onClose}>
            {t(texts.done)}
          </Button>
        </>
      }
    >
      <p tabIndex={0} aria-label={label} className={`mt-4 ${blockClass}`}>
        {value}
      </p>
      {example !== undefined && (
        <>
          <h3 className="mt-4 mb-2 text-sm font-medium">{t(texts.example)}</h3>
          <p tabIndex={0} aria-label={t(texts.example)} className={blockClass}>
            {example}
          </p>
        </>
      )}
    </Dialog>
  );
}
