import { type Command, keyLabel } from "./command.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { useText } from "./locale.ts";

const texts = {
  title: { zh: "键盘快捷键", en: "Keyboard shortcuts" },
  close: { zh: "关闭", en: "Close" },
};

/** The keyboard shortcuts of all commands, by group. */
export function ShortcutSheet({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) {
  const t = useText();
  const groups = Map.groupBy(
    commands.filter(({ keys }) => keys.length > 0),
    ({ group }) => group.en,
  );
  return (
    <Dialog
      isOpen
      size="wide"
      title={t(texts.title)}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t(texts.close)}</Button>}
    >
      {/* Focusable, so that arrow keys scroll a sheet that is higher than the window. */}
      <div tabIndex={0} role="region" aria-label={t(texts.title)} className="gap-x-8 py-2 text-sm sm:columns-2">
        {[...groups].map(([name, members]) => (
          <section key={name} className="mb-5 break-inside-avoid">
            <h3 className="mb-1 text-xs text-ink-3">{t(members[0]!.group)}</h3>
            <dl>
              {members.map((command) => (
                <div key={command.id} className="flex min-h-8 items-center justify-between gap-4">
                  <dt className="text-ink-2">{t(command.name())}</dt>
                  <dd className="shrink-0">
                    <kbd className="rounded-sm border border-line bg-paper-2 px-1.5 py-0.5 font-mono text-xs text-ink">
                      {keyLabel(command.keys[0]!)}
                    </kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
