import type { Plugin } from "vite";
import type { FieldDefinition } from "../src/kit/field.ts";
import type { AnyFieldType } from "../src/render/field-types.ts";

/** What of a field type only the server and the tests read; the type of field types in browsers has none of it. */
const serverParts = [
  "align",
  "cellStyle",
  "choices",
  "examples",
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

/** Leaves out of field types what browsers never read: a third of them, and the parsers that only imports of files need. */
export function withoutServerParts(): Plugin {
  const names: readonly string[] = serverParts;
  return {
    name: "meridian:without-server-parts",
    enforce: "post",
    transform: {
      filter: { id: /[\\/]src[\\/]fields[\\/].*\.tsx$/ },
      handler(code) {
        const dropped = propertiesOf(this.parse(code) as unknown as { body: Node[] }).filter(
          ({ key }) => key !== undefined && names.includes((key as { name?: string }).name ?? ""),
        );
        return dropped.toReversed().reduce((text, { start, end }) => {
          const comma = /^\s*,/.exec(text.slice(end))?.[0] ?? "";
          return text.slice(0, start) + text.slice(end + comma.length);
        }, code);
      },
    },
  };
}
