import { Check, TriangleAlert } from "lucide-react";
import { formatText } from "#kit/text.ts";
import type { ThemeTokens } from "#kit/site.ts";
import { type ColorField, type ContrastCheck, contrastChecks, mendedColor, passes } from "#kit/theme-colors.ts";
import { themeFields } from "#kit/theme-fields.ts";
import { useText } from "#ui/locale.ts";

const texts = {
  title: { zh: "对比度", en: "Contrast" },
  fine: { zh: "全部 {n} 组颜色清晰易读", en: "All {n} pairs of colours can be read" },
  failing: { zh: "{n} 组颜色不够清晰", en: "{n} {n|pair|pairs} of colours cannot be read well" },
  light: { zh: "浅色外观", en: "Light mode" },
  dark: { zh: "深色外观", en: "Dark mode" },
  needed: { zh: "至少 {n}", en: "at least {n}" },
  mend: { zh: "改用 {color}", en: "Use {color}" },
  mendLabel: { zh: "将“{field}”改为 {color}", en: "Change {field} to {color}" },
  sample: { zh: "文", en: "Aa" },
};
const icon = { size: 14, strokeWidth: 2, "aria-hidden": true } as const;

type ContrastListProps = { tokens: ThemeTokens; onMend: (field: ColorField, color: string) => void };

function PairLine({
  check,
  mend,
  onMend,
}: {
  check: ContrastCheck;
  mend: string | undefined;
  onMend: ContrastListProps["onMend"];
}) {
  const t = useText();
  const { name, foreground, background, ratio, minimum, field } = check;
  const isFine = passes(check);
  const fieldName = t(themeFields[field].name);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      <span
        aria-hidden="true"
        className="grid h-7 w-10 shrink-0 place-items-center rounded-sm border border-line text-xs font-semibold"
        style={{ background, color: foreground }}
      >
        {t(texts.sample)}
      </span>
      <span className="min-w-0 flex-1 text-xs">{t(name)}</span>
      <span className={`flex items-center gap-1 font-mono text-xs ${isFine ? "text-ink-2" : "text-danger"}`}>
        {isFine ? <Check {...icon} /> : <TriangleAlert {...icon} />}
        {ratio.toFixed(1)}
        {!isFine && <span className="contrast-minimum">({t(formatText(texts.needed, { n: minimum }))})</span>}
      </span>
      {!isFine && mend !== undefined && (
        <button
          type="button"
          className="tool contrast-mend w-full border border-line-2"
          aria-label={t(formatText(texts.mendLabel, { field: fieldName, color: mend }))}
          onClick={() => onMend(field, mend)}
        >
          <span aria-hidden="true" className="size-4 rounded-full border border-line-2" style={{ background: mend }} />
          {fieldName}: {t(formatText(texts.mend, { color: mend }))}
        </button>
      )}
    </li>
  );
}

/** The contrast of every pair of colours in both schemes; what cannot be read well comes first, with a shade that mends it. */
export function ContrastList({ tokens, onMend }: ContrastListProps) {
  const t = useText();
  const checks = contrastChecks(tokens);
  const failing = checks.filter((check) => !passes(check));
  const mends = new Map(
    [...new Set(failing.map(({ field }) => field))].map((field) => [field, mendedColor(tokens, field)]),
  );
  const summary =
    failing.length === 0
      ? formatText(texts.fine, { n: checks.length })
      : formatText(texts.failing, { n: failing.length });
  return (
    <section aria-labelledby="theme-contrast" className="grid gap-2">
      <h3 id="theme-contrast" className="panel-title">
        {t(texts.title)}
      </h3>
      <p role="status" className={`text-xs ${failing.length === 0 ? "text-success" : "text-danger"}`}>
        {t(summary)}
      </p>
      {(["light", "dark"] as const).map((scheme) => (
        <details key={scheme} open={failing.some((check) => check.scheme === scheme)}>
          <summary className="cursor-pointer text-xs font-medium text-ink-2">{t(texts[scheme])}</summary>
          <ul className="mt-1 divide-y divide-line">
            {checks
              .filter((check) => check.scheme === scheme)
              .toSorted((one, other) => Number(passes(one)) - Number(passes(other)))
              .map((check) => (
                <PairLine key={check.name.en} check={check} mend={mends.get(check.field)} onMend={onMend} />
              ))}
          </ul>
        </details>
      ))}
    </section>
  );
}
