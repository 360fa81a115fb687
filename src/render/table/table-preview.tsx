import type { CallOutput } from "#kit/call.ts";
import { useLocale } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";
import { AutoTable } from "./table.tsx";
import type { TableState } from "./table-state.ts";

const ignore = () => undefined;
const state: TableState = { pageIndex: 1, pageSize: 15, fields: {} };

type Preview = NonNullable<CallOutput<"POST paas/lightApp/preview">>;
type PreviewProps = Pick<Preview, "play" | "rows"> & {
  /** What whoever tries to use the list is told. */
  explanation: string;
  /** Called with the width that a column was given, px; undefined for the automatic one. */
  onWidth?: (field: string, width: number | undefined) => void;
};

/** A list as its readers will see it, which cannot be used. */
export function TablePreview({ play, rows, explanation, onWidth = ignore }: PreviewProps) {
  const locale = useLocale();
  const explain = () => notify("info", explanation);
  return (
    <AutoTable
      description={{ ...play, editable: [] } as never}
      result={{ pageIndex: 1, pageSize: 15, total: rows.length, isCapped: false, rows: rows as never }}
      rowActions={{ sets: [], rows: [] }}
      state={state}
      locale={locale}
      isStale={false}
      onState={explain}
      onAction={explain}
      onBatch={explain}
      onTotalSeen={ignore}
      onWidth={onWidth}
      renderSelected={() => null}
      onEditCell={explain}
    />
  );
}
