import { asPgError } from "./sql-error.server.ts";

/** An error in the configuration, which no retry can solve; the message names the setting and its valid values. */
export class ConfigurationError extends Error {}

/** SQLSTATE invalid_authorization_specification: the database's user is not one the program can work with. */
export const unfitUser = "28000";

/** The exit code that tells the supervisor whether to restart: 78 (EX_CONFIG of sysexits.h) means not to. */
export const exitCodeOf = (error: unknown): number =>
  error instanceof ConfigurationError || asPgError(error).code === unfitUser ? 78 : 1;
