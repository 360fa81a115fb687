import { useId, useMemo } from "react";
import { formatText } from "#kit/text.ts";
import { ring } from "#ui/art/rosette.ts";
import { useText } from "#ui/locale.ts";

const texts = {
  left: { zh: "剩余 {n} 天，共 {all} 天", en: "{n} of {all} {all|day|days} left" },
  days: { zh: "天", en: "{n|day|days}" },
};

/** The days before its end from which an activated plan counts as expiring soon. */
export const expiresSoonDays = 7;

/** Number of marks around the dial. Marks of passed days are fainter. */
const markCount = 60;
const ringShape = { radius: 60, depth: 5, lobes: 12, repeats: 4 };

/** The path of the marks with these numbers. Every fifth one is longer. */
function marksPath(from: number, to: number): string {
  return Array.from({ length: to - from }, (_, index) => {
    const angle = ((from + index) / markCount) * 2 * Math.PI - Math.PI / 2;
    const innerRadius = (from + index) % 5 === 0 ? 78 : 83;
    const point = (distance: number) =>
      `${(distance * Math.cos(angle)).toFixed(1)} ${(distance * Math.sin(angle)).toFixed(1)}`;
    return `M${point(innerRadius)}L${point(92)}`;
  }).join("");
}

/** A dial that shows the days left of a period. */
export function DaysDial({ daysLeft, daysInAll }: { daysLeft: number; daysInAll: number }) {
  const t = useText();
  // A unique id prefix, because a screen may have several dials.
  const id = useId();
  const guilloche = useMemo(() => ring(id, ringShape), [id]);
  const passedMarks = Math.min(markCount - 1, Math.floor((1 - daysLeft / Math.max(daysInAll, 1)) * markCount));
  const expiresSoon = daysLeft <= expiresSoonDays;
  return (
    <div
      role="img"
      aria-label={t(formatText(texts.left, { n: daysLeft, all: daysInAll }))}
      className={`relative grid size-28 shrink-0 place-items-center sm:row-span-2 sm:size-32 ${expiresSoon ? "text-seal" : "text-brand"}`}
    >
      <svg
        viewBox="-100 -100 200 200"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
        className="absolute inset-0"
      >
        <g strokeWidth="0.8" className="opacity-30" dangerouslySetInnerHTML={{ __html: guilloche }} />
        <path d={marksPath(passedMarks, markCount)} strokeWidth="2.4" />
        <path d={marksPath(0, passedMarks)} strokeWidth="1.4" className="text-line-2 opacity-60" />
      </svg>
      <span
        aria-hidden="true"
        className="relative grid justify-items-center rounded-full bg-sheet px-3 py-1 leading-none"
      >
        <span className="text-2xl font-semibold tracking-tight text-ink tabular-nums">{daysLeft}</span>
        <span className="mt-1 text-xs text-ink-2">{t(formatText(texts.days, { n: daysLeft }))}</span>
      </span>
    </div>
  );
}
