import { asPgError } from "./sql-error.server.ts";

/** An error in the configuration, which no retry can solve; the message names the setting and its valid values. */
export class ConfigurationError extends Error {}

/** SQLSTATE invalid_authorization_specification, which `setupSql` raises for a database user that bypasses row security. */
export const unfitUserCode = "28000";

/** The exit code of the process after an error: 78 (EX_CONFIG of sysexits.h) makes the supervisor not restart it. */
export const exitCodeOf = (error: unknown): number =>
  error instanceof ConfigurationError || asPgError(error).code === unfitUserCode ? 78 : 1;
