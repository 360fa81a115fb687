import { formatText } from "#kit/text.ts";
import { useText } from "#ui/locale.ts";
import { selectMultiple } from "#features/builder/commands/selection.ts";
import { useValue } from "#features/builder/document/value.ts";
import { CommandTools } from "#features/builder/editor/command.tsx";
import { useEditor, useSelected } from "#features/builder/editor/editor.ts";

/** How many records are selected. */
export const selectedCount = { zh: "已选择 {n} 项", en: "{n} selected" };

const texts = {
  none: { zh: "请选择元素", en: "Select elements" },
  done: { zh: "完成", en: "Done" },
};
const tools = [selectMultiple];

/** In the corner of the board: on touch screens the button that begins to select several elements; while that is so, how many are selected. */
export function MultiSelect() {
  const t = useText();
  const { multiSelect } = useEditor();
  const isOn = useValue(multiSelect);
  const { length: n } = useSelected();
  return (
    <div className={`multi-select ${isOn ? "is-on" : ""}`}>
      <CommandTools commands={tools} />
      {isOn && (
        <>
          <span role="status" className="text-ink-2 tabular-nums">
            {n === 0 ? t(texts.none) : t(formatText(selectedCount, { n }))}
          </span>
          <button type="button" className="tool" onClick={() => multiSelect.set(false)}>
            {t(texts.done)}
          </button>
        </>
      )}
    </div>
  );
}
