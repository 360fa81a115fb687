import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from "react";
import { classNames } from "./class-names.ts";

/** A native input in our look; `undefined` attributes are left out. */
export function Input({
  className,
  ...rest
}: { [K in keyof InputHTMLAttributes<HTMLInputElement>]: InputHTMLAttributes<HTMLInputElement>[K] | undefined } & {
  ref?: Ref<HTMLInputElement>;
}) {
  return <input className={classNames("control", className)} {...(rest as InputHTMLAttributes<HTMLInputElement>)} />;
}

export function TextArea({
  className,
  ...rest
}: {
  [K in keyof TextareaHTMLAttributes<HTMLTextAreaElement>]: TextareaHTMLAttributes<HTMLTextAreaElement>[K] | undefined;
}) {
  return (
    <textarea
      className={classNames("control resize-y", className)}
      {...(rest as TextareaHTMLAttributes<HTMLTextAreaElement>)}
    />
  );
}
