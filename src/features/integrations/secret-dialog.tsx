import { useText } from "#ui/locale.ts";
import { ShownOnceDialog } from "#ui/shown-once-dialog.tsx";

const texts = { example: { zh: "示例", en: "Example" } };
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
    <ShownOnceDialog title={title} description={description} text={value} onClose={onClose}>
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
    </ShownOnceDialog>
  );
}
