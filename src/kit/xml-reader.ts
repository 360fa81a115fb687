/** A text that is not well-formed, has a document type, or exceeds a limit. */
export class XmlFault extends Error {}

/** Callbacks of the XML reader. Names have no namespace prefix; `attributes` is the text between the name and the end of the tag. */
export type XmlHandler = {
  open?: (name: string, attributes: string) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
};

export type XmlReader = { write: (chunk: string) => void; end: () => void };

/** Maximum characters of a tag or comment. */
const maxTag = 64 * 1024;
/** Maximum nesting of elements. */
const maxDepth = 64;
/** Characters of the longest entity, `&#x10FFFF;`. */
const maxEntity = 10;

const namedEntities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function characterOf(entity: string): string {
  const character = Object.hasOwn(namedEntities, entity) ? namedEntities[entity] : undefined;
  if (character !== undefined) return character;
  const isHex = entity.startsWith("#x");
  const digits = entity.slice(isHex ? 2 : 1);
  const code = entity.startsWith("#") && digits !== "" ? Number(isHex ? `0x${digits}` : digits) : Number.NaN;
  if (!Number.isInteger(code) || code < 1 || code > 0x10_ff_ff) throw new XmlFault();
  return String.fromCodePoint(code);
}

/** Decodes the entities of a text: the five predefined ones, and character references. No document can define others. */
export function decodeXml(text: string): string {
  let index = text.indexOf("&");
  if (index === -1) return text;
  let decoded = text.slice(0, index);
  while (index !== -1) {
    const end = text.indexOf(";", index);
    if (end === -1 || end - index > maxEntity) throw new XmlFault();
    const next = text.indexOf("&", end);
    decoded += characterOf(text.slice(index + 1, end)) + text.slice(end + 1, next === -1 ? undefined : next);
    index = next;
  }
  return decoded;
}

/** Codes of characters: `"`, `'`, `>` and `/`. */
const [doubleQuote, singleQuote, greaterThan, slash] = [34, 39, 62, 47];
const isBlank = (code: number) => code === 32 || code === 9 || code === 10 || code === 13;
const localName = (name: string) => name.slice(name.indexOf(":") + 1);

/** The attributes of a tag, by their names without prefixes. */
export function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  let index = 0;
  for (;;) {
    while (index < text.length && isBlank(text.charCodeAt(index))) index += 1;
    const equals = text.indexOf("=", index);
    if (equals === -1) return attributes;
    let open = equals + 1;
    while (isBlank(text.charCodeAt(open))) open += 1;
    const quote = text[open];
    const close = quote === '"' || quote === "'" ? text.indexOf(quote, open + 1) : -1;
    if (close === -1) throw new XmlFault();
    attributes[localName(text.slice(index, equals).trim())] = decodeXml(text.slice(open + 1, close));
    index = close + 1;
  }
}

/** The index of the `>` that ends a tag, ignoring any in attribute values; -1 when the text ends before. */
function endOfTag(text: string, from: number): number {
  let quote = 0;
  for (let index = from; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (quote !== 0) quote = code === quote ? 0 : quote;
    else if (code === doubleQuote || code === singleQuote) quote = code;
    else if (code === greaterThan) return index;
  }
  return -1;
}

/** The index after the name of a tag. */
function endOfName(tag: string): number {
  let index = 0;
  while (index < tag.length && !isBlank(tag.charCodeAt(index)) && tag.charCodeAt(index) !== slash) index += 1;
  return index;
}

/** The length of the text without an incomplete entity at its end. */
function completeLength(text: string): number {
  const index = text.lastIndexOf("&");
  return index !== -1 && text.length - index <= maxEntity && !text.includes(";", index) ? index : text.length;
}

/** Markup sections, by their start and end. */
const sections = [
  { start: "<!--", end: "-->" },
  { start: "<![CDATA[", end: "]]>" },
  { start: "<?", end: "?>" },
];

/**
 * Parses XML chunk by chunk, without building a tree: it stores only the names of open elements and one unfinished tag. Document types, and therefore
 * entity definitions, are refused. `write` and `end` throw an `XmlFault` when the text is not well-formed.
 */
export function createXmlReader(handler: XmlHandler): XmlReader {
  const path: string[] = [];
  let remainder = "";
  let hasRoot = false;

  function takeTag(tag: string): void {
    if (tag.startsWith("/")) {
      const name = localName(tag.slice(1).trimEnd());
      if (path.pop() !== name) throw new XmlFault();
      handler.close?.(name);
      return;
    }
    const isEmpty = tag.endsWith("/");
    const nameEnd = endOfName(tag);
    const name = localName(tag.slice(0, nameEnd));
    if (name === "" || path.length >= maxDepth || (path.length === 0 && hasRoot)) throw new XmlFault();
    hasRoot = true;
    handler.open?.(name, tag.slice(nameEnd, isEmpty ? -1 : undefined));
    if (isEmpty) handler.close?.(name);
    else path.push(name);
  }

  /** Processes a comment, an instruction or CDATA at `index`. Returns its end, -1 when the text ends before, undefined for other markup. */
  function passSection(text: string, index: number): number | undefined {
    const section = sections.find(({ start }) => text.startsWith(start, index));
    if (section === undefined) return undefined;
    const end = text.indexOf(section.end, index + section.start.length);
    if (end === -1) return -1;
    if (section.end === "]]>") handler.text?.(text.slice(index + section.start.length, end));
    return end + section.end.length;
  }

  /** Whether the text ends within what may be the start of a section. */
  const isUndecided = (text: string, index: number) =>
    sections.some(({ start }) => text.length - index < start.length && start.startsWith(text.slice(index)));

  /** Processes the markup at `index`. Returns its end, -1 when the text ends before. */
  function takeMarkup(text: string, index: number): number {
    const after = passSection(text, index);
    if (after !== undefined) return after;
    if (isUndecided(text, index)) return -1;
    if (text.startsWith("<!", index)) throw new XmlFault();
    const end = endOfTag(text, index + 1);
    if (end === -1) return -1;
    takeTag(text.slice(index + 1, end));
    return end + 1;
  }

  return {
    write(chunk) {
      const text = remainder + chunk;
      let index = 0;
      for (;;) {
        const open = text.indexOf("<", index);
        const content = text.slice(index, open === -1 ? undefined : open);
        const length = open === -1 ? completeLength(content) : content.length;
        if (length > 0 && path.length > 0) handler.text?.(decodeXml(content.slice(0, length)));
        index += length;
        const next = open === -1 ? -1 : takeMarkup(text, open);
        if (next === -1) break;
        index = next;
      }
      remainder = text.slice(index);
      if (remainder.length > maxTag) throw new XmlFault();
    },
    end() {
      if (!hasRoot || path.length > 0 || remainder.trim() !== "") throw new XmlFault();
    },
  };
}
