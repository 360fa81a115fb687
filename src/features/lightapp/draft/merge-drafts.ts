import { isSame } from "#kit/same.ts";
import type { Draft, DraftDefinition, DraftField, DraftGroup } from "./draft.ts";

/** What two people have changed differently: a setting of the light app or of a field, a whole field that one of them removed, or the groups. */
export type Conflict = {
  key: string;
  /** The name of the field; undefined for the light app itself. */
  field?: string;
  /** The setting; undefined for a whole field. */
  setting?: string;
  mine: unknown;
  theirs: unknown;
};

/** Three states of one thing. Without `base`, nobody knows what it was before. */
type Versions<T> = { base: T | undefined; mine: T; theirs: T; isBaseKnown: boolean };
/** Chooses between two versions of a part: the one that was changed, or else as the person decides. */
type Choose = <T>(part: Omit<Conflict, "mine" | "theirs">, versions: Versions<T>) => T;

const entry = (object: object | undefined, key: string): unknown =>
  (object as Record<string, unknown> | undefined)?.[key];
const keysOf = (...objects: (object | undefined)[]) => [
  ...new Set(objects.flatMap((object) => Object.keys(object ?? {}))),
];
const defined = (entries: readonly (readonly [string, unknown])[]) =>
  Object.fromEntries(entries.filter(([, value]) => value !== undefined));

/** The members of a list that both versions keep or one of them has added. Without a base, those of either. */
function mergeMembers({ base = [], mine, theirs }: Versions<readonly string[]>): Set<string> {
  const isIn = (name: string) =>
    base.includes(name) ? mine.includes(name) && theirs.includes(name) : mine.includes(name) || theirs.includes(name);
  return new Set([...mine, ...theirs].filter(isIn));
}

/** The members in the order of the version that was reordered, and of mine if both were; what only the other has follows its neighbour there. */
function mergeOrder(versions: Versions<readonly string[]>, members: ReadonlySet<string>): string[] {
  const { base = [], mine, theirs } = versions;
  const common = (names: readonly string[]) =>
    names.filter((name) => [base, mine, theirs].every((list) => list.includes(name)));
  const isMine = !isSame(common(mine), common(base)) || isSame(common(theirs), common(base));
  const [main, other] = isMine ? [mine, theirs] : [theirs, mine];
  const order = main.filter((name) => members.has(name));
  for (const [index, name] of other.entries()) {
    if (!members.has(name) || order.includes(name)) continue;
    const before = other.slice(0, index).findLast((candidate) => order.includes(candidate));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, name);
  }
  return order;
}

const fieldOf = ({ fields }: DraftDefinition, name: string) => fields.find(({ field }) => field === name);
const namesOf = ({ fields }: DraftDefinition) => fields.map(({ field }) => field);

/** One field, setting by setting; undefined if it is removed. */
function mergeField(name: string, versions: Versions<DraftField | undefined>, choose: Choose): DraftField | undefined {
  const { base, mine, theirs, isBaseKnown } = versions;
  if (mine === undefined || theirs === undefined) return choose({ key: `fields.${name}`, field: name }, versions);
  const settings = keysOf(mine, theirs).map(
    (setting) =>
      [
        setting,
        choose(
          { key: `fields.${name}.${setting}`, field: name, setting },
          { base: entry(base, setting), mine: entry(mine, setting), theirs: entry(theirs, setting), isBaseKnown },
        ),
      ] as const,
  );
  return defined(settings) as DraftField;
}

/** The groups of one version, with the fields that only the other version has in groups. */
function mergeGroups(versions: Versions<DraftDefinition>, fields: ReadonlySet<string>, choose: Choose): DraftGroup[] {
  const { base, mine, theirs, isBaseKnown } = versions;
  // Fields that somebody added or removed do not make groups different.
  const isCommon = (name: string) =>
    [mine, theirs, ...(base === undefined ? [] : [base])].every(
      (definition) => fieldOf(definition, name) !== undefined,
    );
  const common = (definition: DraftDefinition) =>
    definition.groups.map((group) => ({ ...group, fields: group.fields.filter(isCommon) }));
  const chosen = choose(
    { key: "app.groups", setting: "groups" },
    { base: base && common(base), mine: common(mine), theirs: common(theirs), isBaseKnown },
  );
  const isMine = isSame(chosen, common(mine));
  const [main, other] = isMine ? [mine, theirs] : [theirs, mine];
  const groups = main.groups.map((group) => ({ ...group, fields: group.fields.filter((name) => fields.has(name)) }));
  const placed = new Set(groups.flatMap((group) => group.fields));
  for (const [index, group] of other.groups.entries())
    for (const [at, name] of group.fields.entries()) {
      const target = groups.find((candidate) => isSame(candidate.name, group.name)) ?? groups[index] ?? groups.at(-1);
      if (target === undefined || placed.has(name) || !fields.has(name)) continue;
      const before = group.fields.slice(0, at).findLast((candidate) => target.fields.includes(candidate));
      target.fields.splice(before === undefined ? 0 : target.fields.indexOf(before) + 1, 0, name);
      placed.add(name);
    }
  return groups;
}

/** The definitions without what is merged in a way of its own. */
const otherSettings = ({
  fields: _f,
  groups: _g,
  list: _l,
  searchable: _s,
  unique: _u,
  access: _a,
  ...rest
}: DraftDefinition) => rest;

function mergeDefinitions(versions: Versions<DraftDefinition>, choose: Choose): DraftDefinition {
  const { base, mine, theirs, isBaseKnown } = versions;
  const of = <T>(read: (definition: DraftDefinition) => T): Versions<T> => ({
    base: base && read(base),
    mine: read(mine),
    theirs: read(theirs),
    isBaseKnown,
  });
  const settings = <T extends object>(read: (definition: DraftDefinition) => T) => {
    const parts = of(read);
    const names = keysOf(parts.base, parts.mine, parts.theirs);
    return defined(
      names.map((setting) => [
        setting,
        choose(
          { key: `app.${setting}`, setting },
          of((one) => entry(read(one), setting)),
        ),
      ]),
    );
  };
  const fields = new Map(
    keysOf(
      ...[mine, theirs].map(({ fields: all }) => Object.fromEntries(all.map(({ field }) => [field, true]))),
    ).flatMap((name) => {
      const merged = mergeField(
        name,
        of((one) => fieldOf(one, name)),
        choose,
      );
      return merged === undefined ? [] : [[name, merged] as const];
    }),
  );
  const names = new Set(fields.keys());
  const members = (read: (definition: DraftDefinition) => readonly string[]) => {
    const lists = of(read);
    const merged = new Set([...mergeMembers(lists)].filter((name) => names.has(name)));
    return mergeOrder(lists, merged);
  };
  const unique = [...mergeMembers(of(({ unique: rules = [] }) => rules.map((rule) => JSON.stringify(rule))))]
    .map((rule) => JSON.parse(rule) as string[])
    .filter((rule) => rule.every((name) => names.has(name)));
  const rest = settings(otherSettings);
  const columns = members(({ list }) => list.columns);
  return {
    ...rest,
    access: settings(({ access }) => access),
    fields: mergeOrder(of(namesOf), names).map((name) => fields.get(name)!),
    groups: mergeGroups(versions, names, choose),
    list: {
      columns: columns.length === 0 ? [String(rest.titleField)] : columns,
      sort: choose(
        { key: "app.sort", setting: "sort" },
        of(({ list }) => list.sort),
      ),
    },
    ...(mine.searchable === undefined && theirs.searchable === undefined
      ? {}
      : { searchable: members(({ searchable = [] }) => searchable) }),
    ...(unique.length === 0 ? {} : { unique }),
  } as DraftDefinition;
}

/**
 * Merges two drafts that were made of `base`; undefined if nobody knows that draft. What one person changed is taken over. What both changed
 * differently is a conflict: theirs for the keys in `accepted`, else mine. Undefined if the text of one of the drafts is no definition.
 */
export function mergeDrafts(
  { base, mine, theirs }: { base: Draft | undefined; mine: Draft; theirs: Draft },
  accepted: ReadonlySet<string> = new Set(),
): { draft: Draft; conflicts: Conflict[] } | undefined {
  if ([base, mine, theirs].some((draft) => draft?.json !== undefined)) return undefined;
  const conflicts: Conflict[] = [];
  const isBaseKnown = base !== undefined;
  const choose: Choose = (part, versions) => {
    if (isSame(versions.mine, versions.theirs)) return versions.mine;
    if (isBaseKnown && isSame(versions.mine, versions.base)) return versions.theirs;
    if (isBaseKnown && isSame(versions.theirs, versions.base)) return versions.mine;
    conflicts.push({ ...part, mine: versions.mine, theirs: versions.theirs });
    return accepted.has(part.key) ? versions.theirs : versions.mine;
  };
  const of = <K extends keyof Draft>(key: K) => ({
    base: base?.[key],
    mine: mine[key],
    theirs: theirs[key],
    isBaseKnown,
  });
  const draft: Draft = {
    name: choose({ key: "app.name", setting: "name" }, of("name") as Versions<Draft["name"]>),
    tableName: choose({ key: "app.tableName", setting: "tableName" }, of("tableName") as Versions<string>),
    definition: mergeDefinitions(
      { base: base?.definition, mine: mine.definition, theirs: theirs.definition, isBaseKnown },
      choose,
    ),
  };
  return { draft, conflicts };
}
