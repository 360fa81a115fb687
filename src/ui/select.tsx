import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronDown } from "lucide-react";
import { classNames } from "./class-names.ts";

export type SelectOption = { key: string; name: string };

type SelectProps = {
  id?: string;
  label?: string;
  value: string | null;
  options: readonly SelectOption[];
  placeholder?: string | undefined;
  clearable?: boolean;
  invalid?: boolean;
  disabled?: boolean;
  describedBy?: string | undefined;
  className?: string;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
};

/** A list to choose one from; type-ahead and arrows work. `clearable` offers "nothing" as its first line. */
export function Select({
  id,
  label,
  value,
  options,
  placeholder,
  clearable = false,
  invalid = false,
  disabled = false,
  describedBy,
  className,
  onChange,
  onBlur,
}: SelectProps) {
  const items = [
    ...(clearable ? [{ value: null, label: placeholder ?? "—" }] : []),
    ...options.map(({ key, name }) => ({ value: key as string | null, label: name })),
  ];
  return (
    <Base.Root
      items={items}
      value={value}
      disabled={disabled}
      onValueChange={(next) => onChange(next)}
      onOpenChange={(open) => !open && onBlur?.()}
    >
      <Base.Trigger
        {...(id === undefined ? {} : { id })}
        {...(label === undefined ? {} : { "aria-label": label })}
        {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}
        aria-invalid={invalid}
        className={classNames("control flex items-center justify-between gap-2 text-left", className)}
      >
        <Base.Value className="truncate">
          {(current: string | null) => items.find((item) => item.value === current)?.label ?? placeholder ?? "—"}
        </Base.Value>
        <Base.Icon className="text-ink-3">
          <ChevronDown size={16} strokeWidth={1.5} />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} className="z-50" alignItemWithTrigger={false}>
          <Base.Popup className="max-h-72 min-w-(--anchor-width) overflow-auto rounded-md border border-line bg-sheet p-1 text-ink shadow-lg">
            {items.map((item) => (
              <Base.Item
                key={item.value ?? ""}
                value={item.value}
                className="flex min-h-9 cursor-default items-center justify-between gap-4 rounded-sm px-3 text-ink-2 data-highlighted:bg-paper-3 data-highlighted:text-ink pointer-coarse:min-h-11"
              >
                <Base.ItemText>{item.label}</Base.ItemText>
                <Base.ItemIndicator>
                  <Check size={16} strokeWidth={1.5} />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
