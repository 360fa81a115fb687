import type { ComponentProps } from "react";
import { ExportButton } from "./export/export-button.tsx";
import { ImportLink } from "./import/import-link.tsx";

type ListFilesProps = ComponentProps<typeof ExportButton> &
  ComponentProps<typeof ImportLink> & { id?: string; isEmptyList?: boolean };

/** Import and export of a list. Loaded after the list. */
export function ListFiles({ play, state, area, isEmptyList = false }: ListFilesProps) {
  return (
    <>
      <ImportLink play={play} area={area} />
      {!isEmptyList && <ExportButton play={play} state={state} />}
    </>
  );
}
