import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { loadDialogLater } from "#ui/dialog-later.tsx";
import { useText } from "#ui/locale.ts";
import type { HistoryProps } from "./history-dialog.tsx";

const texts = { history: { zh: "修改记录", en: "History" } };

const HistoryDialog = loadDialogLater(() => import("./history-dialog.tsx").then((file) => file.HistoryDialog));

/** Opens the history of a row. */
export function HistoryButton(props: HistoryProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t(texts.history)}</Button>
      {isOpen && <HistoryDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
