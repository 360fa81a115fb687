import { fileSize } from "#kit/stored-file.ts";
import type { SpaceState } from "#kit/space.ts";
import { formatText, type Text } from "#kit/text.ts";

/** The names of the states of a space, and the colours of their dots. */
export const stateNames: Record<SpaceState, { name: Text; color: string }> = {
  active: { name: { zh: "正常", en: "Active" }, color: "malachite" },
  suspended: { name: { zh: "已暂停", en: "Suspended" }, color: "cinnabar" },
  closed: { name: { zh: "已关闭", en: "Closed" }, color: "ochre" },
};

/** Stands for a value that is not known yet. */
export const unknown = "—";

/** A number with separators of thousands. */
export const count = (value: number | null): string => (value === null ? unknown : value.toLocaleString("en"));

const texts = {
  of: { zh: "{used} / {all}", en: "{used} of {all}" },
  unlimited: { zh: "{used}（不限）", en: "{used} (no limit)" },
};

/** What is used of a quota; a quota of 0 is without a limit. `format` writes a value. */
export function usageText(used: number | null, quota: number, format: (value: number) => string): Text {
  const values = { used: used === null ? unknown : format(used), all: format(quota) };
  return formatText(quota === 0 ? texts.unlimited : texts.of, values);
}

/** The storage that a space uses. */
export const storageText = ({ bytes, maxBytes }: { bytes: number | null; maxBytes: number }): Text =>
  usageText(bytes, maxBytes, fileSize);
