import path from "node:path";
import type { Services } from "#kit/call.ts";
import { openCountry } from "#server/country.server.ts";
import type { Database } from "#server/database.server.ts";
import type { Env } from "#server/env.server.ts";
import { openFiles } from "#server/files.server.ts";
import type { Logger } from "#server/log.server.ts";
import { createMetrics } from "#server/metrics.server.ts";
import { createTenants } from "#server/tenants.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    /** True from the moment a stop was asked for: readiness says so, so that balancers send nobody else here. */
    isStopping: boolean;
    stop: () => Promise<void>;
  }
}

export type SetUp = { env: Env; log: Logger; database: Database; dataFolder: string };
