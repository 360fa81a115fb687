import type { LucideIcon } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { Text } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";

/** A button of the panel. `isOff`: it is not possible now. */
export type PanelAction = { text: Text; Icon: LucideIcon; isOff?: boolean; run: () => void };

type HeadProps = {
  Icon: LucideIcon;
  title: string;
  /** A problem that no control below shows. */
  problem?: string | undefined;
  actions?: readonly PanelAction[];
};

/** The head of the panel for what is chosen. */
export function PanelHead({ Icon, title, problem, actions }: HeadProps) {
  const t = useText();
  return (
    <header className="light-app-part-head bg-paper">
      <div className="flex min-h-12 items-center gap-2.5 pr-2 pl-4">
        <Icon size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0 text-ink-3" />
        <h2 className="min-w-0 flex-1 truncate text-sm font-semibold">{title}</h2>
        <span className="flex">
          {actions?.map(({ text, Icon: ActionIcon, isOff, run }) => (
            <Button
              key={text.en}
              kind="quiet"
              size="icon"
              title={t(text)}
              aria-label={t(text)}
              disabled={isOff}
              onClick={run}
            >
              <ActionIcon size={16} strokeWidth={1.5} aria-hidden="true" />
            </Button>
          ))}
        </span>
      </div>
      {problem !== undefined && (
        <p role="alert" className="px-4 pb-3 text-sm text-danger">
          {problem}
        </p>
      )}
    </header>
  );
}

/** A part of the panel. */
export function PanelSection({ title, children }: { title?: string | undefined; children: ReactNode }) {
  const id = useId();
  return (
    // A group, not a region: the settings of a field inside another one have the same titles.
    <div
      role={title === undefined ? undefined : "group"}
      aria-labelledby={title === undefined ? undefined : id}
      className="settings-section border-b border-line px-4 py-4 last:border-b-0"
    >
      {title !== undefined && (
        <h3 id={id} className="mb-3 text-xs font-semibold text-ink-3">
          {title}
        </h3>
      )}
      {children}
    </div>
  );
}
