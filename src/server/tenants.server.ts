import { isIP } from "node:net";
import { sql } from "drizzle-orm";
import type { Database } from "./database.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    tenants: Tenants;
  }
}

export type Tenant = { id: string; code: string };

export type Tenants = {
  /** The tenant whose site answers under this host name: `<code>.<base>`, an own host, else the platform's own company; null for a sub-domain nobody has. */
  byHost: (host: string | undefined) => Promise<Tenant | null>;
  platform: () => Promise<Tenant>;
  /**
   * Where a tenant's site is seen. Without PUBLIC_URL below localhost and without a port: that is the one the reader uses. Null where
   * sub-domains cannot be, because the program is reached by a number.
   */
  originOf: (tenantId: string) => Promise<string | null>;
};

/** Said of a host name that nobody has (spec section 8). */
export const noSiteText = { zh: "编码不合法", en: "There is no site at this address" };

/** Code of the tenant that owns the platform: its site answers under every host name that is not somebody else's. */
export const platformCode = "meridian";

/** Finds tenants by host name; remembers all of them until one changes (tag `tenants`). */
export function createTenants(database: Database, publicUrl: string | undefined): Tenants {
  const home = new URL(publicUrl ?? "http://localhost");
  const base = home.hostname;
  let known:
    | Promise<{ byHost: Map<string, Tenant>; byCode: Map<string, Tenant>; hostOf: Map<string, string> }>
    | undefined;
  database.onChanged((tags) => {
    if (tags.includes("tenants") || tags.includes("*")) known = undefined;
  });

  async function load() {
    const rows = await database.system((tx) =>
      tx.rows<{ id: string; code: string; host: string | null }>(sql`select id, code, host from tenant`),
    );
    const byHost = new Map<string, Tenant>();
    const byCode = new Map<string, Tenant>();
    const isNumber = isIP(base.replace(/^\[|\]$/g, "")) !== 0;
    const hostOf = new Map<string, string>();
    for (const { id, code, host } of rows) {
      byCode.set(code, { id, code });
      if (host !== null) byHost.set(host.toLowerCase(), { id, code });
      const below = code === platformCode ? base : isNumber ? null : `${code}.${base}`;
      const found = host ?? below;
      if (found !== null) hostOf.set(id, found.toLowerCase());
    }
    return { byHost, byCode, hostOf };
  }

  function all() {
    known ??= load().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  }

  async function platform(): Promise<Tenant> {
    const found = (await all()).byCode.get(platformCode);
    if (found === undefined) throw new Error("The platform's own tenant is missing: the seed did not run.");
    return found;
  }

  return {
    platform,
    async originOf(tenantId) {
      const host = (await all()).hostOf.get(tenantId);
      return host === undefined ? null : `${home.protocol}//${host}${home.port === "" ? "" : `:${home.port}`}`;
    },
    async byHost(host) {
      const name = (host ?? "").toLowerCase().replace(/:\d+$/, "");
      const { byHost, byCode } = await all();
      const own = byHost.get(name);
      if (own !== undefined) return own;
      if (!name.endsWith(`.${base}`)) return platform();
      const code = name.slice(0, -base.length - 1);
      return code === "www" ? platform() : (byCode.get(code) ?? null);
    },
  };
}
