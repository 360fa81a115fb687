import { Download } from "lucide-react";
import type { ListDescription } from "#kit/auto.ts";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";
import { type TableState, viewIdOf } from "#render/table/table-state.ts";
import { ColumnsButton } from "./columns/columns-button.tsx";
import { SortButton } from "./columns/sort-button.tsx";
import { ImportLink } from "./import/import-link.tsx";
import { JobButton, type ListJob } from "./job-button.tsx";

const texts = { export: { zh: "导出", en: "Export" } };

type ListToolsProps = {
  /** Unused, but required of components that `lazyControl` loads. */
  id?: string;
  type: string;
  area: string;
  description: ListDescription | undefined;
  jobs: readonly ListJob[] | undefined;
  state: TableState;
  onState: (state: TableState) => void;
  /** Opens the export; undefined for people who may not export here. */
  onExport: (() => void) | undefined;
  onLayoutSaved: () => void;
};

/** The buttons of a list for its columns, import, export, order (on phones) and jobs. */
export function ListTools({ type, area, description, jobs, state, onState, onExport, onLayoutSaved }: ListToolsProps) {
  const t = useText();
  return (
    <>
      <ColumnsButton type={type} viewId={viewIdOf(state)} onSaved={onLayoutSaved} />
      <ImportLink description={description} area={area} />
      {onExport !== undefined && (
        <Button onClick={onExport}>
          <Download size={16} strokeWidth={1.5} aria-hidden="true" />
          <span className="max-sm:sr-only">{t(texts.export)}</span>
        </Button>
      )}
      <SortButton description={description} state={state} onState={onState} />
      {jobs?.map((job) => (
        <JobButton key={job.name} {...job} />
      ))}
    </>
  );
}
