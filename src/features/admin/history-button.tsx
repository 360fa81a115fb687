import { useState } from "react";
import { dateTime } from "#kit/format.ts";
import { actorName, type LastChange } from "#kit/row-history.ts";
import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { loadDialogLater } from "#ui/dialog-later.tsx";
import { useText } from "#ui/locale.ts";
import type { HistoryProps } from "./history-dialog.tsx";

const texts = {
  history: { zh: "修改记录", en: "History" },
  last: { zh: "最近修改：{name} · {time}", en: "Last changed by {name} · {time}" },
  lastSelf: { zh: "最近修改：您 · {time}", en: "Last changed by you · {time}" },
};

const HistoryDialog = loadDialogLater(() => import("./history-dialog.tsx").then((file) => file.HistoryDialog));

type HistoryButtonProps = HistoryProps & { lastChange: LastChange | undefined };

/** The author and time of a row's last change, and the button that opens the row's history. */
export function HistoryButton({ lastChange, ...props }: HistoryButtonProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {lastChange !== undefined && (
        <p className="text-sm text-ink-2">
          {t(
            formatText(lastChange.isSelf ? texts.lastSelf : texts.last, {
              name: t(actorName(lastChange)),
              time: dateTime(lastChange.at, "yyyy-MM-dd HH:mm"),
            }),
          )}
        </p>
      )}
      <Button onClick={() => setOpen(true)}>{t(texts.history)}</Button>
      {isOpen && <HistoryDialog {...props} onClose={() => setOpen(false)} />}
    </div>
  );
}
