import { isIP } from "node:net";
import { type SQL, sql } from "drizzle-orm";
import { platformCode, type Suspension } from "#kit/space.ts";
import { isLocale, type Locale } from "#kit/text.ts";
import type { Database } from "#server/postgres/database.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    tenants: Tenants;
  }
}

/** `language`: the default language of the tenant's site. `suspension`: why nobody can use the space; null for an active one. */
export type Tenant = { id: string; code: string; language?: Locale | undefined; suspension: Suspension | null };

/** A host name or IP address, with or without a port. */
const hostPattern = /^([^:]*|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i;

/**
 * Normalizes a `Host` header: lower case, no trailing dot, no leading zeros in the port. `port` begins with a colon, or is empty. Undefined when the
 * header is invalid.
 */
export function readHost(host: string): { name: string; port: string } | undefined {
  const [, name, port] = hostPattern.exec(host) ?? [];
  if (name === undefined || Number(port ?? 0) > 65_535) return undefined;
  const lower = name.toLowerCase();
  return { name: lower.endsWith(".") ? lower.slice(0, -1) : lower, port: port === undefined ? "" : `:${Number(port)}` };
}

export type Tenants = {
  /**
   * The tenant of the site at this host name: `<code>.<base>` or a verified custom domain. Other host names belong to the platform's own tenant,
   * except unassigned sub-domains and invalid hosts, for which the result is null.
   */
  byHost: (host: string | undefined) => Promise<Tenant | null>;
  /** Why nobody can use a space; null for an active one. @throws {Problem} unavailable */
  suspensionOf: (tenantId: string) => Promise<Suspension | null>;
  /** The tenant that owns the platform. @throws {Error} when the seed did not run */
  platform: () => Promise<Tenant>;
  /** The default language of the site at a host name, without waiting. Undefined when it has none, and before tenants are loaded. */
  languageAt: (host: string | undefined) => Locale | undefined;
  /**
   * The origin of a tenant's site. Without PUBLIC_URL it is a sub-domain of localhost. Null when PUBLIC_URL has an IP address, which
   * cannot have sub-domains.
   */
  originOf: (tenantId: string) => Promise<string | null>;
};

/** The message for a host name that belongs to no site (B-233). */
export const noSiteText = { zh: "编码不合法", en: "There is no site at this address" };

/** Whether a change affects the cached tenants: their addresses, or the languages of their sites. */
export const affectsTenants = (tags: readonly string[]): boolean =>
  tags.some((tag) => tag === "tenants" || tag === "*" || tag.endsWith(":site"));

/** Whether a host name belongs to the installation itself: the host of `publicUrl`, and its sub-domains. */
export function isInstallationHost(publicUrl: string | undefined, name: string): boolean {
  const base = new URL(publicUrl ?? "http://localhost").hostname;
  return name === base || name.endsWith(`.${base}`);
}

type TenantIndex = {
  byHost: Map<string, Tenant>;
  byCode: Map<string, Tenant>;
  byId: Map<string, Tenant>;
  hostOf: Map<string, string>;
};

type TenantRow = {
  id: string;
  code: string;
  host: string | null;
  language: string | null;
  suspension: Suspension | null;
};

/** SQL value: why nobody can use the space of tenant `t`; null for an active one. */
export const suspensionSql: SQL = sql`case when t.suspended_at is null then null when t.closed_at is null then 'suspended' else 'closed' end`;

/** Finds tenants by host name; caches all tenants until one changes. */
export function createTenants(database: Database, publicUrl: string | undefined): Tenants {
  const publicAddress = new URL(publicUrl ?? "http://localhost");
  const base = publicAddress.hostname;
  let loading: Promise<TenantIndex> | undefined;
  /** The last loaded tenants, which may be outdated. */
  let lastLoaded: TenantIndex | undefined;
  database.onChanged((tags) => {
    if (affectsTenants(tags)) loading = undefined;
  });

  async function load(): Promise<TenantIndex> {
    const rows = await database.system((tx) =>
      tx.rows<TenantRow>(sql`
        select t.id, t.code, t.host, s.default_language as language, ${suspensionSql} as suspension from tenant t left join lateral
          (select default_language from site where tenant_id = t.id and deleted_at is null order by created_at limit 1) s on true
        where t.erased_at is null`),
    );
    const customDomains = await database.system((tx) =>
      tx.rows<{ id: string; host: string }>(sql`select tenant_id as id, host from site_host where state = 'active'`),
    );
    const byHost = new Map<string, Tenant>();
    const byCode = new Map<string, Tenant>();
    const isIpAddress = isIP(base.replace(/^\[|\]$/g, "")) !== 0;
    const hostOf = new Map<string, string>();
    for (const { id, code, host, language, suspension } of rows) {
      const tenant: Tenant = { id, code, language: isLocale(language) ? language : undefined, suspension };
      byCode.set(code, tenant);
      if (host !== null) byHost.set(host.toLowerCase(), tenant);
      const defaultHost = code === platformCode ? base : isIpAddress ? null : `${code}.${base}`;
      const siteHost = host ?? defaultHost;
      if (siteHost !== null) hostOf.set(id, siteHost.toLowerCase());
    }
    const byId = new Map([...byCode.values()].map((tenant) => [tenant.id, tenant]));
    for (const { id, host } of customDomains) {
      const tenant = byId.get(id);
      if (tenant !== undefined && !byHost.has(host)) byHost.set(host, tenant);
    }
    lastLoaded = { byHost, byCode, byId, hostOf };
    return lastLoaded;
  }

  function loadCached() {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
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
    platform: async () => platformOf(await loadCached()),
    suspensionOf: async (tenantId) => (await loadCached()).byId.get(tenantId)?.suspension ?? null,
    languageAt: (host) => (lastLoaded === undefined ? undefined : find(lastLoaded, host)?.language),
    async originOf(tenantId) {
      const host = (await loadCached()).hostOf.get(tenantId);
      return host === undefined
        ? null
        : `${publicAddress.protocol}//${host}${publicAddress.port === "" ? "" : `:${publicAddress.port}`}`;
    },
    byHost: async (host) => find(await loadCached(), host),
  };
}
