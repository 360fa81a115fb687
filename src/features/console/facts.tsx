import type { ReactNode } from "react";
import type { Text } from "#kit/text.ts";
import { useText } from "#ui/locale.ts";

/** Values with their names, in columns. */
export function Facts({ facts }: { facts: readonly (readonly [Text, ReactNode])[] }) {
  const t = useText();
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
      {facts.map(([name, value]) => (
        <div key={name.en} className="min-w-0">
          <dt className="text-sm text-ink-2">{t(name)}</dt>
          <dd className="font-medium break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
