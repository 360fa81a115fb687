import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, Undo2 } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";
import type { Import } from "./import-screen.tsx";
import { ErrorSheetButton } from "./review-step.tsx";
import { texts } from "./texts.ts";

/** The remaining minutes, rounded up, until `seconds` after the first render. */
function useMinutesLeft(seconds: number): number {
  const [endTime] = useState(() => performance.now() + seconds * 1000);
  const minutesLeft = () => Math.max(0, Math.ceil((endTime - performance.now()) / 60_000));
  const [minutes, setMinutes] = useState(minutesLeft);
  useEffect(() => {
    const timer = setInterval(() => setMinutes(minutesLeft()), 5000);
    return () => clearInterval(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return minutes;
}

/** The button that undoes the import, while it can be undone. */
function RevertButton({ data: { id, type, revertible }, onReverted }: { data: Import; onReverted: () => void }) {
  const t = useText();
  const client = useQueryClient();
  const minutes = useMinutesLeft(revertible);
  const revert = useMutation({
    mutationFn: () => call("POST paas/import/revert", { type, id }),
    async onSuccess() {
      onReverted();
      await client.invalidateQueries({ queryKey: ["table", type] });
    },
  });
  if (minutes === 0) return null;
  return (
    <div className="grid justify-items-center gap-1.5">
      <Button disabled={revert.isPending} onClick={() => revert.mutate()}>
        <Undo2 size={16} strokeWidth={1.5} aria-hidden="true" />
        {t(revert.isPending ? texts.reverting : texts.revert)}
      </Button>
      <p className="text-sm text-ink-3">{t(formatText(texts.minutes, { n: minutes }))}</p>
      {revert.error !== null && (
        <p role="alert" className="text-danger">
          {revert.error.message}
        </p>
      )}
    </div>
  );
}

type ResultStepProps = { area: string; data: Import; onReverted: () => void; onNext: () => void };

/** The result of an import, with a button to undo it. */
export function ResultStep({ area, data, onReverted, onNext }: ResultStepProps) {
  const t = useText();
  const { id, type, state, counts } = data;
  const isReverted = state === "reverted";
  const { add = 0, update = 0, error = 0 } = counts ?? {};
  const summary = { add: add.toLocaleString("en"), update: update.toLocaleString("en") };
  return (
    <div
      role="status"
      className="grid justify-items-center gap-5 rounded-sm border border-line bg-sheet px-6 py-14 text-center"
    >
      <CircleCheck size={36} strokeWidth={1.5} className="text-brand" aria-hidden="true" />
      <div className="grid gap-1">
        <p className="text-lg font-medium">{t(isReverted ? texts.reverted : texts.done)}</p>
        <p className="text-ink-2">{t(isReverted ? texts.revertedText : formatText(texts.summary, summary))}</p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <Link to={`/${area}/${type}/list`} className="button-link primary">
          {t(texts.toList)}
        </Link>
        <Button onClick={onNext}>{t(texts.next)}</Button>
        {!isReverted && error > 0 && <ErrorSheetButton type={type} id={id} />}
      </div>
      {!isReverted && <RevertButton data={data} onReverted={onReverted} />}
    </div>
  );
}
