import { defaultPasswordMax } from "#kit/public-settings.ts";

/** The longest password of a member in characters, a setting of the server. */
export const passwordMax = (): number => Number(document.documentElement.dataset.passwordMax ?? defaultPasswordMax);
