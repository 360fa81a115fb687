import { idPrefixes, type PageRecord } from "#kit/page.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A new id: the prefix of the record's kind and 10 random characters. */
export function newRecordId({ kind }: Pick<PageRecord, "kind">): string {
  const random = crypto.getRandomValues(new Uint32Array(10));
  return `${idPrefixes[kind]}_${Array.from(random, (n) => alphabet[n % alphabet.length]).join("")}`;
}
