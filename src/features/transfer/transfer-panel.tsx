import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "#kit/error-message.ts";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";
import { saveFile } from "#ui/save-file.ts";
import { Setting } from "#ui/section.tsx";
import { notify } from "#ui/toast.tsx";
import { type Comparison, FileStep } from "./file-step.tsx";
import { ResultStep } from "./result-step.tsx";
import { type Applied, ReviewStep } from "./review-step.tsx";
import { texts } from "./texts.ts";

/** Exports the configuration of the space to a file. */
function ExportButton() {
  const t = useText();
  const { mutateAsync, isPending } = useMutation({ mutationFn: () => call("POST paas/transfer/export", {}) });
  async function exportFile(): Promise<void> {
    try {
      const file = await mutateAsync();
      saveFile(file);
      notify("success", t(formatText(texts.exported, { n: file.rows, count: file.rows.toLocaleString("en") })));
    } catch (error) {
      notify("error", t(texts.exportFailed), { description: errorMessage(error) });
    }
  }
  return (
    <Button disabled={isPending} onClick={() => void exportFile()}>
      <Download size={16} strokeWidth={1.5} aria-hidden="true" />
      {t(isPending ? texts.exporting : texts.exportButton)}
    </Button>
  );
}

/** Exports the configuration of the space, and imports that of another one after a review. */
export function TransferPanel({ id }: { id?: string }) {
  const t = useText();
  const [comparison, setComparison] = useState<Comparison>();
  const [applied, setApplied] = useState<Applied>();
  const startAgain = () => {
    setComparison(undefined);
    setApplied(undefined);
  };
  return (
    <div id={id} className="grid min-w-0 gap-5">
      <Setting name={t(texts.export)} action={<ExportButton />}>
        {t(texts.exportText)}
      </Setting>
      <Setting name={t(texts.import)} action={null}>
        {t(texts.importText)}
      </Setting>
      {applied !== undefined ? (
        <ResultStep applied={applied} onNext={startAgain} />
      ) : comparison !== undefined ? (
        <ReviewStep comparison={comparison} onBack={startAgain} onApplied={setApplied} />
      ) : (
        <FileStep onCompared={setComparison} />
      )}
    </div>
  );
}
