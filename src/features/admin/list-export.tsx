import { type ReactNode, type RefObject, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { ListDescription } from "#kit/auto.ts";
import { themeFilters } from "#kit/theme-type.ts";
import { currentFilter } from "#client/legacy-headers.ts";
import { usePerson } from "#client/person.ts";
import type { TableHandle } from "#render/table/table.tsx";
import { type TableState, viewIdOf } from "#render/table/table-state.ts";
import { loadDialogLater } from "#ui/dialog-later.tsx";
import type { ExportedList } from "./export/export-source.ts";

const ExportDialog = loadDialogLater(() => import("./export/export-dialog.tsx").then((file) => file.ExportDialog));

/** The navigation state with which a list opens the dialog as soon as it is shown. */
const openExportState = "export";

type ExportProps = {
  description: ListDescription | undefined;
  state: TableState;
  table: RefObject<TableHandle | null>;
};

export type ListExport = {
  /**
   * Opens the dialog. Undefined for people who may not export, and for administrators at addresses other than `/admin` and `/console` (B-169). Others,
   * whose role may export, have no menu of the admin area: they export at any address.
   */
  open: (() => void) | undefined;
  /** The same for the palette, at any address: if `open` is undefined there, it first goes to the same list under `/admin`. */
  openFromPalette: (() => void) | undefined;
  dialog: ReactNode;
};

/** The export dialog of a list: for all its rows, the selected ones or those of a saved view. */
export function useListExport({ description, state, table }: ExportProps): ListExport {
  const location = useLocation();
  const navigate = useNavigate();
  const [list, setList] = useState<ExportedList>();
  const { data: person } = usePerson();
  const isExportable = description?.isExportable === true;
  const isRoleHolder = person !== undefined && !person.isAdministrator && !person.isSuperAdmin;
  const isOffered = isExportable && (isRoleHolder || currentFilter() === themeFilters.admin);
  const address = { pathname: location.pathname, search: location.search };
  function open(): void {
    if (description === undefined) return;
    const columns = description.columns.map(({ field }) => field);
    const selectedIds = table.current?.selectedIds() ?? [];
    setList({ ...state, type: description.type, viewId: viewIdOf(state), columns, selectedIds });
  }
  useEffect(() => {
    if (!isOffered || location.state !== openExportState) return;
    void navigate(address, { replace: true });
    open();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOffered, location.state]);
  const adminPathname = address.pathname.replace(/^\/\w+/, "/admin");
  return {
    open: isOffered ? open : undefined,
    openFromPalette: isOffered
      ? open
      : isExportable
        ? () => void navigate({ ...address, pathname: adminPathname }, { state: openExportState })
        : undefined,
    dialog: list !== undefined && <ExportDialog list={list} onClose={() => setList(undefined)} />,
  };
}
