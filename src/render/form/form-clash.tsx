import { useState } from "react";
import type { AutoColumn, Clash } from "#kit/auto.ts";
import type { Locale } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FieldValue } from "./form-line.tsx";
import type { Values } from "./form-store.ts";

const texts = {
  title: { zh: "他人已修改相同的内容", en: "Someone else changed this content" },
  text: {
    zh: "请逐项选择要保留的版本，其他字段的修改不受影响。",
    en: "Choose which version of each field to keep. Your other changes are not affected.",
  },
  mine: { zh: "我的", en: "Mine" },
  theirs: { zh: "对方的", en: "Theirs" },
  save: { zh: "按选择保存", en: "Save selection" },
  cancel: { zh: "返回继续编辑", en: "Back to editing" },
};

type Choice = "mine" | "theirs";
type ClashProps = {
  clash: Clash;
  fields: readonly AutoColumn[];
  ownValues: Values;
  locale: Locale;
  /** `acceptedFields`: names of the fields that take the other person's value. */
  onResolve: (acceptedFields: string[]) => void;
  onClose: () => void;
};

/** Asks which value to keep of each field that two people have changed. */
export function ClashDialog({ clash, fields, ownValues, locale, onResolve, onClose }: ClashProps) {
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  const clashingColumns = fields.filter(({ field }) => Object.hasOwn(clash.fields, field));
  const isDecided = clashingColumns.every(({ field }) => choices[field] !== undefined);
  return (
    <Dialog
      isOpen
      size="wide"
      title={texts.title[locale]}
      description={texts.text[locale]}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.cancel[locale]}</Button>
          <Button
            kind="primary"
            disabled={!isDecided}
            onClick={() =>
              onResolve(clashingColumns.map(({ field }) => field).filter((name) => choices[name] === "theirs"))
            }
          >
            {texts.save[locale]}
          </Button>
        </>
      }
    >
      {clashingColumns.map(({ field: name, config }) => (
        <fieldset key={name} className="mt-5 grid gap-2 sm:grid-cols-2">
          <legend className="mb-2 text-sm font-medium text-ink-2">{config.name}</legend>
          {(["mine", "theirs"] as const).map((side) => (
            <label
              key={side}
              className="grid cursor-pointer content-start gap-2 rounded-sm border border-line-2 p-3 hover:border-ink has-checked:border-brand has-checked:bg-brand-tint"
            >
              <span className="flex items-center gap-2 text-sm font-medium">
                <input
                  type="radio"
                  name={`clash-${name}`}
                  className="accent-brand"
                  checked={choices[name] === side}
                  onChange={() => setChoices({ ...choices, [name]: side })}
                />
                {texts[side][locale]}
              </span>
              <span className="max-h-40 overflow-auto break-words">
                <FieldValue
                  field={config}
                  value={side === "mine" ? ownValues[name] : clash.fields[name]!.theirs}
                  locale={locale}
                />
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </Dialog>
  );
}
