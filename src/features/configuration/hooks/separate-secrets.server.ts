import autoConfig from "#entities/autoConfig.ts";
import { defineHook } from "#records/change/hooks.server.ts";
import { separateSecrets } from "../secrets.server.ts";

/** Keeps the secrets of a configuration apart from its value. */
export default defineHook({
  entity: autoConfig,
  prepare: ({ values, row, pepper }) => separateSecrets(pepper, values, row),
});
