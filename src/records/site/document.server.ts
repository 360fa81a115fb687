import { type CreateId, pageOfParts } from "#kit/fragment.ts";
import { idPrefixes, type PageDocument } from "#kit/page.ts";
import type { PagePart } from "#kit/page-part.ts";
import type { Text } from "#kit/text.ts";

/** Record ids that are the same on every run: the name of the definition, padded to ten characters by a counter. */
function numberedIds(): CreateId {
  let number = 0;
  return (record) => {
    const word = record.kind === "widget" ? record.name : record.kind === "node" ? record.type : record.kind;
    const letters = word.replaceAll(/[^a-z]/g, "").slice(0, 7);
    return `${idPrefixes[record.kind]}_${letters}${String(++number).padStart(10 - letters.length, "0")}`;
  };
}

/** A page document from widgets in their order, each with the nodes of its canvas from back to front. */
export function documentOf(settings: { title: Text; description: Text }, widgets: PagePart[]): PageDocument {
  return pageOfParts({ ...settings, showHead: true, showFoot: true }, widgets, numberedIds());
}
