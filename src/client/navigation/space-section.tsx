import type { ReactNode } from "react";
import { useText } from "#ui/locale.ts";
import { Section } from "#ui/section.tsx";
import { spaceSettings } from "./space-settings.ts";

/** A section of the settings that is about the space. */
export function SpaceSection({ anchor, children }: { anchor: keyof typeof spaceSettings; children: ReactNode }) {
  const t = useText();
  return (
    <Section anchor={anchor} title={t(spaceSettings[anchor])}>
      {children}
    </Section>
  );
}
