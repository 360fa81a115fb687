import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { EntityDefinition } from "#kit/entity.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";
import { Problem } from "#kit/problem.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { spaceOfEntities } from "#server/postgres/tags.server.ts";
import { storedEntityOf } from "./stored-definition.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    registries: Registries;
  }
}

export type Registries = {
  /** The entities of the program's own code, which every space has. Relations of theirs lead to one another. */
  code: EntityRegistry;
  /** The entities of one space: those of the code, and its own. */
  of: (tenantId: string) => Promise<EntityRegistry>;
};

const unknownType = { zh: "类型传入不正确，请重新传入", en: "Unknown type" };

/**
 * Characters of definitions that a process remembers as texts, and of those that it has ready for use, which take some twenty times as much
 * with all that is worked out from them. What was used longest ago goes first, and is read again.
 */
const maxTexts = 12_000_000;
const maxReady = 1_000_000;
/** What a registry weighs besides its texts. */
const registrySize = 1000;

/** A registry of these entities. */
export function createRegistry(entities: readonly EntityDefinition[]): EntityRegistry {
  const byType = new Map(entities.map((entity) => [entity.type.toLowerCase(), entity]));
  return {
    all: entities,
    find(type) {
      const entity = typeof type === "string" ? byType.get(type.toLowerCase()) : undefined;
      if (entity === undefined) throw new Problem("notFound", unknownType);
      return entity;
    },
  };
}

/** A definition as text, a tenth of the object that it stands for. */
type DefinitionText = { id: string; type: string; version: number; text: string };

/** The registries of all spaces, made once per process. A space without entities of its own has that of the code, and costs nothing. */
export function createRegistries(database: Database, codeEntities: readonly EntityDefinition[]): Registries {
  const code = createRegistry(codeEntities);
  const definitions = new LRUCache<string, EntityDefinition>({ maxSize: maxReady });
  const registries = new LRUCache<string, Promise<EntityRegistry>>({ maxSize: maxTexts });
  /** Spaces with entities of their own. */
  const spaces = new Set<string>();
  let reading: Promise<void> | undefined;

  database.onChanged((tags) => {
    // Some changes may have been missed, or one of a space that had no entities until now.
    if (tags.includes("*")) {
      registries.clear();
      reading = undefined;
    }
    for (const tag of tags) {
      const tenantId = spaceOfEntities(tag);
      if (tenantId === undefined) continue;
      spaces.add(tenantId);
      registries.delete(tenantId);
    }
  });

  async function readSpaces(): Promise<void> {
    const rows = await database.read<{ id: string }>("*", sql`select distinct tenant_id as id from entity_definition`);
    for (const { id } of rows) spaces.add(id);
  }

  function definitionOf({ id, version, text }: DefinitionText): EntityDefinition {
    const key = `${id} ${version}`;
    const ready = definitions.get(key) ?? storedEntityOf(JSON.parse(text), { id, version });
    definitions.set(key, ready, { size: text.length });
    return ready;
  }

  async function read(tenantId: string): Promise<{ registry: EntityRegistry; size: number }> {
    const rows = await database.read<DefinitionText>(
      tenantId,
      sql`select id, type, version, definition::text as text from entity_definition where tenant_id = ${tenantId}::uuid order by type`,
    );
    const byType = new Map(rows.map((row) => [row.type.toLowerCase(), row]));
    const registry: EntityRegistry = {
      get all() {
        return [...code.all, ...rows.map(definitionOf)];
      },
      find(type) {
        const text = typeof type === "string" ? byType.get(type.toLowerCase()) : undefined;
        return text === undefined ? code.find(type) : definitionOf(text);
      },
    };
    return { registry, size: rows.reduce((sum, { text }) => sum + text.length, registrySize) };
  }

  /** Remembers a registry before it is read: a change that arrives meanwhile evicts it again. */
  function load(tenantId: string): Promise<EntityRegistry> {
    const loading = read(tenantId);
    const registry = loading.then((found) => found.registry);
    const isCurrent = () => registries.peek(tenantId) === registry;
    registries.set(tenantId, registry, { size: registrySize });
    loading.then(
      ({ size }) => isCurrent() && registries.set(tenantId, registry, { size }),
      () => isCurrent() && registries.delete(tenantId),
    );
    return registry;
  }

  return {
    code,
    async of(tenantId) {
      reading ??= readSpaces().catch((error: unknown) => {
        reading = undefined;
        throw error;
      });
      await reading;
      if (!spaces.has(tenantId)) return code;
      return registries.get(tenantId) ?? load(tenantId);
    },
  };
}
