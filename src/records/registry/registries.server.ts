import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import enumEntity from "#entities/enum.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";
import { Problem } from "#kit/problem.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { tenantOfEntitiesTag, tenantOfRowsTag } from "#server/postgres/tags.server.ts";
import { enumNamesIn, type EnumRow, enumsSql, optionSources } from "./enums.server.ts";
import { type DefinitionText, packDefinitions, type PackedDefinition } from "./packed-definitions.server.ts";
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
};

const unknownTypeText = { zh: "类型传入不正确，请重新传入", en: "Unknown type" };

/** Maximum bytes of packed definitions in memory. The least recently used space is evicted first; its definitions are read again on demand. */
const maxPackedBytes = 20_000_000;
/** Memory that a registry takes besides its definitions, in bytes. */
const registryBytes = 1000;

/** A registry of these entities. */
export function createRegistry(entities: readonly EntityDefinition[]): EntityRegistry {
  const byType = new Map(entities.map((entity) => [entity.type.toLowerCase(), entity]));
  return {
    all: entities,
    find(type) {
      const entity = typeof type === "string" ? byType.get(type.toLowerCase()) : undefined;
      if (entity === undefined) throw new Problem("notFound", unknownTypeText);
      return entity;
    },
  };
}

/** Creates the registries of all spaces, once per process. A space without own entities uses the registry of the program. */
export function createRegistries(database: Database, codeEntities: readonly EntityDefinition[]): Registries {
  const code = createRegistry(codeEntities);
  const readyDefinition = createReadyDefinitions();
  const registries = new LRUCache<string, Promise<EntityRegistry>>({ maxSize: maxPackedBytes });
  /** The ids of spaces that define entities. */
  const spacesWithEntities = new Set<string>();
  let spacesRead: Promise<void> | undefined;

  database.onChanged((tags) => {
    // "*": notifications may have been missed, for example that a space defined its first entity.
    if (tags.includes("*")) {
      registries.clear();
      spacesRead = undefined;
    }
    for (const tag of tags) {
      const tenantId = tenantOfEntitiesTag(tag);
      if (tenantId !== undefined) spacesWithEntities.add(tenantId);
      // The options of an option set are part of the entities that refer to it.
      const changedSpace = tenantId ?? tenantOfRowsTag(tag, enumEntity.type);
      if (changedSpace !== undefined) registries.delete(changedSpace);
    }
  });

  async function readSpaces(): Promise<void> {
    const rows = await database.read<{ id: string }>("*", sql`select distinct tenant_id as id from entity_definition`);
    for (const { id } of rows) spacesWithEntities.add(id);
  }

  /** The option sets that definitions refer to. */
  async function readEnums(tenantId: string, texts: readonly DefinitionText[]): Promise<EnumRow[]> {
    const names = texts
      .filter(({ text }) => text.includes('"dataSource"'))
      .flatMap(({ text }) => enumNamesIn((JSON.parse(text) as StoredDefinition).fields));
    return names.length === 0 ? [] : database.read<EnumRow>(tenantId, enumsSql(tenantId, [...new Set(names)]));
  }

  async function read(tenantId: string): Promise<{ registry: EntityRegistry; size: number }> {
    const texts = await database.read<DefinitionText>(
      tenantId,
      sql`select id, type, version, definition::text as text from entity_definition
        where tenant_id = ${tenantId}::uuid and unpublished_at is null order by type`,
    );
    const enums = await readEnums(tenantId, texts);
    const sources = optionSources(enums);
    const enumsText = JSON.stringify(enums);
    const enumsKey = enums.length === 0 ? "" : createHash("sha256").update(enumsText).digest("base64url");
    const definitionOf = ({ id, version, unpack }: PackedDefinition): EntityDefinition =>
      readyDefinition(`${id} ${version} ${enumsKey}`, () => {
        const text = unpack();
        const definition = storedEntityOf(JSON.parse(text), { id, version }, sources);
        return { definition, size: text.length + enumsText.length };
      });
    const packed = await packDefinitions(texts);
    const byType = new Map(packed.definitions.map((definition) => [definition.type.toLowerCase(), definition]));
    const registry: EntityRegistry = {
      get all() {
        return [...code.all, ...packed.definitions.map(definitionOf)];
      },
      find(type) {
        const definition = typeof type === "string" ? byType.get(type.toLowerCase()) : undefined;
        return definition === undefined ? code.find(type) : definitionOf(definition);
      },
    };
    return { registry, size: packed.size + enumsText.length + registryBytes };
  }

  /** Caches the registry before it has been read, so that a notification of a change in the meantime evicts it. */
  function load(tenantId: string): Promise<EntityRegistry> {
    const loading = read(tenantId);
    const registry = loading.then((entry) => entry.registry);
    const isCurrent = () => registries.peek(tenantId) === registry;
    registries.set(tenantId, registry, { size: registryBytes });
    loading.then(
      ({ size }) => {
        if (!isCurrent()) return;
        // Inserted again, because the cache stores a new size only on insertion.
        registries.delete(tenantId);
        registries.set(tenantId, registry, { size });
      },
      () => isCurrent() && registries.delete(tenantId),
    );
    return registry;
  }

  return {
    code,
    async of(tenantId) {
      spacesRead ??= readSpaces().catch((error: unknown) => {
        spacesRead = undefined;
        throw error;
      });
      await spacesRead;
      if (!spacesWithEntities.has(tenantId)) return code;
      return registries.get(tenantId) ?? load(tenantId);
    },
  };
}
