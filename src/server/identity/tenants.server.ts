import { isIP } from "node:net";
import { sql } from "drizzle-orm";
import { isLocale, type Locale } from "#kit/text.ts";
import type { Database } from "#server/postgres/database.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    tenants: Tenants;
  }
}

/** `language`: the default language of its site. */
export type Tenant = { id: string; code: string; language?: Locale | undefined };

/** A host name or IP address, with or without a port. */
const hostForm = /^([^:]*|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i;

/**
 * Normalizes a `Host` header: lower case, without a trailing dot, the port without leading zeros. Undefined when it is invalid, such as one with two
 * ports.
 */
export function readHost(host: string): { name: string; port: string } | undefined {
  const [, name, port] = hostForm.exec(host) ?? [];
  if (name === undefined || Number(port ?? 0) > 65_535) return undefined;
  const lower = name.toLowerCase();
  return { name: lower.endsWith(".") ? lower.slice(0, -1) : lower, port: port === undefined ? "" : `:${Number(port)}` };
}

export type Tenants = {
  /**
   * The tenant of the site at this host name: `<code>.<base>`, a custom domain that is proved, else the platform's own company; null for an unassigned sub-domain, and
   * for an invalid host.
   */
  byHost: (host: string | undefined) => Promise<Tenant | null>;
  platform: () => Promise<Tenant>;
  /** The language of the site at a host name, without waiting: undefined also while tenants are not loaded. */
  languageAt: (host: string | undefined) => Locale | undefined;
  /**
   * The origin of a tenant's site. Without PUBLIC_URL it is below localhost and without a port, which only the browser knows. Null when the server is
   * reached by an IP address, which has no sub-domains.
   */
  originOf: (tenantId: string) => Promise<string | null>;
};

/** The message for a host name that belongs to no site (B-233). */
export const noSiteText = { zh: "编码不合法", en: "There is no site at this address" };

/** Code of the tenant that owns the platform: its site is the default for unassigned host names. */
export const platformCode = "meridian";

/** Whether a change touches what is remembered of tenants: their addresses, or the language of their site. */
export const changesTenants = (tags: readonly string[]): boolean =>
  tags.some((tag) => tag === "tenants" || tag === "*" || tag.endsWith(":site"));

/** The names of the installation itself: that of its address, and all below it. */
export function isHostOf(publicUrl: string | undefined, name: string): boolean {
  const base = new URL(publicUrl ?? "http://localhost").hostname;
  return name === base || name.endsWith(`.${base}`);
}

type TenantIndex = { byHost: Map<string, Tenant>; byCode: Map<string, Tenant>; hostOf: Map<string, string> };

/** Finds tenants by host name; caches all of them until one changes. */
export function createTenants(database: Database, publicUrl: string | undefined): Tenants {
  const home = new URL(publicUrl ?? "http://localhost");
  const base = home.hostname;
  let tenantsPromise: Promise<TenantIndex> | undefined;
  /** The tenants as last read. */
  let latest: TenantIndex | undefined;
  database.onChanged((tags) => {
    if (changesTenants(tags)) tenantsPromise = undefined;
  });

  async function load(): Promise<TenantIndex> {
    const rows = await database.system((tx) =>
      tx.rows<{ id: string; code: string; host: string | null; language: string | null }>(sql`
        select t.id, t.code, t.host, s.default_language as language from tenant t left join lateral
          (select default_language from site where tenant_id = t.id and deleted_at is null order by created_at limit 1) s on true`),
    );
    const domains = await database.system((tx) =>
      tx.rows<{ id: string; host: string }>(sql`select tenant_id as id, host from site_host where state = 'active'`),
    );
    const byHost = new Map<string, Tenant>();
    const byCode = new Map<string, Tenant>();
    const isNumber = isIP(base.replace(/^\[|\]$/g, "")) !== 0;
    const hostOf = new Map<string, string>();
    for (const { id, code, host, language } of rows) {
      const tenant: Tenant = { id, code, language: isLocale(language) ? language : undefined };
      byCode.set(code, tenant);
      if (host !== null) byHost.set(host.toLowerCase(), tenant);
      const below = code === platformCode ? base : isNumber ? null : `${code}.${base}`;
      const match = host ?? below;
      if (match !== null) hostOf.set(id, match.toLowerCase());
    }
    const byId = new Map([...byCode.values()].map((tenant) => [tenant.id, tenant]));
    for (const { id, host } of domains) {
      const tenant = byId.get(id);
      if (tenant !== undefined && !byHost.has(host)) byHost.set(host, tenant);
    }
    latest = { byHost, byCode, hostOf };
    return latest;
  }

  function all() {
    tenantsPromise ??= load().catch((error: unknown) => {
      tenantsPromise = undefined;
      throw error;
    });
    return tenantsPromise;
  }

  function platformOf({ byCode }: TenantIndex): Tenant {
    const platform = byCode.get(platformCode);
    if (platform === undefined) throw new Error("The platform's own tenant is missing: the seed did not run.");
    return platform;
  }

  function find(tenants: TenantIndex, host = ""): Tenant | null {
    const { byHost, byCode } = tenants;
    const name = readHost(host)?.name;
    if (name === undefined) return null;
    const hostTenant = byHost.get(name);
    if (hostTenant !== undefined) return hostTenant;
    if (!name.endsWith(`.${base}`)) return platformOf(tenants);
    const code = name.slice(0, -base.length - 1);
    return code === "www" ? platformOf(tenants) : (byCode.get(code) ?? null);
  }

  return {
    platform: async () => platformOf(await all()),
    languageAt: (host) => (latest === undefined ? undefined : find(latest, host)?.language),
    async originOf(tenantId) {
      const host = (await all()).hostOf.get(tenantId);
      return host === undefined ? null : `${home.protocol}//${host}${home.port === "" ? "" : `:${home.port}`}`;
    },
    byHost: async (host) => find(await all(), host),
  };
}
