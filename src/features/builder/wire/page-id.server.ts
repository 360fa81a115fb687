import { isObject } from "#kit/is-object.ts";
import { z } from "zod";
import { recordId } from "#kit/page-schema.ts";
import { Problem } from "#kit/problem.ts";

const texts = {
  site: { zh: "站点信息不能为空", en: "Site information cannot be empty" },
  page: { zh: "站点页面信息不能为空", en: "Site page information cannot be empty" },
  pageNotFound: { zh: "页面不存在", en: "Page not found" },
  dataNotFound: { zh: "组件数据不存在", en: "Component data not found" },
  otherPage: { zh: "组件数据不属于此页面", en: "The component data belongs to another page" },
};

const isUuid = (value: string) => z.uuid().safeParse(value).success;

/**
 * The id of the page that a page information of the wire is about (N-012). Whose page it is follows from the id alone (T-51).
 * @throws {Problem} invalid for information that is empty or has no page (B-197); notFound for an id that no page can have
 */
export function pageIdOf(diyPageInfo: unknown): string {
  if (!isObject(diyPageInfo) || Object.keys(diyPageInfo).length === 0) throw new Problem("invalid", texts.site);
  const { pageId } = diyPageInfo;
  if (typeof pageId !== "string" || pageId === "") throw new Problem("invalid", texts.page);
  if (!isUuid(pageId)) throw new Problem("notFound", texts.pageNotFound);
  return pageId;
}

/** The revision that a page information of the wire was read at; undefined without one: the change is made on the newest. */
export function revOf(diyPageInfo: unknown): number | undefined {
  const rev = isObject(diyPageInfo) ? diyPageInfo.rev : undefined;
  return typeof rev === "number" && Number.isInteger(rev) && rev >= 0 ? rev : undefined;
}

/** The page and the record of a component's data. */
export type DataPlace = { pageId: string; id: string };

/** The wire's id of a component's data: it names the page too, because ids of records are unique in their page only. */
export const dataIdOf = ({ pageId, id }: DataPlace): string => `${pageId}.${id}`;

/** Where the data of this id are. @throws {Problem} notFound */
export function dataPlaceOf(dataId: string): DataPlace {
  const [pageId = "", id = "", ...others] = dataId.split(".");
  if (others.length > 0 || !isUuid(pageId) || !recordId.safeParse(id).success)
    throw new Problem("notFound", texts.dataNotFound);
  return { pageId, id };
}

/** The problem of data that their page does not have. */
export const dataNotFound = (): Problem => new Problem("notFound", texts.dataNotFound);

/** The place of data that a call names together with a page information. @throws {Problem} invalid for data of another page; notFound */
export function dataPlaceIn(pageId: string, dataId: string): DataPlace {
  const place = dataPlaceOf(dataId);
  if (place.pageId !== pageId) throw new Problem("invalid", texts.otherPage);
  return place;
}
