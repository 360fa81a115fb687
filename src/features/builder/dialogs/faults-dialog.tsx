import { settingId } from "#kit/page.ts";
import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { useEditor } from "#features/builder/editor/editor.ts";
import { labelOf, settingsOf } from "#features/builder/document/names.ts";
import type { Fault } from "#features/builder/session/session-state.ts";

const texts = {
  close: { zh: "关闭", en: "Close" },
  row: { zh: "{name}第 {n} 行", en: "{name}, row {n}" },
};

/** Lists the problems that prevent saving or publishing. A click on a problem selects its record. */
export function FaultsDialog({ title, faults, onClose }: { title: string; faults: Fault[]; onClose: () => void }) {
  const locale = useLocale();
  const t = useText();
  const { store, frame } = useEditor();
  function selectRecord(id: string): void {
    store.selected.set(id === settingId ? [] : [id]);
    frame.elements.get(id)?.scrollIntoView({ block: "center" });
    onClose();
  }
  /** The name of the invalid field and, for a field with rows, the number of the row. */
  function fieldLabel(id: string, path = ""): string {
    const [name = "", row] = path.split(".");
    const record = store.record(id);
    const field = record && settingsOf(record)?.[name]?.name[locale];
    if (field === undefined) return "";
    return row === undefined ? field : t(formatText(texts.row, { name: field, n: Number(row) + 1 }));
  }
  return (
    <Dialog isOpen title={title} onClose={onClose} actions={<Button onClick={onClose}>{t(texts.close)}</Button>}>
      <ul className="mt-4 border-t border-line">
        {faults.map(({ id, field, message }) => (
          <li key={`${id} ${field}`} className="border-b border-line">
            <button
              type="button"
              className="grid w-full gap-0.5 px-2 py-2.5 text-left hover:bg-paper-2"
              onClick={() => selectRecord(id)}
            >
              <span className="font-medium">{labelOf(store, id, locale)}</span>
              <span className="text-sm text-ink-2">
                {[fieldLabel(id, field), message].filter((part) => part !== "").join(" · ")}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
