import { z } from "zod";
import { member, verbs } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { idInput } from "#records/query/row-input.server.ts";
import { readComparison } from "../role-view.server.ts";

const names = z.array(z.string());

const roleComparison = defineCall({
  method: "GET",
  path: "paas/role/comparison",
  envelope: "data",
  title: {
    zh: "对比角色与管理员的权限",
    en: "List the rights that a role lacks compared with an administrator; during a view as a role, for the viewed role",
  },
  // During a view as a role, an administrator has the rights of a member. `readComparison` refuses other members.
  access: member,
  input: z.strictObject({ id: idInput.optional() }),
  /** See `RoleComparison` in role-comparison.server.ts. */
  output: z.object({
    name: z.string(),
    /** Whether the caller views the space as this role. */
    isViewed: z.boolean(),
    screens: names,
    entities: z.array(
      z.object({
        type: z.string(),
        name: z.string(),
        isReadable: z.boolean(),
        verbs: z.array(z.enum(verbs)),
        actions: names,
        hidden: names,
        readOnly: names,
        notExported: names,
        rows: z.object({ count: z.number(), of: z.number() }).nullable(),
      }),
    ),
  }),
  run: ({ id }, context) => readComparison(context, id),
});

export default roleComparison;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/role/comparison": typeof roleComparison;
  }
}
