import { array, gte, int, maxLength, minLength, number, refine, strictObject, string } from "zod/mini";
import type { EditProps, Fields } from "#kit/field.ts";
import { maxCountOf } from "#kit/mark.ts";
import { extensionOf, fileKindAt, type FileExtension, type FileKind, type FileValue } from "#kit/stored-file.ts";
import type { Text } from "#kit/text.ts";
import { FileList } from "#ui/file-list.tsx";
import { lazyControl } from "#ui/lazy-control.tsx";

const FileInput = lazyControl(async () => (await import("#client/editors/file-input.tsx")).FileInput, { height: 96 });

const maxFiles = 20;

/** The settings of a list of files in an editor of fields. Types without them are for the program only. */
export const fileListSettings = {
  mark: { type: "number", name: { zh: "最多文件数", en: "Maximum files" }, min: 1, max: maxFiles },
} as const satisfies Fields;

/** Distinct stored files of this kind. The name must have the extension of the stored file, because browsers save the file under this name. */
const listSchema = (limit: number, kind: FileKind | undefined) =>
  array(
    strictObject({
      url: string().check(
        maxLength(300),
        refine((url) => {
          const fileKind = fileKindAt(url);
          // Fonts are for themes: visitors cannot download them.
          return kind === undefined ? fileKind !== undefined && fileKind !== "font" : fileKind === kind;
        }),
      ),
      name: string().check(minLength(1), maxLength(200)),
      size: number().check(int(), gte(0)),
    }).check(refine(({ url, name }) => extensionOf(name) === extensionOf(url))),
  ).check(
    maxLength(limit),
    refine((files) => new Set(files.map(({ url }) => url)).size === files.length),
  );

type FieldOptions = { mark?: number };
type FileListOptions = {
  /** The accepted kind of file; undefined: any but fonts. */
  kind?: "video" | "audio" | "font";
  /** The maximum number of files when `mark` is not a number. */
  limit: number;
  /** The plural noun for such files, in the message. */
  nouns: Text;
  /** For the examples: extensions of a file that the type accepts, and of one that it refuses. */
  acceptedExtension: FileExtension;
  refusedExtension: string;
};

/** Parses the `plainText` of one file; undefined when it is invalid. */
function readFileText(line: string): FileValue | undefined {
  const bracket = line.lastIndexOf(" (");
  const comma = line.lastIndexOf(", ");
  const size = line.slice(comma + 2).trim();
  if (bracket === -1 || comma < bracket || !/^\d{1,12} B\)$/.test(size)) return undefined;
  return { name: line.slice(0, bracket).trim(), url: line.slice(bracket + 2, comma), size: Number.parseInt(size, 10) };
}

/** The parts of a field type whose value is a list of uploaded files; `mark` of a field: their maximum number (B-126). */
export function fileList({ kind, limit, nouns, acceptedExtension, refusedExtension }: FileListOptions) {
  const limitOf = ({ mark }: FieldOptions) => maxCountOf(mark, { max: maxFiles, fallback: limit });
  const fileWith = (extension: string) => ({
    url: `/files/0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b.${extension}`,
    name: `样例.${extension}`,
    size: 120_400,
  });
  return {
    storage: "json" as const,
    check: (field: FieldOptions) => listSchema(limitOf(field), kind),
    message: (field: FieldOptions) => ({
      zh: `最多上传 ${limitOf(field)} 个${nouns.zh}`,
      en: `Upload up to ${limitOf(field)} ${nouns.en}`,
    }),
    operators: [],
    isGroup: true as const,
    // One line per file: `film.mp4 (/files/....mp4, 120400 B)`.
    plainText: (files: readonly FileValue[]) =>
      files.map(({ name, url, size }) => `${name} (${url}, ${size} B)`).join("\n"),
    readText(text: string): FileValue[] | undefined {
      const files = text
        .split("\n")
        .filter((line) => line.trim() !== "")
        .map(readFileText);
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
    }: Omit<EditProps<"fileupload">, "field"> & { field: FieldOptions }) => (
      <FileInput
        {...{ id, locale, invalid, disabled, describedBy, onChange }}
        {...(kind === undefined ? {} : { kind })}
        value={value ?? []}
        max={limitOf(field)}
      />
    ),
    examples: {
      field: { mark: 2 },
      valid: [[fileWith(acceptedExtension)], []],
      invalid: [
        [{ ...fileWith(acceptedExtension), url: `https://elsewhere.test/a.${acceptedExtension}` }],
        [{ ...fileWith(acceptedExtension), url: `/files/../a.${acceptedExtension}` }],
        [{ ...fileWith(acceptedExtension), name: "" }],
        [{ ...fileWith(acceptedExtension), name: "invoice.hta" }],
        [fileWith(refusedExtension)],
        [fileWith(acceptedExtension), fileWith(acceptedExtension)],
        fileWith(acceptedExtension).url,
      ],
      sample: () => [],
    },
  };
}
