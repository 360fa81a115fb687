import type { Services } from "#kit/call.ts";
import type { Locale } from "#kit/text.ts";
import { changesTenants, platformCode } from "#server/tenants.server.ts";

/** Whose site a host name is, and how its pages name themselves. `key` begins the cache keys of its pages. */
export type Address = {
  tenantId: string;
  origin: string;
  key: string;
  /** The site's own language, for visitors of whom nothing else is known. */
  language: Locale | undefined;
};

/** A host name as browsers send it, with a port or none. Others do not get into links. */
const properHost = /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/i;
/** Host names remembered; made-up ones must not fill the memory. */
const most = 1000;

export type Addresses = {
  /** What is known already, without waiting. */
  known: (host: string | undefined) => Address | undefined;
  /** Null for a host name that nobody has. */
  find: (host: string | undefined) => Promise<Address | null>;
  /** Stands for a host name that nobody has: its pages name the platform's. */
  nowhere: (host: string | undefined) => Address;
};

/** Finds sites by host name. */
export function createAddresses({ tenants, database, env }: Pick<Services, "tenants" | "database" | "env">): Addresses {
  const known = new Map<string, Address>();
  let forgettings = 0;
  const base = env.PUBLIC_URL === undefined ? undefined : new URL(env.PUBLIC_URL);
  database.onChanged((tags) => {
    if (changesTenants(tags)) {
      known.clear();
      forgettings += 1;
    }
  });

  /** With PUBLIC_URL set, the platform's pages name that address whatever the request said: a made-up host never gets into a kept page. */
  function originOf(host: string, code: string): string {
    if (base === undefined) return `http://${properHost.test(host) ? host.toLowerCase() : "localhost"}`;
    return code === platformCode ? base.origin : `${base.protocol}//${host.toLowerCase()}`;
  }

  return {
    nowhere(host = "") {
      const origin = base?.origin ?? `http://localhost${/:\d{1,5}$/.exec(host)?.[0] ?? ""}`;
      return { tenantId: "", origin, key: `- ${origin} `, language: undefined };
    },
    known: (host) => known.get(host ?? ""),
    async find(host = "") {
      const before = forgettings;
      const tenant = await tenants.byHost(host);
      if (tenant === null) return null;
      const origin = originOf(host, tenant.code);
      const address: Address = {
        tenantId: tenant.id,
        origin,
        key: `${tenant.id} ${origin} `,
        language: tenant.language,
      };
      if (known.size >= most) known.clear();
      // What was looked up while somebody's address changed may be what it was: this once it is right, but it is not kept.
      if (before === forgettings) known.set(host, address);
      return address;
    },
  };
}
