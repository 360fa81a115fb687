import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from "react";
import { maxLengthAttribute } from "#kit/text-length.ts";
import { classNames } from "./class-names.ts";

/** `maxLength` in characters, as field definitions give it. */
const lengthLimit = (max: number | undefined) => (max === undefined ? {} : { maxLength: maxLengthAttribute(max) });

/** A native input in our look; `undefined` attributes are left out. `maxLength` is in characters. */
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

/** A native text area in our style. */
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
