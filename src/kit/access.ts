import type { RowCondition } from "./row-condition.ts";
import type { Text } from "./text.ts";

/** Who makes a request. Every request has a principal, and no request body can change it. */
export type Principal =
  | { kind: "anonymous"; tenantId: string }
  | {
      kind: "user";
      accountId: string;
      memberId: string;
      tenantId: string;
      /** The sub-domain code of the tenant; the wire calls it `sign`. */
      tenantSign: string;
      sessionId: string;
      /** Whether the person proved their identity recently enough for sensitive calls (docs/decisions/016-step-up.md). */
      hasRecentProof: boolean;
      userName: string;
      isAdministrator: boolean;
      isSuperAdmin: boolean;
      /** The rights that the person's roles add to those of every member. */
      grants: readonly Grant[];
      /**
       * The link with which the person signed in through the identity provider of the space: the session has no access to other spaces and none to
       * the account as such (docs/decisions/100-identity-providers.md).
       */
      identityId?: string | null;
      /** The API key of a request on the person's behalf: it has only the rights of `grants`. */
      keyId?: string;
      /**
       * Set while an administrator views the space as a role: `grants` are those of the role, and nothing can be changed
       * (docs/decisions/060-view-as-role.md).
       */
      view?: RoleView;
    }
  | { kind: "system"; tenantId: string };

/** A view as a role; `isAdministrator` and `isSuperAdmin` are the person's own rights. */
export type RoleView = { roleId: string; isAdministrator: boolean; isSuperAdmin: boolean };

export type UserPrincipal = Extract<Principal, { kind: "user" }>;
/** The program itself, within one tenant. */
export type SystemPrincipal = Extract<Principal, { kind: "system" }>;
/** Who can send a request: a visitor or somebody signed in, never the program itself. */
export type RequestPrincipal = Exclude<Principal, SystemPrincipal>;

/** The operations on rows of an entity. `editContent`: changing the texts, pictures and links of a page and nothing else, which `update` includes. */
export const verbs = ["read", "add", "update", "delete", "export", "editContent"] as const;
export type Verb = (typeof verbs)[number];

/** The lowest level that has access. Each level includes the levels before it; with `nobody`, no request can use the verb. */
export const levels = ["anyone", "member", "administrator", "superAdmin", "nobody"] as const;
export type Level = (typeof levels)[number];

/** Who may do what with an entity's rows, within the caller's own tenant. */
export type EntityAccess = Record<Exclude<Verb, "editContent">, Level> & {
  /** Only for entities whose rows have content that is edited apart from the rest. */
  editContent?: Level;
};

/**
 * What a role grants on the rows of one entity of the space. `read` and `write` narrow it to fields, in lists, forms, filters, sorting, counts and
 * exports alike; null is every field. Writable fields are readable too. `export` narrows what a file may contain further; null, or nothing, is every
 * field that the role gives to read. `rows` narrows the grant to the rows that satisfy a condition (kit/row-rule.ts); without it, all rows. `actions`
 * and `pages` narrow the actions and the pages of the entity to those that are named; without them, all that the rest of the grant allows
 * (docs/decisions/126-grants-for-pages-and-actions.md).
 */
export type Grant = {
  entity: string;
  verbs: readonly Verb[];
  read: readonly string[] | null;
  write: readonly string[] | null;
  export?: readonly string[] | null;
  rows?: RowCondition;
  actions?: readonly string[];
  pages?: readonly string[];
};

/** The verbs of a grant. Whoever may update whole rows may edit their content. */
export const givenVerbs = ({ verbs: granted, read, write }: Grant): readonly Verb[] =>
  granted.includes("update") && read === null && write === null ? [...granted, "editContent"] : granted;

/**
 * Who may use a call: a level, or the access that an entity declares for a verb; the entity is the one named here, else the input's `type`. Required
 * on every call. `save` is an update when the input has an id, else an addition; `import` is either, by file. A call about one named entity works on
 * whole rows, so a role that is limited to some fields gives no access. `by`: the caller must be signed in, even if the entity allows visitors.
 */
export type Access = { level: Level } | { verb: Verb | "save" | "import"; type?: string; by?: "person" };

export const anyone = { level: "anyone" } as const satisfies Access;
export const member = { level: "member" } as const satisfies Access;
export const administrator = { level: "administrator" } as const satisfies Access;
export const superAdmin = { level: "superAdmin" } as const satisfies Access;

/** The access that an entity declares for the verb; the call's input names the entity in `type`. */
export function rowAccess(verb: Verb | "save"): { readonly verb: Verb | "save" };
/** The access that the entity `type` declares for the verb, for signed-in people only. */
export function rowAccess(
  verb: Verb | "save",
  type: string,
): { readonly verb: Verb | "save"; readonly type: string; readonly by: "person" };
export function rowAccess(verb: Verb | "save", type?: string): Access {
  return type === undefined ? { verb } : { verb, type, by: "person" };
}

/**
 * The principal of a call with this access. A user where the access requires more than `anyone` or `by`; a call that is open to all, or whose entity
 * may be, can come from a visitor.
 */
export type PrincipalFor<A extends Access> = A extends { level: Exclude<Level, "anyone"> } | { by: "person" }
  ? UserPrincipal
  : RequestPrincipal;

/** True for an access that requires signing in: `PrincipalFor` at run time. */
export const requiresSignIn = (access: Access): boolean =>
  "level" in access ? access.level !== "anyone" : access.by === "person";

const levelRanks: Record<Level, number> = { anyone: 0, member: 1, administrator: 2, superAdmin: 3, nobody: 9 };

/** True when a program sends the request with an API key. A key can use calls about rows, but no calls about an account. */
export const usesApiKey = (principal: Principal): boolean => principal.kind === "user" && principal.keyId !== undefined;

/** The person with the rights of a member who has this role and no other. */
export const withView = (principal: UserPrincipal, roleId: string, grants: readonly Grant[]): UserPrincipal => ({
  ...principal,
  isAdministrator: false,
  isSuperAdmin: false,
  grants,
  view: { roleId, isAdministrator: principal.isAdministrator, isSuperAdmin: principal.isSuperAdmin },
});

/**
 * An administrator with their own rights, whether or not they view the space as a role. After a view `grants` is empty: it replaced those of their
 * roles.
 */
export function withoutView({ view, ...principal }: UserPrincipal): UserPrincipal {
  if (view === undefined) return principal;
  const { isAdministrator, isSuperAdmin } = view;
  return { ...principal, isAdministrator, isSuperAdmin, grants: [] };
}

/** The highest level that `principal` has without roles. */
export function levelOf(principal: Principal): Level {
  if (principal.kind === "anonymous" || usesApiKey(principal)) return "anyone";
  if (principal.kind === "system" || principal.isSuperAdmin) return "superAdmin";
  return principal.isAdministrator ? "administrator" : "member";
}

/** True when `level` includes `minimum`. */
export const isAtLeast = (level: Level, minimum: Level): boolean => levelRanks[level] >= levelRanks[minimum];

/** Whether `principal` has at least `level`. Does not consider tenants: queries are scoped to one. */
export const hasLevel = (principal: Principal, level: Level): boolean => isAtLeast(levelOf(principal), level);

/** The message of every refused permission (B-244). */
export const forbiddenText: Text = { zh: "您的权限不足，无权访问", en: "You do not have permission to do this" };
/** The message of calls about the account as such, to people who signed in through the identity provider of a space. */
export const ownSignInText: Text = {
  zh: "您通过单点登录进入此空间。请用手机号登录后再操作账号。",
  en: "You signed in through single sign-on. To manage your account, sign in with your mobile number.",
};
/** The message when the proof of a sensitive call is too old (docs/decisions/016-step-up.md). */
export const verifyIdentityText: Text = { zh: "请再次验证身份", en: "Verify your identity" };
/** The message of every refused change during a view as a role. */
export const viewOnlyText: Text = {
  zh: "正在以角色查看，只能浏览。结束查看后才能修改。",
  en: "You are viewing as a role, which is read-only. Stop viewing to make changes.",
};
export const signInFirstText: Text = { zh: "请先登录", en: "Please sign in first" };
