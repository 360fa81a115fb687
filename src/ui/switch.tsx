type SwitchProps = {
  id?: string;
  checked: boolean;
  disabled?: boolean;
  "aria-describedby"?: string | undefined;
  "aria-label"?: string;
  onCheckedChange: (checked: boolean) => void;
};

/** An on/off switch that takes effect at once. */
export function Switch({ onCheckedChange, "aria-describedby": describedBy, ...rest }: SwitchProps) {
  return (
    <span className="relative inline-flex h-6 w-10">
      <input
        {...rest}
        type="checkbox"
        role="switch"
        aria-checked={rest.checked}
        {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}
        onChange={(event) => onCheckedChange(event.target.checked)}
        className="peer absolute inset-0 m-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none inline-flex h-6 w-10 items-center rounded-full border border-line-2 bg-paper-3 p-0.5 outline-offset-2 outline-brand transition-colors peer-checked:border-brand peer-checked:bg-brand peer-focus-visible:outline-2 peer-disabled:opacity-55 *:bg-line-2 peer-checked:*:translate-x-4 peer-checked:*:bg-on-brand"
      >
        <span className="size-4.5 rounded-full transition-transform duration-150" />
      </span>
    </span>
  );
}
