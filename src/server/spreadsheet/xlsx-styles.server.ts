import { attributesOf, type XmlHandler } from "#kit/xml-reader.ts";

/** The kind of value in a cell of a style; undefined for a plain number. */
export type NumberStyle = "date" | "moment" | "time" | undefined;

/** The built-in formats (ECMA-376, 18.8.30), including those of Chinese and Japanese dates. */
function builtInStyle(id: number): NumberStyle {
  if (id === 22) return "moment";
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47) || id === 55 || id === 56)
    return "time";
  return (id >= 14 && id <= 17) || (id >= 27 && id <= 31) || (id >= 50 && id <= 58) || id === 36 ? "date" : undefined;
}

/** The date letters of a number format: without quoted text, escaped letters and colours. */
function lettersOf(format: string): string {
  let letters = "";
  for (let index = 0; index < format.length; index += 1) {
    const character = format[index]!;
    const close = character === '"' ? '"' : character === "[" ? "]" : undefined;
    const end = close === undefined ? -1 : format.indexOf(close, index + 1);
    if (close !== undefined) {
      // `[h]` means elapsed hours; `[Red]` and `[$-804]` do not depend on the kind of value.
      if (character === "[" && /^[hms]+$/i.test(format.slice(index + 1, end === -1 ? undefined : end))) letters += "h";
      if (end === -1) return letters;
      index = end;
    } else if (character === "\\" || character === "_" || character === "*") index += 1;
    else letters += character.toLowerCase();
  }
  return letters;
}

/** The kind of value that a number format displays. */
export function styleOfFormat(format: string): NumberStyle {
  const letters = lettersOf(format.split(";", 1)[0]!);
  if (letters.includes("general")) return undefined;
  const hasTime = /[hs]/.test(letters);
  const hasDay = /[yd]/.test(letters) || (!hasTime && letters.includes("m"));
  if (hasDay) return hasTime ? "moment" : "date";
  return hasTime ? "time" : undefined;
}

/** Reads the styles of a workbook; `styles` has the kind of value of each cell style. */
export function styleReader(): { handler: XmlHandler; styles: NumberStyle[] } {
  const styles: NumberStyle[] = [];
  const formats = new Map<number, NumberStyle>();
  let isInCells = false;
  const handler: XmlHandler = {
    open(name, attributes) {
      if (name === "cellXfs") isInCells = true;
      else if (name === "numFmt") {
        const { numFmtId, formatCode = "" } = attributesOf(attributes);
        formats.set(Number(numFmtId), styleOfFormat(formatCode));
      } else if (name === "xf" && isInCells) {
        const id = Number(attributesOf(attributes).numFmtId);
        styles.push(formats.has(id) ? formats.get(id) : builtInStyle(id));
      }
    },
    close(name) {
      if (name === "cellXfs") isInCells = false;
    },
  };
  return { handler, styles };
}
