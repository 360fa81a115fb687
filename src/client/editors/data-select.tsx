import { ListPlus, X } from "lucide-react";
import { useContext, useRef, useState } from "react";
import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { lazyControl } from "#ui/lazy-control.tsx";
import { useText } from "#ui/locale.ts";
import { RelationDialogs } from "#ui/relation-dialogs.ts";
import { RelationTitle } from "#client/relation-title.tsx";

const RelationCheckboxes = lazyControl(
  async () => (await import("#client/relation-checkboxes.tsx")).RelationCheckboxes,
);

const texts = {
  choose: { zh: "选择", en: "Choose" },
  change: { zh: "重新选择", en: "Change" },
  remove: { zh: "移除", en: "Remove" },
  none: { zh: "尚未选择", en: "Nothing chosen yet" },
  count: { zh: "已选 {n}/{max}", en: "{n} of {max} chosen" },
};

type DataSelectProps = {
  id: string;
  entity: string;
  value: readonly string[];
  max: number;
  placeholder: string | undefined;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (ids: string[] | null) => void;
  onBlur: () => void;
};

/** Selects rows in the list of their entity, which opens in a dialog; shows checkboxes where that list is not available. */
export function DataSelect(props: DataSelectProps) {
  const { id, entity, value, max, placeholder, invalid, disabled, describedBy, onChange, onBlur } = props;
  const t = useText();
  const dialogs = useContext(RelationDialogs);
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (dialogs === undefined) return <RelationCheckboxes {...{ id, entity, value, disabled, describedBy, onChange }} />;

  function change(ids: string[]): void {
    onChange(ids.length === 0 ? null : ids);
  }
  return (
    <div className="grid gap-2">
      {value.length === 0 ? (
        <p className="py-1.5 text-sm text-ink-3">{placeholder ?? t(texts.none)}</p>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {value.map((key) => (
            <li
              key={key}
              className="flex min-h-9 max-w-full items-center gap-1 rounded-sm border border-line bg-paper-2 pl-3 text-sm"
            >
              <span id={`${id}-title-${key}`} className="min-w-0 truncate">
                <RelationTitle entity={entity} id={key} />
              </span>
              <button
                type="button"
                id={`${id}-remove-${key}`}
                aria-label={t(texts.remove)}
                aria-labelledby={`${id}-remove-${key} ${id}-title-${key}`}
                disabled={disabled}
                className="grid size-9 place-items-center text-ink-3 hover:text-ink"
                onClick={() => {
                  change(value.filter((other) => other !== key));
                  // The focused button has been removed.
                  button.current?.focus();
                }}
              >
                <X size={16} strokeWidth={1.5} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          ref={button}
          id={id}
          disabled={disabled}
          aria-haspopup="dialog"
          aria-invalid={invalid}
          aria-describedby={describedBy}
          onClick={() => setIsOpen(true)}
        >
          <ListPlus size={16} strokeWidth={1.5} aria-hidden="true" />
          {t(value.length > 0 && max === 1 ? texts.change : texts.choose)}
        </Button>
        {max > 1 && <span className="text-sm text-ink-3">{t(formatText(texts.count, { n: value.length, max }))}</span>}
      </div>
      {isOpen && (
        <dialogs.PickRows
          type={entity}
          value={value}
          max={max}
          onPick={(ids) => {
            setIsOpen(false);
            change(ids);
            onBlur();
          }}
          onClose={() => {
            setIsOpen(false);
            onBlur();
          }}
        />
      )}
    </div>
  );
}
