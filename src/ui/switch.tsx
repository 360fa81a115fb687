import { Switch as Base } from "@base-ui/react/switch";

type SwitchProps = {
  id?: string;
  checked: boolean;
  disabled?: boolean;
  "aria-describedby"?: string | undefined;
  "aria-label"?: string;
  onCheckedChange: (checked: boolean) => void;
};

export function Switch({ onCheckedChange, "aria-describedby": describedBy, ...rest }: SwitchProps) {
  return (
    <Base.Root
      {...rest}
      {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}
      onCheckedChange={(checked) => onCheckedChange(checked)}
      className="inline-flex h-6 w-10 items-center rounded-full border border-line-2 bg-paper-3 p-0.5 transition-colors data-checked:border-brand data-checked:bg-brand disabled:opacity-55"
    >
      <Base.Thumb className="size-4.5 rounded-full bg-line-2 transition-transform duration-150 data-checked:translate-x-4 data-checked:bg-on-brand" />
    </Base.Root>
  );
}
