import type { Locale } from "#kit/text.ts";
import { titleOf } from "#records/describe/titles.server.ts";
import type { PlannedRow } from "./plan.server.ts";

/** The title of a row as it is in the space, or as it will be. */
export const titleOfRow = ({ entity, content, currentContent }: PlannedRow, locale: Locale): string =>
  titleOf((currentContent ?? content)?.[entity.titleField], locale);
