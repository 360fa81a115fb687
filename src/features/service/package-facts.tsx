import { formatText, type Text } from "#kit/text.ts";
import { unlimitedText, responseTime, withinHoursText } from "#kit/service.ts";
import { useText } from "#ui/locale.ts";

const texts = {
  devices: { zh: "设备", en: "Devices" },
  upTo: { zh: "最多 {n} 台", en: "Up to {n}" },
};

type Terms = { devices: number | null; responseHours: number };

/** The terms of a plan as a list: `firstFacts`, then devices and response time. */
export function PackageFacts({
  devices,
  responseHours,
  firstFacts,
}: Terms & { firstFacts: readonly [Text, string][] }) {
  const t = useText();
  const facts: readonly [Text, string][] = [
    ...firstFacts,
    [texts.devices, t(devices === null ? unlimitedText : formatText(texts.upTo, { n: devices.toLocaleString("en") }))],
    [responseTime.name, t(formatText(withinHoursText, { n: responseHours }))],
  ];
  return (
    <dl className="text-sm">
      {facts.map(([name, fact]) => (
        <div
          key={name.en}
          className="flex items-baseline justify-between gap-4 border-b border-line py-2 last:border-b-0"
        >
          <dt className="text-ink-3">{t(name)}</dt>
          <dd className="text-right tabular-nums">{fact}</dd>
        </div>
      ))}
    </dl>
  );
}
