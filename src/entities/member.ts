import { defineEntity } from "#kit/entity.ts";
import { json } from "#kit/internal-column.ts";

/** A person within a tenant. Sign-in data (mobile number, password) belongs to the person's account, not to the tenant. */
const member = defineEntity({
  type: "member",
  name: { zh: "成员", en: "Member" },
  listName: { zh: "成员", en: "Members" },
  access: { read: "administrator", add: "nobody", update: "administrator", delete: "nobody", export: "administrator" },
  stepUp: ["update", "export"],
  // A member whose role may change members could assign further roles to themselves.
  isGrantable: false,
  // Members who disabled themselves could not enter the space to undo it.
  readOnlyInOwnRow: ["status", "isAdministrator"],
  addUrl: "/paas/member/invite",
  addWord: { zh: "邀请", en: "Invite" },
  titleField: "name",
  actions: [
    {
      kind: "request",
      id: "disable",
      name: { zh: "停用", en: "Disable" },
      icon: "disable",
      if: { field: "status", op: "eq", value: "active" },
      whyNot: [
        {
          when: { field: "isAdministrator", op: "eq", value: true },
          text: { zh: "管理员需在编辑页面中停用", en: "Disable an administrator in their form" },
        },
      ],
      set: { status: "disabled" },
      question: {
        title: {
          zh: "停用“{name}”？停用后将无法进入此空间。",
          en: "Disable {name}? They will no longer be able to enter this space.",
        },
        isDangerous: true,
      },
      done: { zh: "已停用", en: "Disabled" },
    },
    {
      kind: "request",
      id: "enable",
      name: { zh: "启用", en: "Enable" },
      icon: "enable",
      if: {
        and: [
          { field: "status", op: "eq", value: "disabled" },
          { field: "accountId", op: "empty", value: false },
        ],
      },
      set: { status: "active" },
      done: { zh: "已启用", en: "Enabled" },
    },
    {
      kind: "event",
      id: "copyInvitationLink",
      name: { zh: "复制邀请链接", en: "Copy invitation link" },
      icon: "link",
      if: { field: "status", op: "eq", value: "invited" },
      event: "copyLink",
      url: "/paas/index?invitation={id}",
    },
  ],
  fields: {
    userName: { type: "textbox", name: { zh: "用户名", en: "Username" }, readOnly: true, search: "contains" },
    mobile: { type: "textbox", name: { zh: "手机号", en: "Mobile number" }, readOnly: true, column: { width: 140 } },
    name: { type: "textbox", name: { zh: "姓名", en: "Name" }, max: 50, search: "contains" },
    avatar: { type: "image", name: { zh: "头像", en: "Avatar" } },
    isAdministrator: {
      type: "switch",
      name: { zh: "管理员", en: "Administrator" },
      value: false,
      column: { width: 120 },
    },
    status: {
      type: "dropdownlist",
      name: { zh: "状态", en: "Status" },
      required: true,
      value: "active",
      search: "eq",
      column: { width: 120 },
      options: [
        { key: "invited", name: { zh: "已邀请", en: "Invited" }, color: "azurite" },
        { key: "active", name: { zh: "正常", en: "Active" }, color: "malachite" },
        { key: "disabled", name: { zh: "已停用", en: "Disabled" }, color: "cinnabar" },
      ],
    },
    roles: {
      type: "relationcheckbox",
      name: { zh: "角色", en: "Roles" },
      entity: "role",
      search: "has",
      helpBlock: {
        zh: "管理员拥有全部权限，不需要角色。",
        en: "Administrators have full access and need no roles.",
      },
    },
    lastSeenAt: {
      type: "datepicker",
      name: { zh: "最近使用", en: "Last seen" },
      readOnly: true,
      whenEmpty: { zh: "从未", en: "Never" },
      column: { width: 170 },
    },
  },
  internal: {
    accountId: { type: "uuid", references: { table: "account" } },
    /** HMAC of the number that was invited, until its owner joins (features/space). */
    invitation: { type: "text" },
    /** The invited number, encrypted, so that the invitation can be sent again; cleared when its owner has answered. */
    invitedMobile: { type: "text" },
    /** When invitations were sent to this member: their number is limited. */
    invitationSentAt: { type: "timestamps", required: true, value: [] },
    /** The ids of the saved views with which lists open for this member, by list. */
    defaultViews: json<Record<string, string>>(),
  },
  groups: [{ name: { zh: "成员", en: "Member" }, fields: ["name", "avatar", "status", "roles"] }],
  list: {
    columns: ["name", "mobile", "roles", "isAdministrator", "status", "lastSeenAt"],
    sort: { field: "createdAt", direction: "desc" },
  },
  searchable: ["name", "userName"],
  lookups: ["accountId", "invitation"],
  unique: [["accountId"], ["invitation"]],
  check({ accountId, status, isAdministrator, mobile }) {
    // Administrators can always sign in without the identity provider of the space, which members without a number cannot.
    if (isAdministrator === true && typeof accountId === "string" && (mobile ?? "") === "")
      return {
        isAdministrator: {
          zh: "通过单点登录加入的成员没有手机号，不能担任管理员",
          en: "Members added by single sign-on have no mobile number and cannot be administrators",
        },
      };
    const hasJoined = typeof accountId === "string";
    if (!hasJoined && status === "active")
      return { status: { zh: "对方接受邀请后才会变为正常", en: "They become active once they accept the invitation" } };
    if (hasJoined && status === "invited")
      return { status: { zh: "对方已加入", en: "This person has already joined" } };
    return {};
  },
});

export default member;
declare module "#kit/entity.ts" {
  interface Entities {
    member: typeof member;
  }
}
