import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { spacesOf } from "../invite.server.ts";

const spaces = defineCall({
  method: "GET",
  path: "user/spaces",
  envelope: "data",
  title: { zh: "查询我的空间", en: "List the spaces you belong to or are invited to, your own first" },
  access: member,
  sensitive: true,
  input: z.strictObject({}),
  output: z.array(
    z.object({
      tenantId: z.string(),
      name: z.object({ zh: z.string(), en: z.string() }),
      code: z.string(),
      isAdministrator: z.boolean(),
      isInvitation: z.boolean(),
      isCurrent: z.boolean(),
      /** The id in the link of the invitation; null for a space that the person is in. */
      invitationId: z.string().nullable(),
    }),
  ),
  async run(_input, { principal: { accountId, tenantId, identityId }, services }) {
    const memberSpaces = await services.database.system((tx) => spacesOf(tx, services, accountId));
    const visibleSpaces = identityId ? memberSpaces.filter((space) => space.tenantId === tenantId) : memberSpaces;
    return visibleSpaces.map((space) => ({
      ...space,
      isCurrent: space.tenantId === tenantId,
      invitationId: space.isInvitation ? space.memberId : null,
    }));
  },
});

export default spaces;
declare module "#kit/call.ts" {
  interface Calls {
    "GET user/spaces": typeof spaces;
  }
}
