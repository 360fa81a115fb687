import { array, gte, int, maxLength, minLength, number, refine, strictObject, string } from "zod/mini";
import type { EditProps, Fields } from "#kit/field.ts";
import { countOf } from "#kit/mark.ts";
import { extensionOf, fileKindAt, type FileExtension, type FileKind, type FileValue } from "#kit/stored-file.ts";
import type { Text } from "#kit/text.ts";
import { FileList } from "#ui/file-list.tsx";
import { lazyControl } from "#ui/lazy-control.tsx";

const FileInput = lazyControl(async () => (await import("#client/editors/file-input.tsx")).FileInput, { height: 96 });

const highestLimit = 20;

const settings = {
  mark: { type: "number", name: { zh: "最多文件数", en: "Maximum files" }, min: 1, max: highestLimit },
} as const satisfies Fields;

/** Distinct stored files of this kind. The extension of each name must fit its file, because browsers save media under that name. */
const listOf = (limit: number, kind: FileKind | undefined) =>
  array(
    strictObject({
      url: string().check(
        maxLength(300),
        refine((url) => {
          const fileKind = fileKindAt(url);
          return fileKind !== undefined && (kind === undefined || fileKind === kind);
        }),
      ),
      name: string().check(minLength(1), maxLength(200)),
      size: number().check(int(), gte(0)),
    }).check(refine(({ url, name }) => extensionOf(name) === extensionOf(url))),
  ).check(
    maxLength(limit),
    refine((files) => new Set(files.map(({ url }) => url)).size === files.length),
  );

type Options = { mark?: number };
type Description = {
  /** The accepted kind; any by default. */
  kind?: "video" | "audio";
  /** The maximum number of files when `mark` is no number. */
  limit: number;
  nouns: Text;
  /** The extension of an accepted file, and of a refused one. */
  example: FileExtension;
  otherExample: string;
};

/** Reads the line of one file; undefined for another text. */
function readFile(line: string): FileValue | undefined {
  const [at, comma] = [line.lastIndexOf(" ("), line.lastIndexOf(", ")];
  const size = line.slice(comma + 2).trim();
  if (at === -1 || comma < at || !/^\d{1,12} B\)$/.test(size)) return undefined;
  return { name: line.slice(0, at).trim(), url: line.slice(at + 2, comma), size: Number.parseInt(size, 10) };
}

/** A field type for a list of uploaded files; `mark`: how many at most (B-126). */
export function fileList({ kind, limit, nouns, example, otherExample }: Description) {
  const limitOf = ({ mark }: Options) => countOf(mark, { max: highestLimit, fallback: limit });
  const file = (extension: string) => ({
    url: `/files/0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b.${extension}`,
    name: `样例.${extension}`,
    size: 120_400,
  });
  return {
    storage: "json" as const,
    check: (field: Options) => listOf(limitOf(field), kind),
    message: (field: Options) => ({
      zh: `最多上传 ${limitOf(field)} 个${nouns.zh}`,
      en: `Upload up to ${limitOf(field)} ${nouns.en}`,
    }),
    operators: [],
    isGroup: true as const,
    settings,
    /** A line for each file: `film.mp4 (/files/....mp4, 120400 B)`. */
    plainText: (files: readonly FileValue[]) =>
      files.map(({ name, url, size }) => `${name} (${url}, ${size} B)`).join("\n"),
    readText(text: string): FileValue[] | undefined {
      const files = text
        .split("\n")
        .filter((line) => line.trim() !== "")
        .map(readFile);
      return files.includes(undefined) ? undefined : (files as FileValue[]);
    },
    Show: ({ value, isWhole = false }: { value: FileValue[] | null; isWhole?: boolean }) => (
      <FileList files={value} isWhole={isWhole} />
    ),
    Edit: ({
      value,
      field,
      id,
      locale,
      invalid,
      disabled,
      describedBy,
      onChange,
    }: Omit<EditProps<"fileupload">, "field"> & { field: Options }) => (
      <FileInput
        {...{ id, locale, invalid, disabled, describedBy, onChange }}
        {...(kind === undefined ? {} : { kind })}
        value={value ?? []}
        max={limitOf(field)}
      />
    ),
    examples: {
      field: { mark: 2 },
      valid: [[file(example)], []],
      invalid: [
        [{ ...file(example), url: `https://elsewhere.test/a.${example}` }],
        [{ ...file(example), url: `/files/../a.${example}` }],
        [{ ...file(example), name: "" }],
        [{ ...file(example), name: "invoice.hta" }],
        [file(otherExample)],
        [file(example), file(example)],
        file(example).url,
      ],
      sample: () => [],
    },
  };
}
