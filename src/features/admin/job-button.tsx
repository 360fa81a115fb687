import { useMutation } from "@tanstack/react-query";
import type { CallOutput } from "#kit/call.ts";
import { setActivity } from "#client/activity.ts";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { ask } from "#ui/confirm.tsx";
import { useText } from "#ui/locale.ts";
import { randomId } from "#ui/random-id.ts";
import { notify } from "#ui/toast.tsx";

const cancel = { zh: "取消", en: "Cancel" };

export type ListJob = CallOutput<"POST paas/table/search">["jobs"][number];

/** A button that starts a job of a list, after a confirmation, and opens the activity panel. */
export function JobButton({ name, title, question }: ListJob) {
  const t = useText();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call("POST Api/Job/Start", { name }, { idempotencyKey: randomId() }),
    onSuccess: () => setActivity({ isOpen: true }),
    onError: (error) => notify("error", error.message),
  });
  async function start(): Promise<void> {
    if (await ask({ title, text: question, yes: title, no: t(cancel) })) mutate();
  }
  return (
    <Button disabled={isPending} onClick={() => void start()}>
      {title}
    </Button>
  );
}
