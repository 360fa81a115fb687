import { sql } from "drizzle-orm";
import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { isMobile, maskMobile } from "#kit/mobile.ts";
import { menuGroupsOutput, menusFor } from "#records/describe/menus.server.ts";
import { roleIdsOf } from "#records/describe/pages.server.ts";
import { readDataStamp } from "#records/registry/data-stamp.server.ts";
import { spaceName } from "#records/site/site.server.ts";
import { unreadOfMember } from "#server/notices/notices.server.ts";

const userView = defineCall({
  method: "GET",
  path: "api/user/View",
  envelope: "site",
  title: { zh: "查询个人资料", en: "Get your profile" },
  access: member,
  sensitive: true,
  input: z.strictObject({}),
  output: z.object({
    id: z.string(),
    avatar: z.string().nullable(),
    userName: z.string(),
    name: z.string(),
    /** The masked number; empty for members whom an identity provider added. */
    mobile: z.string(),
    /** Whether the person signed in through the identity provider of the space, and so cannot manage the account or enter other spaces. */
    isLimitedToSpace: z.boolean(),
    /** Always null, like `grade`: the contract has these fields, but accounts have neither. */
    parentId: z.null(),
    /** The avatar again, in the contract's spelling. */
    detail: z.object({ avator: z.string().nullable() }),
    grade: z.null(),
    /** The tenant whose site this is (N-002). */
    merchant: z.object({ id: z.string() }),
    tenant: z.object({
      id: z.string(),
      sign: z.string(),
      name: z.object({ zh: z.string(), en: z.string() }),
      /** Whether the list of first steps is shown (features/space/first-steps.server.ts). */
      isNew: z.boolean(),
      /** The origin of its site (server/identity/tenants.server.ts); null if the installation has no sub-domains. */
      origin: z.string().nullable(),
    }),
    /** The role that the person views the space as; null outside such a view. `name` is null if the role was deleted. */
    view: z.object({ name: z.object({ zh: z.string(), en: z.string() }).nullable() }).nullable(),
    isAdministrator: z.boolean(),
    isSuperAdmin: z.boolean(),
    /** Pages that the person may open (kit/screens.ts); for display only, the server checks every call. */
    allRoleIds: z.array(z.string()),
    /** The menus that the space arranged itself, as far as the person may open their entries; others are those of kit/menus.ts. */
    menus: z.object({
      management: z.exactOptional(menuGroupsOutput),
      service: z.exactOptional(menuGroupsOutput),
      dev: z.exactOptional(menuGroupsOutput),
      design: z.exactOptional(menuGroupsOutput),
      solution: z.exactOptional(menuGroupsOutput),
      builder: z.exactOptional(menuGroupsOutput),
    }),
    hasPassword: z.boolean(),
    /** When the account closes at its owner's request; null if it does not. */
    cancelAt: z.string().nullable(),
    /** The number of unread notices. */
    unread: z.number(),
    /** Changes whenever the space changes what its answers of configuration say (kit/data-stamp.ts). */
    dataStamp: z.string(),
    /** Whether an AI service is set up that the person may ask: not while the space is viewed as a role. */
    mayAskAi: z.boolean(),
  }),
  async run(_input, context) {
    const { principal, services, siteTenantId } = context;
    const { accountId, memberId, isAdministrator, isSuperAdmin, view } = principal;
    const [row] = await services.database.system((tx) =>
      tx.rows<{
        userName: string;
        mobile: string;
        hasPassword: boolean;
        cancelAt: string | null;
        avatar: string | null;
        name: string;
        tenantId: string;
        code: string;
        tenantName: { zh: string; en: string };
        isNew: boolean;
        unread: number;
        viewedRole: { zh: string; en: string } | null;
      }>(
        sql`select a.user_name as "userName", a.mobile, a.password_hash is not null as "hasPassword", a.cancel_at as "cancelAt", m.avatar, m.name, t.id as "tenantId", t.code, t.is_new as "isNew", ${unreadOfMember} as unread, ${spaceName} as "tenantName",
            (select r.name from role r where r.id = ${view?.roleId ?? null}::uuid and r.tenant_id = m.tenant_id and r.deleted_at is null) as "viewedRole"
          from account a join member m on m.id = ${memberId}::uuid join tenant t on t.id = m.tenant_id where a.id = ${accountId}::uuid`,
      ),
    );
    const pageIds = roleIdsOf(context);
    const [menus, dataStamp] = await Promise.all([
      menusFor({ ...context, pageIds }),
      readDataStamp(services.database, principal.tenantId),
    ]);
    const { tenantId, code, tenantName, isNew, mobile, avatar, viewedRole, ...profile } = row!;
    return {
      ...profile,
      id: accountId,
      avatar,
      mobile: isMobile(mobile) ? maskMobile(mobile) : "",
      isLimitedToSpace: Boolean(principal.identityId),
      parentId: null,
      detail: { avator: avatar },
      grade: null,
      merchant: { id: siteTenantId },
      tenant: { id: tenantId, sign: code, name: tenantName, isNew, origin: await services.tenants.originOf(tenantId) },
      view: view === undefined ? null : { name: viewedRole },
      isAdministrator,
      isSuperAdmin,
      allRoleIds: pageIds,
      menus,
      dataStamp,
      mayAskAi: services.chat.isSet && view === undefined,
    };
  },
});

export default userView;
declare module "#kit/call.ts" {
  interface Calls {
    "GET api/user/View": typeof userView;
  }
}
