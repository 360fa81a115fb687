import "./color-panel.css";
import { Check, Pipette } from "lucide-react";
import { type RefObject, useState } from "react";
import { type Hsl, hexOf, hslOf } from "#kit/color.ts";
import type { Locale, Text } from "#kit/text.ts";
import { Button } from "./button.tsx";
import { Popup } from "./popup.tsx";

const texts = {
  name: { zh: "选择颜色", en: "Choose a colour" },
  palette: { zh: "主题色", en: "Theme colours" },
  h: { zh: "色相", en: "Hue" },
  s: { zh: "饱和度", en: "Saturation" },
  l: { zh: "亮度", en: "Lightness" },
  pick: { zh: "从屏幕取色", en: "Pick from the screen" },
  done: { zh: "完成", en: "Done" },
};

/** The colours of the theme in light mode (ui/tokens.css), and the greys between them. */
export const themeColors: readonly { token: string; name: Text; color: string }[] = [
  { token: "brand", name: { zh: "品牌", en: "Brand" }, color: "#04674b" },
  { token: "seal", name: { zh: "印章", en: "Seal" }, color: "#c83314" },
  { token: "malachite", name: { zh: "石绿", en: "Malachite" }, color: "#0c7c5b" },
  { token: "azurite", name: { zh: "石青", en: "Azurite" }, color: "#2365a8" },
  { token: "cinnabar", name: { zh: "朱砂", en: "Cinnabar" }, color: "#d33e21" },
  { token: "orpiment", name: { zh: "雌黄", en: "Orpiment" }, color: "#ce9b2b" },
  { token: "ochre", name: { zh: "赭石", en: "Ochre" }, color: "#9e6033" },
  { token: "amethyst", name: { zh: "紫晶", en: "Amethyst" }, color: "#7d4b92" },
  { token: "ink", name: { zh: "墨色", en: "Ink" }, color: "#0d201a" },
  { token: "ink-2", name: { zh: "深灰", en: "Dark grey" }, color: "#43544e" },
  { token: "line-2", name: { zh: "中灰", en: "Grey" }, color: "#7c8a83" },
  { token: "line", name: { zh: "浅灰", en: "Light grey" }, color: "#d3dcd6" },
  { token: "paper", name: { zh: "纸色", en: "Paper" }, color: "#f8fbf9" },
];

/** The position of the sliders while no colour is chosen: a saturated one, so that the hue can be seen. */
const initialColor = "#1f5eff";

const limits: Record<keyof Hsl, number> = { h: 359, s: 100, l: 100 };

/** The background of a slider: the colours that it can select. */
function trackGradient(name: keyof Hsl, { h, s, l }: Hsl): string {
  if (name === "s") return `linear-gradient(to right, hsl(${h} 0% ${l}%), hsl(${h} 100% ${l}%))`;
  if (name === "l") return `linear-gradient(to right, #000, hsl(${h} ${s}% 50%), #fff)`;
  return "linear-gradient(to right, #f00, #ff0 17%, #0f0 33%, #0ff 50%, #00f 67%, #f0f 83%, #f00)";
}

declare global {
  interface Window {
    /** Picks a colour from the screen; only in some browsers. */
    EyeDropper?: new () => { open: () => Promise<{ sRGBHex: string }> };
  }
}

type ColorPanelProps = {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  /** `#rrggbb`; undefined when there is none. */
  color: string | undefined;
  locale: Locale;
  onChange: (color: string) => void;
  onClose: () => void;
};

/** A colour panel: theme colours, sliders for hue, saturation and lightness, and a screen picker. Each change applies at once. */
export function ColorPanel({ id, anchor, color, locale, onChange, onClose }: ColorPanelProps) {
  // State of its own, because a hex code of a grey has no hue and that of black no saturation: the sliders would jump.
  const [hsl, setHsl] = useState<Hsl>(() => hslOf(color ?? initialColor));
  const current = color !== undefined && color !== hexOf(hsl) ? hslOf(color) : hsl;
  const { EyeDropper } = window;
  function changeChannel(name: keyof Hsl, value: number): void {
    const next = { ...current, [name]: value };
    setHsl(next);
    onChange(hexOf(next));
  }
  return (
    <Popup id={id} anchor={anchor} label={texts.name[locale]} className="w-72" onClose={onClose}>
      <div role="group" aria-label={texts.palette[locale]} className="grid grid-cols-7 gap-1">
        {themeColors.map(({ token, name, color: swatch }) => (
          <button
            key={token}
            type="button"
            aria-label={`${name[locale]} ${swatch}`}
            title={`${name[locale]} ${swatch}`}
            aria-pressed={swatch === color}
            className="grid size-8 place-items-center rounded-sm border border-line-2 pointer-coarse:size-9"
            style={{ background: swatch }}
            onClick={() => onChange(swatch)}
          >
            {swatch === color && (
              <Check size={16} aria-hidden="true" style={{ color: hslOf(swatch).l > 55 ? "#000" : "#fff" }} />
            )}
          </button>
        ))}
      </div>
      <div className="mt-3 grid gap-2.5">
        {(["h", "s", "l"] as const).map((name) => (
          <label key={name} className="grid grid-cols-[4.5rem_1fr_2.25rem] items-center gap-2 text-sm text-ink-2">
            {texts[name][locale]}
            <input
              type="range"
              min={0}
              max={limits[name]}
              value={current[name]}
              className="color-slider h-3 w-full cursor-pointer appearance-none rounded-full border border-line-2 pointer-coarse:h-6"
              style={{ background: trackGradient(name, current) }}
              onChange={(event) => changeChannel(name, event.target.valueAsNumber)}
            />
            <span aria-hidden="true" className="text-right font-mono tabular-nums">
              {current[name]}
            </span>
          </label>
        ))}
      </div>
      <div className="mt-3 flex justify-between gap-2">
        {EyeDropper === undefined ? (
          <span />
        ) : (
          <Button
            onClick={() => {
              // Rejects when cancelled with Escape, which is not an error.
              void new EyeDropper().open().then(
                ({ sRGBHex }) => onChange(sRGBHex.toLowerCase()),
                () => undefined,
              );
            }}
          >
            <Pipette size={16} strokeWidth={1.5} aria-hidden="true" />
            {texts.pick[locale]}
          </Button>
        )}
        <Button kind="primary" onClick={onClose}>
          {texts.done[locale]}
        </Button>
      </div>
    </Popup>
  );
}
