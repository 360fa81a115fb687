import { type AutoPagePart, isGroup } from "#kit/auto-page.ts";
import { type Locale, type Text, textIn } from "#kit/text.ts";
import { autoWidgets } from "../widget-types.ts";

const groupName: Text = { zh: "分组", en: "Group" };

/** The name of what a part is. */
export const kindOfPart = (part: AutoPagePart, locale: Locale): string =>
  isGroup(part) ? groupName[locale] : (autoWidgets.get(part.name)?.title[locale] ?? part.name);

/** The title of a part, or what it is. */
export const nameOfPart = (part: AutoPagePart, locale: Locale): string =>
  textIn(part.title, locale) || kindOfPart(part, locale);

export const iconOfPart = (part: AutoPagePart): string =>
  isGroup(part) ? "folder" : (autoWidgets.get(part.name)?.icon ?? "box");
