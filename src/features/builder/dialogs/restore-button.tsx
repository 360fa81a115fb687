import { ChevronDown } from "lucide-react";
import { formatText, type Text } from "#kit/text.ts";
import { Button, type ButtonProps } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";
import { Menu } from "#ui/menu.tsx";
import { contentOnlyText, useEditor } from "#features/builder/editor/editor.ts";

const from = { zh: "从{version}恢复", en: "From {version}" };

/** The look of a quiet `Button`, for one that opens a menu. */
const quietButton =
  "inline-flex min-h-9 items-center justify-center gap-2 rounded-sm px-4 font-medium whitespace-nowrap text-ink-2 hover:bg-paper-3 hover:text-ink pointer-coarse:min-h-11";

/** A version from which something can be restored. `name`: what it is called within a sentence. */
export type RestoreSource = { name: Text; run: () => void };

type RestoreButtonProps = {
  kind: NonNullable<ButtonProps["kind"]>;
  disabled?: boolean;
  name: string;
  /** The accessible name; by default `name`. */
  label?: string;
  sources: readonly RestoreSource[];
};

/** A button that restores something; with two versions to restore it from, a menu of these. Nothing without a version. */
export function RestoreButton({ kind, disabled = false, name, label = name, sources }: RestoreButtonProps) {
  const t = useText();
  const { store } = useEditor();
  const isDisabled = disabled || store.isContentOnly;
  const [source, ...others] = sources;
  if (source === undefined) return null;
  if (others.length === 0 || isDisabled)
    return (
      <Button
        kind={kind}
        disabled={isDisabled}
        aria-label={label}
        {...(store.isContentOnly ? { title: t(contentOnlyText) } : {})}
        onClick={source.run}
      >
        {name}
      </Button>
    );
  return (
    <Menu
      label={label}
      className={kind === "quiet" ? quietButton : `button-link ${kind}`}
      trigger={
        <>
          {name}
          <ChevronDown size={14} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
        </>
      }
      items={sources.map((item) => ({ name: t(formatText(from, { version: t(item.name) })), run: item.run }))}
    />
  );
}
