import { array, maxLength, refine, regex, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { readList } from "#kit/list-text.ts";
import { maxCountOf } from "#kit/mark.ts";
import { localPicturePattern } from "#kit/picture.ts";
import { lazyControl } from "#ui/lazy-control.tsx";

const AlbumInput = lazyControl(async () => (await import("#client/editors/album-input.tsx")).AlbumInput, {
  height: 96,
});

const maxImages = 20;
const previewCount = 3;

const limitOf = ({ mark }: { mark?: number }) => maxCountOf(mark, { max: maxImages, fallback: maxImages });

export default defineField({
  type: "album",
  title: { zh: "相册", en: "Album" },
  group: "file",
  storage: "json",
  isContent: true,
  check: (field) =>
    array(string().check(maxLength(300), regex(localPicturePattern))).check(
      maxLength(limitOf(field)),
      refine((urls) => new Set(urls).size === urls.length),
    ),
  message: (field) => ({ zh: `最多上传 ${limitOf(field)} 张图片`, en: `Upload up to ${limitOf(field)} images` }),
  operators: [],
  readText: readList,
  isGroup: true,
  settings: {
    mark: { type: "number", name: { zh: "最多图片数", en: "Maximum images" }, min: 1, max: maxImages },
  },
  Show: ({ value, isWhole = false }) => (
    <span className="inline-flex flex-wrap items-center gap-1 align-middle">
      {(isWhole ? value : value?.slice(0, previewCount))?.map((url) => (
        <img
          key={url}
          src={url}
          alt=""
          loading="lazy"
          className={`rounded-sm border border-line object-cover ${isWhole ? "size-24" : "size-8"}`}
        />
      ))}
      {!isWhole && (value?.length ?? 0) > previewCount && (
        <span className="text-sm text-ink-3">+{value!.length - previewCount}</span>
      )}
    </span>
  ),
  Edit: ({ id, value, field, locale, disabled, describedBy, onChange }) => (
    <AlbumInput
      id={id}
      value={value ?? []}
      max={limitOf(field)}
      locale={locale}
      disabled={disabled}
      describedBy={describedBy}
      onChange={onChange}
    />
  ),
  examples: {
    field: { mark: 2 },
    valid: [["/files/0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b.webp"], []],
    invalid: [["https://elsewhere.test/a.png"], "/files/0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b.webp", ["/files/../a"]],
    sample: () => [],
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The addresses of images, in order. `mark`: the maximum number of images, 20 by default (B-126). */
    album: { value: string[]; options: { mark?: number } };
  }
}
