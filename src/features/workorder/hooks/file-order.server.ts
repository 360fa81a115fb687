import paasWork from "#entities/paasWork.ts";
import { defineHook } from "#records/change/hooks.server.ts";
import { fileOrder, fileOwn } from "../file-order.server.ts";

/** An order that names a plan goes to the plan's provider as well; whoever handles it is told. */
export default defineHook({
  entity: paasWork,
  async add(adding, insert) {
    const { openingId } = adding.values;
    return typeof openingId === "string"
      ? fileOrder(adding, openingId, insert)
      : fileOwn(adding.tx, adding.principal, insert);
  },
});
