import { useId, useState } from "react";
import { maskedNumber } from "#kit/configuration-secrets.ts";
import type { LocalizedField } from "#kit/field.ts";
import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";
import { SecretInput } from "#ui/secret-input.tsx";

const texts = {
  stored: { zh: "已保存，填写后替换", en: "Saved. Enter a value to replace it." },
  none: { zh: "未设置", en: "Not set" },
  remove: { zh: "删除", en: "Delete" },
  removeName: { zh: "删除“{name}”", en: "Delete {name}" },
  restore: { zh: "恢复", en: "Keep" },
  restoreName: { zh: "保留已保存的“{name}”", en: "Keep the saved {name}" },
};

type SecretProps = {
  field: LocalizedField;
  /** What was typed, or the mask of the stored secret; empty for none. */
  value: string;
  disabled: boolean;
  problem: string | undefined;
  onChange: (value: string) => void;
};

/** A secret of a configuration: it is never shown, and can be replaced, deleted, or kept as it is. */
export function SecretField({ field, value, disabled, problem, onChange }: SecretProps) {
  const t = useText();
  const id = useId();
  const isMasked = maskedNumber(value) !== undefined;
  const [mask, setMask] = useState(isMasked ? value : "");
  // A save makes a mask of what was typed.
  if (isMasked && value !== mask) setMask(value);
  const note = problem ?? field.helpBlock;
  return (
    <div className="field-line grid max-w-[720px] gap-1.5">
      <label htmlFor={id} className="justify-self-start text-sm font-medium text-ink-2">
        {field.name}
        {field.required === true && (
          <span className="text-danger" aria-hidden="true">
            {" "}
            *
          </span>
        )}
      </label>
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-40 flex-1">
          <SecretInput
            id={id}
            autoComplete="off"
            value={isMasked ? "" : value}
            placeholder={t(isMasked ? texts.stored : texts.none)}
            aria-invalid={problem !== undefined}
            aria-describedby={note === undefined ? undefined : `${id}-note`}
            aria-required={field.required === true}
            disabled={disabled}
            onChange={(event) => onChange(event.target.value === "" && isMasked ? value : event.target.value)}
          />
        </div>
        {value !== "" && (
          <Button
            disabled={disabled}
            aria-label={t(formatText(texts.removeName, { name: field.name }))}
            onClick={() => onChange("")}
          >
            {t(texts.remove)}
          </Button>
        )}
        {mask !== "" && !isMasked && (
          <Button
            disabled={disabled}
            aria-label={t(formatText(texts.restoreName, { name: field.name }))}
            onClick={() => onChange(mask)}
          >
            {t(texts.restore)}
          </Button>
        )}
      </div>
      {note !== undefined && (
        <p
          id={`${id}-note`}
          className={problem === undefined ? "text-sm text-ink-3" : "form-problem text-sm text-danger"}
        >
          {note}
        </p>
      )}
    </div>
  );
}
