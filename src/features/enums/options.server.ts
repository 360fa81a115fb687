import { z } from "zod";
import enumEntity from "#entities/enum.ts";
import type { RequestPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import { isSelectable, sourceTexts } from "#kit/choices.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import type { Choice } from "#kit/field.ts";
import { Problem } from "#kit/problem.ts";
import { refusal } from "#kit/refusal.ts";
import { inLocale, type Locale } from "#kit/text.ts";
import { choicesOfEnum, type EnumRow, enumsSql } from "#records/registry/enums.server.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { allows, guard } from "#records/registry/guard.server.ts";
import { viewOf } from "#records/registry/view.server.ts";

const missingType = refusal({ zh: "类型不能为空", en: "The type cannot be empty" });
/** The name of a list of options: that of an option set of the space, or of a field, `entity.field`. */
export const optionsInput = z.string(missingType).trim().min(1, missingType).max(120);

/** Options on the wire (N-025). `text` is the name again, as lists of enums have it. */
export const optionsOutput = z.array(
  z.object({ key: z.string(), name: z.string(), text: z.string(), color: z.string().optional() }),
);

export const unknownOptions = new Problem("notFound", sourceTexts.unknown);

/** The options that a new value may have, for one reader. */
export const toOptions = (choices: readonly Choice[], locale: Locale): z.infer<typeof optionsOutput> =>
  choices.filter(isSelectable).map(({ key, name, color }) => ({ key, name: name[locale], text: name[locale], color }));

type Reader = Pick<CallContext, "principal" | "entities" | "services">;

/** The option sets of the reader's space that they may read: visitors only those that are open to visitors. */
export async function readableEnums({ principal, services }: Reader, names?: readonly string[]): Promise<EnumRow[]> {
  const rows = await services.database.read<EnumRow>(principal.tenantId, enumsSql(principal.tenantId, names));
  return allows(principal, enumEntity, "read") ? rows : rows.filter(({ isPublic }) => isPublic === true);
}

/** The options of a field that `principal` may read; undefined if the entity has no such field, or the field no options. */
function choicesOfField(principal: RequestPrincipal, entity: EntityDefinition, name: string) {
  const { fields } = viewOf(principal, entity).readable;
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field && fieldTypeOf(field).choices?.(field);
}

/**
 * The options of a list by its name. Names of option sets contain no dot, so they never equal that of a field.
 * @throws {Problem} notFound, also for a list that the reader may not know of; unauthenticated or forbidden for fields of rows that they may not read
 */
export async function choicesNamed(type: string, reader: Reader): Promise<readonly Choice[]> {
  const [entityType, name] = type.split(".");
  if (name === undefined) {
    const [row] = await readableEnums(reader, [type]);
    if (row === undefined) throw unknownOptions;
    return choicesOfEnum(row);
  }
  const entity = reader.entities.find(entityType);
  // Whoever may read the rows may read the options.
  guard(reader.principal, entity, "read");
  const choices = choicesOfField(reader.principal, entity, name);
  if (choices === undefined) throw unknownOptions;
  return choices;
}

type NamedList = { name: string; title: string; choices: readonly Choice[] };

/** Every list of options that the reader may know: the option sets of their space, then the fields of entities that they may read. */
export async function readableLists(reader: Reader, locale: Locale): Promise<NamedList[]> {
  const { principal, entities } = reader;
  const enums = (await readableEnums(reader)).map((row) => ({
    name: row.name,
    title: inLocale(row.title, locale) ?? row.name,
    choices: choicesOfEnum(row),
  }));
  const fields = entities.all
    .filter((entity) => allows(principal, entity, "read"))
    .flatMap((entity) =>
      Object.entries(viewOf(principal, entity).readable.fields).flatMap(([name, field]): NamedList[] => {
        const choices = choicesOfField(principal, entity, name);
        const title = `${entity.name[locale]} · ${field.name[locale]}`;
        return choices === undefined ? [] : [{ name: `${entity.type}.${name}`, title, choices }];
      }),
    );
  return [...enums, ...fields];
}
