import { Download } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router";
import type { Play } from "#kit/auto.ts";
import { filterOf, themeFilters } from "#kit/theme-type.ts";
import { Button } from "#ui/button.tsx";
import { loadDialogLater } from "#ui/dialog-later.tsx";
import { useText } from "#ui/locale.ts";
import type { ExportedList } from "./export-dialog.tsx";

const texts = { export: { zh: "导出", en: "Export" } };

const ExportDialog = loadDialogLater(() => import("./export-dialog.tsx").then((file) => file.ExportDialog));

type ExportButtonProps = {
  play: Pick<Play, "type" | "isExportable"> | undefined;
  state: Pick<ExportedList, "fields" | "filter" | "sort">;
};

/** Opens the export of a list, for people who may export. Only in the admin area (B-169). */
export function ExportButton({ play, state: { fields, filter, sort } }: ExportButtonProps) {
  const t = useText();
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  if (play?.isExportable !== true || filterOf(pathname) !== themeFilters.admin) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Download size={16} strokeWidth={1.5} aria-hidden="true" />
        <span className="max-sm:sr-only">{t(texts.export)}</span>
      </Button>
      {isOpen && <ExportDialog list={{ type: play.type, fields, filter, sort }} onClose={() => setOpen(false)} />}
    </>
  );
}
