import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import collectData from "#entities/collectData.ts";
import enumEntity from "#entities/enum.ts";
import placeHolderVar from "#entities/placeHolderVar.ts";
import type { Principal } from "#kit/access.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import type { FieldConfig } from "#kit/field.ts";
import type { EntityRegistry, Referrer } from "#kit/entity-registry.ts";
import { type ViewRow, viewLimits } from "#kit/joined-view.ts";
import { getOrCompute } from "#kit/memo.ts";
import { Problem } from "#kit/problem.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { tenantOfEntitiesTag, tenantOfRowsTag } from "#server/postgres/tags.server.ts";
import { enumNamesIn, type EnumRow, enumsSql, optionSources } from "./enums.server.ts";
import { fieldTypeOf } from "./field-types.server.ts";
import type { FindEntity } from "./joined-values.server.ts";
import { type DefinitionText, packDefinitions, type PackedDefinition } from "./packed-definitions.server.ts";
import { placeholdersOf, type VariableRow, variablesSql } from "./placeholders.server.ts";
import { createReadyDefinitions } from "./ready-definitions.server.ts";
import { type StoredDefinition, storedEntityOf } from "./stored-definition.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    registries: Registries;
  }
}

export type Registries = {
  /** The entities of the program, which every space has. Their relations refer only to each other. */
  code: EntityRegistry;
  /** The entities of one space: those of the program, and its own. */
  of: (tenantId: string) => Promise<EntityRegistry>;
  /** The entities of a reader's space, and its views as this reader may see them. */
  for: (principal: Principal) => Promise<EntityRegistry>;
};

/** Makes a view for one reader. @throws {Problem} when something that it needs is gone */
export type MakeView = (find: FindEntity, principal: Principal, row: ViewRow) => EntityDefinition;

const unknownTypeText = { zh: "类型传入不正确，请重新传入", en: "Unknown type" };

/** Maximum bytes of packed definitions in memory. The least recently used space is evicted first; its definitions are read again on demand. */
const maxPackedBytes = 20_000_000;
/** Memory that a registry takes besides its definitions, in bytes. */
const registryBytes = 1000;

/** The views of a space. */
const viewsSql = (tenantId: string) => sql`
  select id, version, name, table_name as "tableName", base, columns, conditions,
    max_rows as "maxRows", readers
  from collect_data where tenant_id = ${tenantId}::uuid and deleted_at is null order by created_at, id limit ${viewLimits.views}`;

/** A registry of these entities. */
export function createRegistry(entities: readonly EntityDefinition[]): EntityRegistry {
  const byType = new Map(entities.map((entity) => [entity.type.toLowerCase(), entity]));
  return {
    all: entities,
    views: [],
    referrers: new Map(),
    find(type) {
      const entity = typeof type === "string" ? byType.get(type.toLowerCase()) : undefined;
      if (entity === undefined) throw new Problem("notFound", unknownTypeText);
      return entity;
    },
  };
}

/** The relations to single rows in these definitions, by the type that they refer to. */
function referrersIn(texts: readonly DefinitionText[]): ReadonlyMap<string, readonly Referrer[]> {
  const relations = texts
    .filter(({ text }) => text.includes('"entity"'))
    .flatMap(({ type, text }) =>
      Object.entries((JSON.parse(text) as StoredDefinition).fields).flatMap(([field, config]) => {
        const { storage, references } = fieldTypeOf(config as FieldConfig);
        const target = storage === "uuid" ? references?.(config as FieldConfig).entity : undefined;
        const { onDelete } = config as Pick<Referrer, "onDelete">;
        return target === undefined ? [] : [{ target, type, field, ...(onDelete === undefined ? {} : { onDelete }) }];
      }),
    );
  const byTarget = Map.groupBy(relations, ({ target }) => target.toLowerCase());
  return new Map(
    [...byTarget].map(([target, found]) => [target, found.map(({ target: _target, ...referrer }) => referrer)]),
  );
}

/** The entities and the views of a space, the same for all readers. */
type Space = { registry: EntityRegistry; views: readonly ViewRow[] };

/** The registry of a space for one reader, who finds views by their identifier or their id. */
function readerRegistry({ registry, views }: Space, principal: Principal, makeView: MakeView): EntityRegistry {
  if (views.length === 0) return registry;
  const rows = new Map(views.flatMap((row) => [[row.tableName.toLowerCase(), row] as const, [row.id, row] as const]));
  const madeViews = new Map<ViewRow, EntityDefinition>();
  const findEntity: FindEntity = (type) => {
    try {
      return registry.find(type);
    } catch (error) {
      if (error instanceof Problem) return undefined;
      throw error;
    }
  };
  const viewOfRow = (row: ViewRow) => getOrCompute(madeViews, row, () => makeView(findEntity, principal, row));
  const find = (type: unknown): EntityDefinition => {
    const entity = typeof type === "string" ? findEntity(type) : undefined;
    const row = typeof type === "string" ? rows.get(type.toLowerCase()) : undefined;
    return entity === undefined && row !== undefined ? viewOfRow(row) : registry.find(type);
  };
  return {
    shared: registry,
    referrers: registry.referrers,
    get all() {
      return registry.all;
    },
    get views() {
      return views.flatMap((row) => {
        try {
          const view = viewOfRow(row);
          return view.access.read === "nobody" || findEntity(view.type) !== undefined ? [] : [view];
        } catch (error) {
          // Something that the view needs is gone.
          if (error instanceof Problem) return [];
          throw error;
        }
      });
    },
    find,
  };
}

/**
 * Creates the registries of all spaces, once per process. A space without own entities and views uses the registry of the program. `makeView`: absent
 * in programs without readers.
 */
export function createRegistries(
  database: Database,
  codeEntities: readonly EntityDefinition[],
  makeView?: MakeView,
): Registries {
  const code = createRegistry(codeEntities);
  const codeSpace: Space = { registry: code, views: [] };
  const readyDefinition = createReadyDefinitions();
  const spaces = new LRUCache<string, Promise<Space>>({ maxSize: maxPackedBytes });
  /** The ids of spaces that define entities or views. */
  const customSpaces = new Set<string>();
  let spacesRead: Promise<void> | undefined;

  database.onChanged((tags) => {
    // "*": notifications may have been missed, for example that a space defined its first entity.
    if (tags.includes("*")) {
      spaces.clear();
      spacesRead = undefined;
    }
    for (const tag of tags) {
      const tenantId = tenantOfEntitiesTag(tag) ?? tenantOfRowsTag(tag, collectData.type);
      if (tenantId !== undefined) customSpaces.add(tenantId);
      // The options of an option set and the values of variables are part of the entities that refer to them.
      const changedSpace =
        tenantId ?? tenantOfRowsTag(tag, enumEntity.type) ?? tenantOfRowsTag(tag, placeHolderVar.type);
      if (changedSpace !== undefined) spaces.delete(changedSpace);
    }
  });

  async function readSpaces(): Promise<void> {
    const rows = await database.read<{ id: string }>(
      "*",
      sql`select tenant_id as id from entity_definition union select tenant_id from collect_data where deleted_at is null`,
    );
    for (const { id } of rows) customSpaces.add(id);
  }

  /** The option sets that definitions refer to. */
  async function readEnums(tenantId: string, texts: readonly DefinitionText[]): Promise<EnumRow[]> {
    const names = texts
      .filter(({ text }) => text.includes('"dataSource"'))
      .flatMap(({ text }) => enumNamesIn((JSON.parse(text) as StoredDefinition).fields));
    return names.length === 0 ? [] : database.read<EnumRow>(tenantId, enumsSql(tenantId, [...new Set(names)]));
  }

  /** The variables of the space, if a definition may name one. */
  async function readVariables(tenantId: string, texts: readonly DefinitionText[]): Promise<VariableRow[]> {
    const mayName = texts.some(({ text }) => /\{[A-Za-z]/.test(text));
    return mayName ? database.read<VariableRow>(tenantId, variablesSql(tenantId)) : [];
  }

  async function read(tenantId: string): Promise<Space & { size: number }> {
    const [texts, views] = await Promise.all([
      database.read<DefinitionText>(
        tenantId,
        sql`select id, type, version, facets, definition::text as text from entity_definition
          where tenant_id = ${tenantId}::uuid and unpublished_at is null order by type`,
      ),
      database.read<ViewRow>(tenantId, viewsSql(tenantId)),
    ]);
    const [enums, variables] = await Promise.all([readEnums(tenantId, texts), readVariables(tenantId, texts)]);
    const sources = { options: optionSources(enums), variables: placeholdersOf(variables) };
    const hasSources = enums.length > 0 || variables.length > 0;
    const sourcesText = JSON.stringify([enums, variables]);
    const sourcesKey = hasSources ? createHash("sha256").update(sourcesText).digest("base64url") : "";
    const definitionOf = ({ id, version, facets, unpack }: PackedDefinition): EntityDefinition =>
      readyDefinition(`${id} ${version} ${sourcesKey}`, () => {
        const text = unpack();
        const definition = storedEntityOf(JSON.parse(text), { id, version, facets }, sources);
        return { definition, size: text.length + sourcesText.length };
      });
    const packed = await packDefinitions(texts);
    const byType = new Map(packed.definitions.map((definition) => [definition.type.toLowerCase(), definition]));
    const referrers = referrersIn(texts);
    const registry: EntityRegistry = {
      views: [],
      referrers,
      get all() {
        return [...code.all, ...packed.definitions.map(definitionOf)];
      },
      find(type) {
        const definition = typeof type === "string" ? byType.get(type.toLowerCase()) : undefined;
        return definition === undefined ? code.find(type) : definitionOf(definition);
      },
    };
    return {
      registry,
      views,
      size: packed.size + sourcesText.length + JSON.stringify([views, ...referrers]).length + registryBytes,
    };
  }

  /** Caches the space before it has been read, so that a notification of a change in the meantime evicts it. */
  function load(tenantId: string): Promise<Space> {
    const loading = read(tenantId);
    const space = loading.then(({ registry, views }): Space => ({ registry, views }));
    const isCurrent = () => spaces.peek(tenantId) === space;
    spaces.set(tenantId, space, { size: registryBytes });
    loading.then(
      ({ size }) => {
        if (!isCurrent()) return;
        // Inserted again, because the cache stores a new size only on insertion.
        spaces.delete(tenantId);
        spaces.set(tenantId, space, { size });
      },
      () => isCurrent() && spaces.delete(tenantId),
    );
    return space;
  }

  async function spaceOf(tenantId: string): Promise<Space> {
    spacesRead ??= readSpaces().catch((error: unknown) => {
      spacesRead = undefined;
      throw error;
    });
    await spacesRead;
    if (!customSpaces.has(tenantId)) return codeSpace;
    return spaces.get(tenantId) ?? load(tenantId);
  }

  return {
    code,
    of: async (tenantId) => (await spaceOf(tenantId)).registry,
    async for(principal) {
      const space = await spaceOf(principal.tenantId);
      return makeView === undefined || principal.kind !== "user"
        ? space.registry
        : readerRegistry(space, principal, makeView);
    },
  };
}
