import { useText } from "#ui/locale.ts";
import { aligns, distributions, rotations } from "#features/builder/commands/arrange.ts";
import { hide, lock } from "#features/builder/commands/marks.ts";
import { moveFirst, moveLast } from "#features/builder/commands/order.ts";
import { CommandTools } from "#features/builder/editor/command.tsx";

const texts = {
  align: { zh: "对齐", en: "Align" },
  distribute: { zh: "分布", en: "Distribute" },
  order: { zh: "层级与状态", en: "Order and state" },
};
const orders = [moveFirst, moveLast, lock, hide];
const turns = [...rotations, ...orders];

/** Buttons that align, distribute and rotate the selected elements. `isAlone`: one node or group is selected. */
export function ArrangeTools({ isAlone }: { isAlone: boolean }) {
  const t = useText();
  return (
    <div className="-mx-1.5 grid gap-1">
      <div role="group" aria-label={t(texts.align)} className="flex flex-wrap">
        <CommandTools commands={aligns} />
      </div>
      {!isAlone && (
        <div role="group" aria-label={t(texts.distribute)} className="flex flex-wrap">
          <CommandTools commands={distributions} />
        </div>
      )}
      <div role="group" aria-label={t(texts.order)} className="flex flex-wrap">
        <CommandTools commands={turns} />
      </div>
    </div>
  );
}
