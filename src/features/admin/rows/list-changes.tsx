import { useIsFetching } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import type { CallInput } from "#kit/call.ts";
import { rowChanges } from "#kit/row-changes.ts";
import { formatText } from "#kit/text.ts";
import { followList } from "./follow-list.ts";
import type { RowVersion } from "./list-stream.ts";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";

const texts = {
  changed: { zh: "{n} 条数据有变化", en: "{n} {n|record|records} changed" },
  moved: { zh: "列表顺序有变化", en: "The order of this list has changed" },
  show: { zh: "显示", en: "Show" },
};

/** How long a change is held back, in ms: a change by this person reaches the list by a refetch in that time. */
const settleDelay = 600;

type ListChangesProps = {
  /** The displayed page of the list. */
  list: CallInput<"POST paas/table/search">["paraModel"];
  rows: readonly RowVersion[];
  type: string;
  /** Refetches the list. */
  onRefresh: () => void;
};

/** Keeps a list up to date with changes by others. New values are shown at once; if rows would appear, disappear or move, a notice asks first. */
export function ListChanges({ type, list, rows, onRefresh }: ListChangesProps) {
  const t = useText();
  // A fetch may bring what this person has just changed, after more than `settleDelay`.
  const isFetching = useIsFetching({ queryKey: ["table", type] }) > 0;
  const [latestRows, setLatestRows] = useState<readonly RowVersion[]>();
  const key = JSON.stringify(list);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    setLatestRows(undefined);
    const stop = followList(JSON.parse(key) as ListChangesProps["list"], (followedRows) => {
      clearTimeout(timer);
      timer = setTimeout(() => setLatestRows(followedRows), settleDelay);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [key]);
  const { count, isMoved } = latestRows === undefined ? { count: 0, isMoved: false } : rowChanges(rows, latestRows);
  const hasOnlyNewValues = count > 0 && !isMoved;
  useEffect(() => {
    if (hasOnlyNewValues) onRefresh();
    // Refetches once per change, whatever else is rendered.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [hasOnlyNewValues, latestRows]);
  if (!isMoved || isFetching) return null;
  return (
    <div
      role="status"
      className="enter flex flex-wrap items-center gap-3 rounded-sm border border-line bg-paper-2 py-1 pr-1 pl-4 text-sm text-ink-2"
    >
      <RefreshCw size={14} strokeWidth={1.5} aria-hidden="true" />
      {t(count === 0 ? texts.moved : formatText(texts.changed, { n: count }))}
      <Button kind="quiet" className="ml-auto" onClick={onRefresh}>
        {t(texts.show)}
      </Button>
    </div>
  );
}
