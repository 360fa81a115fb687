/**
 * The entities whose rows decide what stored answers say (client/answers/cached-call.ts): what administrators define, and who may read it. The stamp of a space
 * is the latest change of one of them, and answers that were stored under another stamp are not used.
 */
export const stampedTypes = [
  "autoConfig",
  "collectData",
  "configForm",
  "enum",
  "icon",
  "lightApp",
  "member",
  "placeHolderVar",
  "relationTree",
  "role",
  "site",
  "theme",
] as const;
