import { z } from "zod";
import { pageSizes } from "#kit/auto.ts";
import { layoutShape } from "../columns/layouts.server.ts";
import { filterInput, sortInput } from "#records/query/row-input.server.ts";

/** The maximum number of search values in a view. */
const maxFields = 50;

/** The content of a view (kit/saved-view.ts). */
export const viewContent = z.strictObject({
  fields: z
    .record(z.string().max(60), z.string().max(500))
    .refine((fields) => Object.keys(fields).length <= maxFields)
    .default({}),
  filter: filterInput.optional(),
  sort: sortInput.optional(),
  pageSize: z.literal([...pageSizes]).optional(),
  layout: layoutShape.optional(),
});

/** A view as a reader gets it (kit/saved-view.ts). */
export const viewOutput = z.strictObject({
  id: z.string(),
  version: z.number(),
  name: z.string(),
  isShared: z.boolean(),
  isOwn: z.boolean(),
  isEditable: z.boolean(),
  isDefault: z.boolean(),
  problem: z.string().optional(),
  content: viewContent,
  isLayoutChanged: z.boolean(),
});
