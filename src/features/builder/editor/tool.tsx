import type { ButtonHTMLAttributes, ReactNode } from "react";
import { classNames } from "#ui/class-names.ts";

type ToolProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label"> & {
  /** The accessible name. The tooltip shows the name and the keys. */
  name: string;
  keys?: string;
  /** Why the button is disabled, shown as its tooltip; undefined while it is enabled. */
  reason?: string;
  isOn?: boolean;
  /** A visible label. */
  label?: ReactNode;
  children?: ReactNode;
};

/** Line icons of the builder's chrome. */
export const toolIcon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;

/** A small button of the builder's bars. */
export function Tool({ name, keys, reason, isOn, label, children, className, ...rest }: ToolProps) {
  return (
    <button
      type="button"
      className={classNames("tool", className)}
      title={reason ?? (keys === undefined ? name : `${name}  ${keys}`)}
      disabled={reason !== undefined}
      aria-label={name}
      {...(isOn === undefined ? {} : { "aria-pressed": isOn })}
      {...rest}
    >
      {children}
      {label}
    </button>
  );
}
