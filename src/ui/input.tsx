import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from "react";
import { maxLengthAttribute } from "#kit/text-length.ts";
import { classNames } from "./class-names.ts";

/** The `maxLength` attribute for a limit in characters. */
const lengthLimit = (max: number | undefined) => (max === undefined ? {} : { maxLength: maxLengthAttribute(max) });

/** A native input with the style of the app. `maxLength` is in characters. */
export function Input({
  className,
  maxLength,
  ...rest
}: { [K in keyof InputHTMLAttributes<HTMLInputElement>]: InputHTMLAttributes<HTMLInputElement>[K] | undefined } & {
  ref?: Ref<HTMLInputElement>;
}) {
  return (
    <input
      className={classNames("control", className)}
      {...(rest as InputHTMLAttributes<HTMLInputElement>)}
      {...lengthLimit(maxLength)}
    />
  );
}

/** A native text area with the style of the app. `maxLength` is in characters. */
export function TextArea({
  className,
  maxLength,
  ...rest
}: {
  [K in keyof TextareaHTMLAttributes<HTMLTextAreaElement>]: TextareaHTMLAttributes<HTMLTextAreaElement>[K] | undefined;
}) {
  return (
    <textarea
      className={classNames("control resize-y", className)}
      {...(rest as TextareaHTMLAttributes<HTMLTextAreaElement>)}
      {...lengthLimit(maxLength)}
    />
  );
}
