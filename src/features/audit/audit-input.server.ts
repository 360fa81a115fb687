import { z } from "zod";
import { auditVerbs } from "#kit/audit.ts";
import { idInput, typeInput } from "#records/query/row-input.server.ts";

/** The filters of the audit log. */
export const auditInput = {
  type: typeInput.optional(),
  /** The id of a member. */
  member: idInput.optional(),
  verb: z.enum(auditVerbs).optional(),
  /** `from` is inclusive, `to` is exclusive. */
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
};
