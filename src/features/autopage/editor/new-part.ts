import type { AutoPagePart } from "#kit/auto-page.ts";
import type { AutoWidgetDefinition } from "#kit/auto-widget.ts";
import { randomId } from "#ui/random-id.ts";
import type { SourceChoices } from "./part-fields.ts";

/** An id for a part, unique on its page. */
export const newPartId = (): string => randomId().replaceAll("-", "").slice(-12);

const newGroup = (): AutoPagePart => ({ id: newPartId(), layout: "tab", widgets: [] });

/** A new part: a group with tabs, or a widget that shows something at once, of the data that the page is about or else of the first there are. `pageType`: the type of the page. */
export function newPart(
  definition: AutoWidgetDefinition | undefined,
  { entities }: Pick<SourceChoices, "entities">,
  pageType: unknown,
): AutoPagePart {
  if (definition === undefined) return newGroup();
  const { name, choices = {}, newSpan, newValue = {} } = definition;
  const source = entities.find(({ key }) => key === pageType) ?? entities[0];
  const hasSource = Object.values(choices).includes("entity");
  return {
    id: newPartId(),
    name,
    ...(newSpan === undefined ? {} : { span: newSpan }),
    value: { ...(hasSource ? { source: source?.key ?? "" } : {}), ...newValue },
  };
}
