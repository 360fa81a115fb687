import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { importRowStates, type ImportRowState } from "#kit/import.ts";
import { formatText, type Text } from "#kit/text.ts";
import { localTimeZone } from "#kit/time-zone.ts";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { RadioButtons } from "#ui/radio-buttons.tsx";
import { saveFile } from "#ui/save-file.ts";
import type { Import } from "./import-screen.tsx";
import { ReviewTable } from "./review-table.tsx";
import { stateTexts, texts } from "./texts.ts";

type StateFilterProps = {
  counts: Record<ImportRowState, number>;
  value: ImportRowState | undefined;
  onChange: (state: ImportRowState | undefined) => void;
};

/** Radio buttons that filter rows by state, each with the number of its rows. */
function StateFilter({ counts, value, onChange }: StateFilterProps) {
  const t = useText();
  const total = importRowStates.reduce((sum, state) => sum + counts[state], 0);
  const choiceOf = (key: ImportRowState | "all", name: Text, count: number) => ({
    key,
    label: (
      <>
        {t(name)}
        <span className="text-sm tabular-nums opacity-75">{count.toLocaleString("en")}</span>
      </>
    ),
    isDanger: key === "error" && count > 0,
  });
  return (
    <RadioButtons
      legend={t(texts.shown)}
      isLegendHidden
      choices={[
        choiceOf("all", texts.all, total),
        ...importRowStates.map((state) => choiceOf(state, stateTexts[state], counts[state])),
      ]}
      value={value ?? "all"}
      layout="line"
      onChange={(key) => onChange(key === "all" ? undefined : key)}
    />
  );
}

/** The button that downloads the rows with errors as a workbook. */
export function ErrorSheetButton({ type, id }: Pick<Import, "type" | "id">) {
  const t = useText();
  const download = useMutation({
    mutationFn: () => call("POST paas/import/errors", { type, id }),
    onSuccess: saveFile,
  });
  return (
    <>
      <Button disabled={download.isPending} onClick={() => download.mutate()}>
        <Download size={16} strokeWidth={1.5} aria-hidden="true" />
        {t(texts.download)}
      </Button>
      {download.error !== null && (
        <p role="alert" className="text-sm text-danger">
          {download.error.message}
        </p>
      )}
    </>
  );
}

type ReviewStepProps = { data: Import; onBack: () => void; onDone: () => void };

/** The result of the check, row by row, and the button that runs the import. */
export function ReviewStep({ data: { id, type, counts }, onBack, onDone }: ReviewStepProps) {
  const t = useText();
  const locale = useLocale();
  const client = useQueryClient();
  const [state, setState] = useState<ImportRowState>();
  const rowCounts = { add: 0, update: 0, unchanged: 0, error: 0, ...counts };
  const rows = useInfiniteQuery({
    queryKey: ["import", type, id, "rows", locale, state],
    queryFn: ({ pageParam, signal }) =>
      call(
        "POST paas/import/rows",
        { type, id, after: pageParam, timeZone: localTimeZone(), ...(state === undefined ? {} : { state }) },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.isLast ? undefined : page.rows.at(-1)?.number),
    staleTime: 0,
    gcTime: 0,
  });
  const run = useMutation({
    mutationFn: () => call("POST paas/import/run", { type, id }),
    async onSuccess() {
      onDone();
      await client.invalidateQueries({ queryKey: ["table", type] });
    },
  });
  const importedCount = rowCounts.add + rowCounts.update;
  return (
    <div className="grid gap-5">
      <StateFilter counts={rowCounts} value={state} onChange={setState} />
      <QueryContent query={rows} height="h-60">
        {({ pages }) => (
          <>
            <ReviewTable columns={pages[0]?.columns ?? []} rows={pages.flatMap((page) => page.rows)} />
            {rows.hasNextPage && (
              <Button className="w-max" disabled={rows.isFetchingNextPage} onClick={() => void rows.fetchNextPage()}>
                {t(rows.isFetchingNextPage ? texts.loading : texts.more)}
              </Button>
            )}
          </>
        )}
      </QueryContent>
      {rowCounts.error > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-ink-2">
            {t(formatText(texts.skipped, { n: rowCounts.error, count: rowCounts.error.toLocaleString("en") }))}
          </p>
          <ErrorSheetButton type={type} id={id} />
        </div>
      )}
      {importedCount === 0 && <p className="text-ink-2">{t(texts.nothing)}</p>}
      {run.error !== null && (
        <p role="alert" className="text-danger">
          {run.error.message}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" disabled={run.isPending || importedCount === 0} onClick={() => run.mutate()}>
          {t(
            run.isPending
              ? texts.running
              : formatText(texts.run, { n: importedCount, count: importedCount.toLocaleString("en") }),
          )}
        </Button>
        <Button disabled={run.isPending} onClick={onBack}>
          {t(texts.back)}
        </Button>
      </div>
    </div>
  );
}
