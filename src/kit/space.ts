import type { Text } from "./text.ts";

/** The code of the tenant that owns the platform. Its site is the default for unassigned host names. */
export const platformCode = "meridian";

/** `suspended`: by the platform. `closed`: by the space itself; its data are erased after `closedSpaceDays`. */
export const spaceStates = ["active", "suspended", "closed"] as const;
export type SpaceState = (typeof spaceStates)[number];

/** Why a space cannot be used. */
export type Suspension = Exclude<SpaceState, "active">;

/** Days between the closing of a space and the erasure of its data, in which the platform can reopen it. */
export const closedSpaceDays = 30;

/** The largest quotas of a space: megabytes and number of files. */
export const maxSpaceQuotas = { megabytes: 10_000_000, files: 10_000_000 } as const;

/** What every sign-in, call and page of such a space answers. */
export const suspensionTexts: Record<Suspension, Text> = {
  suspended: { zh: "此空间已暂停使用，请联系平台", en: "This space is suspended. Contact the platform." },
  closed: { zh: "此空间已关闭。如需恢复，请联系平台", en: "This space is closed. To reopen it, contact the platform." },
};

/** What happened to a space, as the platform remembers it. */
export const spaceEventKinds = [
  "suspended",
  "resumed",
  "quotas",
  "closed",
  "reopened",
  "erased",
  "jobRetried",
  "jobCancelled",
] as const;
export type SpaceEventKind = (typeof spaceEventKinds)[number];
