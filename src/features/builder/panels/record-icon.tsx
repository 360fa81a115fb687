import { Box, Group, LayoutTemplate } from "lucide-react";
import type { ReactNode } from "react";
import type { PageRecord } from "#kit/page.ts";
import { nodes } from "#render/registry.ts";
import { toolIcon } from "#features/builder/editor/tool.tsx";

/** The icon of a node type; a generic one for an unknown type. */
export function nodeIcon(type: string): ReactNode {
  const Icon = nodes.get(type)?.icon ?? Box;
  return <Icon {...toolIcon} />;
}

export const widgetIcon: ReactNode = <LayoutTemplate {...toolIcon} />;

/** The icon of a record in the page tree. */
export function recordIcon(record: PageRecord): ReactNode {
  if (record.kind === "group") return <Group {...toolIcon} />;
  return record.kind === "node" ? nodeIcon(record.type) : widgetIcon;
}
