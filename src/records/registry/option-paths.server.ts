/** Calls that list options, with the parameter that names the list. `isProgramList`: its lists are those of the program, others are option sets. */
const optionCalls = [
  { path: /^basic\/enum\/([\w-]{1,60})\/kv$/i, parameters: [], isProgramList: false },
  { path: /^type\/getkeyvalue1?$/i, parameters: ["type"], isProgramList: false },
  { path: /^datasource\/keyvalue$/i, parameters: ["key", "type"], isProgramList: true },
];

/** An address that is none of the calls above counts as the name of a list that does not exist. */
const longestPath = 120;

/**
 * The name of the list of options that a path of this server answers, in either envelope; undefined for every other path. A field may name such a path as
 * its `dataSource` (E-041, Q-13): nothing is fetched, and no other address is a source.
 */
export function listAtPath(address: string): string | undefined {
  if (address.length > longestPath) return undefined;
  const [pathname = "", search = ""] = address.split("?", 2);
  const [, path] = /^\/?api\/([\w/-]+)$/i.exec(pathname) ?? [];
  if (path === undefined) return undefined;
  const query = new URLSearchParams(search);
  for (const call of optionCalls) {
    const match = call.path.exec(path);
    if (match === null) continue;
    const name = match[1] ?? call.parameters.map((parameter) => query.get(parameter)).find((value) => value !== null);
    if (name === undefined || name === null || name === "") return undefined;
    return call.isProgramList && !name.startsWith("datasource__") ? `datasource__${name}` : name;
  }
  return undefined;
}
