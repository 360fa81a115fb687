import { spaceSettings } from "#client/navigation/space-settings.ts";
import { lazyControl } from "#ui/lazy-control.tsx";
import { useText } from "#ui/locale.ts";
import { Section } from "#ui/section.tsx";

// Loaded on demand, because few people export or import configuration.
const TransferPanel = lazyControl(async () => (await import("./transfer-panel.tsx")).TransferPanel, { height: 420 });

/** A setting of administrators: the configuration of the space as files. */
export function TransferSection() {
  const t = useText();
  return (
    <Section anchor="space-configuration" title={t(spaceSettings["space-configuration"])}>
      <TransferPanel />
    </Section>
  );
}
