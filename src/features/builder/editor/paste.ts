import { changeVariants } from "#kit/client-override.ts";
import type { PageRecord } from "#kit/page.ts";
import type { Fragment } from "#kit/fragment.ts";
import type { Point, Size } from "#kit/geometry.ts";
import { fieldsIn } from "#kit/filter.ts";
import { errorMessage } from "#kit/error-message.ts";
import { type BindableEntity, isRowBinding, type RowBinding } from "#kit/row-binding.ts";
import { formatText, type Text } from "#kit/text.ts";
import { storedPicture } from "#kit/picture.ts";
import { call } from "#client/call.ts";
import { uploadFile } from "#client/uploads/upload.ts";
import { t } from "#ui/page-locale.ts";
import { notify } from "#ui/toast.tsx";
import { readFragment } from "#render/page/read-page.ts";
import { loadAllDefinitions } from "#render/registry.ts";
import { designWidth } from "#widgets/canvas.tsx";
import { addNode, pasteFragment } from "#features/builder/document/edit-page.ts";
import type { Editor } from "./editor.ts";

const texts = {
  uploading: { zh: "正在上传图片…", en: "Uploading the image…" },
  failed: { zh: "图片上传失败：{why}", en: "The image could not be uploaded: {why}" },
  otherSite: {
    zh: "{n} 个图片或文件属于其他站点，请重新选择",
    en: "{n} {n|image or file belongs|images or files belong} to another site. Choose them again.",
  },
  unbound: {
    zh: "{n} 个数据绑定在此不可用，已移除，请重新选择",
    en: "{n} data {n|binding|bindings} removed: not available here. Choose again.",
  },
  long: {
    zh: "文字过长，只粘贴了前 {n} 个字符",
    en: "The text is too long. Only the first {n} {n|character was|characters were} pasted.",
  },
};

const say = (kind: "info" | "error", text: Text) => notify(kind, t(text), { topic: "clipboard" });

/** What comes from the clipboard, or is dropped from another program. `at`: a place on a canvas for pictures. */
export type Pasted = { text: string; files: readonly File[]; at?: { parent: string; point: Point } | undefined };

/** The largest width and height, in design px, of a pasted picture. */
const maxPicture: Size = { w: 640, h: 480 };
/** Characters of a text element and the most elements that one text becomes. */
const [maxCharacters, maxTexts] = [400, 20];
/** Design px: the width of a pasted text, and the height of one of its lines. */
const [textWidth, lineHeight] = [400, 24];
/** Characters of Latin text in a line of that width. */
const charactersPerLine = 48;

/** Uploads a picture and places it on the canvas in its proportions. */
async function pastePicture(editor: Editor, file: File, at: Pasted["at"]): Promise<void> {
  say("info", texts.uploading);
  try {
    const { url } = await uploadFile(file, {
      kind: "image",
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    const picture = storedPicture(url) ?? { width: 200, height: 150 };
    const scale = Math.min(1, maxPicture.w / picture.width, maxPicture.h / picture.height);
    const size = {
      w: Math.max(8, Math.round(picture.width * scale)),
      h: Math.max(8, Math.round(picture.height * scale)),
    };
    addNode(editor.store, "image", at, { size, value: { image: url, alt: {} } });
  } catch (error) {
    say("error", formatText(texts.failed, { why: errorMessage(error) }));
  }
}

/** Splits a text into parts of at most `maxCharacters`, at paragraphs, lines or words where possible. */
export function splitText(text: string): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > maxCharacters) {
    const longest = rest.slice(0, maxCharacters);
    // Half of a character, such as an emoji, could not be saved.
    const part = longest.isWellFormed() ? longest : longest.slice(0, -1);
    const breaks = ["\n\n", "\n", "。", ". ", " "].map((mark) => part.lastIndexOf(mark) + mark.trimEnd().length);
    const end = breaks.find((position) => position > maxCharacters / 2) ?? part.length;
    parts.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return rest === "" ? parts : [...parts, rest];
}

/** Places a text of another program on the canvas, in the language of the preview. */
function pasteText({ store, view }: Editor, text: string): void {
  const all = splitText(text.replaceAll("\r\n", "\n"));
  const parts = all.slice(0, maxTexts);
  let y = 24;
  for (const part of parts) {
    const lines = part
      .split("\n")
      .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / charactersPerLine)), 0);
    const size = { w: textWidth, h: lines * lineHeight };
    const place = { point: { x: designWidth / 2, y: y + size.h / 2 } };
    const isAlone = parts.length === 1;
    addNode(store, "text", undefined, {
      size,
      value: { title: { [view.get().locale]: part } },
      ...(isAlone ? {} : place),
    });
    y += size.h + lineHeight;
  }
  if (all.length > maxTexts) say("info", formatText(texts.long, { n: parts.join("").length }));
}

const isStoredFile = (value: unknown): value is string => typeof value === "string" && value.startsWith("/files/");

/** A value without addresses of stored files, which only their own site can show; reports each of them. */
function withoutFiles(value: unknown, onFile: () => void): unknown {
  if (isStoredFile(value)) {
    onFile();
    return null;
  }
  if (Array.isArray(value)) return value.map((item) => withoutFiles(item, onFile));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutFiles(item, onFile)]));
}

/** Whether visitors of this space may read what a binding names. */
function isAvailable({ entity, fields, filter, sort }: RowBinding, entities: readonly BindableEntity[]): boolean {
  const source = entities.find(({ type }) => type === entity);
  if (source === undefined) return false;
  const [names, sorts] = [source.fields, source.sorts].map((list) => new Set(list.map(({ name }) => name)));
  const compared = filter === undefined ? [] : fieldsIn(filter);
  return (
    Object.values(fields).every((name) => names!.has(name)) &&
    // The times of a row are among the orders.
    compared.every((name) => names!.has(name) || sorts!.has(name)) &&
    (sort === undefined || sorts!.has(sort.field))
  );
}

/**
 * A fragment without the bindings that name what is not here, because it was copied from another space, or from a page of other records; says how many
 * there were. Where this page has no record, settings keep what they are bound to: it may be chosen later.
 */
async function withKnownBindings(fragment: Fragment, { store }: Editor): Promise<Fragment> {
  const isBound = ({ value, bindings }: PageRecord) =>
    bindings !== undefined || Object.values(value).some((item) => isRowBinding(item));
  if (!fragment.records.some(isBound)) return fragment;
  const entities = await call("GET Api/SitePage/BindableEntities", {}).catch(() => undefined);
  // Without an answer they stay: saving and publishing check them.
  if (entities === undefined) return fragment;
  const { row } = store.setting();
  const ofPage = entities.find(({ type }) => type === row?.entity);
  const pageFields = ofPage && new Set(ofPage.fields.map(({ name }) => name));
  let n = 0;
  const records = fragment.records.map((record) => {
    const gone = new Set<string>();
    const { bindings = {}, ...rest } = changeVariants(record, (variant) => {
      const names = Object.keys(variant.value).filter((name) => {
        const value = variant.value[name];
        return isRowBinding(value) && !isAvailable(value, entities);
      });
      for (const name of names) gone.add(name);
      return { ...variant, value: { ...variant.value, ...Object.fromEntries(names.map((name) => [name, null])) } };
    });
    const validBindings = Object.entries(bindings).filter(([, field]) => pageFields?.has(field) !== false);
    n += gone.size + Object.keys(bindings).length - validBindings.length;
    return {
      ...rest,
      ...(validBindings.length === 0 ? {} : { bindings: Object.fromEntries(validBindings) }),
    } as PageRecord;
  });
  if (n > 0) say("info", formatText(texts.unbound, { n }));
  return { ...fragment, records };
}

function pasteRecords(editor: Editor, { fragment, origin }: { fragment: Fragment; origin: string | undefined }): void {
  if (origin === undefined || origin === location.origin) return pasteFragment(editor.store, fragment);
  let n = 0;
  const records = fragment.records.map((record) => {
    const { value, overrides } = withoutFiles(
      { value: record.value, overrides: record.overrides },
      () => (n += 1),
    ) as Pick<PageRecord, "value" | "overrides">;
    return { ...record, value, ...(overrides === undefined ? {} : { overrides }) } as PageRecord;
  });
  pasteFragment(editor.store, { ...fragment, records });
  if (n > 0) say("info", formatText(texts.otherSite, { n }));
}

/** Inserts copied records, else pictures, else a text. Text that looks like records but cannot be read as such is not inserted. */
export async function paste(editor: Editor, { text, files, at }: Pasted): Promise<void> {
  await loadAllDefinitions();
  const copied = readFragment(text);
  if (copied !== undefined)
    pasteRecords(editor, { ...copied, fragment: await withKnownBindings(copied.fragment, editor) });
  else if (files.length > 0) for (const file of files) await pastePicture(editor, file, at);
  else if (!text.startsWith('{"schema"')) pasteText(editor, text);
}
