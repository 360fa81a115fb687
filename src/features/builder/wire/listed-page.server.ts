import { isObject } from "#kit/is-object.ts";
import { z } from "zod";
import type { PageSetting } from "#kit/page.ts";
import { maxRecords, pageSetting } from "#kit/page-schema.ts";
import { Problem } from "#kit/problem.ts";
import { widgetIdAt } from "./component.server.ts";
import type { ListedWidget } from "./edits.server.ts";
import { dataPlaceIn, revOf } from "./page-id.server.ts";

const texts = {
  noPage: { zh: "站点页面信息不能为空", en: "Site page information cannot be empty" },
  shape: { zh: "站点页面信息不正确", en: "Invalid site page information" },
  noRev: {
    zh: "请先读取页面，再连同其修订号 rev 一起保存",
    en: "Read the page first, and save it with its revision “rev”.",
  },
};

const pageSchema = z.object({
  widgets: z
    .array(
      z.object({
        dataId: z.string().max(120).default(""),
        widgetId: z.string().max(60).optional(),
        componentPath: z.string().max(80).optional(),
        value: z.record(z.string(), z.unknown()),
      }),
    )
    .max(maxRecords),
  setting: z.optional(pageSetting),
});

/** The widgets and settings of a page as the wire saves them. */
export type ListedPage = { widgets: ListedWidget[]; setting?: PageSetting | undefined };

/**
 * Reads the page of a page information of the wire (N-020). It replaces the widgets of the draft, so it needs the revision that it was read at (B-367).
 * @throws {Problem} invalid without a page (B-197) or a revision, or with another shape; notFound for data of no page
 */
export function listedPageOf(pageId: string, diyPageInfo: unknown): ListedPage {
  const page = isObject(diyPageInfo) ? diyPageInfo.page : undefined;
  if (!isObject(page) || Object.keys(page).length === 0) throw new Problem("invalid", texts.noPage);
  const { data, error } = pageSchema.safeParse(page);
  if (error !== undefined) throw new Problem("invalid", texts.shape);
  if (revOf(diyPageInfo) === undefined) throw new Problem("invalid", texts.noRev);
  const widgets = data.widgets.map(({ dataId, widgetId, componentPath, value }): ListedWidget => ({
    ...(dataId === "" ? {} : { id: dataPlaceIn(pageId, dataId).id }),
    widgetId: widgetId ?? widgetIdAt(componentPath) ?? "",
    value,
  }));
  return { widgets, setting: data.setting };
}
