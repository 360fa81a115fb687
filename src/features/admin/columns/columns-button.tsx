import { Columns3 } from "lucide-react";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { loadDialogLater } from "#ui/dialog-later.tsx";
import { useText } from "#ui/locale.ts";
import type { ColumnsProps } from "./columns-dialog.tsx";

const texts = { columns: { zh: "列设置", en: "Columns" } };

const ColumnsDialog = loadDialogLater(() => import("./columns-dialog.tsx").then((file) => file.ColumnsDialog));

/** The button that opens the dialog for a list's columns. */
export function ColumnsButton(props: ColumnsProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="icon" title={t(texts.columns)} aria-label={t(texts.columns)} onClick={() => setOpen(true)}>
        <Columns3 size={16} strokeWidth={1.5} aria-hidden="true" />
      </Button>
      {isOpen && <ColumnsDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
