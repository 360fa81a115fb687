import { useCallback, useRef, useState } from "react";
import { colorPattern, normalizeColor } from "#kit/color.ts";
import type { Locale } from "#kit/text.ts";
import { Input } from "./input.tsx";
import { lazyControl } from "./lazy-control.tsx";

const pickText = { zh: "选择颜色", en: "Choose a colour" };

const ColorPanel = lazyControl(async () => (await import("./color-panel.tsx")).ColorPanel, {
  renderFallback: () => null,
});

/** A colour as a swatch, with its hex code. */
export function ColorSample({ color }: { color: string }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden="true" className="size-4 rounded-sm border border-line-2" style={{ background: color }} />
      <span className="font-mono text-sm">{color}</span>
    </span>
  );
}

type ColorInputProps = {
  id: string;
  value: string | null;
  locale: Locale;
  placeholder?: string | undefined;
  /** The colour that is used as long as none is set; the swatch shows it with a dashed border. */
  fallback?: string | undefined;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (color: string) => void;
  onBlur: () => void;
};

/** A colour input: accepts a hex code, rgb(…) or hsl(…); the swatch opens a colour panel. */
export function ColorInput(props: ColorInputProps) {
  const { id, value, locale, placeholder, fallback, invalid, disabled, describedBy, onChange, onBlur } = props;
  const box = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  // The text as typed, while it is edited; the form gets the normalized colour.
  const [typed, setTyped] = useState<string>();
  const color = normalizeColor(value ?? "");
  const isColor = colorPattern.test(color);
  const slash = "linear-gradient(to top left, transparent 47%, var(--danger) 47% 53%, transparent 53%)";
  const close = useCallback(() => {
    setIsOpen(false);
    button.current?.focus();
  }, []);
  return (
    <span
      ref={box}
      className="relative block max-w-52"
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        setTyped(undefined);
        onBlur();
      }}
    >
      <button
        ref={button}
        type="button"
        aria-label={pickText[locale]}
        title={pickText[locale]}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        disabled={disabled}
        className="absolute inset-y-0 left-0 grid w-10 place-items-center rounded-sm disabled:opacity-55 pointer-coarse:w-11"
        onClick={() => setIsOpen(!isOpen)}
      >
        <span
          className="size-6 rounded-sm border border-line-2"
          style={{
            background: isColor ? color : (fallback ?? slash),
            ...(isColor || fallback === undefined ? {} : { borderStyle: "dashed" }),
          }}
        />
      </button>
      <Input
        id={id}
        className="pl-11 font-mono"
        value={typed ?? value ?? ""}
        placeholder={placeholder ?? "#000000"}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        disabled={disabled}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(normalizeColor(event.target.value));
        }}
      />
      {isOpen && (
        <ColorPanel
          id={`${id}-panel`}
          anchor={box}
          color={isColor ? color : undefined}
          locale={locale}
          onChange={(next) => {
            setTyped(undefined);
            onChange(next);
          }}
          onClose={close}
        />
      )}
    </span>
  );
}
