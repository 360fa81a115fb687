import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { isUnderWay } from "#kit/job.ts";
import { useActivity } from "#client/activity.ts";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";
import { texts } from "./texts.ts";

type JobStepProps = {
  /** The id of the job. */
  id: string;
  type: string;
  /** Called once the job has ended, in any state. */
  onEnd: () => void;
};

/** The progress of an import that a job runs, and a button that cancels the job. */
export function JobStep({ id, type, onEnd }: JobStepProps) {
  const t = useText();
  const client = useQueryClient();
  const job = useActivity().jobs?.find((candidate) => candidate.id === id);
  const hasEnded = job !== undefined && !isUnderWay(job.state);
  useEffect(() => {
    if (hasEnded) onEnd();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [hasEnded]);
  // The job may have changed rows: lists load them again once this step is left.
  useEffect(() => () => void client.invalidateQueries({ queryKey: ["table", type] }), [client, type]);
  const cancel = useMutation({
    mutationFn: () => call("POST Api/Job/Cancel", { id }),
    onError: (error) => notify("error", error.message),
  });
  const { done = 0, total = null, stage = null, isCancelling = false } = job ?? {};
  const count = [done, ...(total === null ? [] : [total])].map((n) => n.toLocaleString("en")).join(" / ");
  return (
    <div className="grid justify-items-center gap-5 rounded-sm border border-line bg-sheet px-6 py-14 text-center">
      <div className="grid w-full max-w-md gap-2">
        <p role="status" className="text-lg font-medium">
          {stage ?? t(texts.waiting)}
        </p>
        <progress
          aria-label={t(texts.progress)}
          className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-paper-3 [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-paper-3 [&::-webkit-progress-value]:bg-brand"
          {...(total === null ? {} : { max: Math.max(1, total), value: done })}
        />
        <p className="text-sm text-ink-3 tabular-nums">{count}</p>
      </div>
      <p className="max-w-md text-ink-2">{t(texts.leave)}</p>
      <Button disabled={cancel.isPending || isCancelling} onClick={() => cancel.mutate()}>
        {t(isCancelling ? texts.cancelling : texts.cancel)}
      </Button>
    </div>
  );
}
