import type { Plugin } from "vite";
import type { FieldDefinition } from "../src/kit/field.ts";
import type { AnyFieldType } from "../src/render/field-types.ts";

/** The properties of a field type that only the server and the tests read. `AnyFieldType`, the type in browsers, lacks them. */
const serverParts = [
  "align",
  "cellStyle",
  "choices",
  "examples",
  "group",
  "isForNewRows",
  "operators",
  "plainText",
  "proof",
  "readText",
  "references",
  "respell",
  "searchControl",
  "searchText",
  "settings",
  "title",
] as const satisfies Exclude<keyof FieldDefinition, keyof AnyFieldType>[];

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** The properties that a module's default export, `defineField({ … })`, lists. */
function propertiesOf(program: { body: Node[] }): Node[] {
  const exported = program.body.find(({ type }) => type === "ExportDefaultDeclaration")?.declaration as
    | Node
    | undefined;
  const [definition] = (exported?.arguments as Node[] | undefined) ?? [];
  return (definition?.properties as Node[] | undefined) ?? [];
}

/** Removes the properties in `serverParts` from the field types in browsers: a third of their code, and the parsers that only file imports need. */
export function withoutServerParts(): Plugin {
  const names: readonly string[] = serverParts;
  return {
    name: "meridian:without-server-parts",
    enforce: "post",
    transform: {
      filter: { id: /[\\/]src[\\/]fields[\\/].*\.tsx$/ },
      handler(code) {
        const serverProperties = propertiesOf(this.parse(code) as unknown as { body: Node[] }).filter(
          ({ key }) => key !== undefined && names.includes((key as { name?: string }).name ?? ""),
        );
        let result = code;
        // From the last to the first, so that the positions of the others stay valid.
        for (const { start, end } of serverProperties.toReversed()) {
          const comma = /^\s*,/.exec(result.slice(end))?.[0] ?? "";
          result = result.slice(0, start) + result.slice(end + comma.length);
        }
        return result;
      },
    },
  };
}
