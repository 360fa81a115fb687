import autoPage from "#entities/autoPage.ts";
import { partsText, readAutoPageParts, widgetsIn, withPartIds } from "#kit/auto-page.ts";
import { Problem } from "#kit/problem.ts";
import { defineHook } from "#records/change/hooks.server.ts";
import { newId } from "#server/process/id.server.ts";
import { readyWidget } from "../read-page.server.ts";

const newPartId = () => newId().replaceAll("-", "").slice(-12);

/** Checks the widgets of an auto page that is about to be saved, and gives an id to each part. */
export default defineHook({
  entity: autoPage,
  prepare({ values }) {
    if (typeof values.widgets !== "string") return {};
    const reading = readAutoPageParts(values.widgets);
    // The check of the row refuses anything else.
    if ("problem" in reading) return {};
    for (const { path, widget } of widgetsIn(reading.parts)) {
      try {
        readyWidget(widget.name, widget.value);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        const text = { zh: `${path}：${error.text.zh}`, en: `${path}: ${error.text.en}` };
        throw new Problem("invalid", text, { fields: { widgets: text } });
      }
    }
    return { values: { widgets: partsText(withPartIds(reading.parts, newPartId)) } };
  },
});
