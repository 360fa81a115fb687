import { sql } from "drizzle-orm";
import { z } from "zod";
import { administrator, type Grant, withView } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { mergeMenu } from "#kit/menu.ts";
import { Problem } from "#kit/problem.ts";
import { defaultGroups } from "#records/describe/menu-entries.server.ts";
import { menuGroupsOutput, visibleGroups } from "#records/describe/menus.server.ts";
import { roleIdsOf } from "#records/describe/pages.server.ts";
import { withSpaceIcons } from "#records/registry/space-icons.server.ts";
import { idInput } from "#records/query/row-input.server.ts";
import { menuInput, storedGroups } from "../menu-wire.server.ts";

const unknownRole = { zh: "角色不存在或已删除", en: "This role does not exist" };

const preview = defineCall({
  method: "POST",
  path: "paas/menu/preview",
  envelope: "data",
  title: {
    zh: "预览菜单",
    en: "Get a menu as a member with one role, or without any, would see it with these groups",
  },
  access: administrator,
  safe: true,
  largeInput: true,
  input: z.strictObject({ menu: menuInput, groups: storedGroups, role: idInput.nullable() }),
  output: menuGroupsOutput,
  async run({ menu, groups, role }, context) {
    const { principal, services, entities } = context;
    const { tenantId } = principal;
    const [row] = await services.database.read<{ grants: Grant[] | null }>(
      tenantId,
      sql`select grants from role where tenant_id = ${tenantId}::uuid and id = ${role}::uuid and deleted_at is null`,
    );
    if (role !== null && row === undefined) throw new Problem("notFound", unknownRole);
    const viewed = { ...context, principal: withView(principal, role ?? "", row?.grants ?? []) };
    const merged = mergeMenu(groups, defaultGroups(menu, entities));
    const visible = visibleGroups(menu, merged, { ...viewed, pageIds: roleIdsOf(viewed) }, role === null ? [] : [role]);
    return withSpaceIcons(services.database, tenantId, visible);
  },
});

export default preview;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/menu/preview": typeof preview;
  }
}
