import { z } from "zod";
import { periodLengths } from "#kit/day.ts";
import { refusal } from "#kit/refusal.ts";
import { timeZoneInput } from "#records/query/row-input.server.ts";

const wrongType = refusal({ zh: "类型传入不正确，请重新传入", en: "There is no page for this type" });

/** The type of an auto page, or the path of a page of the site. */
export const pageTypeInput = z.string(wrongType).trim().min(1, wrongType).max(200, wrongType);

/** The period of a report: the last `days` days, or the days from `start` to `end`; `compare`: also the period before. */
export const periodInput = {
  days: z.enum(periodLengths).optional(),
  start: z.string().max(10).optional(),
  end: z.string().max(10).optional(),
  compare: z.enum(["1", "0"]).default("0"),
  timeZone: timeZoneInput,
};
