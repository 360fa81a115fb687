/** The name of an icon, such as `truck`: lower-case words, joined by hyphens. */
export const iconNamePattern: RegExp = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
export const maxIconName = 40;

/** An icon that a space added: `url` is the address of its drawing, for a `use` element. */
export type SpaceIcon = { name: string; title: string; words: string; url: string };

/** The address of the drawing of a row of `entities/icon.ts`; another one after each change, so that browsers keep it. */
export const iconUrl = ({ id, version }: { id: string; version: number }): string => `/icons/${id}-${version}.svg#icon`;

/** Whether an icon of the wire is one that a space added: only those have a drawing of their own. */
export const isSpaceIcon = (icon: Partial<SpaceIcon>): icon is SpaceIcon => icon.url !== undefined;
