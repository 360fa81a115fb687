/** JSON with two spaces; undefined for a text that is no JSON. */
export function indentedJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return undefined;
  }
}
