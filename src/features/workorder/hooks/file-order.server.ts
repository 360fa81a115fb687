import paasWork from "#entities/paasWork.ts";
import { defineHook } from "#records/change/hooks.server.ts";
import { fileOrder, fileInSpace } from "../file-order.server.ts";

/** Files a new work order: under a plan also in the provider's space. Notifies the handlers. */
export default defineHook({
  entity: paasWork,
  async add(adding, insert) {
    const { openingId } = adding.values;
    return typeof openingId === "string"
      ? fileOrder(adding, openingId, insert)
      : fileInSpace(adding.tx, adding.principal, insert);
  },
});
