import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import type { anyone } from "#kit/access.ts";
import type { CallInput, CallOutput, Calls } from "#kit/call.ts";
import { answerKey } from "#kit/storage-key.ts";
import { useLocale } from "#ui/locale.ts";
import { call } from "../call.ts";
import { dataStamp, followDataStamp, rememberDataStamp, storedAnswers, type themeRoutesKey } from "./data-stamp.ts";
import { type Person, usePerson } from "../person.ts";
import { readEntry, writeEntry } from "./stored-entries.ts";
import { readerLocale, wireRequest } from "../wire.ts";

/** The calls whose answers are stored for everybody. Each is open to everybody, which the compiler checks, so that nothing about a person or a space is stored. */
type StoredCallName = "GET api/Region/GetRegionData" | "GET api/theme/Routes";
type PublicCallName = {
  [N in StoredCallName]: Calls[N] extends { access: typeof anyone } ? N : never;
}[StoredCallName];

/**
 * The calls whose answers are stored for one person in one space: what the space defines, as far as the person may read it, and never a secret. All that
 * they depend on changes the stamp of the space (kit/data-stamp.ts).
 */
type PersonalCallName =
  | "GET basic/enum/{type}/kv"
  | "GET Api/Type/GetKeyValue"
  | "GET api/Type/GetKeyValue1"
  | "GET api/type/AllEnums"
  | "GET Api/DataSource/KeyValue"
  | "GET Api/Application/GetKeyValues"
  | "GET Api/Icon/GetListByUrl"
  | "GET Api/AppColor/List"
  | "GET Api/AutoConfig/GetAutoConfig"
  | "GET Api/AutoConfig/GetAutoConfigList"
  | "GET Api/AutoConfig/Get"
  | "GET Api/AutoConfig/GetKeyValues"
  | "GET paas/ai/prompts"
  | "GET paas/lightApp/fieldTypes";

/**
 * Makes a call that everybody may make, or returns its answer from this browser if that is at most an hour old (B-259). `key`: the name of the entry, by
 * default one that follows from the address and the language. Failures are not stored.
 * @throws {CallProblem}
 */
export async function cachedCall<N extends PublicCallName>(
  name: N,
  input: CallInput<N>,
  { signal, key }: { signal?: AbortSignal; key?: typeof themeRoutesKey } = {},
): Promise<CallOutput<N>> {
  return storedOrRead(key ?? answerKey(`${readerLocale()} ${wireRequest(name, input).url}`), () =>
    call(name, input, signal === undefined ? {} : { signal }),
  );
}

/** The answer of an entry, else that of the server. Failures are not stored. */
async function storedOrRead<T>(entryKey: string, read: () => Promise<T>): Promise<T> {
  const entry = readEntry(entryKey);
  if (entry !== undefined) return entry.data as T;
  const data = await read();
  writeEntry(entryKey, data);
  return data;
}

/**
 * Makes a call for a person, or returns its answer from this browser if it is at most an hour old and the space has not changed since. Nothing is stored
 * while the space is viewed as a role.
 */
function personalCall<N extends PersonalCallName>(
  person: Person,
  name: N,
  input: CallInput<N>,
  signal: AbortSignal,
): Promise<CallOutput<N>> {
  const read = () => call(name, input, { signal });
  if (person.view !== null) return read();
  const stamp = dataStamp() ?? rememberDataStamp(person.dataStamp);
  const { id, tenant, mayAskAi } = person;
  const parts = [id, tenant.id, mayAskAi, stamp, readerLocale(), wireRequest(name, input).url];
  return storedOrRead(answerKey(JSON.stringify(parts)), read);
}

const followedClients = new WeakSet<QueryClient>();

/** Makes the queries of a client that show stored answers again whenever the space has another stamp. */
function follow(client: QueryClient): void {
  if (followedClients.has(client)) return;
  followedClients.add(client);
  followDataStamp(() => void client.invalidateQueries({ queryKey: [storedAnswers] }));
}

/** Queries what the space defines, or with `select` a part of it, from this browser where it can; read again as soon as it changes, whoever changes it (`followDataStamp`). */
export function useStoredAnswer<N extends PersonalCallName, T = CallOutput<N>>(
  name: N,
  input: CallInput<N>,
  select?: (answer: CallOutput<N>) => T,
) {
  const locale = useLocale();
  const { data: person } = usePerson();
  follow(useQueryClient());
  return useQuery({
    queryKey: [storedAnswers, name, input, person?.id, person?.tenant.id, person?.view, locale],
    queryFn: ({ signal }) => personalCall(person!, name, input, signal),
    enabled: person !== undefined,
    staleTime: Infinity,
    ...(select === undefined ? {} : { select }),
  });
}
