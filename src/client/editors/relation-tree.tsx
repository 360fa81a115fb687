import { Popover } from "@base-ui/react/popover";
import { ChevronDown, X } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";
import type { RelationSelectProps } from "#client/relation-select.tsx";
import { RelationTitle } from "#client/relation-title.tsx";
import { TreeChoice } from "./tree-choice.tsx";

const texts = {
  clear: { zh: "清除", en: "Clear" },
  choose: { zh: "选择", en: "Choose" },
};

/** `branch`: the code of the row below which to choose. */
type RelationTreeProps = RelationSelectProps & { branch?: string | undefined };

/** Selects a row of a hierarchical entity: a button that opens the tree with a search box. */
export function RelationTree(props: RelationTreeProps) {
  const { id, entity, branch, value, placeholder = "—", invalid, disabled, describedBy, onChange, onBlur } = props;
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <div className="flex max-w-80 gap-1">
      <Popover.Root
        open={isOpen}
        onOpenChange={(next) => {
          setIsOpen(next);
          if (!next) onBlur();
        }}
      >
        <Popover.Trigger
          ref={trigger}
          id={id}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-tree`}
          disabled={disabled}
          aria-invalid={invalid}
          {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}
          className="control flex min-w-0 flex-1 items-center justify-between gap-2 text-left"
        >
          <span className="truncate">
            {value === null ? placeholder : <RelationTitle entity={entity} id={value} />}
          </span>
          <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0 text-ink-3" />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner sideOffset={4} align="start" className="z-50">
            <Popover.Popup
              id={`${id}-tree`}
              aria-label={t(texts.choose)}
              className="w-(--anchor-width) max-w-[calc(100vw-16px)] min-w-72 rounded-md border border-line bg-sheet p-1 text-ink shadow-lg outline-none"
            >
              <TreeChoice
                entity={entity}
                branch={branch}
                value={value}
                onChoose={(next) => {
                  onChange(next);
                  setIsOpen(false);
                  onBlur();
                }}
              />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      {value !== null && !disabled && (
        <Button
          kind="quiet"
          size="icon"
          className="shrink-0"
          aria-label={t(texts.clear)}
          onClick={() => {
            onChange(null);
            trigger.current?.focus();
          }}
        >
          <X size={16} strokeWidth={1.5} aria-hidden="true" />
        </Button>
      )}
    </div>
  );
}
