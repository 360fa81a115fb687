import type { ButtonHTMLAttributes, Ref } from "react";
import { classNames } from "./class-names.ts";

const kinds = {
  primary: "bg-brand text-on-brand border-brand hover:not-disabled:bg-brand-2 hover:not-disabled:border-brand-2",
  plain: "bg-sheet text-ink border-line-2 hover:not-disabled:border-ink hover:not-disabled:bg-paper-2",
  quiet: "bg-transparent text-ink-2 border-transparent hover:not-disabled:bg-paper-3 hover:not-disabled:text-ink",
  danger: "bg-sheet text-danger border-danger hover:not-disabled:bg-paper-2",
} as const;

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  kind?: keyof typeof kinds;
  size?: "normal" | "icon";
  ref?: Ref<HTMLButtonElement> | undefined;
};

/** A button: 36 px high for a mouse, 44 px for touch. */
export function Button({ kind = "plain", size = "normal", className, type = "button", ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={classNames(
        "inline-flex items-center justify-center gap-2 rounded-sm border font-medium whitespace-nowrap transition-colors duration-150 disabled:opacity-55 disabled:cursor-not-allowed min-h-9 pointer-coarse:min-h-11",
        size === "icon" ? "w-9 pointer-coarse:w-11 px-0" : "px-4",
        kinds[kind],
        className,
      )}
      {...rest}
    />
  );
}
