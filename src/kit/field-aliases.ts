/** Other words of the wire for field types, in lower case (B-121). */
const aliases: Readonly<Record<string, string>> = {
  colour: "color",
  file: "fileupload",
  input: "textbox",
  numberbox: "number",
  numberic: "number",
  radio: "radiobutton",
  relationdropdownlist: "relation",
  select: "dropdownlist",
  time: "timepicker",
  video: "vedio",
};

/** The word of a field type, of however it was spelled: in any case, and by its other words. */
export function fieldTypeNamed(word: string): string {
  const name = word.toLowerCase();
  return Object.hasOwn(aliases, name) ? aliases[name]! : name;
}
