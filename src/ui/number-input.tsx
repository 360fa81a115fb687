import { useState } from "react";
import { Input } from "./input.tsx";

/** Number of decimal places of a step, such as 2 for 0.25. */
export const decimalsOf = (step: number): number => (String(step).split(".")[1] ?? "").length;

/** Removes all characters that cannot be part of a number with this many decimal places. */
function cleanNumber(text: string, decimals: number, isSigned: boolean): string {
  const normalized = text.normalize("NFKC");
  const sign = isSigned && normalized.trimStart().startsWith("-") ? "-" : "";
  const [whole = "", ...parts] = normalized.replaceAll(/[^\d.]/g, "").split(".");
  if (decimals === 0 || parts.length === 0) return sign + whole;
  return `${sign}${whole}.${parts.join("").slice(0, decimals)}`;
}

type NumberInputProps = {
  id: string;
  /** Its accessible name, when there is no label. */
  label?: string;
  value: number | null;
  /** Maximum decimal places. */
  decimals: number;
  isSigned: boolean;
  placeholder?: string | undefined;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (value: number | null) => void;
  onBlur: () => void;
};

/** A number input. Text such as "1." and "1.0" stays as typed until the input loses the focus. */
export function NumberInput(props: NumberInputProps) {
  const { id, label, value, decimals, isSigned, placeholder, invalid, disabled, describedBy, onChange, onBlur } = props;
  const [typed, setTyped] = useState<string>();
  return (
    <Input
      id={id}
      className="max-w-48 tabular-nums"
      inputMode={decimals > 0 ? "decimal" : "numeric"}
      autoComplete="off"
      aria-label={label}
      value={typed ?? value ?? ""}
      placeholder={placeholder}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      disabled={disabled}
      onChange={(event) => {
        const text = cleanNumber(event.target.value, decimals, isSigned);
        setTyped(text);
        onChange(/\d/.test(text) ? Number(text) : null);
      }}
      onBlur={() => {
        setTyped(undefined);
        onBlur();
      }}
    />
  );
}
