import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import type { CallOutput } from "#kit/call.ts";
import { errorMessage } from "#kit/error-message.ts";
import { seconds } from "#kit/format.ts";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { MoreButton } from "#ui/more-button.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { notify } from "#ui/toast.tsx";

export type Check = NonNullable<CallOutput<"GET paas/governance/report">["report"]>["checks"][number];
type Finding = CallOutput<"GET paas/governance/findings">["findings"][number];

const texts = {
  new: { zh: "新", en: "New" },
  mended: { zh: "已处理", en: "Mended" },
  open: { zh: "查看", en: "Open" },
  all: { zh: "全部{name}（{n}）", en: "{name} for all {n}" },
  done: { zh: "已处理 {n} 项", en: "{n} {n|finding|findings} mended" },
  refused: { zh: "{n} 项未能处理，内容可能已有变化", en: "{n} not mended, because the content may have changed" },
  publish: {
    zh: "页面修改在草稿中，发布后生效。",
    en: "Changes of pages are in their drafts. Publish the pages to apply them.",
  },
  undo: { zh: "撤销", en: "Undo" },
  undone: { zh: "已撤销", en: "Undone" },
  failed: { zh: "失败", en: "Failed" },
};

/** How long the toast with the undo button is shown, ms. */
const undoDuration = seconds(20);

/** Mends findings of a check, says so, and offers to undo it. */
function useMend(runId: string, check: string) {
  const t = useText();
  const queries = useQueryClient();
  const refetch = () => queries.invalidateQueries({ queryKey: ["governance"] });
  const showFailure = (error: unknown) => notify("error", t(texts.failed), { description: errorMessage(error) });
  async function undo(id: string): Promise<void> {
    try {
      await call("POST paas/governance/undo", { undo: id });
      notify("success", t(texts.undone));
    } catch (error) {
      showFailure(error);
    }
    await refetch();
  }
  return useMutation({
    mutationFn: (numbers: number[] | undefined) =>
      call("POST paas/governance/mend", { runId, check, ...(numbers === undefined ? {} : { numbers }) }),
    async onSuccess({ mended, refused, undo: id }) {
      await refetch();
      if (mended === 0) return notify("error", t(formatText(texts.refused, { n: refused })));
      notify("success", t(formatText(texts.done, { n: mended })), {
        description: t(refused > 0 ? formatText(texts.refused, { n: refused }) : texts.publish),
        actions: [{ name: t(texts.undo), run: () => void undo(id) }],
        duration: undoDuration,
      });
    },
    onError: showFailure,
  });
}

type ItemProps = { finding: Finding; mendName: string | null; isBusy: boolean; onMend: () => void };

function FindingItem({ finding: { title, text, url, isNew, isMended, canMend }, mendName, isBusy, onMend }: ItemProps) {
  const t = useText();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="break-words">
          <span className="font-medium">{title}</span>
          {isNew && <span className="ml-2 text-xs text-brand">{t(texts.new)}</span>}
        </p>
        <p className={`text-sm break-words ${isMended ? "text-ink-3" : "text-ink-2"}`}>{text}</p>
      </div>
      {isMended ? (
        <span className="text-sm text-ink-3">{t(texts.mended)}</span>
      ) : (
        canMend &&
        mendName !== null && (
          <Button disabled={isBusy} onClick={onMend}>
            {mendName}
          </Button>
        )
      )}
      {url !== null && (
        <Link to={url} className="text-sm font-medium underline-offset-3 hover:text-brand hover:underline">
          {t(texts.open)}
        </Link>
      )}
    </li>
  );
}

/** The findings of a check, each with its place and its mend. */
export function FindingList({ runId, check }: { runId: string; check: Check }) {
  const t = useText();
  const locale = useLocale();
  const { mutate, isPending } = useMend(runId, check.id);
  const query = useInfiniteQuery({
    queryKey: ["governance", "findings", runId, check.id, locale],
    queryFn: ({ pageParam: after, signal }) =>
      call("GET paas/governance/findings", { runId, check: check.id, after }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  });
  return (
    <QueryContent query={query} height="h-40">
      {({ pages }) => (
        <>
          {check.mend !== null && check.mendable > 1 && (
            <div className="px-4 pb-3">
              <Button disabled={isPending} onClick={() => mutate(undefined)}>
                {t(formatText(texts.all, { name: check.mend, n: check.mendable }))}
              </Button>
            </div>
          )}
          <ul className="m-0 list-none p-0">
            {pages
              .flatMap(({ findings }) => findings)
              .map((finding) => (
                <FindingItem
                  key={finding.number}
                  finding={finding}
                  mendName={check.mend}
                  isBusy={isPending}
                  onMend={() => mutate([finding.number])}
                />
              ))}
          </ul>
          {query.hasNextPage && (
            <div className="border-t border-line px-4 py-3">
              <MoreButton query={query} />
            </div>
          )}
        </>
      )}
    </QueryContent>
  );
}
