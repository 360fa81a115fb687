import { allows, guardPage } from "#records/registry/guard.server.ts";
import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { visibleColumns } from "#records/describe/columns.server.ts";
import { listDescriptionOf } from "#records/describe/describe.server.ts";
import { browseRows } from "#records/query/list.server.ts";
import { relatedRowsFor } from "#records/query/related.server.ts";
import { requestsFor } from "#records/change/row-commands.server.ts";
import { rowActions } from "#records/describe/row-actions.server.ts";
import { titlesFor } from "#records/describe/titles.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { listDescriptionOutput, rowActionSetOutput } from "#records/describe/auto-output.server.ts";
import { readLayout } from "../columns/layouts.server.ts";
import { availableJobs } from "../available-jobs.server.ts";
import { viewContent } from "../views/view-wire.server.ts";
import { defaultViewOf } from "../views/saved-views.server.ts";
import { filterOfList, idInput, listPageInput, rowOutput, typeOfList } from "#records/query/row-input.server.ts";

const tableSearch = defineCall({
  method: "POST",
  path: "paas/table/search",
  envelope: "data",
  title: { zh: "获取自动表格", en: "Get the auto table: its description and one page of rows" },
  access: member,
  safe: true,
  input: z.strictObject({
    paraModel: z.strictObject({
      ...listPageInput,
      /** Sent by clients of the contract (N-056) and ignored: the columns follow from the reader's layout. */
      columns: z.array(z.string()).optional(),
      /** True when the address has no state: the list opens with the reader's default view. */
      opens: z.literal(true).optional(),
      /** The id of the displayed saved view, whose layout applies. */
      view: idInput.optional(),
      /** True for screens that show rows in another way than the list: all fields that the reader may read, whatever the columns. */
      allFields: z.boolean().default(false),
      /** Only rows that relation fields may refer to. */
      selectable: z.boolean().default(false),
    }),
  }),
  output: z.object({
    play: listDescriptionOutput,
    /** The reader's default view, if the list was opened with it. */
    view: z.strictObject({ id: z.string(), content: viewContent }).optional(),
    /** The titles of referenced rows, by id. */
    titles: z.record(z.string(), z.string()),
    /** The jobs with a button on this list that this person may start. */
    jobs: z.array(z.object({ name: z.string(), title: z.string(), question: z.string() })),
    /** If the actions of rows differ from those in `play`: for each row in `result`, the index in `sets` of its actions. */
    rowActions: z.strictObject({ sets: z.array(rowActionSetOutput), rows: z.array(z.int()) }),
    result: z.object({
      pageIndex: z.number(),
      pageSize: z.number(),
      total: z.number(),
      recordCount: z.number(),
      isCapped: z.boolean(),
      rows: z.array(rowOutput),
    }),
  }),
  async run({ paraModel }, context) {
    const { principal, entities, locale, services } = context;
    const entity = entities.find(typeOfList(paraModel.url));
    // A picker of rows reads them through this call too, and is no page.
    if (!paraModel.selectable && allows(principal, entity, "read")) guardPage(principal, entity, "list");
    const { readable } = viewOf(principal, entity);
    const { opens, view, after, before, pageIndex, selectable, allFields } = paraModel;
    const layoutOfView = (viewId: string | undefined) => readLayout(services.database, principal, { entity, viewId });
    const [defaultView, viewLayout] = await Promise.all([
      opens === true ? defaultViewOf(context, entity) : undefined,
      layoutOfView(view),
    ]);
    const layout = defaultView === undefined ? viewLayout : await layoutOfView(defaultView.id);
    const { fields, filter, sort } = defaultView?.content ?? paraModel;
    const pageSize = defaultView?.content.pageSize ?? paraModel.pageSize;
    const cursor = { ...(after === undefined ? {} : { after }), ...(before === undefined ? {} : { before }) };
    const order = sort === undefined ? {} : { sort };
    // By default only the visible columns: a page of 120 rows with all texts could be megabytes.
    const result = await browseRows(services.database, principal, entity, {
      pageIndex,
      pageSize,
      ...cursor,
      ...order,
      ...(selectable && entity.selectable !== undefined ? { within: entity.selectable } : {}),
      filter: filterOfList(readable, { fields, filter }),
      related: relatedRowsFor(context),
      ...(allFields ? {} : { fields: visibleColumns(readable, layout).map((column) => column.field) }),
    });
    const reader = { principal, entities, locale };
    const requests = requestsFor(services.rowCommands, reader, entity);
    const [titles, actions] = await Promise.all([
      titlesFor(services.database, reader, entity, result.rows),
      rowActions(services.database, reader, entity, { rows: result.rows, requests }),
    ]);
    return {
      play: listDescriptionOf(entity, principal, locale, { requests, layout }),
      ...(defaultView === undefined ? {} : { view: { id: defaultView.id, content: defaultView.content } }),
      titles,
      jobs: availableJobs(services.jobs.definitions, entity.type, reader),
      rowActions: actions,
      result: { ...result, recordCount: result.total },
    };
  },
});

export default tableSearch;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/table/search": typeof tableSearch;
  }
}
