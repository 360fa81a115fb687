import { SpaceSection } from "#client/navigation/space-section.tsx";
import { lazyControl } from "#ui/lazy-control.tsx";

// Loaded on demand, because few people export or import configuration.
const TransferPanel = lazyControl(async () => (await import("./transfer-panel.tsx")).TransferPanel, { height: 420 });

/** A setting of administrators: the configuration of the space as files. */
export function TransferSection() {
  return (
    <SpaceSection anchor="space-configuration">
      <TransferPanel />
    </SpaceSection>
  );
}
