import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { widgetIdOf } from "#features/builder/wire/component.server.ts";
import { editedElement, elementOf } from "#features/builder/wire/element.server.ts";
import { dataIdOf } from "#features/builder/wire/page-id.server.ts";
import { saveComponent } from "#features/builder/wire/save-component.server.ts";

const saveElement = defineCall({
  method: "POST",
  path: "api/Element/save",
  envelope: "site",
  title: {
    zh: "保存元素",
    en: "Save an element of a page: change a component by its `dataId`, or add one; `historyName` names the version",
  },
  access: rowAccess("editContent", "page"),
  largeInput: true,
  // Both nestings of the contract are read (B-350).
  input: z.object({
    element: z.unknown().optional(),
    name: z.unknown().optional(),
    fields: z.unknown().optional(),
    data: z.unknown().optional(),
    /** False for a save by the program, which never names a version. */
    isManual: z.boolean().optional(),
    historyName: z.string().trim().max(100).optional(),
  }),
  output: z.object({
    element: z.object({
      name: z.string(),
      fields: z.array(z.string()),
      data: z.object({ dataId: z.string(), pageId: z.string(), value: z.record(z.string(), z.unknown()) }),
    }),
    isManual: z.boolean(),
    historyName: z.string(),
    rev: z.number(),
  }),
  async run({ element, name, fields, data, isManual = true, historyName = "" }, context) {
    const saved = elementOf(element === undefined ? { name, fields, data } : element);
    const versionName = isManual ? historyName : "";
    const { component, rev } = await saveComponent(
      context,
      { pageId: saved.pageId, baseRev: saved.rev, name: versionName },
      (draft) => editedElement(draft, saved),
    );
    return {
      element: {
        name: widgetIdOf(component),
        fields: saved.fields,
        data: {
          dataId: dataIdOf({ pageId: saved.pageId, id: component.id }),
          pageId: saved.pageId,
          value: component.value,
        },
      },
      isManual,
      historyName: versionName,
      rev,
    };
  },
});

export default saveElement;
declare module "#kit/call.ts" {
  interface Calls {
    "POST api/Element/save": typeof saveElement;
  }
}
